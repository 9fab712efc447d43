"""setup.cfg ships everything: every package, every data file, every library that the code imports."""

import ast
import configparser
import os
import re
import sys
from fnmatch import fnmatch
from hashlib import sha256
from importlib.metadata import files, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from pbem.core.data import schemas
from pbem.core.title.game import titles

ROOT = Path(__file__).resolve().parent.parent
# where the name to import is not the name to install
DISTRIBUTIONS = {"dkim": "dkimpy", "nacl": "pynacl", "sqlite_utils": "sqlite-utils"}


def configuration():
    parser = configparser.ConfigParser()
    parser.read(ROOT / "setup.cfg", encoding="utf-8")
    return parser


def lines(section, option):
    return [line.strip() for line in configuration()[section][option].splitlines() if line.strip()]


def folder_of(package):
    places = dict(re.split(r"\s*=\s*", line) for line in lines("options", "package_dir"))
    return ROOT / places.get(package, package.replace(".", "/"))


def test_every_package_is_listed_and_no_other():
    found = {str(path.parent.relative_to(ROOT)).replace(os.sep, ".") for path in ROOT.glob("pbem/**/__init__.py")}
    assert lines("options", "packages") == sorted(found | {"pbem.schemas"})


def test_every_listed_package_is_where_it_is_said_to_be():
    for package in lines("options", "packages"):
        assert folder_of(package).is_dir(), package


@pytest.mark.parametrize("room", ["pbem", "schemas"])
def test_every_data_file_is_shipped(room):
    data = configuration()["options.package_data"]
    shipped = {
        folder_of(package): [*data.get(package, "").split(), *data["*"].split()]
        for package in lines("options", "packages")
    }
    for path in sorted((ROOT / room).rglob("*")):
        if path.suffix in (".py", ".pyc") or path.is_dir():
            continue
        home = next((folder for folder in path.parents if folder in shipped), None)
        assert home, f"no package ships {path.relative_to(ROOT)}"
        patterns = [
            pattern for pattern in shipped[home] if pattern.count("/") == str(path.relative_to(home)).count("/")
        ]
        assert any(fnmatch(str(path.relative_to(home)), pattern) for pattern in patterns), path.relative_to(ROOT)


def test_schemas_and_components_are_seen_from_where_pbem_is_installed():
    assert {"game", "charter", "orders", "case"} <= set(schemas.kinds())
    assert titles() == [title for title in titles() if (ROOT / "pbem" / "games" / title.replace("-", "_")).is_dir()]


def imported():
    """Top names of all that pbem imports, but for the standard library and itself."""
    names = set()
    for path in ROOT.glob("pbem/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names.add(node.module.partition(".")[0])
    return names - set(sys.stdlib_module_names) - {"pbem", "__future__"}


def required(section, option):
    return {re.match(r"[\w-]+", line)[0] for line in lines(section, option)}


def optional():
    """Libraries behind an extra: asked for where they are used, with a sentence that says how to get them."""
    found = set().union(
        *(required("options.extras_require", extra) for extra in ("png", "dkim", "plots", "rating", "swiss", "cluster"))
    )
    return {name.replace("-", "_") for name in found}


@pytest.mark.longer
def test_every_library_imported_is_required():
    found = {DISTRIBUTIONS.get(name, name) for name in imported()}
    missing = found - required("options", "install_requires") - optional()
    assert not missing


def test_what_an_installation_holds_is_no_burden():
    """pbem with all that it needs, extras and pip apart: 48 MB at most.  A compiled module has twice the bytes of its
    text; those of the libraries count as they are installed."""
    libraries = {*needed("pbem")} - {"pip"}
    own = [path for folder in ("pbem", "schemas") for path in (ROOT / folder).rglob("*.*") if path.suffix != ".pyc"]
    sizes = [path.stat().st_size * (3 if path.suffix == ".py" else 1) for path in own if path.is_file()]
    sizes += [size_of_library(name) for name in libraries]
    assert len(libraries) > 12 and 10e6 < sum(sizes) <= 48e6


def needed(name, *known):
    """What an installed library needs, by name, and what that needs, without extras."""
    for row in lines("options", "install_requires") if name == "pbem" else requires(name) or ():
        wanted = Requirement(row)
        if wanted.name not in known and (wanted.marker is None or wanted.marker.evaluate({"extra": ""})):
            known = needed(wanted.name, *known, wanted.name)
    return known


def size_of_library(name):
    paths = [Path(path.locate()) for path in files(name) or ()]
    return sum(path.stat().st_size for path in paths if path.exists())


def test_the_make_targets_install_what_they_run():
    modules = set(re.findall(r"\$\(BIN\)/python -m (\w+)", (ROOT / "Makefile").read_text(encoding="utf-8")))
    modules -= {"tests", "tools"}  # lie beside the Makefile
    assert modules == {"mypy", "pytest", "ruff"}
    assert modules | {"pytest-xdist", "hypothesis"} <= required("options.extras_require", "test")


def test_a_release_needs_its_tag_its_section_and_a_clean_checkout():
    from tools.release import faults

    code = '__version__ = "1.2.0"\n'
    whole = "## Program\n\n### 1.2.0 (2027-01-31)\n\n## Rulings\n"
    assert faults(code, whole, "v1.2.0\n", "") == []
    assert len(faults(code, whole, "v1.1.0\n", "")) == 1
    assert len(faults(code, whole, "v1.2.0\n", " M README.md\n")) == 1
    for other in ("1.2.0 (not yet released)", "1.1.0 (2027-01-31)"):
        assert len(faults(code, whole.replace("1.2.0 (2027-01-31)", other), "v1.2.0\n", "")) == 1


def test_a_lock_file_names_what_was_built_by_its_digests(tmp_path):
    from tools.release import own

    for name in ("pbem-1.2.0-py3-none-any.whl", "pbem-1.2.0.tar.gz"):
        (tmp_path / name).write_bytes(b"")
    empty = sha256(b"").hexdigest()
    assert own("1.2.0", tmp_path) == f"pbem==1.2.0 \\\n    --hash=sha256:{empty} \\\n    --hash=sha256:{empty}\n"


def test_the_paper_on_installing_names_every_extra_and_what_it_costs_to_be_without():
    paper = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    extras = set(configuration()["options.extras_require"]) - {"test", "docs", "release"}
    assert extras == set(re.findall(r"`pbem\[(\w+)\]`", paper))
    assert "not yet run on Windows" in paper and "works on Linux and macOS alone" in paper


def test_the_changelog_tells_of_this_version_and_of_every_title():
    from pbem import __version__
    from pbem.core.title.game import load

    program, _, rulings = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").partition("\n## Rulings\n")
    assert f"\n### {__version__} (" in program
    for title in titles():
        section = rulings.partition(f"### {load(title).name}\n")[2].partition("\n### ")[0]
        assert re.search(rf"(?m)^Revision {load(title).revision}:", section), title


def test_a_site_takes_along_what_the_papers_link(tmp_path, monkeypatch):
    from tools import site_docs

    monkeypatch.setattr(site_docs, "STAGE", tmp_path / "site")
    site_docs.stage(site_docs.papers())
    assert (tmp_path / "site" / "schemas" / "orders.schema.json").is_file()
    nav = re.findall(r"(?m)([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    written = [page for page in nav if not page.startswith("build/")]  # those of cases are made by make site-docs
    assert len(written) > 15 and all((tmp_path / "site" / page).is_file() for page in written)


def test_pyproject_names_setuptools_and_nothing_else():
    """setup.cfg carries the packaging; pip wants these three lines beside it."""
    assert (ROOT / "pyproject.toml").read_text(encoding="utf-8").count("\n") == 3
    assert not (ROOT / "setup.py").exists()


def test_ci_runs_what_the_readme_says():
    told = re.findall(r"^timeout \d+ (make \w+)$", (ROOT / ".ci" / "run").read_text(encoding="utf-8"), re.MULTILINE)
    assert told[:3] == ["make demo", "make lint", "make test"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(command in readme for command in ("make demo", "make test"))
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
