// SPDX-License-Identifier: Apache-2.0
// The first step of every use of the engine.
#pragma once

namespace riffle::engine {

/// `is_usable`, and from here on a forked child is not: called before the first lock, which such a child could find taken.
[[nodiscard]] bool begin_use();

}  // namespace riffle::engine
