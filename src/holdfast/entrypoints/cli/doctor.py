"""`holdfast doctor`: is everything well, and if not, what is to be done."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import click

from holdfast.domain.finding import Finding
from holdfast.entrypoints.cli.call import Call, takes
from holdfast.entrypoints.cli.terminal import number_of, one_line, print_json, table
from holdfast.errors import HoldfastError, InvalidInput

if TYPE_CHECKING:
    from holdfast.domain.job import Job
    from holdfast.settings import Origin


@dataclass(slots=True)
class Examination:
    """What was looked at, and what was seen on the way."""

    findings: list[Finding] = field(default_factory=list)
    jobs: list[Job] = field(default_factory=list)
    settings: list[Origin] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Whether there is nothing to be done."""
        return all(finding.good for finding in self.findings)


@click.command(name="doctor")
@click.option("--thorough", is_flag=True, help="Read the whole file and check every row.")
@click.option(
    "--migrate",
    is_flag=True,
    help="First bring a file of an older Holdfast up to date (with a backup).",
)
@takes()
def command(call: Call, thorough: bool, migrate: bool) -> None:
    """Check everything; each line is good or says what to do.

    Looks at the memory, its file, its jobs and the settings, and shows where each setting comes
    from. Changes nothing, unless asked to --migrate. Exits with 0 when all is good, else with 1.

    \b
    holdfast doctor
    holdfast doctor --thorough
    """
    seen = examined(call, thorough=thorough, migrate=migrate)
    if call.json:
        print_json(
            {
                "good": seen.good,
                "findings": seen.findings,
                "jobs": seen.jobs,
                "settings": [origin._asdict() for origin in seen.settings],
            }
        )
    else:
        print(written(call, seen))
    if not seen.good:
        click.get_current_context().exit(1)


def examined(call: Call, *, thorough: bool, migrate: bool) -> Examination:
    """Look everything over. What cannot be opened is a finding like any other."""
    seen = Examination()
    seen.findings.append(Finding("python", True, platform.python_version()))
    try:
        seen.findings += _settings(call, seen)
        if migrate:
            if call.far:
                raise InvalidInput("A server migrates its file itself, when it starts.")
            call.open().close()
        with call.open(read_only=True) as memory:
            seen.findings += memory.admin.check(thorough=thorough)
            seen.jobs = memory.admin.jobs()
    except HoldfastError as error:
        seen.findings.append(Finding(error.code, False, error.message, error.remedy))
    return seen


def _settings(call: Call, seen: Examination) -> Iterator[Finding]:
    from holdfast.settings import origins, settings_file, unknown_variables

    file = settings_file(call.settings_path)
    seen.settings = origins(call.settings_path)
    yield Finding("settings", True, str(file) if file else "no settings file; the defaults hold")
    yield _upstream(call)
    for name in unknown_variables():
        yield Finding(
            "environment", False, f"{name} is not a setting.", "Correct its name, or unset it."
        )


def _upstream(call: Call) -> Finding:
    """Where chats go that come by way of the proxy. Nobody is called."""
    from holdfast.providers.openai_compatible.endpoint import Endpoint

    settings = call.settings
    if not settings.openai_upstream:
        return Finding("proxy", True, "/openai/v1 passes nothing on; openai_upstream is not set")
    endpoint = Endpoint(settings.openai_upstream, settings.openai_key)
    key = "the key that is set" if settings.openai_key else "each caller's own key"
    whose = settings.openai_user or "nobody's"
    detail = f"/openai/v1 goes on to {endpoint.shown} with {key}; where no user is named, {whose}"
    if not endpoint.secure and not endpoint.loopback and settings.openai_key:
        return Finding(
            "proxy",
            False,
            f"{endpoint.shown} is not reached by https, and a key is sent there",
            "Set openai_upstream to an address that begins with https.",
        )
    return Finding("proxy", True, f"{detail} memory is meant")


def written(call: Call, seen: Examination) -> str:
    """The examination for a person."""
    from holdfast.entrypoints.cli.jobs import job_rows

    lines = [_line(finding) for finding in seen.findings]
    if seen.jobs:
        lines += ["", "Jobs:", table(job_rows(call, seen.jobs), indent=2)]
    if seen.settings:
        lines += ["", "Settings:", table([*map(_row, seen.settings)], indent=2)]
    wrong = sum(not finding.good for finding in seen.findings)
    lines += ["", "All is well." if not wrong else f"{number_of(wrong, 'thing')} to do."]
    return "\n".join(lines)


def _row(origin: Origin) -> tuple[str, str, str]:
    value = str(origin.value).lower() if isinstance(origin.value, bool) else str(origin.value)
    return origin.name, value or "not set", f"({origin.where})"


def _line(finding: Finding) -> str:
    mark = "good" if finding.good else "TODO"
    remedy = "" if finding.good else f". {finding.remedy}"
    return f"{mark}  " + one_line(f"{finding.name}: {finding.detail.rstrip('.')}{remedy}")
