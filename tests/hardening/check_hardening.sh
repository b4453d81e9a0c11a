#!/bin/sh
# check_hardening.sh PROGRAM...: fails unless each program is hardened like a release
# (packaging/cmake/Hardening.cmake).
set -eu

failed=0
complain() {
    printf '%s\n' "$program $*" >&2
    failed=1
}

for program in "$@"; do
    readelf --wide --file-header "$program" | grep -q 'Type: *DYN' || complain "lies at a fixed address (no PIE)"
    segments=$(readelf --wide --program-headers "$program")
    printf '%s\n' "$segments" | grep -q 'GNU_RELRO' || complain "has no read-only relocations (RELRO)"
    printf '%s\n' "$segments" | grep 'GNU_STACK' | grep -q 'RW ' || complain "has a stack that can be executed"
    readelf --wide --dynamic "$program" | grep -Eq 'BIND_NOW|FLAGS_1.*NOW' || complain "binds symbols late (RELRO is not full)"
    symbols=$(readelf --wide --dyn-syms "$program")
    printf '%s\n' "$symbols" | grep -q '__stack_chk_fail' || complain "has no stack protector"
    printf '%s\n' "$symbols" | grep -Eq '__[a-z]+_chk(@|$)' || complain "has no fortified calls"
done
exit "$failed"
