// SPDX-License-Identifier: Apache-2.0
// Which context a resource belongs to, so that it is given back there, and not at all after that context has gone.
#pragma once

#include <riffle/error.h>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <source_location>

namespace riffle::detail {

/// Contexts that this library has made and will destroy. The memory, modules, streams and events of a destroyed one are gone
/// with it: objects that outlive it must not touch them.
class MadeContexts {
 public:
  using Alive = std::shared_ptr<std::atomic<bool>>;

  static MadeContexts& instance() {
    static auto* const all = new MadeContexts;  // never destroyed: static objects may come later
    return *all;
  }
  void add(CUcontext context) {
    const std::lock_guard lock(mutex_);
    alive_[context] = std::make_shared<std::atomic<bool>>(true);
    any_.store(true);
  }
  void remove(CUcontext context) {
    const std::lock_guard lock(mutex_);
    const auto found = alive_.find(context);
    if (found == alive_.end()) return;
    found->second->store(false);
    alive_.erase(found);
  }
  /// Null for contexts of others (the runtime API's primary context): those are taken to live.
  Alive of(CUcontext context) {
    if (!any_.load()) return nullptr;
    const std::lock_guard lock(mutex_);
    const auto found = alive_.find(context);
    return found == alive_.end() ? nullptr : found->second;
  }

 private:
  std::mutex mutex_;
  std::map<CUcontext, Alive> alive_;  // guarded by mutex_
  std::atomic<bool> any_{false};
};

/// The calling thread's context. A thread without one gets the primary context of device 0, which is what the runtime API
/// would give it, too.
inline CUcontext current_context(const std::source_location& where) {
  CUcontext context = nullptr;
  CUresult result = cuCtxGetCurrent(&context);
  if (result == CUDA_SUCCESS && context != nullptr) [[likely]]
    return context;
  check(cuInit(0), "cuInit", where);
  result = cuCtxGetCurrent(&context);
  if (result == CUDA_SUCCESS && context != nullptr) return context;
  CUdevice device = 0;
  check(cuDeviceGet(&device, 0), "cuDeviceGet", where);
  check(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain", where);
  check(cuCtxSetCurrent(context), "cuCtxSetCurrent", where);
  return context;
}

/// Makes a context current for a scope.
class Within {
 public:
  explicit Within(CUcontext context) noexcept {
    CUcontext current = nullptr;
    const bool is_current = cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == context;
    is_pushed_ = !is_current && cuCtxPushCurrent(context) == CUDA_SUCCESS;
  }
  ~Within() {
    CUcontext popped = nullptr;
    if (is_pushed_) cuCtxPopCurrent(&popped);
  }
  Within(const Within&) = delete;
  Within& operator=(const Within&) = delete;

 private:
  bool is_pushed_ = false;
};

/// The context in which something was made.
class Owner {
 public:
  Owner() = default;
  explicit Owner(const std::source_location& where)
      : context_(current_context(where)), alive_(MadeContexts::instance().of(context_)) {}

  [[nodiscard]] CUcontext context() const noexcept { return context_; }
  /// Calls `give_back` in this context, unless that has been destroyed. A failure here is a fault that every
  /// other call reports; destructors are silent.
  template <typename F>
  void release(F&& give_back) const noexcept {
    if (alive_ && !alive_->load()) return;
    const Within scope(context_);
    give_back();
  }

 private:
  CUcontext context_ = nullptr;
  MadeContexts::Alive alive_;
};

}  // namespace riffle::detail
