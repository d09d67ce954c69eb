#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Compiles and runs one program against an installed CCCL: RIFFLE_TEST_CCCL (a folder of headers), or that of the
# package nvidia-cuda-cccl, or of a CUDA toolkit. Without one it ends with 77, which CTest shows as skipped.
# usage: run.sh RIFFLE FILE.cu
set -euo pipefail
riffle=$1 file=$2
folders=("${RIFFLE_TEST_CCCL:-}" "${CUDA_HOME:-/usr/local/cuda}/include/cccl")
if package=$(python3 -c 'import nvidia; print(*nvidia.__path__)' 2>/dev/null); then
  for path in $package; do folders+=("$path/cu13/include/cccl"); done
fi
for folder in "${folders[@]}"; do
  [[ -n $folder && -f $folder/cub/cub.cuh ]] || continue
  exec "$riffle" run -std=c++17 --extended-lambda -I "$folder" "$file"
done
echo "skipped: no CCCL found; 'pip install nvidia-cuda-cccl' or RIFFLE_TEST_CCCL=FOLDER"
exit 77
