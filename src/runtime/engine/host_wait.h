// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/engine/engine.h"

namespace riffle::engine {

/// wait_for, of which no observer is told: where the program does not know that it waits.
void wait_quietly(Moment moment);

}  // namespace riffle::engine
