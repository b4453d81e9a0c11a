"""The command `stepvault` of the wheel."""

import os
import sys


def main():
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "stepvault")
    try:
        os.execv(program, ["stepvault", *sys.argv[1:]])
    except OSError as problem:
        sys.exit("stepvault: cannot run %s: %s" % (program, problem.strerror))
