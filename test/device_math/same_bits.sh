#!/usr/bin/env bash
# same_bits.sh <riffle>: runs programs/hashes.cu in every strategy, and for processors with narrower vectors and without
# fused multiply-add. All must print the same. Each run compiles anew: its own cache.
set -euo pipefail
riffle=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$riffle" cc -O2 -o "$folder/hashes" "$(dirname "$0")/programs/hashes.cu"
export RIFFLE_CACHE_DIR=$folder/cache
"$folder/hashes" >"$folder/wanted"
grep -q '^expf ' "$folder/wanted"

failed=0
compare() {
  echo "$1, RIFFLE_CPU='$2'"
  RIFFLE_STRATEGY=$1 RIFFLE_CPU=$2 "$folder/hashes" >"$folder/got"
  diff "$folder/wanted" "$folder/got" || failed=1
}
for strategy in simd loop fiber; do compare "$strategy" ""; done
for processor in haswell nehalem; do compare simd "$processor"; done
compare loop nehalem
exit "$failed"
