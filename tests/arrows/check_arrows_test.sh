#!/bin/sh
# check_arrows_test.sh SOURCE_DIR: plants includes in a copy of the sources, and tests the answers of
# check_arrows.sh.
set -eu

check=$(cd "$(dirname "$0")" && pwd)/check_arrows.sh
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$copy/core" "$copy/db" "$copy/ui" "$copy/app"
(cd "$1" && find core db ui app -type f \( -name '*.h' -o -name '*.cpp' \) -print | while IFS= read -r name; do
    mkdir -p "$copy/$(dirname "$name")"
    cp "$name" "$copy/$name"
done)

failures=0
fail() {
    echo "FAIL: $1"
    failures=$((failures + 1))
}

if ! said=$(sh "$check" "$copy"); then
    echo "the sources are at fault already: $said"
    exit 1
fi

# plant FILE LINE: runs the checker with a new FILE that contains LINE.
plant() {
    mkdir -p "$copy/$(dirname "$1")"
    printf '// Planted.\n%s\n' "$2" > "$copy/$1"
    status=0
    said=$(sh "$check" "$copy" 2>&1) || status=$?
    rm "$copy/$1"
}
refused() {
    plant "$1" "$2"
    case "$status:$said" in
        1:"$1:"*) ;;
        *) fail "in $1, $2 should be refused by name, but: $said" ;;
    esac
}
allowed() {
    plant "$1" "$2"
    [ "$status" -eq 0 ] || fail "in $1, $2 should be allowed, but: $said"
}

refused core/base/planted.h '#include "codec/planted.h"'
refused core/metrics/planted.cpp '#include "library/catalog/catalog.h"'
refused core/codec/planted.cpp '#include "vault/format/planted.h"'
refused core/vault/chain/planted.cpp '#include "core/plan/planted.h"'
refused core/vault/chain/planted.cpp '#include "retention/planted.h"'
refused core/run/planted.cpp '#include <codec/planted.h>'
refused core/vault/chain/planted.cpp '#include "../plan/planted.h"'
refused core/vault/format/planted.h '#include "vault/chain/planted.h"'
refused core/library/watch/planted.cpp '#include <core/library/cluster/planted.h>'
refused core/library/study/planted.cpp '#include "library/unlisted/planted.h"'
refused core/vault/planted.h '#include <vector>'
refused core/vault/unlisted/planted.cpp '#include <vector>'
refused core/library/study/planted.cpp '#include "bench/planted.h"'
refused core/unlisted/planted.cpp '#include <vector>'
refused core/library/study/planted.cpp '#include "core/unlisted/planted.h"'
refused core/library/study/planted.cpp '#include <QString>'
refused core/library/study/planted.cpp '  #  include <QtCore/QString>'
refused core/library/study/planted.cpp '#include <qglobal.h>'
refused core/library/study/planted.cpp '#include <sqlite3.h>'
refused core/library/study/planted.cpp '#include "db/sqlite_catalog.h"'
refused core/library/study/planted.cpp '#include "ui/theme/planted.h"'
refused core/library/study/planted.cpp '#include "app/cli/planted.h"'
refused db/planted.cpp '#include <QObject>'
refused db/planted.h '#include "ui/models/planted.h"'
refused db/planted.cpp '#include "app/cli/planted.h"'
refused ui/run/planted.cpp '#include "db/sqlite_catalog.h"'
refused ui/run/planted.cpp '#include <sqlite3.h>'
refused ui/run/planted.cpp '#include "app/gui/planted.h"'
refused ui/run/planted.cpp '#include "ui/window/planted.h"'
refused ui/widgets/planted.h '#include "ui/session/planted.h"'
refused ui/run/planted.cpp '#include "ui/unlisted/planted.h"'
refused ui/unlisted/planted.cpp '#include <vector>'
refused app/cli/planted.cpp '#include <QCoreApplication>'
refused app/cli/planted.cpp '#include <QtCharts>'
refused app/cli/planted.cpp '#include "ui_planted.h"'
refused app/cli/planted.cpp '#include "ui/models/planted.h"'
refused app/cli/planted.cpp '#include <sqlite3.h>'
refused app/cli/planted.cpp '#include "app/gui/planted.h"'
refused app/mpi/planted.cpp '#include <QString>'
refused app/gui/planted.cpp '#include <sqlite3.h>'
refused app/gui/planted.cpp '#include "app/cli/planted.h"'

allowed core/vault/chain/planted.cpp '#include "vault/format/planted.h"'
allowed core/vault/chain/planted.cpp '#include "vault/chain/planted.h"'
allowed core/library/cluster/planted.cpp '#include "library/watch/planted.h"'
allowed core/bench/planted.cpp '#include "library/library.h"'
allowed core/vault/chain/planted.cpp '#include "codec/planted.h"'
allowed core/library/study/planted.cpp '#include "partition/planted.h"'
allowed core/base/planted.cpp '#include <queue>'
allowed core/base/planted.cpp '// use no <QString> here'
allowed db/planted.cpp '#include <sqlite3.h>'
allowed db/planted.cpp '#include "library/catalog/catalog.h"'
allowed ui/run/planted.cpp '#include <QtCharts/QChart>'
allowed ui/run/planted.cpp '#include "library/library.h"'
allowed app/cli/planted.cpp '#include "db/sqlite_catalog.h"'
allowed app/cli/planted.cpp '#include "app/cli/planted.h"'
allowed ui/run/planted.cpp '#include "ui/widgets/planted.h"'
allowed ui/run/planted.cpp '#include "ui/run/planted.h"'
allowed app/gui/planted.cpp '#include "ui/run/planted.h"'
allowed app/gui/planted.cpp '#include <QApplication>'

mkdir "$copy/empty" "$copy/empty/core" "$copy/empty/db" "$copy/empty/ui" "$copy/empty/app"
if sh "$check" "$copy/empty" > /dev/null; then fail "a tree without sources should be refused"; fi

[ "$failures" -eq 0 ] && echo "the checker sees what it must"
