// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sweep.h"

/// Prints which symbol cuGetProcAddress gives for each function and version of CUDA.
void show_forms(const std::vector<Call>& calls);
