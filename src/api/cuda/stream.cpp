// SPDX-License-Identifier: Apache-2.0
// Streams and events: what the driver asks in another way than the runtime.
#include "api/cudart/stream.h"

#include "api/cuda/context.h"
#include "api/cuda/entry.h"
#include "cuda_bodies.h"
#include "cudart_calls.h"

namespace riffle::api::cuda {

// Looks at its arguments before it looks for a context.
CUresult stream_create(CUstream* stream, unsigned int flags) {
  return stream_create_with_priority(stream, flags, 0);
}

CUresult stream_create_with_priority(CUstream* stream, unsigned int flags, int priority) {
  if (stream == nullptr || (flags & ~static_cast<unsigned>(CU_STREAM_NON_BLOCKING)) != 0)
    return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult bad = check_context(); bad != CUDA_SUCCESS) return bad;
  return to_result(checked::cudaStreamCreateWithPriority(stream, flags, priority));
}

CUresult stream_get_ctx(CUstream stream, CUcontext* context) {
  if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const cudart::StreamObject* const object = cudart::find_stream(stream);
  if (object == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  *context = handle_of(*object->context);
  return CUDA_SUCCESS;
}

CUresult event_create(CUevent* event, unsigned int flags) {
  return to_result(checked::cudaEventCreateWithFlags(event, flags));
}

CUresult event_elapsed_time_v2(float* milliseconds, CUevent start, CUevent end) {
  if (milliseconds == nullptr) return CUDA_ERROR_INVALID_HANDLE;  // as hardware answers
  return to_result(checked::cudaEventElapsedTime(milliseconds, start, end));
}

CUresult event_elapsed_time(float* milliseconds, CUevent start, CUevent end) {
  return event_elapsed_time_v2(milliseconds, start, end);
}

}  // namespace riffle::api::cuda
