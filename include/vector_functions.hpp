// SPDX-License-Identifier: Apache-2.0
// Kept for programs that name this header; the functions are in vector_functions.h.
#pragma once
#include "vector_functions.h"
