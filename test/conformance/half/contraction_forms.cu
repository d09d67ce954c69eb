// SPDX-License-Identifier: Apache-2.0
// Which products and sums of half and bfloat16 become one operation.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "../arith/contraction_forms.h"

#define SHOW_HALF(name, ...) show_form<name<__half>, __half>(#name);
#define SHOW_BFLOAT(name, ...) show_form<name<__nv_bfloat16>, __nv_bfloat16>("bfloat " #name);

int main() { FORMS(SHOW_HALF) FORMS(SHOW_BFLOAT) }
