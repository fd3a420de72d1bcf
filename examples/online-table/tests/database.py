"""A PostgreSQL of its own: in a folder in /tmp, on a socket in there, as a user without rights."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import psycopg
from playing import children


def program(name: str) -> str | None:
    """Where a program of PostgreSQL is; Debian has those of the server in a folder for each version."""
    return shutil.which(name) or next(map(str, sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))), None)


class Database:
    """A database that can be killed and started again, or hang and go on."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="rummy500-", dir="/tmp"))
        names = {each.pw_name for each in pwd.getpwall()}
        self._user = None if os.geteuid() else ("postgres" if "postgres" in names else "nobody")  # it refuses root
        if self._user:
            shutil.chown(self._folder, self._user)
        self.url = f"postgresql:///postgres?host={self._folder}&user=rummy500"
        self._data = str(self._folder / "data")
        self._started("initdb", ["-D", self._data, "-A", "trust", "-U", "rummy500", "-E", "UTF8", "-N"]).wait()
        self.start()

    def _started(self, name: str, arguments: Sequence[str]) -> subprocess.Popen[bytes]:
        with (self._folder / f"{name}.log").open("ab") as log:
            return subprocess.Popen(
                [program(name) or name, *arguments], cwd=self._folder, user=self._user, stdout=log, stderr=log
            )

    def start(self) -> None:
        """Start it, and wait until it answers: after a kill not before its last process has gone."""
        for _ in range(60):
            self._process = self._started("postgres", ["-D", self._data, "-k", str(self._folder), "-h", ""])
            while self._process.poll() is None:
                try:
                    psycopg.connect(self.url).close()
                except psycopg.OperationalError:
                    time.sleep(0.1)
                else:
                    return
            time.sleep(0.5)
        raise TimeoutError((self._folder / "postgres.log").read_text())

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """Let it hang, as a network that loses everything does, or a disk that stands still."""
        self._process.send_signal(signal.SIGSTOP)  # first: it starts no other process now
        for process in children(self._process.pid):
            os.kill(process, signal.SIGSTOP)

    def go_on(self) -> None:
        """Let all of it go on."""
        for process in (*children(self._process.pid), self._process.pid):
            os.kill(process, signal.SIGCONT)

    def close(self) -> None:
        """End it, and forget all."""
        self._process.terminate()
        self._process.wait()
        shutil.rmtree(self._folder)
