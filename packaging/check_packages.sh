#!/bin/sh
# check_packages.sh: see usage() below.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=packaging/common.sh
. "$root/packaging/common.sh"

usage() {
    cat << 'END'
Usage: packaging/check_packages.sh [SUITE...]
For each SUITE (default: bookworm and trixie), builds the packages in a new Debian into build/packages/SUITE, installs
them into a second one, stores and restores a demo run with them, removes them, and looks for files left behind. Needs
root, the network (Debian's packages, or another MIRROR of them), 4 GiB and about 15 minutes for each SUITE.
END
}

case "${1:-}" in
    -h | --help)
        usage
        exit 0
        ;;
    -*)
        usage >&2
        exit 2
        ;;
esac
[ $# -gt 0 ] || set -- bookworm trixie
[ "$(id -u)" -eq 0 ] || fail "run this as root"
install_packages debootstrap

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
need_space "$work" 4000 "two Debians"

# inside DEBIAN COMMAND...: runs the command in a chroot. Its mounts end with the command.
inside() {
    debian=$1
    shift
    unshare --mount --propagation private sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"' "$debian" \
        env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        SOURCE_DATE_EPOCH="$(git -C "$root" log -1 --format=%ct)" "$@"
}

# make_debian SUITE FOLDER: installs a minimal Debian into the folder.
make_debian() {
    run_logged "debootstrap-$1" debootstrap --variant=minbase "$1" "$2" "${MIRROR:-http://deb.debian.org/debian}" ||
        fail "cannot make a Debian: see $log"
    # These files of dpkg exclude man pages, among others.
    rm -f "$2"/etc/dpkg/dpkg.cfg.d/*
}

# build_packages SUITE: builds the packages in a chroot and copies them to build/packages/SUITE.
build_packages() {
    packages=$root/build/packages/$1
    rm -rf "$packages"
    mkdir -p "$packages" "$work/build/root/stepvault"
    (cd "$root" && git ls-files -z --cached --others --exclude-standard | tar -c --null -T - --ignore-failed-read) |
        tar -x -C "$work/build/root/stepvault"
    run_logged "packages-$1" inside "$work/build" /root/stepvault/packaging/package.sh --no-wheel /root/packages ||
        fail "cannot build the packages: see $log"
    cp "$work"/build/root/packages/*.deb "$packages/"
    rm -rf "$work/build"
}

# try_packages SUITE: installs, runs and removes the packages, and looks for files left behind.
try_packages() {
    debian=$work/try
    cp "$root/build/packages/$1"/stepvault*.deb "$debian/root/"
    run_logged "install-$1" inside "$debian" sh -c 'apt-get update && apt-get install --yes --no-install-recommends /root/*.deb' ||
        fail "cannot install the packages: see $log"
    rm "$debian"/root/*.deb
    inside "$debian" sh -c 'dpkg -L stepvault stepvault-gui stepvault-mpi | sort -u' > "$debian/root/files"
    # shellcheck disable=SC2016  # the inner shell expands the variables
    inside "$debian" sh -euc '
        cd /root
        stepvault demo run --seconds 5 > log
        stepvault watch --once --scheme exact run >> log
        stepvault list --json > list.json
        last=$(ls run/step_*.safetensors | tail -n 1)
        step=$(basename "$last" .safetensors | sed "s/step_0*//")
        stepvault restore --run run --step "$step" --output restored.safetensors >> log
        cmp "$last" restored.safetensors
        stepvault verify >> log
        stepvault-mpi --version > /dev/null
        QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR=/tmp stepvault-gui --vault .local/share/stepvault --screenshot window.png >> log 2>&1
        test -s window.png
        for page in stepvault stepvault-gui stepvault-mpi; do gzip -t /usr/share/man/man1/$page.1.gz; done
        ldconfig -p | grep -q libstepvault.so.1
        find .local -type f | sort | xargs sha256sum > vault.sums
    ' || fail "the installed programs failed; what they said: $(tail -n 3 "$debian/root/log" 2> /dev/null)"

    run_logged "remove-$1" inside "$debian" apt-get purge --yes stepvault stepvault-gui stepvault-mpi ||
        fail "cannot remove them: see $log"
    inside "$debian" sh -c 'cd /root && sha256sum --quiet -c vault.sums' || fail "removing the packages changed the vault"
    left=$(inside "$debian" find / -xdev -path /root -prune -o -path /proc -prune -o -iname '*stepvault*' -print)
    [ -z "$left" ] || fail "removing left behind: $left"
    while read -r file; do
        [ -d "$debian$file" ] || [ ! -e "$debian$file" ] || fail "removing left $file behind"
    done < "$debian/root/files"
    rm -rf "$debian"
}

for suite in "$@"; do
    say "$suite: making a Debian"
    make_debian "$suite" "$work/try"
    cp -a "$work/try" "$work/build"
    say "$suite: building the packages"
    build_packages "$suite"
    say "$suite: installing, filing and restoring, removing"
    try_packages "$suite"
    say "$suite: the packages install, work and go without a trace but the vault"
done
