#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tests image_batch on a folder of made pictures: good ones come out, bad ones are named, and what cannot
# work is refused with a message.
#   usage: test.sh IMAGE_BATCH MAKE_TEST_PICTURES
set -euo pipefail
image_batch=$1 make_test_pictures=$2

work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"

fail() {
  printf 'FAILED: %s\n' "$1" >&2
  exit 1
}

# expect CODE TEXT COMMAND...: the command ends with that code and says that text.
expect() {
  local code=$1 text=$2 got=0
  shift 2
  "$@" >output 2>&1 || got=$?
  [ "$got" = "$code" ] || { cat output; fail "exit code $got, not $code: $*"; }
  grep -q -- "$text" output || { cat output; fail "no '$text': $*"; }
}

expected=$("$make_test_pictures" pictures)
for streams in 1 3 8; do
  expect 0 "$expected wrong=0" "$image_batch" --streams $streams --out "grey$streams" pictures
  for bad in cut_off.jpg deeper/empty.png text.jpg; do
    grep -q "skipped pictures/$bad: " output || fail "$bad is not named"
    [ ! -e "grey$streams/$bad" ] || fail "$bad came out"
  done
  for good in photograph.jpg CAPITALS.JPEG already_grey.jpg one_pixel.png deeper/see_through.png \
    deeper/still/wide.png; do
    cmp "grey1/$good" "grey$streams/$good" || fail "$good differs between 1 and $streams streams"
  done
done
# The results are pictures themselves.
expect 0 "pictures=6 skipped=0 wrong=0" "$image_batch" --out again grey1

expect 2 "does not exist" "$image_batch" nowhere
expect 2 "is not a folder" "$image_batch" pictures/text.jpg
mkdir none
expect 2 "no pictures" "$image_batch" none
expect 2 "must not be the folder" "$image_batch" --out pictures pictures
expect 2 "name a folder" "$image_batch"
expect 2 "cannot make the output folder" "$image_batch" --out output/below pictures
mkdir only_bad
cp pictures/text.jpg only_bad
expect 1 "not one picture could be read" "$image_batch" only_bad
if [ -w /dev/full ]; then
  mkdir full
  ln -s /dev/full full/one_pixel.png
  expect 1 "No space left on device" "$image_batch" --out full pictures
fi
echo "OK"
