# SPDX-License-Identifier: Apache-2.0
"""What MkDocs needs to make a site of pages that are written to be read in the repository. See mkdocs.yml.

- README.md is the home page. A link from a page to a file outside docs/ becomes a link to a copy of it, under source/.
- A link to a table of entry points becomes a link to the coverage page that the table makes (cmake/tables.py).
- reference/commands.md is what `riffle COMMAND --help` prints: RIFFLE names the program, or build/release/bin/riffle is taken.
"""
import os
import pathlib
import posixpath
import re
import subprocess
import sys
import tempfile

from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "cmake"))
import tables  # noqa: E402

COMMANDS = ("cc", "run", "check", "explore", "trace", "report", "trt", "doctor", "info", "env")
LINK = re.compile(r"(\]\()(?!https?:|#|mailto:)([^)#\s]+)((?:#[^)]*)?\))")
ITEM = re.compile(r"(?:[-*]|\d+\.) ")


def place_in_site(path):
    """Where the site has a path of the repository."""
    for _, made_from, _, _, pages in tables.GENERATORS:
        if pages and path == made_from[0]:
            return f"reference/{next(iter(pages))}"
    if path in ("README.md", "docs"):
        return "index.md"
    return path.removeprefix("docs/") if path.startswith("docs/") else f"source/{path.lstrip('.')}"  # MkDocs hides .github


def linked_path(page, link):
    """The path in the repository that a link of a page (its path in the repository) leads to; of a folder, its README."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page), link))
    if (ROOT / path).is_dir() and (ROOT / path / "README.md").exists():
        path += "/README.md"
    return path


def adapt(text, page):
    """The Markdown of a page, as the site has it: links, and empty lines before lists, which MkDocs wants."""
    here = posixpath.dirname(place_in_site(page))

    def link(match):
        path = linked_path(page, match[2])
        if (ROOT / path).is_dir():
            return match[1] + posixpath.relpath("index.md", here or ".") + ")"
        return match[1] + posixpath.relpath(place_in_site(path), here or ".") + match[3]

    lines, in_code = [], False
    for line in text.split("\n"):
        if line.lstrip().startswith("```"):
            in_code = not in_code
        if not in_code and ITEM.match(line) and lines and lines[-1] and not ITEM.match(lines[-1]) and not lines[-1].startswith(" "):
            lines.append("")
        lines.append(line if in_code else LINK.sub(link, line))
    return "\n".join(lines)


def linked_files(page, text):
    """Files outside docs/ that a page leads to."""
    for match in LINK.finditer(text):
        path = linked_path(page, match[2])
        if (ROOT / path).is_file() and place_in_site(path).startswith("source/"):
            yield path


def help_of(command):
    riffle = os.environ.get("RIFFLE", str(ROOT / "build/release/bin/riffle"))
    try:
        return subprocess.run([riffle, *command, "--help"], check=True, capture_output=True, text=True).stdout
    except OSError as error:
        sys.exit(f"docs/site.py: {error}: build riffle first, or set RIFFLE")


def commands_page():
    parts = ["# Commands\n\nWhat `riffle --help` and `riffle COMMAND --help` print.\n"]
    for command in ((), *((name,) for name in COMMANDS)):
        parts.append(f"\n## {' '.join(('riffle', *command))}\n\n```text\n{help_of(command).rstrip()}\n```\n")
    return "".join(parts)


def on_files(files, config):
    with tempfile.TemporaryDirectory() as made:
        for page in tables.make(ROOT, pathlib.Path(made), 1):
            files.append(File.generated(config, f"reference/{page.name}", content=page.read_text()))
    files.append(File.generated(config, "reference/commands.md", content=commands_page()))
    todo = ["README.md", "README.zh.md", *(f"docs/{file.src_uri}" for file in files.documentation_pages() if file.abs_src_path)]
    seen = set(todo)
    while todo:
        page = todo.pop()
        text = (ROOT / page).read_text()
        if not page.startswith("docs/"):
            files.append(File.generated(config, place_in_site(page), content=adapt(text, page)))
        for path in linked_files(page, text):
            if path in seen:
                continue
            seen.add(path)
            if path.endswith(".md"):
                todo.append(path)
            else:
                files.append(File.generated(config, place_in_site(path), content=(ROOT / path).read_bytes()))
    return files


def on_page_markdown(markdown, page, **_):
    if page.file.abs_src_path and page.file.abs_src_path.startswith(str(ROOT / "docs")):
        return adapt(markdown, f"docs/{page.file.src_uri}")
    return markdown
