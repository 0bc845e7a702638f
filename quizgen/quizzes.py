"""The questions as data for the quiz component: an index, and a file for each topic."""

from __future__ import annotations

from collections.abc import Mapping

from quizgen.asks import Choice
from quizgen.drawing import draw_tiles
from quizgen.figures import Figures
from quizgen.html import inline_picture, paragraph, text_html
from quizgen.questions import KINDS, Question
from quizgen.scores import score_html
from quizgen.script import as_script
from quizgen.site import Site
from quizgen.views import question_table
from rulebook.wording import Wording

__all__ = ["quiz_files"]


_CHUNK = 80
"""How many questions a file holds at most."""


def quiz_files(site: Site) -> dict[str, str]:
    """The scripts of the quiz by name."""
    chunks = _chunks(site)
    files = {"index.js": as_script("kamenQuiz", {"index": _index(site, chunks)})}
    for name, found in chunks.items():
        data = [_question(site, one) for one in found]
        files[f"{name}.js"] = as_script("kamenQuiz", {"chunk": name, "questions": data})
    return files


def _chunks(site: Site) -> dict[str, list[Question]]:
    """The questions by the file they are in: one for each topic, more where it has many."""
    found: dict[str, list[Question]] = {}
    for topic in site.asked_topics:
        own = [one for one in site.questions if one.topic == topic]
        for start in range(0, len(own), _CHUNK):
            name = f"{topic}-{start // _CHUNK + 1}" if start else topic
            found[name] = own[start : start + _CHUNK]
    return found


def _index(site: Site, chunks: Mapping[str, list[Question]]) -> dict[str, object]:
    book, found = site.book, site.questions
    kinds = {question.kind for question in found}
    topics = {question.topic for question in found}
    places = {one.id: name for name, own in chunks.items() for one in own}
    words = {
        key.removeprefix("quiz.ui."): text
        for key, text in site.say.catalog.texts.items()
        if key.startswith("quiz.ui.")
    }
    return {
        "lang": site.code,
        "words": _with_plurals(words),
        "topics": [
            {"id": id, "label": site.say.words(one.title)}
            for id, one in book.topics.items()
            if id in topics
        ],
        "rulesets": [
            {"id": id, "label": site.views.say(id).words(one.short)}
            for id, one in book.rulesets.items()
            if one.asked
        ],
        "kinds": [
            {"id": kind, "label": site.t(f"quiz.kind.{kind}")} for kind in KINDS if kind in kinds
        ],
        "chunks": {name: f"{name}.js" for name in chunks},
        "questions": [
            {
                "id": one.id,
                "topic": one.topic,
                "rulesets": list(one.rulesets),
                "kind": one.kind,
                "chunk": places[one.id],
            }
            for one in found
        ],
    }


def _with_plurals(words: Mapping[str, str]) -> dict[str, object]:
    """Words whose keys end in a plural category, gathered: progress.one, progress.few."""
    found: dict[str, object] = {}
    for key, text in words.items():
        name, _, category = key.rpartition(".")
        if category in ("one", "few", "many", "other") and name:
            forms = found.setdefault(name, {})
            assert isinstance(forms, dict)
            forms[category] = text
        else:
            found[key] = text
    return found


def _question(site: Site, question: Question) -> dict[str, object]:
    figures = site.figures
    say = site.views.say(question.rulesets[0])
    table = question_table(question, figures, say)
    title = site.title(question.rule, question.rulesets[0])
    return {
        "id": question.id,
        "topic": question.topic,
        "rulesets": list(question.rulesets),
        "label": question.label,
        "kind": "all" if question.kind == "compare" else question.kind,
        "picture": inline_picture(table.picture, table.alt),
        "story": paragraph(question.story, figures, say),
        "prompt": text_html(question.prompt, figures, say),
        "choices": [_choice(choice, figures, say) for choice in question.made.choices],
        "answer": list(question.made.answer),
        "fields": [{"key": key, "label": label} for key, label in question.made.fields],
        "values": dict(question.made.values),
        "mistakes": [
            {"answer": list(one.answer), "note": text_html(one.note, figures, say)}
            for one in question.made.mistakes
        ],
        "why": "".join(paragraph(one, figures, say) for one in question.made.why)
        + score_html(question.score, figures, say),
        "rules": [{"href": f"rules/{question.rule}.html", "title": title}],
        "others": _others(question, figures, say),
    }


def _choice(choice: Choice, figures: Figures, say: Wording) -> dict[str, object]:
    if choice.tile is not None:
        picture = draw_tiles([choice.tile], say, 44)
        html = inline_picture(picture, f"{choice.text}: {say.tile(choice.tile)}")
    else:
        html = text_html(choice.text, figures, say)
    return {"key": choice.key, "html": html, "note": text_html(choice.note, figures, say)}


def _others(question: Question, figures: Figures, say: Wording) -> str:
    items = [
        f"<li><strong>{text_html(label, figures, say)}:</strong> "
        f"{text_html(text, figures, say)}</li>"
        for label, text in question.made.others
    ]
    return f"<ul>{''.join(items)}</ul>" if items else ""
