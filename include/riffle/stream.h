// SPDX-License-Identifier: Apache-2.0
// Streams: queues of work. Order inside a stream, any interleaving between streams.
#pragma once

#include <riffle/detail/owner.h>

#include <functional>
#include <memory>
#include <source_location>
#include <utility>

namespace riffle {

class Event;

/// A stream that somebody else owns; by default the legacy default stream. CUstream and cudaStream_t convert to it.
class StreamRef {
 public:
  using Where = std::source_location;

  constexpr StreamRef(CUstream handle = nullptr) noexcept : handle_(handle) {}
  [[nodiscard]] constexpr CUstream handle() const noexcept { return handle_; }

  /// Waits until everything in it has run. Throws what its kernels did wrong.
  void synchronize(Where where = Where::current()) const {
    detail::current_context(where);
    detail::check(cuStreamSynchronize(handle_), "cuStreamSynchronize", where);
  }
  /// Returns whether all of its work is complete. It does not wait.
  [[nodiscard]] bool query(Where where = Where::current()) const {
    detail::current_context(where);
    const CUresult result = cuStreamQuery(handle_);
    if (result == CUDA_ERROR_NOT_READY) return false;
    detail::check(result, "cuStreamQuery", where);
    return true;
  }
  /// Makes later work in this stream wait for the last record() of `event`. The host does not wait.
  void wait(const Event& event, Where where = Where::current()) const;
  /// Calls `function` on a thread of CUDA's, after what is in the stream and before what comes later. It must make no CUDA
  /// call and must not throw (an exception ends the program).
  void call(std::function<void()> function, Where where = Where::current()) const {
    detail::current_context(where);
    auto kept = std::make_unique<std::function<void()>>(std::move(function));
    detail::check(cuLaunchHostFunc(handle_, run_once, kept.get()), "cuLaunchHostFunc", where);
    kept.release();  // run_once has it
  }

  friend bool operator==(StreamRef a, StreamRef b) { return a.handle_ == b.handle_; }

 protected:
  CUstream handle_ = nullptr;

 private:
  static void run_once(void* kept) noexcept {
    const std::unique_ptr<std::function<void()>> function(
        static_cast<std::function<void()>*>(kept));
    (*function)();
  }
};

/// A stream of this program's own. The destructor does not wait: what is in the stream still runs.
class Stream : public StreamRef {
 public:
  /// `flags`: CU_STREAM_NON_BLOCKING leaves out the legacy default stream's ordering. `priority`: lower runs first.
  explicit Stream(unsigned flags = CU_STREAM_DEFAULT, int priority = 0,
                  Where where = Where::current())
      : owner_(where) {
    detail::check(cuStreamCreateWithPriority(&handle_, flags, priority),
                  "cuStreamCreateWithPriority", where);
  }
  Stream(Stream&& other) noexcept
      : StreamRef(std::exchange(other.handle_, nullptr)), owner_(std::move(other.owner_)) {}
  Stream& operator=(Stream&& other) noexcept {
    std::swap(handle_, other.handle_);
    std::swap(owner_, other.owner_);
    return *this;
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() {
    if (handle_ != nullptr) owner_.release([&] { cuStreamDestroy(handle_); });
  }

 private:
  detail::Owner owner_;
};

}  // namespace riffle
