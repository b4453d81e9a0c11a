#!/bin/sh
# libraries.sh FOLDER: for prepare.sh, builds the libraries from FOLDER/sources with the compiler in FOLDER/bin.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
made=$1
sources=$made/sources
CC=$made/bin/cc
AR=$made/bin/ar
RANLIB=$made/bin/ranlib
CFLAGS="-O2 -DNDEBUG -fPIC -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2"
CXXFLAGS=$CFLAGS
export CC AR RANLIB CFLAGS CXXFLAGS
jobs=-j$(nproc)

# by_cmake FOLDER [OPTION...]: builds and installs a library by its CMakeLists.txt in the folder of sources.
by_cmake() {
    folder=$1
    shift
    cmake -S "$sources/$folder" -B "$made/build/$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_TOOLCHAIN_FILE="$here/../cmake/old_glibc.cmake" -DCMAKE_INSTALL_PREFIX="$made" \
        -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=OFF "$@"
    cmake --build "$made/build/$folder" --target install
}

# archive NAME FILE [OPTION...]: adds the compiled C file to the static library NAME.
archive() {
    name=$1
    file=$2
    shift 2
    object=$made/build/$(basename "$file" .c).o
    # shellcheck disable=SC2086
    "$CC" $CFLAGS "$@" -I"$made/include" -c "$file" -o "$object"
    "$AR" rcs "$made/lib/$name.a" "$object"
}

# describe NAME LIBRARIES: writes the .pc file of a library that comes without one.
describe() {
    cat > "$made/lib/pkgconfig/$1.pc" << END
Name: $1
Description: $1
Version: 0
Libs: -L$made/lib $2
Cflags: -I$made/include
END
}

# The toolchain file links it into all that follows.
archive libnewer_calls "$here/newer_calls.c" -fvisibility=hidden -Wall -Wextra

by_cmake libzstd/build/cmake -DZSTD_BUILD_SHARED=OFF -DZSTD_BUILD_PROGRAMS=OFF -DZSTD_LEGACY_SUPPORT=OFF
by_cmake highway -DHWY_ENABLE_EXAMPLES=OFF -DHWY_ENABLE_CONTRIB=OFF
by_cmake yaml-cpp -DYAML_BUILD_SHARED_LIBS=OFF -DYAML_CPP_BUILD_TOOLS=OFF -DYAML_CPP_BUILD_TESTS=OFF

cp "$sources"/xxhash/xxh*.h "$made/include/"
archive libxxhash "$sources/xxhash/xxhash.c" -O3
archive libxxhash "$sources/xxhash/xxh_x86dispatch.c" -O3
describe libxxhash -lxxhash

make -C "$sources/libisal" -f Makefile.unx "$jobs" lib CC="$CC" AR="$AR" CFLAGS_="$CFLAGS" DEBUG= DEBUG_nasm=
mkdir "$made/include/isa-l"
cp "$sources"/libisal/include/*.h "$made/include/isa-l/"
cp "$sources/libisal/bin/isa-l.a" "$made/lib/libisal.a"
describe libisal -lisal

(cd "$sources/sqlite3" && ./configure --disable-tcl && make sqlite3.c)
cp "$sources/sqlite3/sqlite3.h" "$made/include/"
archive libsqlite3 "$sources/sqlite3/sqlite3.c" -DSQLITE_THREADSAFE=1 -DSQLITE_OMIT_LOAD_EXTENSION

(cd "$sources/zlib" && ./configure --static --prefix="$made" && make "$jobs" install)

# HDF5's CMake files cannot take Zig's compiler. Debian's fix of a bug in HDF5 1.10 lacks a function's type.
mkdir "$made/build/hdf5"
(
    cd "$made/build/hdf5"
    "$sources/hdf5/configure" --prefix="$made" --disable-shared --disable-tools --disable-tests --disable-hl \
        --without-szlib --with-zlib="$made" --enable-build-mode=production CFLAGS="$CFLAGS -Wno-implicit-int"
    make "$jobs" -C src install
)
describe hdf5 "-lhdf5 -lz -ldl -lm"

archive libcurl "$here/curl_when_used.c" -Wall -Wextra
describe libcurl "-lcurl -ldl"
