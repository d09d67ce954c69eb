// SPDX-License-Identifier: Apache-2.0
// What the runtime API keeps for each host thread.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace riffle::api::cudart {

/// What <<<...>>> holds, between __cudaPushCallConfiguration and the launch.
struct CallConfiguration {
  unsigned grid[3];
  unsigned block[3];
  std::size_t shared_bytes;
  cudaStream_t stream;
};

/// Trivial, so that reaching it costs an offset from the thread register and no initialisation
/// check.
struct ThreadState {
  /// A kernel's arguments may launch kernels themselves, after the configuration was pushed.
  static constexpr unsigned kDepth = 4;

  cudaError_t last_error = cudaSuccess;
  int first_device = 0;  ///< until the thread chooses: cudaSetValidDevices
  unsigned depth = 0;
  CallConfiguration configurations[kDepth] = {};
  cudaStreamCaptureMode capture_mode = cudaStreamCaptureModeGlobal;
};

// Initial-exec: one instruction instead of a call. It takes a part of the static TLS that every
// program keeps for libraries opened later, so this must stay small.
extern constinit thread_local ThreadState thread_state __attribute__((tls_model("initial-exec")));

}  // namespace riffle::api::cudart
