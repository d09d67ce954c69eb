// SPDX-License-Identifier: Apache-2.0
// Everything is hidden but what the table of entry points names.
#pragma once

#define RIFFLE_EXPORT __attribute__((visibility("default")))
