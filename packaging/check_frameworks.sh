#!/bin/sh
# check_frameworks.sh: see usage() below.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=packaging/common.sh
. "$root/packaging/common.sh"

usage() {
    cat << 'END'
Usage: packaging/check_frameworks.sh
Builds the Python wheel, installs it in a virtual environment beside the newest frameworks from PyPI, and trains by each
of them: its checkpoints are watched, one is restored, and the framework goes on from it. Loggers are read as well. Prints
a table. Takes about 25 minutes on two cores; check.sh does not run it.
END
}

takes_no_arguments "$@"

wheels=$root/build/frameworks-wheel
python=$root/build/frameworks/bin/python
rm -rf "$wheels"
"$root/packaging/wheel/build.sh" "$wheels"
[ -x "$python" ] || python3 -m venv "$root/build/frameworks" || fail "cannot make a virtual environment"
run_logged frameworks "$python" -m pip install torch transformers peft trl accelerate lightning keras timm \
    stable-baselines3 orbax-checkpoint jax deepspeed torchtitan ultralytics tensorboard wandb mlflow trackio aim ||
    fail "cannot install the frameworks from PyPI: see $log"
run_logged frameworks-wheel "$python" -m pip install --force-reinstall --no-deps "$wheels"/*.whl ||
    fail "cannot install the wheel: see $log"

STEPVAULT_FRAMEWORKS_TABLE=$root/build/frameworks.jsonl
export STEPVAULT_FRAMEWORKS_TABLE
rm -f "$STEPVAULT_FRAMEWORKS_TABLE"
PATH=$root/build/frameworks/bin:$PATH
PYTHONDONTWRITEBYTECODE=1
export PATH PYTHONDONTWRITEBYTECODE
status=0
run_logged frameworks-tests "$python" -W ignore -m unittest discover -s "$root/tests/frameworks" || status=1
"$python" "$root/tests/frameworks/table.py" "$STEPVAULT_FRAMEWORKS_TABLE"
[ "$status" -eq 0 ] || fail "tests failed: see $log"
