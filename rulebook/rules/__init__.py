"""The rules, one module beside each file of definitions; importing this registers them all."""

from importlib import import_module
from os import listdir
from os.path import isdir, join

for folder in sorted(listdir(__path__[0])):
    path = join(__path__[0], folder)
    for file in sorted(listdir(path)) if isdir(path) else ():
        if file.endswith(".py") and file != "__init__.py":
            import_module(f"{__name__}.{folder}.{file[:-3]}")
