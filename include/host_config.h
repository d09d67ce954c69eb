// SPDX-License-Identifier: Apache-2.0
// Kept for programs that name this header.
#pragma once
#include <crt/host_config.h>
