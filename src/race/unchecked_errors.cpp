// SPDX-License-Identifier: Apache-2.0
#include "race/unchecked_errors.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "base/mutex.h"
#include "device/cpu/fault.h"
#include "race/result_use.h"

namespace riffle::race {
namespace {

/// More places in the program than that are not remembered.
constexpr std::size_t kMostPlaces = 100;

// The codes are the same in both APIs.
enum ResultCode : int {
  kUnloading = 4,
  kNoDevice = 100,
  kNotReady = 600,
  kPeerAccessAlreadyEnabled = 704,
  kPeerAccessNotEnabled = 705,
  kMemoryAlreadyRegistered = 712,
  kMemoryNotRegistered = 713,
  kNotSupported = 801,
  kGraphUpdateFailed = 910,
};

/// Of kernels that failed: each call answers it from then on.
bool is_fault(int result) {
  return result == 700 || result == 702 || result == 710 || (result >= 714 && result <= 719);
}

/// Whether calls answer it where nothing is wrong, or where nothing is to be done about it.
bool is_status(std::string_view symbol, int result) {
  constexpr std::array kStatuses = {kUnloading,
                                    kNotReady,
                                    kPeerAccessAlreadyEnabled,
                                    kPeerAccessNotEnabled,
                                    kMemoryAlreadyRegistered,
                                    kMemoryNotRegistered,
                                    kNotSupported,
                                    kGraphUpdateFailed};
  if (std::ranges::find(kStatuses, result) != kStatuses.end()) return true;
  // Whoever counts devices looks at the count.
  if (result == kNoDevice) return symbol.contains("Count") || symbol == "cuInit";
  // Advice that is not taken changes no result; the last error is an error of others.
  constexpr std::array<std::string_view, 6> kAdvice = {"MemAdvise", "Prefetch",  "CacheConfig",
                                                       "Profiler",  "LastError", "SharedMemConfig"};
  return std::ranges::any_of(kAdvice,
                             [symbol](std::string_view each) { return symbol.contains(each); });
}

bool is_of_runtime(std::string_view symbol) { return symbol.starts_with("cuda"); }
/// Neither the runtime's nor the driver's: cuMemFree, but cublasSgemm and ncclSend.
bool is_of_library(std::string_view symbol) {
  const bool is_of_driver = symbol.starts_with("cu") && symbol.size() > 2 && symbol[2] < 'a';
  return !is_of_runtime(symbol) && !is_of_driver;
}

Finding explain(const char* symbol, int result, const CallSite& call,
                const std::optional<MemoryPlace>& freed_before) {
  const std::string_view name = symbol;
  Finding finding{.tool = "api", .kind = "unchecked error"};
  finding.text = std::string(name) + ": ";
  if (is_of_library(name)) {
    finding.text += "the call failed, and the program does not check its result";
  } else if (is_fault(result)) {
    const device::FaultRecord fault = device::last_fault();
    finding.text += fault.count == 0 ? "an earlier operation failed" : fault.text();
    finding.text += ", and the program does not check the result";
  } else if (name.starts_with("cudaLaunchKernel")) {
    finding.text += "the launch failed, and the program has not asked for its error";
  } else if (freed_before) {
    finding.text += "the memory was freed before, and the program does not check the result";
    finding.memory = freed_before;
  } else if (is_of_runtime(name)) {
    finding.text += "the call failed, and the program checks neither its result nor the last error";
  } else {
    finding.text += "the call failed, and the program does not check its result";
  }
  finding.text += " (error " + std::to_string(result) + ")";
  finding.fix = is_of_library(name) ? "compare the result with the library's code of success"
                : name.starts_with("cudaLaunchKernel") ? "call cudaGetLastError after the launch"
                : is_of_runtime(name)                  ? "compare the result with cudaSuccess"
                                                       : "compare the result with CUDA_SUCCESS";
  if (freed_before) finding.fix = "free the memory once, and set the pointer to null then";
  finding.operations = {Party{.what = "call", .call = call}};
  return finding;
}

class Errors {
 public:
  void note(const char* symbol, int result, const CallSite& call,
            const std::optional<MemoryPlace>& freed_before) RIFFLE_EXCLUDES(mutex_) {
    const bool is_seen = may_look_at_result(call.frames);
    const MutexLock lock(mutex_);
    if (is_fault(result) && !is_of_library(symbol)) {
      // One fault, and many calls that tell of it.
      if (is_seen) faults_are_seen_ = true;
      if (faults_are_seen_) fault_.clear();
      if (faults_are_seen_ || !fault_.empty()) return;
      fault_.push_back(explain(symbol, result, call, {}));
    } else if (!is_seen && places_.size() < kMostPlaces) {
      Finding finding = explain(symbol, result, call, freed_before);
      std::string key = finding.key();
      places_.try_emplace(std::move(key), is_of_runtime(symbol), std::move(finding));
    }
  }

  void see_last_error() RIFFLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    fault_.clear();
    std::erase_if(places_, [](const auto& each) { return each.second.first; });
  }

  std::vector<Finding> left() RIFFLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    std::vector<Finding> all = fault_;
    for (const auto& [key, place] : places_) all.push_back(place.second);
    return all;
  }

 private:
  Mutex mutex_;
  bool faults_are_seen_ RIFFLE_GUARDED_BY(mutex_) = false;
  std::vector<Finding> fault_ RIFFLE_GUARDED_BY(mutex_);  ///< one, or none
  /// By key; whether it is the runtime's, which keeps a last error.
  std::map<std::string, std::pair<bool, Finding>> places_ RIFFLE_GUARDED_BY(mutex_);
};

/// Never destroyed: the end of the process asks.
Errors& errors() {
  static Errors& all = *new Errors;
  return all;
}

}  // namespace

void note_result(const char* symbol, int result, const CallSite& call,
                 const std::optional<MemoryPlace>& freed_before) {
  if (result != 0 && !is_status(symbol, result)) errors().note(symbol, result, call, freed_before);
}

void note_library_result(const char* function, int result, const CallSite& call) {
  // The library may be unloaded before the report is written.
  static constinit Mutex mutex;
  static std::set<std::string, std::less<>>& names = *new std::set<std::string, std::less<>>;
  CallSite kept = call;
  {
    const MutexLock lock(mutex);
    kept.symbol = names.emplace(function).first->c_str();
  }
  errors().note(kept.symbol, result, kept, {});
}

void note_error_asked() { errors().see_last_error(); }

std::vector<Finding> unchecked_errors() { return errors().left(); }

}  // namespace riffle::race
