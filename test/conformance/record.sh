#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Records what a real GPU prints for each conformance program: the golden transcripts.
#
#   test/conformance/record.sh OUT [GROUP/FILE...]
#
# Needs nvcc and a GPU. Compiles in parallel (JOBS, default: all cores), runs RUNS programs at a time (default 4), each
# for at most 20 s, and writes OUT/GROUP/FILE.txt, or OUT/GROUP/NAME.txt for each CASE(NAME) of the file: standard output, then
# a line with the exit code. What fails is
# reported at the end and leaves no transcript; the rest is recorded all the same. `transcripts.py OUT` takes OUT into golden.
set -u
here=$(cd "$(dirname "$0")" && pwd)
out=${1:?usage: record.sh OUT [GROUP/FILE...]}
shift
mkdir -p "$out"
out=$(cd "$out" && pwd)
jobs=${JOBS:-$(nproc)}
runs=${RUNS:-4}
arch=${ARCH:-native}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ $# -gt 0 ]; then
  files=("$@")
else
  mapfile -t files < <(cd "$here" && find . -name '*.cu' | sed 's|^\./||; s|\.cu$||' | sort)
fi

# One line for each program: the transcript's name, the file's, and the case, if the file has cases.
list_programs() {
  local file case_names
  for file in "${files[@]}"; do
    case_names=$(sed -nE 's/^CASE\((\w+)\) \{$/\1/p' "$here/$file.cu")
    if [ -z "$case_names" ]; then
      echo "$file $file"
    else
      # shellcheck disable=SC2086
      printf "$(dirname "$file")/%s $file %s\n" $(for name in $case_names; do echo "$name $name"; done)
    fi
  done
}

compile() {
  local file=$1 flags
  mkdir -p "$work/$(dirname "$file")"
  flags=$(sed -n 's|^// flags: ||p' "$here/$file.cu")
  # shellcheck disable=SC2086
  if ! (cd "$here" && timeout 120 nvcc -std=c++17 -arch="$arch" $flags "$file.cu" -o "$work/$file.program") \
      >"$work/$file.log" 2>&1; then
    rm -f "$work/$file.program"
    return 1
  fi
}

run() {
  local name=$1 file=$2 code
  shift 2
  rm -f "$out/$name.txt"
  [ -x "$work/$file.program" ] || return 0
  mkdir -p "$out/$(dirname "$name")"
  (cd "$work" && timeout -k 2 20 "$work/$file.program" "$@") >"$work/$name.out" 2>"$work/$name.err"
  code=$?
  if [ $code -ge 124 ]; then
    echo "exit code $code" >>"$work/$name.err"
    cp "$work/$name.out" "$work/$name.partial"
    return 1
  fi
  { cat "$work/$name.out"; echo "exit code $code"; } >"$out/$name.txt"
}
export -f compile run
export here out work arch

mapfile -t programs < <(list_programs)
start=$SECONDS
printf '%s\n' "${files[@]}" | xargs -P "$jobs" -I{} bash -c 'compile {}'
echo "compiled in $((SECONDS - start)) s"
start=$SECONDS
printf '%s\n' "${programs[@]}" | xargs -P "$runs" -I{} bash -c 'run {}'
echo "ran in $((SECONDS - start)) s"

failed=0
for program in "${programs[@]}"; do
  read -r name file _ <<<"$program"
  if [ ! -x "$work/$file.program" ]; then
    echo "== $name did not compile"
    head -20 "$work/$file.log"
    failed=$((failed + 1))
  elif [ -f "$work/$name.partial" ]; then
    echo "== $name died or ran out of time; its output so far:"
    tail -15 "$work/$name.partial"
    tail -5 "$work/$name.err"
    failed=$((failed + 1))
  elif grep -q 'setup failed' "$out/$name.txt"; then
    echo "== $name: $(grep 'setup failed' "$out/$name.txt")"
    rm "$out/$name.txt"
    failed=$((failed + 1))
  fi
done
echo "recorded $((${#programs[@]} - failed)) of ${#programs[@]} programs"
[ $failed -eq 0 ]
