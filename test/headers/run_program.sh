#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run_program.sh RIFFLE PROGRAM: compiles PROGRAM with `riffle cc` for each standard, as a warning would be an error, and runs it.
set -eu
riffle=$1 program=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for standard in c++14 c++17 c++20; do
  "$riffle" cc -std=$standard -Werror all-warnings -o "$folder/program" "$program"
  "$folder/program"
done
