#!/bin/sh
# start.sh: see usage() below.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=packaging/common.sh
. "$root/packaging/common.sh"

usage() {
    cat << 'END'
Usage: packaging/start.sh [FOLDER...] [OPTION...]
Installs missing packages (Debian 12 or 13; as root or with sudo), builds Stepvault in build/release, and opens it on
these folders of training runs, or on a live demo run if you name none. The first start takes about 8 minutes on two
cores, later starts take seconds. Options are passed to stepvault-gui.
END
}

for argument in "$@"; do
    case "$argument" in
        -h | --help)
            usage
            exit 0
            ;;
    esac
done
for folder in "$@"; do
    case "$folder" in
        -*) break ;;
    esac
    [ -d "$folder" ] || fail "$folder is not a folder"
done

# build PRESET TARGET...: before a first build, checks the disk space and announces the wait.
build() {
    preset=$1
    shift
    if [ ! -e "$root/build/$preset/bin/stepvault" ]; then
        need_space "$root" 500 "building"
        say "building; this takes some minutes the first time"
    fi
    configure "$preset"
    in_root cmake --build --preset "$preset" --target "$@" || fail "the build failed, as said above"
}

if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}${QT_QPA_PLATFORM:-}" ]; then
    # Without a screen, only the command line is built, which does not need Qt.
    # shellcheck disable=SC2086
    install_packages $engine_packages
    build nogui stepvault
    fail "there is no screen here for the desktop; use the command line: $root/build/nogui/bin/stepvault --help"
fi

# Qt's own packages support X11, but not Wayland.
wayland_package=
if [ -n "${WAYLAND_DISPLAY:-}" ] && [ -z "${DISPLAY:-}" ]; then wayland_package=qt6-wayland; fi
# shellcheck disable=SC2086
install_packages $engine_packages $desktop_packages $wayland_package
build release stepvault stepvault-gui

if [ $# -eq 0 ]; then
    say "opening a live demo run"
    set -- --demo
fi
exec "$root/build/release/bin/stepvault-gui" "$@"
