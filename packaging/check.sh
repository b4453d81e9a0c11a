#!/bin/sh
# check.sh: see usage() below.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=packaging/common.sh
. "$root/packaging/common.sh"

usage() {
    cat << 'END'
Usage: packaging/check.sh
Installs missing packages (Debian 12 or 13; as root or with sudo), builds Stepvault in build/release and build/asan, and
runs all tests except those labelled slow or frameworks. It takes about 16 minutes on two cores, and 5 minutes once the
builds exist.
END
}

takes_no_arguments "$@"

# Many tests wait most of the time, so run two per core.
at_once=$((2 * $(nproc 2> /dev/null || echo 2)))
QT_QPA_PLATFORM=offscreen
export QT_QPA_PLATFORM

# Labels of the tests that run in the release build. The sanitizers run the rest, labelled `unit`.
release_labels='^(release|gui|fault|golden|documents|packaging|bench)$'

# stage WHAT COMMAND...: runs the command and reports how long it took.
stage() {
    what=$1
    shift
    begun=$(date +%s)
    "$@"
    say "$what: $(($(date +%s) - begun)) s"
}

# build DIR TARGET...: shows the compiler's output only if the build fails.
build() {
    build_dir=$1
    shift
    run_logged "build-$build_dir" in_root cmake --build "build/$build_dir" --target "$@" ||
        fail "the build failed; the whole output is in $log"
}

build_release() {
    configure release -DCMAKE_COMPILE_WARNING_AS_ERROR=ON
    build release release_tests
}

test_release() {
    in_root ctest --preset release -j "$at_once" -L "$release_labels" || fail "tests failed, as said above"
}

build_sanitized() {
    configure asan
    build asan unit_tests
}

test_sanitized() {
    in_root ctest --preset asan -L unit -j "$at_once" || fail "tests failed under AddressSanitizer, as said above"
}

no_test_is_left_out() {
    ctest --test-dir "$root/build/release" -N -LE "$release_labels|^(unit|slow|frameworks)$" | grep -q '^Total Tests: 0$' ||
        fail "a test has a label that this script does not run"
}

started=$(date +%s)
[ -d "$root/build/asan" ] || need_space "$root" 2500 "building and testing"
# shellcheck disable=SC2086
stage "packages" install_packages $engine_packages $desktop_packages $cluster_packages $package_packages $test_packages
stage "build" build_release
no_test_is_left_out
stage "tests" test_release
stage "build with sanitizers" build_sanitized
stage "unit tests with sanitizers" test_sanitized
# Core, db and the command line must configure without Qt. The stages above build their code, and the tests of
# the layers check their includes.
stage "configuring without Qt" configure nogui -B build/without-qt -DCMAKE_DISABLE_FIND_PACKAGE_Qt6=ON
say "all checks passed in $(($(date +%s) - started)) s"
