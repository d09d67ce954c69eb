// SPDX-License-Identifier: Apache-2.0
// The bodies of all routines that are built, by the names that generate.py gives them.
#pragma once

#include "libraries/cublas/batches.h"
#include "libraries/cublas/emulation.h"
#include "libraries/cublas/grouped.h"
#include "libraries/cublas/level1.h"
#include "libraries/cublas/level2.h"
#include "libraries/cublas/level3.h"
#include "libraries/cublas/mixed.h"
#include "libraries/cublas/mixed_gemv.h"
#include "libraries/cublas/mixed_updates.h"
