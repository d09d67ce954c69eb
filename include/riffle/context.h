// SPDX-License-Identifier: Apache-2.0
// Contexts: what belongs to one use of a device. Programs that make none work in the primary context of device 0, the one
// that the runtime API uses.
#pragma once

#include <riffle/detail/owner.h>
#include <riffle/device.h>

#include <source_location>
#include <utility>

namespace riffle {

/// A context of this program's own, or a device's primary context. It becomes the calling thread's current one when it is
/// made; the destructor takes it off the thread's stack and destroys it (a primary context is released). What was made in
/// it - arrays, streams, events, modules - is gone with it; objects that still name those may be destroyed later.
class Context {
 public:
  using Where = std::source_location;

  /// A new context of `device`. `flags` are those of cuCtxCreate, CU_CTX_SCHED_AUTO by default.
  static Context make(Device device = Device(0), unsigned flags = 0,
                      Where where = Where::current()) {
    CUcontext handle = nullptr;
    detail::check(cuCtxCreate(&handle, nullptr, flags, device.handle()), "cuCtxCreate", where);
    detail::MadeContexts::instance().add(handle);
    return Context(handle, device, false);
  }
  /// The context that the runtime API uses on `device`.
  static Context primary(Device device = Device(0), Where where = Where::current()) {
    CUcontext handle = nullptr;
    detail::check(cuDevicePrimaryCtxRetain(&handle, device.handle()), "cuDevicePrimaryCtxRetain",
                  where);
    Context made(handle, device, true);
    made.push(where);
    return made;
  }

  Context(Context&& other) noexcept
      : handle_(std::exchange(other.handle_, nullptr)),
        device_(other.device_),
        is_primary_(other.is_primary_) {}
  Context& operator=(Context&& other) noexcept {
    std::swap(handle_, other.handle_);
    std::swap(device_, other.device_);
    std::swap(is_primary_, other.is_primary_);
    return *this;
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  ~Context() {
    if (handle_ == nullptr) return;
    CUcontext current = nullptr;
    if (cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == handle_) cuCtxPopCurrent(&current);
    if (is_primary_) {
      cuDevicePrimaryCtxRelease(device_.handle());
      return;
    }
    detail::MadeContexts::instance().remove(handle_);
    cuCtxDestroy(handle_);
  }

  /// Onto the calling thread's stack of contexts: it is the current one until pop().
  void push(Where where = Where::current()) {
    detail::check(cuCtxPushCurrent(handle_), "cuCtxPushCurrent", where);
  }
  /// Takes the current context off the calling thread's stack. Throws CUDA_ERROR_INVALID_CONTEXT if that is not this one.
  void pop(Where where = Where::current()) {
    CUcontext current = nullptr;
    detail::check(cuCtxGetCurrent(&current), "cuCtxGetCurrent", where);
    if (current != handle_)
      throw Error(CUDA_ERROR_INVALID_CONTEXT, "Context::pop of a context that is not the current",
                  where);
    detail::check(cuCtxPopCurrent(&current), "cuCtxPopCurrent", where);
  }

  /// push() and pop() by scope.
  class Use {
   public:
    explicit Use(Context& context, Where where = Where::current()) : context_(context) {
      context_.push(where);
    }
    ~Use() {
      CUcontext popped = nullptr;
      cuCtxPopCurrent(&popped);
    }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    Context& context_;
  };

  /// Waits for everything in the calling thread's current context.
  static void synchronize(Where where = Where::current()) {
    detail::current_context(where);
    detail::check(cuCtxSynchronize(), "cuCtxSynchronize", where);
  }

  [[nodiscard]] CUcontext handle() const noexcept { return handle_; }
  [[nodiscard]] Device device() const noexcept { return device_; }

 private:
  Context(CUcontext handle, Device device, bool is_primary) noexcept
      : handle_(handle), device_(device), is_primary_(is_primary) {}

  CUcontext handle_;
  Device device_;
  bool is_primary_;
};

inline Device Device::current(Where where) {
  detail::current_context(where);
  Device device(0, where);
  detail::check(cuCtxGetDevice(&device.handle_), "cuCtxGetDevice", where);
  return device;
}

}  // namespace riffle
