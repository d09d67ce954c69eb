#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Compiles one file against the drop-in headers, both sides, for one language standard, and checks the device
# IR: nothing may remain that the kernel compiler cannot know (inline assembly, unknown external names). It knows the PTX of
# 16-bit operations that are not to be fused.
# usage: check_headers.sh CLANG INCLUDE_DIR STANDARD FILE.cu [options...]
set -euo pipefail
clang=$1 include=$2 standard=$3 file=$4
shift 4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
common=(-x cuda --cuda-path=/nonexistent -nocudainc -nocudalib --cuda-gpu-arch=sm_80 -Xclang -target-sdk-version=12.9
  -isystem "$include" -include cuda_runtime.h -cuid=1 -std="$standard" -O1 -Wall -Werror -Wno-unused-variable -Wno-unused-but-set-variable)

"$clang" "${common[@]}" --cuda-feature=+ptx88 -fno-strict-float-cast-overflow --cuda-device-only -S -emit-llvm \
  "$@" "$file" -o "$work/device.ll"
"$clang" "${common[@]}" --cuda-host-only --no-offload-new-driver -c "$@" "$file" -o "$work/host.o"

if grep ' asm ' "$work/device.ll" | grep -vE ' asm "(add|sub|mul)\.rn\.b?f16 '; then
  echo "$file: inline assembly in device code" >&2
  exit 1
fi
# LLVM's generic intrinsics, the special registers and warp operations, libm, and the runtime's calls.
allowed='^(llvm\.(sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|exp|exp2|exp10|log|log2|log10|pow|sqrt|fma|fmuladd|fabs'
allowed+='|floor|ceil|trunc|round|roundeven|rint|nearbyint|lrint|llrint|lround|llround|copysign|minnum|maxnum|minimumnum|maximumnum|frexp|ldexp|modf|sincos|is\.fpclass|fptosi|fptoui'
allowed+='|abs|smin|smax|umin|umax|ctpop|ctlz|cttz|bitreverse|bswap|fshl|fshr|uadd|usub|sadd|ssub|vector|scmp|ucmp|trap|memcpy|memmove|memset|lifetime|assume|experimental)\b.*'
allowed+='|llvm\.nvvm\.(read\.ptx\.sreg|barrier\.cta|bar\.warp|shfl\.sync|vote|match|redux\.sync|activemask|membar|nanosleep|isspacep|(ex2|lg2|sin|cos|rsqrt)\.approx)\b.*'
allowed+='|(log1p|expm1|logb|asinh|acosh|atanh|erf|erfc|tgamma|lgamma|cbrt|hypot|nextafter|remainder|remquo|ilogb|fdim|scalbn|scalbln|j0|j1|jn|y0|y1|yn|exp10|pow|fmod)f?|__nv_normcdff'
allowed+='|__riffle_shared_base|__riffle_copies_(issue|commit|await|arrive)|vprintf|malloc|free|__assertfail|memcmp|memmove|_ZdlPv(j|m)?)$'
unknown=$(sed -nE 's/^declare .*@"?([A-Za-z0-9_.$]+)"?\(.*/\1/p' "$work/device.ll" | grep -vE "$allowed" || true)
if [[ -n $unknown ]]; then
  echo "$file: unknown names in device code:" $unknown >&2
  exit 1
fi
