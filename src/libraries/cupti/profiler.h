// SPDX-License-Identifier: Apache-2.0
// What the program has asked for, and what it is told: the sink of the engine's observer (trace/activity/activity.h).
#pragma once

#include <cupti.h>

#include <array>
#include <atomic>
#include <cstdint>

#include "libraries/cupti/call_names.h"
#include "trace/activity/activity.h"

struct CUpti_Subscriber_st {
  CUpti_CallbackFunc callback = nullptr;
  void* user = nullptr;
};

namespace riffle::cupti {

/// A flag for each function of both APIs.
class CallFlags {
 public:
  explicit CallFlags(bool value) {
    for (auto& domain : flags_)
      for (auto& flag : domain) flag.store(value, std::memory_order_relaxed);
  }
  std::atomic<bool>& operator[](CallId call) {
    return flags_[call.domain == CUPTI_CB_DOMAIN_RUNTIME_API][call.id];
  }

 private:
  std::array<std::array<std::atomic<bool>, kMostCalls>, 2> flags_;
};

class Profiler final : public trace::ActivitySink {
 public:
  Profiler() = default;

  /// Tells the runtime of itself, once. False: no runtime is there.
  bool attach();

  std::uint64_t now_ns() noexcept override;
  void call_entered(const trace::CallActivity& call) noexcept override;
  void call_left(const trace::CallActivity& call) noexcept override;
  void operation_ended(const trace::OperationActivity& operation) noexcept override;

  // Settings: read on any thread.
  std::array<std::atomic<bool>, CUPTI_ACTIVITY_KIND_COUNT> kinds{};
  CallFlags recorded_calls{true};
  CallFlags called_back{false};
  std::atomic<CUpti_Subscriber_st*> subscriber{nullptr};
  std::atomic<CUpti_TimestampCallbackFunc> clock{nullptr};
  std::atomic<bool> has_latency{false};
  std::atomic<bool> has_system_thread_ids{false};

  [[nodiscard]] bool wants(CUpti_ActivityKind kind) const {
    return kinds[kind].load(std::memory_order_relaxed);
  }

 private:
  void call_back(CUpti_ApiCallbackSite site, CallId id, const trace::CallActivity& call,
                 std::uint64_t* kept);
  void record_call(CallId id, const trace::CallActivity& call, std::uint64_t end_ns);
  void record_kernel(const trace::OperationActivity& operation);
};

/// Never destroyed.
Profiler& profiler();

/// The ids that the calling thread has pushed.
void record_external_ids(std::uint32_t correlation);

}  // namespace riffle::cupti
