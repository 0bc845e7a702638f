"""Frozen dataclasses that are quick to define: the part of `dataclasses` that the engine uses.

`dataclasses` imports `inspect` and compiles six methods for each class, which made up
most of the engine's import. Here the methods are shared, and a class compiles its
constructor when the first object is made. To type checkers the classes are what
they are named after, and `dataclasses.fields` and `replace` work on them too.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

__all__ = ["changer", "complete", "dataclass", "fields", "replace"]

TYPE_CHECKING = False  # as in typing, which takes long to import


def fields(cls: type) -> tuple[str, ...]:
    """The names of the fields of a frozen dataclass."""
    names: tuple[str, ...] = cls.__dict__["_names"]
    return names


class _Frozen:
    """The methods that frozen dataclasses share."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen: {name!r} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen: {name!r} cannot be deleted")

    def __repr__(self) -> str:
        values = [f"{name}={getattr(self, name)!r}" for name in fields(type(self))]
        return f"{type(self).__qualname__}({', '.join(values)})"

    def __reduce__(self) -> tuple[object, ...]:
        values = {name: getattr(self, name) for name in fields(type(self))}
        return _restored, (type(self), values)


complete = object.__setattr__
"""Set a field of an object just made, before anybody else has seen it: the object, the
name of the field, its value. To copy the object with `replace` takes four times as long."""


def _restored(cls: type, values: dict[str, object]) -> object:
    return cls(**values)


def _equal(self: object, other: object) -> object:
    if self is other:
        return True
    cls = type(self)
    if cls is not type(other):
        return NotImplemented
    values: Callable[[object], tuple[object, ...]] = cls._values  # type: ignore[attr-defined]
    return values(self) == values(other)


def _hashed(self: object) -> int:
    return hash(type(self)._values(self))  # type: ignore[attr-defined]


class _AsOthersSeeThem:
    """The fields as `dataclasses` keeps them, made when somebody looks."""

    def __get__(self, one: object, cls: type) -> object:
        from dataclasses import field, make_dataclass

        made = make_dataclass(cls.__name__, [(name, object, field()) for name in fields(cls)])
        cls.__dataclass_fields__ = found = made.__dataclass_fields__  # type: ignore[attr-defined]
        return found


def _compiled(cls: type, head: str, body: list[str]) -> Callable[..., object]:
    """Compile a function that fills in an object, as dataclasses compile their constructor.

    To set a field by a statement is many times quicker than by `object.__setattr__`, so
    the object is filled in while it is of a class like its own that lets it.
    """
    draft = {
        "__slots__": cls.__dict__["__slots__"],
        "__setattr__": object.__setattr__,
        "__delattr__": object.__delattr__,
        "__init__": object.__init__,
    }
    scope: dict[str, object] = {
        "_Draft": type(cls.__name__, cls.__bases__, draft),
        "_Real": cls,
        "_set": object.__setattr__,
        "_same": _SAME,
        "_defaults": cls.__dict__["_defaults"],
    }
    exec("\n    ".join([f"def made({head}):", *body]), scope)
    made: Callable[..., object] = scope["made"]  # type: ignore[assignment]
    return made


_SAME = object()
"""Stands for a field that is not replaced."""


def _constructor(cls: type) -> Callable[..., object]:
    """Compile what sets the fields of a new object."""
    defaults: dict[str, object] = cls.__dict__["_defaults"]
    keywords: frozenset[str] = cls.__dict__["_keywords"]
    names = fields(cls)
    taken = [name for name in names if name not in keywords]
    if keywords:
        taken += ["*", *keywords]
    taken = [f"{name}=_defaults[{name!r}]" if name in defaults else name for name in taken]
    body = [f"self.{name} = {name}" for name in names]
    body = ["_set(self, '__class__', _Draft)", *body, "self.__class__ = _Real"]
    return _compiled(cls, ", ".join(["self", *taken]), body)


def _first(self: object, *values: object, **named: object) -> None:
    """Stand in for the constructor of a class until its first object is made."""
    cls = type(self)
    init = _constructor(cls)
    cls.__init__ = init  # type: ignore[method-assign,assignment]
    init(self, *values, **named)


def _replacer(cls: type) -> Callable[..., object]:
    """Compile what copies an object with some fields changed."""
    names = fields(cls)
    body = [f"self.{name} = _one.{name} if {name} is _same else {name}" for name in names]
    body = ["self = _Draft()", *body, "self.__class__ = _Real", "return self"]
    return _compiled(cls, ", ".join(["_one", *(f"{name}=_same" for name in names)]), body)


def _changer(cls: type, *names: str) -> Callable[..., object]:
    """Compile what copies an object with just these fields changed, given in this order.

    It takes a third of the time of `replace`, for the moves that games are made of.
    """
    body = [f"self.{name} = {name if name in names else '_one.' + name}" for name in fields(cls)]
    body = ["self = _Draft()", *body, "self.__class__ = _Real", "return self"]
    return _compiled(cls, ", ".join(["_one", *names]), body)


def _first_replaced(self: object, **changes: object) -> object:
    """Stand in for the copier of a class until its first object is copied."""
    cls = type(self)
    replaced = _replacer(cls)
    cls._replaced = replaced  # type: ignore[attr-defined]
    return replaced(self, **changes)


def _dataclass(
    *, frozen: bool, slots: bool, eq: bool = True, kw_only: bool = False
) -> Callable[[type], type]:
    """Make a frozen dataclass with slots of a class; `eq` and `kw_only` as in `dataclasses`."""
    assert frozen and slots

    def made(cls: type) -> type:
        scope = dict(cls.__dict__)
        own = tuple(scope.get("__annotations__", ()))
        base = cls.__base__ if "_names" in cls.__base__.__dict__ else None
        names = fields(base) if base else ()
        keywords = base.__dict__["_keywords"] if base else frozenset()
        defaults = {name: scope.pop(name) for name in own if name in scope}
        if kw_only:
            keywords |= frozenset(own)
        scope["_keywords"] = keywords
        scope["_names"] = names = (*names, *own)
        scope["_defaults"] = {**(base.__dict__["_defaults"] if base else {}), **defaults}
        scope["__slots__"] = own
        scope["__match_args__"] = tuple(name for name in names if name not in keywords)
        scope["__init__"] = _first
        scope["_replaced"] = _first_replaced
        scope["__dataclass_fields__"] = _SEEN
        if eq:
            scope["_values"] = attrgetter(*names)
            scope["__eq__"] = _equal
            scope["__hash__"] = _hashed
        for name in ("__dict__", "__weakref__"):
            scope.pop(name, None)
        return type(cls.__name__, (base or _Frozen,), scope)

    return made


_SEEN = _AsOthersSeeThem()


def _replace(one: object, **changes: object) -> object:
    """The object with some fields changed."""
    return one._replaced(**changes)  # type: ignore[attr-defined]


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import replace as replace
    from typing import TypeVar

    T = TypeVar("T")

    def changer(cls: type[T], *names: str) -> Callable[..., T]: ...
else:
    changer = _changer
    dataclass = _dataclass
    replace = _replace
