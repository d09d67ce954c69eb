// SPDX-License-Identifier: Apache-2.0
// Copies and fills as operations of a stream, in pieces that several workers can share.
//
// No rules here: pointers, kinds and waiting are decided in transfer.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "runtime/engine/engine.h"
#include "runtime/memory/shape.h"

namespace riffle::memory {

/// One unit of a copy or fill.
inline constexpr std::size_t kPieceBytes = std::size_t{256} << 10;
/// A source of at most this size can be read at the call.
inline constexpr std::size_t kSnapshotBytes = std::size_t{64} << 10;

/// How contiguous bytes are written.
enum class Stores : std::uint8_t {
  kBySize,     ///< past the caches if they do not fit there
  kStreaming,  ///< past the caches
  kFresh,      ///< to pages that were likely never touched; they are then asked for in bulk
};
/// The source is read when the operation runs. The box is not empty.
void enqueue_copy(engine::Stream& stream, const CopyRequest& request,
                  Stores stores = Stores::kBySize);
void enqueue_fill(engine::Stream& stream, const FillRequest& request,
                  Stores stores = Stores::kBySize);

/// Reads the source before it returns. False, with nothing enqueued, when the box is larger than
/// kSnapshotBytes and there is no schedule (engine/schedule.h), or when too many snapshots are waiting already.
[[nodiscard]] bool enqueue_copy_of_snapshot(engine::Stream& stream, const CopyRequest& request);

/// A copy or fill as an operation with its payload, to be enqueued later, as often as one likes.
struct PreparedOperation {
  static constexpr std::size_t kMostPayloadBytes = 160;
  engine::RangeOperation operation;
  alignas(16) std::array<std::byte, kMostPayloadBytes> payload{};
};
/// The source is read when the operation runs. The box is not empty.
[[nodiscard]] PreparedOperation prepare_copy(const CopyRequest& request);
[[nodiscard]] PreparedOperation prepare_fill(const FillRequest& request);

/// What an operation of this file does, for observers.
struct OperationAccess {
  char* destination = nullptr;
  const char* source = nullptr;  ///< null: a fill, or data that was read at the call
  bool is_fill = false;
  CopyExtent box;
  PitchedLayout destination_layout;
  PitchedLayout source_layout;
  std::uint32_t value = 0;  ///< of a fill
};
/// Nothing when the operation is not of this file.
[[nodiscard]] std::optional<OperationAccess> access_of(engine::RangeFunction run,
                                                       const void* payload);

}  // namespace riffle::memory
