// SPDX-License-Identifier: Apache-2.0
// Events of whole contexts: what all their streams have been given, and what all of them wait for.
#include <memory>
#include <vector>

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
  explicit PassingStream(engine::ContextStreams& context)
      : context_(context), stream_(context.create_stream(engine::StreamKind::kNonBlocking, 0)) {
    if (stream_ == nullptr) throw std::bad_alloc();
  }
  ~PassingStream() { context_.destroy_stream(stream_); }
  PassingStream(const PassingStream&) = delete;
  PassingStream& operator=(const PassingStream&) = delete;

  engine::Stream* operator->() const { return stream_; }
  engine::Stream& operator*() const { return *stream_; }

 private:
  engine::ContextStreams& context_;
  engine::Stream* const stream_;
};

/// The context that a call names. Its streams can be used.
CUresult check_named(const Context* context) {
  if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  const engine::ContextStreams* const running = context->engine();
  if (running == nullptr) return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  return to_result(running->fault());
}

/// The contexts whose streams a call means: a primary one's green contexts too.
std::vector<Context*> meant_by(Context& context) {
  std::vector<Context*> all = context::green_contexts_of(context);
  all.insert(all.begin(), &context);
  return all;
}

/// All of them lose their captures.
CUresult check_captures(const std::vector<Context*>& contexts) {
  CUresult result = CUDA_SUCCESS;
  if (!graph::is_any_capture_in_progress()) return result;
  for (const Context* const context : contexts) {
    const CUresult bad = to_result(graph::refuse_for_context(context));
    if (result == CUDA_SUCCESS) result = bad;
  }
  return result;
}

CUresult record_event(Context* context, CUevent event) {
  if (const CUresult bad = check_named(context); bad != CUDA_SUCCESS) return bad;
  cudart::EventObject* const object = cudart::events().find(event);
  if (object == nullptr || &object->context() != &context->home()) return CUDA_ERROR_INVALID_HANDLE;
  const std::vector<Context*> contexts = meant_by(*context);
  if (const CUresult bad = check_captures(contexts); bad != CUDA_SUCCESS) return bad;
  const PassingStream all(*context->engine());
  for (const Context* const meant : contexts)
    for (const engine::Moment& moment : meant->engine()->pending()) all->enqueue_wait(moment);
  object->record(*all);
  return CUDA_SUCCESS;
}

CUresult wait_event(Context* context, CUevent event) {
  if (const CUresult bad = check_named(context); bad != CUDA_SUCCESS) return bad;
  const cudart::EventObject* const object = cudart::events().find(event);
  if (object == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (const auto captured = object->captured())
    return to_result(graph::refuse_captured(*captured, true));
  const std::vector<Context*> contexts = meant_by(*context);
  if (const CUresult bad = check_captures(contexts); bad != CUDA_SUCCESS) return bad;
  engine::Moment moment = object->moment();
  if (cudart::SharedEvent* const shared = object->shared()) {
    const PassingStream awaiting(*context->engine());
    shared->enqueue_wait(*awaiting);
    moment = awaiting->record();
  }
  for (const Context* const meant : contexts) meant->engine()->enqueue_wait(moment);
  return CUDA_SUCCESS;
}

}  // namespace

CUresult ctx_record_event(CUcontext context, CUevent event) {
  return record_event(find_context(context), event);
}

CUresult ctx_wait_event(CUcontext context, CUevent event) {
  return wait_event(find_context(context), event);
}

CUresult green_ctx_record_event(CUgreenCtx context, CUevent event) {
  return record_event(find_green_context(context), event);
}

CUresult green_ctx_wait_event(CUgreenCtx context, CUevent event) {
  return wait_event(find_green_context(context), event);
}

}  // namespace riffle::api::cuda
