// SPDX-License-Identifier: Apache-2.0
// Kept for programs that name this header; what it declared is in cuda_runtime.h.
#pragma once
#include "cuda_runtime.h"
