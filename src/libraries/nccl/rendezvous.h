// SPDX-License-Identifier: Apache-2.0
// Where the ranks of a new communicator meet: the id that one of them has made tells where that is.
#pragma once

#include <memory>

#include <nccl.h>

#include "libraries/nccl/world.h"

namespace riffle::nccl {

[[nodiscard]] ncclResult_t make_id(ncclUniqueId& id);
/// Waits until all ranks have come.
[[nodiscard]] ncclResult_t meet(const ncclUniqueId& id, int rank, int size, int device,
                                std::shared_ptr<World>& world);
/// Of this process alone: `size` ranks at once, with devices that are different.
[[nodiscard]] std::shared_ptr<World> make_local_world(std::vector<int> devices);

}  // namespace riffle::nccl
