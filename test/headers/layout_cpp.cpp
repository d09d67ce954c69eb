// SPDX-License-Identifier: Apache-2.0
// The same layouts as C++ sees them.
#include "layout.c"
