// SPDX-License-Identifier: Apache-2.0
// The buffer between kernels' printf and stdout.
//
// A kernel's call reads everything that may fault (format, arguments, strings) before it takes the lock,
// and then only copies; text is made when the buffer is flushed. A call that finds it full flushes it:
// nothing is lost, as nothing is on an H200 (CUDA's guide says that the oldest output would be).
#include "device/cpu/printf.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "device/cpu/block_executor.h"
#include "device/cpu/device_printf.h"
#include "device/cpu/limits.h"
#include "device/cpu/printf_format.h"
#include "device/cpu/stack_probe.h"

namespace riffle::device {
namespace {

constexpr std::size_t kMinFifoBytes = 524288;  // as an H200 has it
constexpr int kMaxArguments = 64;
constexpr std::int32_t kNullFormat = -1;
constexpr std::int32_t kInternalError = -2;

struct RecordHeader {
  std::uint64_t record_bytes;    ///< 8-aligned, header included
  std::uint64_t argument_bytes;  ///< 8-aligned
};
// Layout: header, arguments, format with its zero, strings with theirs.

std::size_t round8(std::size_t bytes) { return (bytes + 7) & ~std::size_t{7}; }

/// What a call is going to print, found out without any lock.
struct PrintfCall {
  const char* format;
  std::size_t format_bytes;  ///< with the zero
  std::size_t argument_bytes = 0;
  int argument_count = 0;
  int string_count = 0;
  struct Text {
    const char* begin;
    std::size_t bytes;  ///< without a zero
  } strings[kMaxArguments];
  alignas(
      8) unsigned char arguments[kMaxArguments * 8];  ///< a copy: reading the kernel's may fault

  [[nodiscard]] std::size_t record_bytes() const {
    std::size_t bytes = sizeof(RecordHeader) + round8(argument_bytes) + format_bytes;
    for (int index = 0; index < string_count; ++index) bytes += strings[index].bytes + 1;
    return round8(bytes);
  }
};

bool inspect(const char* format, const void* arguments, PrintfCall& call) {
  call.format = format;
  call.format_bytes = std::strlen(format) + 1;
  ArgumentReader reader(static_cast<const unsigned char*>(arguments));
  Conversion conversion;
  for (const char* at = format; next_conversion(at, conversion); at = conversion.end) {
    if (conversion.argument == ArgumentKind::kNone) continue;
    call.argument_count += 1 + conversion.has_star_width;
    if (call.argument_count > kMaxArguments) return false;
    const unsigned char* value = reader.skip(conversion);
    if (conversion.argument != ArgumentKind::kString) continue;
    const char* text;
    std::memcpy(&text, value, sizeof text);
    if (text == nullptr) text = "(null)";
    const std::size_t bytes = conversion.precision >= 0
                                  ? strnlen(text, static_cast<std::size_t>(conversion.precision))
                                  : std::strlen(text);
    call.strings[call.string_count++] = {text, bytes};
  }
  call.argument_bytes = reader.offset_bytes();
  if (call.argument_bytes == 0) return true;
  if (arguments == nullptr) {  // conversions, but no arguments at all: 700 on an H200
    BlockExecutor::current()->land({.code = Code::kIllegalAddress, .what = "illegal address"});
  }
  std::memcpy(call.arguments, arguments, call.argument_bytes);
  return true;
}

/// Records one after the other, up to a bound.
class Fifo {
 public:
  enum class Append : std::uint8_t { kDone, kFull, kNoMemory };

  /// A record larger than the bound is taken when there is no other.
  Append append(const PrintfCall& call) RIFFLE_EXCLUDES(mutex_) {
    const std::size_t bytes = call.record_bytes();
    MutexLock lock(mutex_);
    const std::size_t used_bytes = records_.size();
    if (used_bytes != 0 && used_bytes + bytes > capacity_bytes_) return Append::kFull;
    try {
      records_.resize(used_bytes + bytes);
    } catch (const std::bad_alloc&) {
      return Append::kNoMemory;
    }
    write(call, bytes, records_.data() + used_bytes);
    is_empty_.store(false, std::memory_order_release);
    return Append::kDone;
  }

  /// Takes all records out, oldest first.
  std::vector<unsigned char> drain() RIFFLE_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    is_empty_.store(true, std::memory_order_release);
    return std::exchange(records_, {});
  }

  void set_capacity_bytes(std::size_t bytes) RIFFLE_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    capacity_bytes_ = bytes < kMinFifoBytes ? kMinFifoBytes : bytes;
  }

  std::size_t capacity_bytes() RIFFLE_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    return capacity_bytes_;
  }

  [[nodiscard]] bool is_empty() const { return is_empty_.load(std::memory_order_acquire); }

 private:
  static void write(const PrintfCall& call, std::size_t record_bytes, unsigned char* out) {
    const RecordHeader header{record_bytes, round8(call.argument_bytes)};
    std::memcpy(out, &header, sizeof header);
    out += sizeof header;
    if (call.argument_bytes != 0) std::memcpy(out, call.arguments, call.argument_bytes);
    out += header.argument_bytes;
    std::memcpy(out, call.format, call.format_bytes);
    out += call.format_bytes;
    for (int index = 0; index < call.string_count; ++index) {
      std::memcpy(out, call.strings[index].begin, call.strings[index].bytes);
      out[call.strings[index].bytes] = 0;
      out += call.strings[index].bytes + 1;
    }
  }

  Mutex mutex_;
  std::vector<unsigned char> records_ RIFFLE_GUARDED_BY(mutex_);
  std::size_t capacity_bytes_ RIFFLE_GUARDED_BY(mutex_) = kPrintfFifoBytesDefault;
  std::atomic<bool> is_empty_{true};  ///< release; acquired by flush_printf without the lock
};

Fifo& fifo() {
  static auto* const instance = [] {
    // What finished kernels printed appears although nobody synchronised.
    std::atexit([] { flush_printf(); });
    alignas(Fifo) static unsigned char storage[sizeof(Fifo)];  // never destroyed
    return new (storage) Fifo;
  }();
  return *instance;
}

// By device. Each is one independent value.
std::array<std::atomic<bool>, kMaxDevices> settled{};

// Held while text goes to stdout, so that two flushes do not mix. Taken before the FIFO's.
Mutex output_mutex;

}  // namespace

std::int32_t device_vprintf(const char* format, const void* arguments) {
  if (format == nullptr) return kNullFormat;
  probe_stack();
  PrintfCall call;
  if (!inspect(format, arguments, call)) return kInternalError;
  for (;;) {
    switch (fifo().append(call)) {
      case Fifo::Append::kDone:
        return call.argument_count;
      case Fifo::Append::kFull:
        flush_printf();
        break;
      case Fifo::Append::kNoMemory:
        return kInternalError;
    }
  }
}

void flush_printf() noexcept {
  if (fifo().is_empty()) return;
  MutexLock lock(output_mutex);
  const std::vector<unsigned char> records = fifo().drain();
  for (std::size_t offset = 0; offset < records.size();) {
    RecordHeader header;
    std::memcpy(&header, records.data() + offset, sizeof header);
    const unsigned char* arguments = records.data() + offset + sizeof header;
    const char* format = reinterpret_cast<const char*>(arguments) + header.argument_bytes;
    offset += header.record_bytes;
    // Through the program's own stream, so that the order of its output and the device's is kept.
    try {
      const std::string text = render(format, arguments, format + std::strlen(format) + 1);
      std::fwrite(text.data(), 1, text.size(), stdout);
    } catch (const std::bad_alloc&) {
      std::fputs("riffle: no memory for the text of a kernel's printf\n", stderr);
    }
  }
  std::fflush(stdout);
}

void set_printf_fifo_bytes(std::size_t bytes) { fifo().set_capacity_bytes(bytes); }

void settle_printf(int device) {
  std::atomic<bool>& is_settled = settled[static_cast<std::size_t>(device)];
  if (!is_settled.load(std::memory_order_relaxed)) is_settled = true;  // asked at each launch
}
bool is_printf_settled(int device) { return settled[static_cast<std::size_t>(device)]; }
void reset_printf(int device) { settled[static_cast<std::size_t>(device)] = false; }

std::size_t printf_fifo_bytes() { return fifo().capacity_bytes(); }

}  // namespace riffle::device
