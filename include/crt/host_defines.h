// SPDX-License-Identifier: Apache-2.0
// Kept for programs that name this header; what it declared is in ../host_defines.h.
#pragma once
#include "../host_defines.h"
