"""`rulebook schema`: the JSON Schemas that editors check definitions with."""

from __future__ import annotations

import json
from pathlib import Path

import click

from rulebook.catalog import Catalog
from rulebook.commands.shared import print_json, shared_options
from rulebook.editors import json_schema

__all__ = ["add"]


def add(group: click.Group, words: Catalog) -> None:
    @group.command("schema", help=words.text("help.schema"))
    @click.argument("folder", required=False, type=click.Path(path_type=Path, file_okay=False))
    @shared_options(words, with_json=False)
    def run(folder: Path | None, lang: str | None) -> None:
        found = json_schema()
        if folder is None:
            print_json(found)
            return
        folder.mkdir(parents=True, exist_ok=True)
        for name, one in found.items():
            text = json.dumps(one["schema"], ensure_ascii=False, indent=2)
            (folder / f"{name}.schema.json").write_text(text + "\n", encoding="utf-8")
            click.echo(f"{folder / name}.schema.json  {one['files']}")
