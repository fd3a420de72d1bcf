"""Run a command on a disk to which nothing can be synced: `python without_sync.py COMMAND …`. For Linux alone.

A filter of the kernel answers fsync and fdatasync with an error, also in the programs that the command starts.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
import sys
from typing import Final

#: The numbers of fsync and fdatasync, for each machine.
CALLS: Final = {"x86_64": (74, 75), "aarch64": (82, 83)}
NO_NEW_PRIVILEGES, SECCOMP, FILTER = 38, 22, 2
LOAD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06
FAIL, ALLOW = 0x00050000, 0x7FFF0000


class Program(ctypes.Structure):
    """A filter: how many instructions, and where they are."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def main() -> None:
    """Filter, and become the command."""
    sync, data_sync = CALLS[platform.machine()]
    instructions = (
        (LOAD, 0, 0, 0),
        (JUMP_IF_EQUAL, 1, 0, sync),
        (JUMP_IF_EQUAL, 0, 1, data_sync),
        (RETURN, 0, 0, FAIL | errno.EIO),
        (RETURN, 0, 0, ALLOW),
    )
    program = Program(len(instructions), b"".join(struct.pack("HBBI", *each) for each in instructions))
    system = ctypes.CDLL(None, use_errno=True)
    if system.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) or system.prctl(SECCOMP, FILTER, ctypes.byref(program), 0, 0):
        raise OSError(ctypes.get_errno(), "the kernel takes no filter")
    os.execv(sys.argv[1], sys.argv[1:])


if __name__ == "__main__":
    main()
