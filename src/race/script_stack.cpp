// SPDX-License-Identifier: Apache-2.0
#include "race/script_stack.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>

#include <dlfcn.h>

#include "race/preload/host_calls.h"

namespace riffle::race {
namespace {

// Of CPython. Its thread states are nobody's business here but CPython's.
using ThreadState = void*();
using DumpStack = const char*(int descriptor, void* state);
constinit ThreadState* thread_state = nullptr;
constinit DumpStack* dump_stack = nullptr;

struct Stack {
  std::uint64_t hash = 0;  ///< 0: none
  const char* text = nullptr;
  std::size_t bytes = 0;
};

/// The stacks that are known, by hash. What is full stays so.
class Stacks {
 public:
  constexpr Stacks() = default;

  /// False: another thread is at it, or the code that a handler has interrupted.
  [[nodiscard]] bool try_lock() noexcept {
    constexpr int kTries = 10'000;
    for (int i = 0; i < kTries; ++i)
      if (!is_locked_.test_and_set()) return true;
    return false;
  }
  void unlock() noexcept { is_locked_.clear(); }

  void clear() noexcept { size_ = 0; }
  void append(const void* bytes, std::size_t count) noexcept {
    count = std::min(count, text_.size() - size_);
    std::memcpy(text_.data() + size_, bytes, count);
    size_ += count;
  }
  [[nodiscard]] std::uint32_t number() noexcept {
    const std::string_view text(text_.data(), size_);
    const std::uint64_t hash = hash_of(text);
    for (std::size_t tried = 0; tried < all_.size(); ++tried) {
      const std::size_t at = (hash + tried) % all_.size();
      if (all_[at].hash == 0 && !add(all_[at], hash, text)) return 0;
      if (all_[at].hash == hash) return static_cast<std::uint32_t>(at + 1);
    }
    return 0;
  }
  [[nodiscard]] std::string_view text(std::uint32_t number) const noexcept {
    return {all_[number - 1].text, all_[number - 1].bytes};
  }

 private:
  static std::uint64_t hash_of(std::string_view text) noexcept {
    std::uint64_t hash = 14695981039346656037u;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    return std::max<std::uint64_t>(hash, 1);
  }
  bool add(Stack& stack, std::uint64_t hash, std::string_view text) noexcept {
    if (memory_.size() - used_ < text.size()) return false;
    std::memcpy(memory_.data() + used_, text.data(), text.size());
    stack = {hash, memory_.data() + used_, text.size()};
    used_ += text.size();
    return true;
  }

  std::atomic_flag is_locked_;
  std::array<char, 16 << 10> text_{};  ///< of the stack that is looked at
  std::size_t size_ = 0;
  std::array<Stack, 8192> all_{};
  std::array<char, 8 << 20> memory_{};
  std::size_t used_ = 0;
};
constinit Stacks stacks;

}  // namespace

void find_interpreter() {
  thread_state =
      reinterpret_cast<ThreadState*>(dlsym(RTLD_DEFAULT, "PyGILState_GetThisThreadState"));
  dump_stack = reinterpret_cast<DumpStack*>(dlsym(RTLD_DEFAULT, "_Py_DumpTraceback"));
}

std::uint32_t current_script() noexcept {
  if (dump_stack == nullptr || thread_state == nullptr) return 0;
  void* const state = thread_state();
  if (state == nullptr || !stacks.try_lock()) return 0;
  const int kept_errno = errno;
  stacks.clear();
  dump_stack(kScriptDescriptor, state);
  errno = kept_errno;
  const std::uint32_t number = stacks.number();
  stacks.unlock();
  return number;
}

std::string_view script_stack(std::uint32_t number) noexcept {
  return number == 0 ? std::string_view() : stacks.text(number);
}

void note_script_text(const void* bytes, std::size_t count) noexcept {
  stacks.append(bytes, count);
}

}  // namespace riffle::race
