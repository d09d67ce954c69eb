// SPDX-License-Identifier: Apache-2.0
// Events of whole contexts: what all their streams have been given, and what all of them wait for.
#include <memory>

#include "api/cuda/context.h"
#include "api/cuda/entry.h"
#include "api/cudart/event.h"
#include "cuda_bodies.h"
#include "runtime/graph/capture.h"

namespace riffle::api::cuda {
namespace {

/// A stream for one moment: its pending work outlives it.
class PassingStream {
 public:
  explicit PassingStream(engine::Context& context)
      : context_(context), stream_(context.create_stream(engine::StreamKind::kNonBlocking, 0)) {
    if (stream_ == nullptr) throw std::bad_alloc();
  }
  ~PassingStream() { context_.destroy_stream(stream_); }
  PassingStream(const PassingStream&) = delete;
  PassingStream& operator=(const PassingStream&) = delete;

  engine::Stream* operator->() const { return stream_; }
  engine::Stream& operator*() const { return *stream_; }

 private:
  engine::Context& context_;
  engine::Stream* const stream_;
};

/// The context that a call names, none for the thread's. Its streams can be used.
CUresult check_named(CUcontext handle, Context*& context) {
  context = find_context(handle);
  if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  const engine::Context* const running = context->engine();
  if (running == nullptr) return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  return to_result(running->fault());
}

CUresult check_captures(const Context& context) {
  if (!graph::is_any_capture_in_progress()) return CUDA_SUCCESS;
  return to_result(graph::refuse_for_context(&context));
}

}  // namespace

CUresult ctx_record_event(CUcontext handle, CUevent event) {
  Context* context = nullptr;
  if (const CUresult bad = check_named(handle, context); bad != CUDA_SUCCESS) return bad;
  cudart::EventObject* const object = cudart::events().find(event);
  if (object == nullptr || &object->context() != context) return CUDA_ERROR_INVALID_HANDLE;
  if (const CUresult bad = check_captures(*context); bad != CUDA_SUCCESS) return bad;
  const PassingStream all(*context->engine());
  for (const engine::Moment& moment : context->engine()->pending()) all->enqueue_wait(moment);
  object->record(*all);
  return CUDA_SUCCESS;
}

CUresult ctx_wait_event(CUcontext handle, CUevent event) {
  Context* context = nullptr;
  if (const CUresult bad = check_named(handle, context); bad != CUDA_SUCCESS) return bad;
  const cudart::EventObject* const object = cudart::events().find(event);
  if (object == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (const auto captured = object->captured())
    return to_result(graph::refuse_captured(*captured, true));
  if (const CUresult bad = check_captures(*context); bad != CUDA_SUCCESS) return bad;
  if (cudart::SharedEvent* const shared = object->shared()) {
    const PassingStream awaiting(*context->engine());
    shared->enqueue_wait(*awaiting);
    context->engine()->enqueue_wait(awaiting->record());
  } else {
    context->engine()->enqueue_wait(object->moment());
  }
  return CUDA_SUCCESS;
}

}  // namespace riffle::api::cuda
