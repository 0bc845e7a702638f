"""Sentences from templates: names, numbers and terms in the forms a language needs.

A template names its values in braces. `{tile}` is a value of the sentence,
`{tile.a}` the same in a grammatical form, `{waits|or}` a list joined with or,
`{n|tile}` a number with its noun, `{@pung.a}` a term of the glossary in the word
of the game's family, `{=kong.limit}` the value that the rule set gives to a
parameter, or a number that follows from such values. A capital letter at the start
of a name capitalises what it stands for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from rulebook.catalog import Catalog, catalog
from rulebook.load import Rulebook
from rulebook.reckoned import RECKONED
from rulebook.ruling import Reason
from rulebook.schema import Names, ParameterDef, Term, Words
from rulebook.tiles import Seat, Side, Tile
from rulebook.typography import polish

__all__ = [
    "Slot",
    "Wording",
    "WordingError",
    "capitalised",
    "outside_slots",
    "slots_in",
    "wording",
]


class WordingError(LookupError):
    """A template asks for a value, form or term that does not exist.

    Attributes:
        kind: what is missing: `value`, `form`, `term`, `param` or `noun`.
        slot: the slot that asks for it, as written.
    """

    def __init__(self, kind: str, slot: str) -> None:
        super().__init__(f"{kind} in {slot}")
        self.kind = kind
        self.slot = slot


@dataclass(frozen=True, slots=True)
class Slot:
    """One place of a template to be filled.

    Attributes:
        text: as written, braces included.
        sigil: `@` for a term, `=` for a parameter, empty for a value.
        name: the name, without its capital.
        form: the grammatical form, empty for the basic one.
        noun: what a number counts, or how a list is joined.
        capital: whether the result begins a sentence.
    """

    text: str
    sigil: str
    name: str
    form: str
    noun: str
    capital: bool


_SLOT = re.compile(
    r"\{(?P<sigil>[@=]?)(?P<name>[A-Za-z][\w-]*(?:\.[\w-]+)*)(?:\|(?P<noun>[\w-]+))?\}"
)


@lru_cache(maxsize=4096)
def slots_in(template: str) -> tuple[Slot, ...]:
    """The slots of a template, in order."""
    return tuple(map(_slot, _SLOT.finditer(template)))


def outside_slots(template: str) -> str:
    """What a template says between its slots."""
    return _SLOT.sub("", template)


def _slot(match: re.Match[str]) -> Slot:
    sigil, name, form = match["sigil"], match["name"], ""
    if sigil != "=" and "." in name:
        name, form = name.rsplit(".", 1)
    capital = name[0].isupper()
    return Slot(match[0], sigil, name[0].lower() + name[1:], form, match["noun"] or "", capital)


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of one language for one rule set.

    Attributes:
        book: the definitions.
        code: the language.
        family: whose words are used where the games differ.
        ruleset: whose parameter values are named, `None` where there is none.
    """

    book: Rulebook
    code: str
    family: str
    ruleset: str | None = None

    @property
    def catalog(self) -> Catalog:
        return catalog(self.code)

    @property
    def names(self) -> Names:
        return self.book.names[self.code]

    def say(self, key: str, /, **values: object) -> str:
        """A sentence of the catalogue."""
        return self.fill(self.catalog.texts[key], values)

    def words(self, words: Words, /, **values: object) -> str:
        """A text of the definitions in this language."""
        return self.fill(words[self.code], values)

    def reason(self, reason: Reason) -> str:
        """The sentence of a reason, with the player whose call it is about, if one."""
        rule = self.book.rule(reason.rule, self.family)
        if rule is None or reason.key not in rule.reasons:
            raise WordingError("reason", f"{reason.rule}/{reason.key}")
        text = self.words(rule.reasons[reason.key], **dict(reason.finding.values))
        if reason.caller is None:
            return text
        return self.say("reason.of-caller", caller=reason.caller, text=text)

    def fill(self, template: str, values: Mapping[str, object] | None = None) -> str:
        """A template with its slots filled, its typography right.

        Raises:
            WordingError: naming the slot that cannot be filled.
        """
        parts: list[str] = []
        end = 0
        for match, slot in zip(_SLOT.finditer(template), slots_in(template), strict=True):
            text = self._filled(slot, values or {})
            parts += [template[end : match.start()], capitalised(text) if slot.capital else text]
            end = match.end()
        return polish("".join([*parts, template[end:]]), self.code)

    def _filled(self, slot: Slot, values: Mapping[str, object]) -> str:
        if slot.sigil == "@":
            return self.term(slot.name, slot.form, slot.text)
        if slot.sigil == "=":
            return self.param(slot.name, slot.noun, slot.text)
        if slot.name not in values:
            raise WordingError("value", slot.text)
        return self._value(values[slot.name], slot)

    def _value(self, value: object, slot: Slot) -> str:
        if isinstance(value, Tile):
            return self.tile(value, slot.form or "n", slot.text)
        if isinstance(value, Seat):
            return self.seat(value, slot.form or "n", slot.text)
        if isinstance(value, Side):
            return self.names.sides[value.value]
        if isinstance(value, bool):
            return self.catalog.text("yes" if value else "no")
        if isinstance(value, int):
            return self.count(value, slot.noun) if slot.noun else self.catalog.number(value)
        if isinstance(value, tuple):
            return self._list(value, slot)
        return str(value)

    def _list(self, items: tuple[object, ...], slot: Slot) -> str:
        if slot.form == "run":
            return self.run([item for item in items if isinstance(item, Tile)])
        tiles = [item for item in items if isinstance(item, Tile) and item.numbered]
        one_suit = len(tiles) == len(items) > 1 and len({tile.suit for tile in tiles}) == 1
        words = [self._value(item, slot) for item in items]
        if one_suit:
            words[:-1] = [self._rank(tile, slot.form or "n", slot.text) for tile in tiles[:-1]]
        return self.catalog.listing(words, either=slot.noun == "or")

    def tile(self, tile: Tile, form: str = "n", slot: str = "") -> str:
        """What a tile is called in a grammatical form."""
        if not tile.numbered:
            return _form(self.names.named[tile.code], form, slot)
        suit = self.names.suits[tile.suit.value]
        return self.names.numbered.format(rank=self._rank(tile, form, slot), suit=suit)

    def _rank(self, tile: Tile, form: str, slot: str) -> str:
        """The number of a tile in words, as it stands where the suit is said once for several."""
        rank = _form(self.names.ranks[str(tile.rank)], form, slot)
        return f"{_form(self.names.red, form, slot)} {rank}" if tile.red else rank

    def run(self, tiles: list[Tile]) -> str:
        """A run of three tiles, such as 3–4–5 of dots."""
        a, b, c = tiles
        suit = self.names.suits[a.suit.value]
        return self.names.run.format(a=a.rank, b=b.rank, c=c.rank, suit=suit)

    def seat(self, seat: Seat, form: str = "n", slot: str = "") -> str:
        """What a player is called in a grammatical form."""
        return _form(self.names.seats[seat.name.lower()], form, slot)

    def term(self, id: str, form: str = "", slot: str = "") -> str:
        """A term of the glossary in the word of the family."""
        term = self._term(id, slot)
        return _form(term.forms, form, slot) if form else term.word

    def _term(self, id: str, slot: str) -> Term:
        entry = self.book.glossary.get(id)
        terms = entry.terms.get(self.code, {}) if entry else {}
        term = terms.get(self.family) or terms.get("both")
        if term is None:
            raise WordingError("term", slot or id)
        return term

    def _noun(self, id: str) -> Term:
        """The noun that a number counts; both games may count what only one of them has."""
        entry = self.book.glossary.get(id)
        terms = entry.terms.get(self.code, {}) if entry else {}
        found = terms.get(self.family) or next(iter(terms.values()), None)
        if found is None:
            raise WordingError("noun", f"{{…|{id}}}")
        return found

    def count(self, number: float, noun: str) -> str:
        """A number with the noun it counts."""
        forms = self._noun(noun).forms
        category = self.catalog.plural(number)
        word = forms.get(category) or forms.get("other")
        if word is None:
            raise WordingError("noun", f"{{…|{noun}}}")
        return polish(f"{self.catalog.number(number)} {word}", self.code)

    def param(self, id: str, noun: str = "", slot: str = "") -> str:
        """The value of a parameter in the rule set at hand, or a number that follows from some."""
        if id in RECKONED:
            number = RECKONED[id](lambda other: self._number(other, slot or id))
            return self.count(number, noun) if noun else self.catalog.number(number)
        param = self.book.params.get(id)
        given = self.book.value(self.ruleset, id) if self.ruleset else None
        if param is None or given is None:
            raise WordingError("param", slot or id)
        return self.value(param, given.value, noun)

    def _number(self, id: str, slot: str) -> int:
        """The value of a parameter that counts something in the rule set at hand."""
        given = self.book.value(self.ruleset, id) if self.ruleset else None
        if given is None or not given.value.isdecimal():
            raise WordingError("param", slot)
        return int(given.value)

    def value(self, param: ParameterDef, text: str, noun: str = "") -> str:
        """A parameter's value as people read it; numbers with their unit."""
        if text == "none" and param.none:
            return self.words(param.none)
        if param.type == "flag":
            return self.catalog.text(text)
        if param.type == "choice":
            return self.words(param.choices[text].label)
        if text.endswith("%"):
            return self.say("share-of-limit", percent=int(text[:-1]))
        unit = noun or param.unit
        return self.count(int(text), unit) if unit else self.catalog.number(int(text))


def capitalised(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def _form(forms: Mapping[str, str], form: str, slot: str) -> str:
    if form not in forms:
        raise WordingError("form", slot or form)
    return forms[form]


def wording(book: Rulebook, code: str, ruleset: str) -> Wording:
    """The words of a language for a rule set."""
    return Wording(book, code, book.rulesets[ruleset].family, ruleset)
