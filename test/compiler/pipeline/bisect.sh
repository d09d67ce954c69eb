#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# bisect.sh RIFFLE_OPT: `riffle-opt --bisect` finds each optional step of the list, when that is what a program fails with, and
# says so when no step is at fault.
set -euo pipefail
opt=$1

# The program fails when step $1 is not left out.
bisect() { "$opt" --bisect sh -c 'case ",$RIFFLE_PASS_OFF," in *",$0,"*) exit 0 ;; esac; exit 3' "$1" 2>/dev/null; }
expect() { [ "$1" = "$2" ] || { echo "expected '$2', got '$1'" >&2; exit 1; }; }

optional=$("$opt" --list | sed -n 's/ .* optional$//p')
[ "$(wc -l <<<"$optional")" -gt 40 ]
for step in $(head -1 <<<"$optional") split-masks widen $(tail -1 <<<"$optional"); do
  expect "$(bisect "$step")" "$step"
done
expect "$("$opt" --bisect true 2>/dev/null || echo "$?")" $'the program does not fail\n1'
expect "$("$opt" --bisect false 2>/dev/null || echo "$?")" $'the program fails without any optional step, too\n1'
for program in /nowhere/program no-such-program; do
  if text=$("$opt" --bisect "$program" 2>&1); then exit 1; fi
  [[ "$text" == *"riffle-opt: cannot run '$program': "* ]] || { echo "got: $text" >&2; exit 1; }
done

# A step that later ones rely on, and one that does not exist, are refused by name.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# The cases of files that have several.
for file in "$(dirname "$0")"/../widen/*.ll; do
  awk -v stem="$folder/$(basename "$file" .ll)" '
    /^;--- / { part = stem "." $2 ".ll"; next }
    { if (part) print > part; else head = head $0 "\n" }
    END { if (!part) printf "%s", head > (stem ".ll") }' "$file"
done
input=$folder/branches.if_then.ll
expect "$("$opt" --off=retarget --passes=lower "$input" || true)" \
  "error: RIFFLE_PASS_OFF: step 'retarget' cannot be left out"
expect "$("$opt" --off=nothing --passes=lower "$input" || true)" \
  "error: RIFFLE_PASS_OFF: there is no step 'nothing'; riffle-opt --list names them"
# Without its optional steps the pipeline makes code of every test's input that can be verified.
for file in "$folder"/*.ll; do
  "$opt" --off=optional --passes=up-to-remove-unused "$file" >/dev/null
done
