# shellcheck shell=sh
# test_mime_type.sh MIME_XML GOLDEN_VAULTS: tests that the system recognizes a step file by its first bytes,
# under any name.
base=$(mktemp -d)
trap 'rm -rf "$base"' EXIT
mkdir -p "$base/mime/packages" "$base/empty"
cp "$1" "$base/mime/packages/stepvault.xml"
update-mime-database "$base/mime"
step=$(find "$2" -name '*.svstep' | head -n 1)
cp "$step" "$base/step"
cp "$step" "$base/step.svstep"
for name in step step.svstep; do
    XDG_DATA_HOME=$base XDG_DATA_DIRS=$base/empty gio info -a standard::content-type "$base/$name" |
        grep -q 'application/vnd.stepvault.step' || { echo "$name is not known"; exit 1; }
done
