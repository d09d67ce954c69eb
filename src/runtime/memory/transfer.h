// SPDX-License-Identifier: Apache-2.0
// CUDA's rules for copies and fills: what may be copied where, and when the call waits.
//
// Measured on hardware: the kind is checked against pageable memory only. A copy from pageable to
// device or managed memory of at most 64 KiB reads its source at the call; other copies with a
// pageable side, and copies between pinned memories, wait, whatever the call is named. Synchronous calls wait too,
// except for copies and fills that stay in device memory.
#pragma once

#include "base/status.h"
#include "runtime/engine/engine.h"
#include "runtime/memory/registry.h"
#include "runtime/memory/shape.h"

namespace riffle::memory {

/// In the order of cudaMemcpyKind.
enum class Direction : std::uint8_t {
  kHostToHost,
  kHostToDevice,
  kDeviceToHost,
  kDeviceToDevice,
  kDefault
};
enum class SyncBehaviour : std::uint8_t { kSynchronous, kAsynchronous };

/// Errors: kInvalidValue (null, freed, past the end of an allocation, kind against pageable
/// memory), kInvalidPitchValue (a pitch smaller than the row), and after a wait the context's
/// fault. An empty box is success, with any pointer.
Status copy(engine::Stream& stream, const Registry& registry, const CopyRequest& request,
            Direction direction, SyncBehaviour call);

/// What `copy` and `fill` check, for a graph that will run later.
Status check_copy(const Registry& registry, const CopyRequest& request, Direction direction);
Status check_fill(const Registry& registry, const FillRequest& request);

/// When a copy of a batch reads its source.
enum class SourceAccess : std::uint8_t { kInStream, kDuringCall };
/// One copy of a batch: in any direction. Waits only for the source that is read during the call,
/// and for a pageable destination. Errors as for `copy`.
Status copy_batched(engine::Stream& stream, const Registry& registry, const CopyRequest& request,
                    SourceAccess access);

/// Errors as for `copy`, but a small pitch is kInvalidValue (as on hardware); pageable memory
/// cannot be filled.
Status fill(engine::Stream& stream, const Registry& registry, const FillRequest& request,
            SyncBehaviour call);

}  // namespace riffle::memory
