#!/bin/sh
# package.sh [--no-wheel] [FOLDER]: builds the Debian packages stepvault, stepvault-gui and stepvault-mpi into FOLDER
# (default build/packages), and the Python wheel and the command line as one file, which wheel/build.sh builds. The
# package stepvault brings that file along, to copy it to other machines. The same commit gives the same packages, to
# the byte.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=packaging/common.sh
. "$root/packaging/common.sh"
wheel=yes
if [ "${1:-}" = --no-wheel ]; then
    wheel=no
    shift
fi
target=${1:-$root/build/packages}
mkdir -p "$target"
target=$(cd "$target" && pwd)

# The build needs the commit's time too, because Qt's resources contain times.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
umask 022

one_file_folder=
if [ "$wheel" = yes ] && [ "$(uname -m)" != x86_64 ]; then
    say "the wheel and the command line as one file are for x86-64 alone, and left out"
elif [ "$wheel" = yes ]; then
    "$root/packaging/wheel/build.sh" "$target"
    one_file_folder=$target
fi
[ -d "$root/build/package" ] || need_space "$root" 1000 "building the packages"
# shellcheck disable=SC2086
install_packages $engine_packages $desktop_packages $cluster_packages $package_packages
configure release -B build/package -DSTEPVAULT_BUILD_TESTS=OFF "-DSTEPVAULT_ONE_FILE_FOLDER=$one_file_folder"
in_root cmake --build build/package || fail "the build failed, as said above"
run_logged cpack cpack --config "$root/build/package/CPackConfig.cmake" -G DEB -B "$target" ||
    fail "cannot make the packages: see $log"
rm -rf "$target/_CPack_Packages"
for package in "$target"/*.deb; do
    say "$package: $(($(wc -c < "$package") / 1024)) KiB"
done
