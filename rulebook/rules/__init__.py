"""The rules, one module beside each file of definitions; importing this registers them all."""

from importlib import import_module
from pkgutil import walk_packages

for module in walk_packages(__path__, f"{__name__}."):
    import_module(module.name)
