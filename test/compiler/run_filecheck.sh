#!/usr/bin/env bash
# run_filecheck.sh <riffle-opt> <FileCheck> <test.ll> [CASE]: runs the RUN lines of the file's cases, or of one. A line `;--- NAME`
# begins a case; without such lines the file is one. In RUN lines %opt, %check, %s and %S stand for the tools, the case and the
# file's folder. Fails if one line fails, or if a case has none.
set -euo pipefail
opt=$1 check=$2 file=$3 only=${4:-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Every case keeps its place in the file, so that FileCheck's line numbers are the file's.
awk -v folder="$folder" -v whole="$(basename "$file" .ll)" '
  /^;--- / && outside && !part {
    print FILENAME ":" outside ": this line is in no case" >"/dev/stderr"
    part = "/dev/null"
    exit 2
  }
  /^;--- / { part = folder "/" $2 ".ll"; for (i = 1; i <= NR; ++i) print "" > part; next }
  { head = head $0 "\n" }
  part { print > part }
  /^; (RUN|CHECK[^ ]*):/ && !part { outside = NR }
  END { if (!part) printf "%s", head > (folder "/" whole ".ll") }' "$file"

run_case() {
  local case=$1 lines line
  lines=$(sed -n 's/^; RUN: //p' "$case")
  [ -n "$lines" ] || { echo "$(basename "$case" .ll) of $file has no RUN line" >&2; return 1; }
  while IFS= read -r line; do
    line=${line//%opt/"$opt"}
    line=${line//%check/"$check" "$case"}
    line=${line//%S/"$(dirname "$file")"}
    line=${line//%s/"$case"}
    bash -o pipefail -c "$line" </dev/null || { echo "failed: $line" >&2; return 1; }
  done <<<"$lines"
}

failed=0
for case in "$folder"/${only:-*}.ll; do
  run_case "$case" || { echo "case $(basename "$case" .ll) of $file failed" >&2; failed=1; }
done
exit $failed
