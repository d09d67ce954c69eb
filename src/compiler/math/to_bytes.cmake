# SPDX-License-Identifier: Apache-2.0
# cmake -D INPUT=<file> -D OUTPUT=<file> -P to_bytes.cmake: a file's bytes as the elements of an array. An included file,
# because compiler caches do not see what #embed reads.
file(READ "${INPUT}" bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
file(WRITE "${OUTPUT}" "${bytes}\n")
