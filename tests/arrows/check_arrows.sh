#!/bin/sh
# check_arrows.sh SOURCE_DIR: fails if an #include runs against the arrows of the layers (arrows.awk).
set -eu

rules=$(cd "$(dirname "$0")" && pwd)/arrows.awk
cd "$1"

sources() { find ./core ./db ./ui ./app -type f \( -name '*.h' -o -name '*.cpp' \) "$@"; }

# Without any sources the search would pass.
if [ -z "$(find ./core -name '*.cpp' | head -n 1)" ]; then
    echo "no sources in $1/core"
    exit 1
fi
sources -exec awk -f "$rules" {} + || exit 1
echo "$(sources | wc -l) sources keep to the arrows"
