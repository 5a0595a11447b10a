"""Inputs are read by several threads at once."""

import subprocess
import sys

AT_ONCE = """
import sys
from threading import Barrier, Thread

from msgspec import ValidationError

from rules.catalogue import ACTIONS
from rules.kernel.parsing import convert

sys.setswitchinterval(1e-6)


def read(kind, barrier):
    barrier.wait()
    try:
        convert(dict.fromkeys(kind.__struct_encode_fields__, {}), kind)
    except ValidationError:
        pass


for action in ACTIONS.values():
    barrier = Barrier(8)
    threads = [Thread(target=read, args=(action.input_type, barrier)) for _each in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def test_threads_that_meet_a_type_first_do_not_crash_the_process() -> None:
    found = subprocess.run([sys.executable, "-c", AT_ONCE], capture_output=True, text=True, check=False)

    assert (found.returncode, found.stderr) == (0, "")
