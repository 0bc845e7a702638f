"""What is wrong with a hand, or a deal, that somebody wants scored: one fault for each reason."""

from __future__ import annotations

from rulebook.frozen import dataclass

__all__ = ["HandError", "HandFault", "fault"]


@dataclass(frozen=True, slots=True)
class HandFault:
    """One thing that makes a hand impossible.

    Attributes:
        code: what is wrong.
        where: the part of the hand concerned, named as in the input.
        values: what the sentence about it names.
    """

    code: str
    where: str
    values: tuple[tuple[str, object], ...] = ()


class HandError(ValueError):
    """A hand that cannot be, or that is no win; `faults` says why, all at once."""

    def __init__(self, faults: tuple[HandFault, ...]) -> None:
        super().__init__(", ".join(f"{fault.where}: {fault.code}" for fault in faults))
        self.faults = faults


def fault(code: str, where: str, **values: object) -> HandFault:
    """A fault with what its sentence names."""
    return HandFault(code, where, tuple(values.items()))
