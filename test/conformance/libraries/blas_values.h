// SPDX-License-Identifier: Apache-2.0
// What the programs that call cuBLAS by its handles share.
#pragma once

#include <cublas_v2.h>

#include "blas_numbers.h"
