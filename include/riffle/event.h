// SPDX-License-Identifier: Apache-2.0
// Events: moments of streams, to wait for and to measure between.
#pragma once

#include <riffle/detail/owner.h>
#include <riffle/stream.h>

#include <source_location>
#include <utility>

namespace riffle {

class Event {
 public:
  using Where = std::source_location;

  /// `flags`: CU_EVENT_DISABLE_TIMING for one that is only waited for, CU_EVENT_BLOCKING_SYNC, ...
  explicit Event(unsigned flags = CU_EVENT_DEFAULT, Where where = Where::current())
      : owner_(where) {
    detail::check(cuEventCreate(&handle_, flags), "cuEventCreate", where);
  }
  Event(Event&& other) noexcept
      : handle_(std::exchange(other.handle_, nullptr)), owner_(std::move(other.owner_)) {}
  Event& operator=(Event&& other) noexcept {
    std::swap(handle_, other.handle_);
    std::swap(owner_, other.owner_);
    return *this;
  }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() {
    if (handle_ != nullptr) owner_.release([&] { cuEventDestroy(handle_); });
  }

  [[nodiscard]] CUevent handle() const noexcept { return handle_; }

  /// It is now the moment when everything that `stream` holds has run. Does not wait.
  Event& record(StreamRef stream = {}, Where where = Where::current()) {
    detail::current_context(where);
    detail::check(cuEventRecord(handle_, stream.handle()), "cuEventRecord", where);
    return *this;
  }
  /// Returns whether the recorded work is complete (true also before the first record()). It does not wait.
  [[nodiscard]] bool query(Where where = Where::current()) const {
    const CUresult result = cuEventQuery(handle_);
    if (result == CUDA_ERROR_NOT_READY) return false;
    detail::check(result, "cuEventQuery", where);
    return true;
  }
  /// Waits for it.
  void synchronize(Where where = Where::current()) const {
    detail::check(cuEventSynchronize(handle_), "cuEventSynchronize", where);
  }
  /// Milliseconds from this moment to `end`. Both must have come: else throws CUDA_ERROR_NOT_READY.
  [[nodiscard]] float time_till(const Event& end, Where where = Where::current()) const {
    float milliseconds = 0;
    detail::check(cuEventElapsedTime(&milliseconds, handle_, end.handle_), "cuEventElapsedTime",
                  where);
    return milliseconds;
  }
  /// Milliseconds from `start` to this moment.
  [[nodiscard]] float time_since(const Event& start, Where where = Where::current()) const {
    return start.time_till(*this, where);
  }

 private:
  CUevent handle_ = nullptr;
  detail::Owner owner_;
};

inline void StreamRef::wait(const Event& event, Where where) const {
  detail::current_context(where);
  detail::check(cuStreamWaitEvent(handle_, event.handle(), CU_EVENT_WAIT_DEFAULT),
                "cuStreamWaitEvent", where);
}

}  // namespace riffle
