// SPDX-License-Identifier: Apache-2.0
// The name that older programs write.
#pragma once

#include <cusparse.h>
