// SPDX-License-Identifier: Apache-2.0
// What can be said about captures while none can be begun.
#include "api/cudart/entry.h"
#include "cudart_bodies.h"

namespace riffle::api::cudart {

cudaError_t stream_is_capturing(cudaStream_t stream, cudaStreamCaptureStatus* pCaptureStatus) {
  if (pCaptureStatus == nullptr) return cudaErrorInvalidValue;
  if (find_stream(stream) == nullptr) return cudaErrorInvalidResourceHandle;
  *pCaptureStatus = cudaStreamCaptureStatusNone;
  return cudaSuccess;
}

cudaError_t stream_get_capture_info(cudaStream_t stream, cudaStreamCaptureStatus* captureStatus_out,
                                    unsigned long long*, cudaGraph_t*,
                                    const cudaGraphNode_t** dependencies_out,
                                    const cudaGraphEdgeData** edgeData_out, size_t*) {
  if (captureStatus_out == nullptr || (edgeData_out != nullptr && dependencies_out == nullptr)) {
    return cudaErrorInvalidValue;
  }
  if (find_stream(stream) == nullptr) return cudaErrorInvalidResourceHandle;
  *captureStatus_out =
      cudaStreamCaptureStatusNone;  // an idle stream: the other outputs stay as they are
  return cudaSuccess;
}

cudaError_t thread_exchange_stream_capture_mode(cudaStreamCaptureMode* mode) {
  if (mode == nullptr) return cudaErrorInvalidValue;  // hardware crashes here
  const cudaStreamCaptureMode before = thread_state.capture_mode;
  thread_state.capture_mode = *mode;  // any value is accepted, as on hardware
  *mode = before;
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
