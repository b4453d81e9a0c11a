#!/bin/sh
# check.sh: installs what is missing, builds everything and runs all tests that are not labelled slow.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=packaging/common.sh
. "$root/packaging/common.sh"

# Many tests wait more than they work.
at_once=$((2 * $(nproc 2> /dev/null || echo 2)))
QT_QPA_PLATFORM=offscreen
export QT_QPA_PLATFORM

# stage WHAT COMMAND...: runs it and says how long it took.
stage() {
    what=$1
    shift
    begun=$(date +%s)
    "$@"
    say "$what: $(($(date +%s) - begun)) s"
}

# build DIR TARGET...: shows the compiler's words only where it failed.
build() {
    build_dir=$1
    shift
    run_logged "build-$build_dir" in_root cmake --build "build/$build_dir" --target "$@" && return 0
    tail -n 60 "$log"
    fail "the build failed; all of it is in $log"
}

build_release() {
    configure release
    build release all
}

test_release() {
    in_root ctest --preset release -j "$at_once" || fail "tests failed, as said above"
}

# Only what the unit tests are made of; their names are their targets'.
build_sanitized() {
    configure asan
    targets=$(in_root ctest --preset asan -N -L unit | sed -n 's/^ *Test *#[0-9]*: \(test_[A-Za-z0-9_]*\)$/\1/p')
    [ -n "$targets" ] || fail "there are no unit tests"
    # shellcheck disable=SC2086
    build asan $targets
}

test_sanitized() {
    in_root ctest --preset asan -L unit -j "$at_once" || fail "tests failed under AddressSanitizer, as said above"
}

started=$(date +%s)
[ -d "$root/build/asan" ] || need_space "$root" 2500 "building and testing"
# shellcheck disable=SC2086
stage "packages" install_packages $engine_packages $desktop_packages $cluster_packages $package_packages $test_packages libbenchmark-dev
stage "build" build_release
stage "tests" test_release
stage "build with sanitizers" build_sanitized
stage "unit tests with sanitizers" test_sanitized
# Core, db and the command line need no Qt: what they include is for the tests of the house, and built above.
stage "configuring without Qt" configure nogui -B build/without-qt -DCMAKE_DISABLE_FIND_PACKAGE_Qt6=ON
say "all checks passed in $(($(date +%s) - started)) s"
