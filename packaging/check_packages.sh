#!/bin/sh
# check_packages.sh [FOLDER]: installs the packages in FOLDER (default: builds them) into a Debian made for it, files and
# restores a demo run with them, removes them, and looks for what is left. Takes root, the network (Debian's packages, or
# another MIRROR of them) and some minutes.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=packaging/common.sh
. "$root/packaging/common.sh"
packages=${1:-$root/build/packages}
[ $# -gt 0 ] || "$root/packaging/package.sh" "$packages"
[ "$(id -u)" -eq 0 ] || fail "this takes root"
install_packages debootstrap

debian=$(mktemp -d)
trap 'rm -rf "$debian"' EXIT
trap 'exit 130' INT TERM
need_space "$debian" 1500 "a Debian of its own"
inside() { chroot "$debian" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

say "making a Debian"
run_logged debootstrap debootstrap --variant=minbase bookworm "$debian" "${MIRROR:-http://deb.debian.org/debian}" ||
    fail "cannot make a Debian: see $log"
# So that man pages and such are not left out.
rm -f "$debian"/etc/dpkg/dpkg.cfg.d/*
cp "$packages"/stepvault*.deb "$debian/root/"

say "installing"
run_logged apt-packages inside sh -c 'apt-get update && apt-get install --yes --no-install-recommends /root/*.deb' ||
    fail "cannot install the packages: see $log"
rm "$debian"/root/*.deb
inside sh -c 'dpkg -L stepvault stepvault-gui stepvault-mpi | sort -u' > "$debian/root/files"

say "filing and restoring"
# shellcheck disable=SC2016  # it is for the shell inside
inside sh -euc '
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

say "removing"
run_logged apt-remove inside apt-get purge --yes stepvault stepvault-gui stepvault-mpi || fail "cannot remove them: see $log"
inside sh -c 'cd /root && sha256sum --quiet -c vault.sums' || fail "removing the packages changed the vault"
left=$(inside find / -xdev -path /root -prune -o -path /proc -prune -o -iname '*stepvault*' -print)
[ -z "$left" ] || fail "removing left behind: $left"
while read -r file; do
    [ -d "$debian$file" ] || [ ! -e "$debian$file" ] || fail "removing left $file behind"
done < "$debian/root/files"
say "the packages install, work and go without a trace but the vault"
