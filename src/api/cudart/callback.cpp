// SPDX-License-Identifier: Apache-2.0
// Host functions in streams: cudaLaunchHostFunc and cudaStreamAddCallback.
#include <memory>

#include "api/cudart/captured.h"
#include "api/cudart/entry.h"
#include "cudart_bodies.h"

namespace riffle::api::cudart {
namespace {

struct HostCall {
  cudaHostFn_t function;
  void* user;
};

struct Callback {
  cudaStreamCallback_t function;
  cudaStream_t stream;  ///< as the program named it: 0 stays 0
  void* user;
};

// Both are enqueued to run after a fault too, so that their records are freed; cudaLaunchHostFunc's
// function is then skipped here, as on hardware.
void run_host_call(void* record, Code context_status) {
  const std::unique_ptr<HostCall> call(static_cast<HostCall*>(record));
  if (context_status == Code::kOk) call->function(call->user);
}

void run_callback(void* record, Code context_status) {
  const std::unique_ptr<Callback> callback(static_cast<Callback*>(record));
  callback->function(callback->stream, to_cuda(context_status), callback->user);
}

template <class Record>
void enqueue(engine::Stream& stream, engine::Stream::HostFunction run,
             std::unique_ptr<Record> record) {
  stream.enqueue_host_function(run, record.get(), true,
                               reinterpret_cast<const void*>(record->function));
  record.release();  // NOLINT(bugprone-unused-return-value): the operation has it
}

}  // namespace

cudaError_t launch_host_func(cudaStream_t stream, cudaHostFn_t fn, void* userData) {
  if (fn == nullptr) return cudaErrorInvalidValue;
  StreamObject* const object = find_stream(stream);
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  if (const auto node = captured(*object, [&] { return graph::HostParams{fn, userData}; }))
    return *node;
  enqueue(*object->stream, run_host_call, std::make_unique<HostCall>(fn, userData));
  return cudaSuccess;
}

cudaError_t stream_add_callback(cudaStream_t stream, cudaStreamCallback_t callback, void* userData,
                                unsigned int flags) {
  if (callback == nullptr || flags != 0) return cudaErrorInvalidValue;
  const StreamObject* const object = find_stream(stream);
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  enqueue(*object->stream, run_callback, std::make_unique<Callback>(callback, stream, userData));
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
