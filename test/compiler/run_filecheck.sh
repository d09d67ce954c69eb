#!/usr/bin/env bash
# run_filecheck.sh <riffle-opt> <FileCheck> <test.ll>: runs the file's RUN lines, in which %opt, %check, %s
# and %S stand for the tools, the file and its folder. Fails if one line fails, or if there is none.
set -euo pipefail
opt=$1 check=$2 file=$3
lines=$(sed -n 's/^; RUN: //p' "$file")
[ -n "$lines" ] || { echo "$file has no RUN line" >&2; exit 1; }
while IFS= read -r line; do
  line=${line//%opt/"$opt"}
  line=${line//%check/"$check" "$file"}
  line=${line//%S/"$(dirname "$file")"}
  line=${line//%s/"$file"}
  bash -o pipefail -c "$line" || { echo "failed: $line" >&2; exit 1; }
done <<<"$lines"
