#!/bin/sh
# prepare.sh: makes what packaging/cmake/old_glibc.cmake needs in build/old_glibc: Zig's compiler from PyPI, and static
# libraries of what the engine uses, built from this Debian's sources. Does nothing if they are there.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=packaging/common.sh
. "$root/packaging/common.sh"
here=$root/packaging/old_glibc
made=$root/build/old_glibc
# That of RHEL 7, the oldest that people still train on; newer_calls.c has what it lacks.
glibc=2.17
zig=0.17.1

[ "$(uname -m)" = x86_64 ] || fail "the build for old systems is for x86-64 alone"
state=$(cat "$here"/* "$root/packaging/cmake/old_glibc.cmake" /etc/os-release | cksum)
[ "$(cat "$made/state" 2> /dev/null)" != "$state" ] || exit 0

headers="libcli11-dev nlohmann-json3-dev rapidjson-dev libcurl4-openssl-dev"
# shellcheck disable=SC2086
install_packages $headers cmake ninja-build pkg-config make nasm tcl perl dpkg-dev xz-utils python3 python3-venv
need_space "$root" 2500 "a compiler for old systems and its libraries"
say "building the libraries for glibc $glibc (once; takes about 6 minutes on two cores)"
rm -rf "$made"
mkdir -p "$made/bin" "$made/build" "$made/lib/pkgconfig" "$made/sources"

run_logged old_glibc-zig python3 -m venv "$made/zig" || fail "cannot make a virtual environment in $made"
run_logged old_glibc-zig "$made/zig/bin/pip" install "ziglang==$zig" || fail "cannot install Zig from PyPI: see $log"
program=$(echo "$made"/zig/lib/python3*/site-packages/ziglang/zig)
for tool in cc c++ ar ranlib; do
    case $tool in
        c*) arguments="$tool -target x86_64-linux-gnu.$glibc" ;;
        *) arguments=$tool ;;
    esac
    cat > "$made/bin/$tool" << END
#!/bin/sh
export ZIG_GLOBAL_CACHE_DIR="$made/cache" ZIG_LOCAL_CACHE_DIR="$made/cache"
exec "$program" $arguments "\$@"
END
    chmod +x "$made/bin/$tool"
done

# copy_headers: /usr/include as a whole would bring the headers of this system's glibc.
copy_headers() {
    # shellcheck disable=SC2086
    dpkg -L $headers | grep -E '^/usr/(include|share/cmake|lib/cmake)/' | sort -u > "$made/headers" &&
        tar -c -C / --no-recursion -T "$made/headers" -f "$made/headers.tar" &&
        tar -x -C "$made" --strip-components=1 -f "$made/headers.tar" &&
        rm "$made/headers" "$made/headers.tar" &&
        mv "$made"/include/*-linux-gnu/curl "$made/include/curl"
}
run_logged old_glibc-headers copy_headers || fail "cannot copy the headers: see $log"

apt=$made/apt
# sources_by_apt ARGUMENT...: runs apt-get with a list of the system's own servers that names their sources.
sources_by_apt() {
    (cd "$made/sources" && apt-get -o Dir::Etc::SourceList="$apt/$list" -o Dir::Etc::SourceParts=- \
        -o Dir::State::Lists="$apt/lists" -o Dir::Cache="$apt" -o APT::Sandbox::User= \
        -o APT::Update::Error-Mode=any "$@")
}

# fetch_sources NAME...: apt checks the signatures, and unpacking applies Debian's patches. A server may list the
# sources of an update without holding them; those of the release are taken then, and the file "older" names them.
fetch_sources() {
    mkdir -p "$apt/lists/partial" "$apt/archives/partial"
    if [ -f /etc/apt/sources.list.d/debian.sources ]; then
        list=list.sources
        sed 's/^Types:.*/Types: deb-src/' /etc/apt/sources.list.d/debian.sources > "$apt/$list"
    else
        list=list.list
        sed 's/^deb /deb-src /' /etc/apt/sources.list > "$apt/$list"
    fi
    sources_by_apt update || return 1
    release=$(. /etc/os-release && echo "$VERSION_CODENAME")
    for name in "$@"; do
        if ! sources_by_apt source "$name"; then
            sources_by_apt source "$name/$release" || return 1
            echo "$name" >> "$made/older"
        fi
        mv "$made/sources/$name"-[0-9]*/ "$made/sources/$name" || return 1
    done
}
run_logged old_glibc-sources fetch_sources libzstd xxhash libisal highway sqlite3 yaml-cpp zlib hdf5 ||
    fail "cannot fetch the sources of the libraries: see $log"
if [ -f "$made/older" ]; then
    say "the servers lack the sources of updates; those of the release are used for:" $(cat "$made/older")
    rm "$made/older"
fi

run_logged old_glibc-libraries sh "$here/libraries.sh" "$made" || fail "cannot build the libraries: see $log"
# The wheel carries the licences of what is linked into it.
mkdir "$made/licenses"
for package in $headers; do
    cp "/usr/share/doc/$package/copyright" "$made/licenses/${package%-dev}.txt"
done
for name in "$made"/sources/*/; do
    cp "$name/debian/copyright" "$made/licenses/$(basename "$name").txt"
done
rm -rf "$made/sources" "$made/build" "$made/apt"
printf '%s\n' "$state" > "$made/state"
