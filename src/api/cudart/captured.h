// SPDX-License-Identifier: Apache-2.0
// Streams and captures, as bodies see them: what a call becomes when its stream captures.
#pragma once

#include <optional>
#include <utility>

#include "api/cudart/error.h"
#include "api/cudart/stream.h"
#include "runtime/graph/capture.h"

namespace riffle::api::cudart {

[[nodiscard]] inline graph::CaptureStream capture_stream(const StreamObject& object) {
  const engine::StreamKind kind = object.stream->kind();
  return {.context = object.context,
          .is_legacy = kind == engine::StreamKind::kLegacy,
          .is_blocking = kind == engine::StreamKind::kBlocking};
}

/// What capturing an operation answers; empty: the stream does not capture, enqueue it. `make` gives
/// the node's parameters.
template <class Make>
[[nodiscard]] inline std::optional<cudaError_t> captured(
    StreamObject& object, Make&& make, graph::AfterKernels after = graph::AfterKernels::kEnd) {
  if (!object.capture.is_capturing()) [[likely]]
    return std::nullopt;
  const std::optional<Status> status =
      graph::capture_node(object.capture, std::forward<Make>(make)(), after);
  return status ? std::optional(to_cuda(*status)) : std::nullopt;
}

}  // namespace riffle::api::cudart
