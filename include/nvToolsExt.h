// SPDX-License-Identifier: Apache-2.0
// The older place of NVTX.
#include <nvtx3/nvToolsExt.h>
