// SPDX-License-Identifier: Apache-2.0
// A context: one device's streams with their sticky fault, and the settings that a program may make
// on it. What both the runtime API and the driver API mean by the word.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/mutex.h"
#include "base/status.h"
#include "runtime/context/core_dump.h"
#include "runtime/engine/engine.h"

namespace riffle::context {

/// What a program may set; each is one independent value, with CUDA's numbers.
struct Settings {
  static constexpr unsigned kMapHost = 8;
  static constexpr std::size_t kLimits = 7;

  std::atomic<unsigned> flags{kMapHost};                   ///< scheduling, mapping
  std::atomic<int> cache_config{0};                        ///< no preference
  std::array<std::atomic<std::size_t>, kLimits> limits{};  ///< by limit; 0: the default
  std::atomic<std::uint64_t> peers{0};  ///< bit per device that access is enabled to

  /// The driver's form that made the context: 3010 with addresses of 32 bits, else 3020, as every driver since says.
  std::atomic<unsigned> api_version{3020};

  void reset();
};

/// Thread-safe. A device's primary context lives as long as the process and may be started and ended
/// again and again; a generation is what lies between. Other contexts of the device have one generation,
/// and end with what was made in them only.
class Context {
 public:
  explicit Context(int device, bool is_primary = true)
      : device_(device),
        is_primary_(is_primary),
        id_(next_id()),
        core_dump(own_core_dump_),
        settings(own_settings_) {}
  /// A green context: streams that use so many of the device's multiprocessors. All else is the primary context's.
  Context(Context& primary, unsigned multiprocessors)
      : device_(primary.device_),
        is_primary_(false),
        id_(next_id()),
        home_(&primary),
        multiprocessors_(multiprocessors),
        core_dump(primary.own_core_dump_),
        settings(primary.own_settings_) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// The number of its device.
  [[nodiscard]] int device() const { return device_; }
  [[nodiscard]] bool is_primary() const { return is_primary_; }
  [[nodiscard]] bool is_green() const { return home_ != nullptr; }
  /// Whose the memory, the modules and the events are that are made in it: a green one's are the primary context's.
  [[nodiscard]] Context& home() { return home_ != nullptr ? *home_ : *this; }
  [[nodiscard]] const Context& home() const { return home_ != nullptr ? *home_ : *this; }
  /// That its kernels may use.
  [[nodiscard]] unsigned multiprocessors() const;
  /// Of this context alone, in this process.
  [[nodiscard]] std::uint64_t id() const { return id_; }

  /// Null until `start`, and between `end` and the next start.
  [[nodiscard]] engine::ContextStreams* engine() const {
    return engine_.load(std::memory_order_acquire);
  }
  /// Nothing happens when it is started already. Errors: kNotInitialized (no thread can be started).
  Status start() RIFFLE_EXCLUDES(mutex_);
  /// Waits for all work of this context alone, and prints what it has printed.
  void drain() RIFFLE_EXCLUDES(mutex_);
  /// Waits for all work, and until no other thread is inside of a call (engine/calls.h). Then streams, events, memory
  /// and loaded modules of this context are gone, and the settings are as at first. With a primary context all memory and modules of its device go.
  /// Its green contexts end first.
  void end() RIFFLE_EXCLUDES(mutex_);
  /// A context that shares its device's memory in the same way has faulted: so has this.
  void share_fault(Code fault) RIFFLE_EXCLUDES(mutex_);

  /// Counts ends: what was made under another number is gone.
  [[nodiscard]] std::uint64_t generation() const {
    return generation_.load(std::memory_order_acquire);
  }
  /// Gives a stream back unless the end of its generation has taken it already.
  void destroy_stream(engine::Stream* stream, std::uint64_t generation) RIFFLE_EXCLUDES(mutex_);

  /// What the API keeps with the context; set by the observer, not looked into here.
  void* attachment = nullptr;

 private:
  static std::uint64_t next_id();

  const int device_;
  const bool is_primary_;
  const std::uint64_t id_;
  Context* const home_ = nullptr;                         ///< of a green one
  const unsigned multiprocessors_ = 0;                    ///< of a green one
  std::atomic<engine::ContextStreams*> engine_{nullptr};  // release in start, acquired by engine()
  std::atomic<std::uint64_t> generation_{0};
  Mutex mutex_;
  std::unique_ptr<engine::ContextStreams> owned_ RIFFLE_GUARDED_BY(mutex_);
  Settings own_settings_;
  CoreDump own_core_dump_;

 public:
  // A green context's are the primary one's.
  CoreDump& core_dump;
  Settings& settings;
};

/// For the room that holds handles into contexts. Called under the context's lock: must not use the context but
/// for what is passed. Set it once, before the first start.
struct ContextHooks {
  /// The engine's context is there; other threads see it after the call. When it throws, the context
  /// is not started.
  void (*starting)(Context& context, engine::ContextStreams& engine) = nullptr;
  /// All work is done: handles of the context's streams and events must go.
  void (*ending)(Context& context) = nullptr;
};
void set_hooks(const ContextHooks& hooks);

}  // namespace riffle::context
