# shellcheck shell=sh disable=SC2034,SC2154
# Helpers for the scripts in this folder, which set `root` to the checkout. POSIX sh.

# Build dependencies of each part of the project: names of packages in Debian 12 and 13.
engine_packages="g++ cmake ninja-build pkg-config libzstd-dev libxxhash-dev libisal-dev libhwy-dev libsqlite3-dev
    libcli11-dev nlohmann-json3-dev rapidjson-dev libyaml-cpp-dev
    libhdf5-dev libcurl4-openssl-dev"
desktop_packages="qt6-base-dev qt6-charts-dev qt6-svg-dev qt6-tools-dev qt6-l10n-tools"
# Debian 12 has the OpenGL part of qt6-base-dev, which Qt Charts needs, in a package of its own.
if grep -q '^VERSION_ID="12"' /etc/os-release 2> /dev/null; then
    desktop_packages="$desktop_packages libqt6opengl6-dev"
fi
# With these, CMake also builds stepvault-mpi.
cluster_packages="libopenmpi-dev openmpi-bin"
# For man pages and Debian packages; cpack finds the programs of a package by `file`.
package_packages="python3 dpkg-dev file"
# Other programs that the tests run.
test_packages="mold xvfb xdotool python3-numpy python3-zstandard python3-xxhash appstream desktop-file-utils
    shared-mime-info libglib2.0-bin doxygen libbenchmark-dev"

say() { printf '%s\n' "stepvault: $*"; }

fail() {
    printf '%s\n' "stepvault: $*" >&2
    exit 1
}

# takes_no_arguments "$@": ends the script with its usage() if it got an argument.
takes_no_arguments() {
    case "${1:-}" in
        '') ;;
        -h | --help)
            usage
            exit 0
            ;;
        *)
            usage >&2
            exit 2
            ;;
    esac
}

# run_logged NAME COMMAND...: writes the command's output to build/log/NAME.log, and prints the end of it if
# the command fails; returns its exit status.
run_logged() {
    log=$root/build/log/$1.log
    shift
    mkdir -p "$root/build/log" || fail "cannot write in $root: copy the checkout to a folder of your own"
    "$@" > "$log" 2>&1 < /dev/null && return 0
    tail -n 40 "$log" >&2
    return 1
}

# need_space FOLDER MIB WHAT: fails unless the folder's disk has this much free space.
need_space() {
    free=$(df -Pk "$1" | awk 'NR == 2 { print int($4 / 1024) }')
    [ "${free:-0}" -ge "$2" ] || fail "$3 takes about $2 MiB, but $1 has $free MiB free"
}

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2> /dev/null)" = installed ]; }

# as_root COMMAND...: runs the command as root; sudo may ask for a password.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    else
        sudo env DEBIAN_FRONTEND=noninteractive "$@"
    fi
}

# install_packages NAME...: asks apt only for missing packages.
install_packages() {
    if ! command -v dpkg-query > /dev/null || ! command -v apt-get > /dev/null; then
        fail "this script installs by apt, which this system lacks; it needs the equivalents of: $*"
    fi
    missing=
    count=0
    for package in "$@"; do
        is_installed "$package" && continue
        missing="$missing $package"
        count=$((count + 1))
    done
    [ "$count" -gt 0 ] || return 0

    if [ "$(id -u)" -ne 0 ] && ! command -v sudo > /dev/null; then
        fail "these packages are missing, and installing them takes root or sudo:$missing"
    fi
    need_space /usr $((100 * count)) "installing$missing"
    say "installing (the first time this takes some minutes):$missing"
    as_root true || fail "installing takes the rights that sudo just refused"
    run_logged apt-update as_root apt-get -o APT::Update::Error-Mode=any -o DPkg::Lock::Timeout=120 update ||
        fail "cannot reach the package servers: see $log"
    # The list must be split into words.
    # shellcheck disable=SC2086
    run_logged apt-install as_root apt-get -o DPkg::Lock::Timeout=120 install --yes --no-install-recommends $missing ||
        fail "cannot install$missing: see $log"
}

# configure PRESET [ARGUMENT...]: shows CMake's output only if it fails.
configure() {
    preset=$1
    shift
    run_logged "configure-$preset" in_root cmake --preset "$preset" "$@" ||
        fail "cannot configure the build; the whole output is in $log"
}

in_root() { (cd "$root" && "$@"); }
