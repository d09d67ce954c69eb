// SPDX-License-Identifier: Apache-2.0
// A handle of cuBLASLt keeps nothing: streams are named by each call.
#pragma once

#include <cublasLt.h>

struct cublasLtContext {};
