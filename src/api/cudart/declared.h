// SPDX-License-Identifier: Apache-2.0
// What Riffle's own libraries have declared of their next call (api/declared.h).
#pragma once

namespace riffle::api::cudart {

/// Whether the calling thread's next wait for a value in memory is one that observers know of. Once.
bool take_declared_wait();

}  // namespace riffle::api::cudart
