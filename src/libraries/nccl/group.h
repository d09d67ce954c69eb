// SPDX-License-Identifier: Apache-2.0
// What a thread calls between ncclGroupStart and ncclGroupEnd is kept until then. A call outside of a group is a group.
#pragma once

#include <functional>

#include "libraries/nccl/call.h"

namespace riffle::nccl {

/// Checks have been made. Starts it, or keeps it for the end of the group.
[[nodiscard]] ncclResult_t submit(const CommCall& call);
/// Something that waits for other ranks, such as making a communicator. It runs beside the others of a group. `comm`
/// is the communicator that it makes or ends.
[[nodiscard]] ncclResult_t submit_job(ncclComm_t comm, std::function<ncclResult_t()> job);
/// An error of a call makes its group fail.
[[nodiscard]] ncclResult_t note_error(ncclResult_t result);
/// What a group that cannot succeed leaves undone.
[[nodiscard]] bool is_in_group();

}  // namespace riffle::nccl
