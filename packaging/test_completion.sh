# test_completion.sh STEPVAULT: tests what bash completes for the program.
# shellcheck shell=bash disable=SC2034,SC1091
. "$(dirname "$0")/stepvault.bash-completion"
program=$1

# expect WORDS... -- WANTED...: completion of the last of WORDS must offer each WANTED, or nothing if there
# is no WANTED.
expect() {
    COMP_WORDS=("$program")
    while [ "$1" != "--" ]; do
        COMP_WORDS+=("$1")
        shift
    done
    shift
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _stepvault
    for wanted; do
        case " ${COMPREPLY[*]} " in
            *" $wanted "*) ;;
            *)
                echo "after '${COMP_WORDS[*]:1}' there is no $wanted, but: ${COMPREPLY[*]}"
                exit 1
                ;;
        esac
    done
    [ $# -gt 0 ] || [ -z "${COMPREPLY[*]}" ] || { echo "after '${COMP_WORDS[*]:1}': ${COMPREPLY[*]}"; exit 1; }
}

expect wa -- watch
expect re -- restore reindex recode rename
expect watch --s -- --stop --scheme --stall --steps
expect watch --de -- --detach
expect watch --n -- --notify --notify-form
expect watch --notify-form "" -- ntfy slack json
expect recode --scheme "" -- adaptive lc exact topn scar
expect restore --o -- --output
expect params --d -- --diff
expect copy --a -- --all
expect tune --t -- --target
expect tune --s -- --step --steps
expect tag --r -- --remove
expect list --a -- --archived
expect trash re -- restore
expect trash restore --j -- --json
expect simulate cluster --model gpt -- gpt2-small gpt2-medium gpt2-xl
expect restore --output ./ --
