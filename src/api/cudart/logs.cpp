// SPDX-License-Identifier: Apache-2.0
#include "api/cudart/logs.h"

#include <array>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "api/cudart/entry.h"
#include "base/handle_table.h"
#include "base/mutex.h"
#include "cudart_bodies.h"

namespace riffle::api::cudart {
namespace {

constexpr std::uint8_t kLogCallbackHandleKind = 0x21;
constexpr std::size_t kKept = 100;  // as CUDA promises

struct Callback {
  cudaLogsCallback_t function;
  void* user;
};

// An iterator is the number of messages that came before: it never goes back, and never restarts.
class Logs {
 public:
  void add(std::string message) RIFFLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    messages_[count_++ % kKept] = std::move(message);
  }

  [[nodiscard]] unsigned count() const RIFFLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    return count_;
  }

  /// The messages from `iterator` on, those that are still kept; `iterator` moves to their end.
  [[nodiscard]] std::vector<std::string> from(unsigned& iterator) const RIFFLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    std::vector<std::string> found;
    unsigned at = iterator;
    if (count_ - at > kKept) at = count_ - kKept;
    for (; at != count_; ++at) found.push_back(messages_[at % kKept]);
    iterator = count_;
    return found;
  }

  HandleTable<Callback> callbacks{kLogCallbackHandleKind};

 private:
  mutable Mutex mutex_;
  std::array<std::string, kKept> messages_ RIFFLE_GUARDED_BY(mutex_);
  unsigned count_ RIFFLE_GUARDED_BY(mutex_) = 0;
};

Logs& logs() {
  static auto* const instance = new Logs;  // calls may fail while the process exits
  return *instance;
}

thread_local std::string reason;

std::string line_of(const std::string& message) {
  std::array<char, 32> now{};
  const std::time_t seconds = std::time(nullptr);
  std::tm broken_down{};
  localtime_r(&seconds, &broken_down);
  std::strftime(now.data(), now.size(), "[%H:%M:%S]", &broken_down);
  return std::string(now.data()) + "[E] " + message + "\n";
}

std::vector<std::string> dump(cudaLogIterator* iterator) {
  unsigned oldest = logs().count() > kKept ? logs().count() - static_cast<unsigned>(kKept) : 0;
  return logs().from(iterator != nullptr ? *iterator : oldest);
}

}  // namespace

void note_reason(std::string_view text) noexcept {
  try {
    reason = text;
  } catch (...) {
    reason.clear();
  }
}

void log_failure(const char* symbol, cudaError_t error) noexcept {
  log_failure(symbol, cudaGetErrorName(error), cudaGetErrorString(error));
}

void log_failure(const char* symbol, const char* name, const char* text) noexcept {
  try {
    std::string message =
        std::string(symbol) + ": " + name + ": " + (reason.empty() ? text : reason);
    reason.clear();
    std::vector<Callback> given;
    logs().callbacks.for_each(
        [&](std::uintptr_t, const Callback* callback) { given.push_back(*callback); });
    for (const Callback& callback : given)
      callback.function(callback.user, cudaLogLevelError, message.data(), message.size());
    logs().add(line_of(message));
  } catch (...) {
    return;  // no memory for a message: the error code says enough
  }
}

cudaError_t logs_register_callback(cudaLogsCallback_t callbackFunc, void* userData,
                                   cudaLogsCallbackHandle* callback_out) {
  if (callbackFunc == nullptr) return cudaErrorInvalidValue;
  auto callback = std::make_unique<Callback>(callbackFunc, userData);
  const std::uintptr_t made = logs().callbacks.insert(callback.get());
  if (made == 0) return cudaErrorMemoryAllocation;
  callback.release();  // NOLINT(bugprone-unused-return-value): the handle table has it
  // Without a place for the handle it stays for good, as on hardware.
  if (callback_out != nullptr) *callback_out = reinterpret_cast<cudaLogsCallbackHandle>(made);
  return cudaSuccess;
}

cudaError_t logs_unregister_callback(cudaLogsCallbackHandle callback) {
  const std::unique_ptr<Callback> gone(
      logs().callbacks.remove(reinterpret_cast<std::uintptr_t>(callback)));
  return gone != nullptr ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t logs_current(cudaLogIterator* iterator_out, unsigned int) {
  if (iterator_out == nullptr) return cudaErrorInvalidValue;
  *iterator_out = logs().count();
  return cudaSuccess;
}

// Hardware leaves the iterator where it is.
cudaError_t logs_dump_to_file(cudaLogIterator* iterator, const char* pathToFile, unsigned int) {
  if (pathToFile == nullptr) return cudaErrorInvalidValue;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(pathToFile, "w"),
                                                             std::fclose);
  if (file == nullptr) return cudaErrorInvalidValue;
  cudaLogIterator at = iterator != nullptr ? *iterator : 0;
  bool is_written = true;
  for (const std::string& line : dump(iterator != nullptr ? &at : nullptr))
    is_written = std::fputs(line.c_str(), file.get()) >= 0 && is_written;
  return is_written ? cudaSuccess : cudaErrorOperatingSystem;
}

// Hardware refuses a buffer when all messages but the last are too long for it. Otherwise it writes all
// of them, past the end if need be; here what does not fit is left out at the front: the newest messages
// are worth most.
cudaError_t logs_dump_to_memory(cudaLogIterator* iterator, char* buffer, size_t* size,
                                unsigned int) {
  if (buffer == nullptr || size == nullptr) return cudaErrorInvalidValue;
  cudaLogIterator at = iterator != nullptr ? *iterator : 0;
  const std::vector<std::string> lines = dump(iterator != nullptr ? &at : nullptr);
  if (*size == 0) return lines.empty() ? cudaSuccess : cudaErrorInvalidValue;
  std::string text;
  for (const std::string& line : lines) text += line;
  if (!lines.empty() && text.size() - lines.back().size() > *size) {
    *size = 0;
    return cudaErrorInvalidValue;
  }
  const std::size_t room = *size - 1;
  const std::size_t skipped = text.size() > room ? text.size() - room : 0;
  *size = text.size() - skipped;
  std::memcpy(buffer, text.data() + skipped, *size);
  buffer[*size] = '\0';
  if (iterator != nullptr) *iterator = at;
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
