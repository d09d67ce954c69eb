// SPDX-License-Identifier: Apache-2.0
#include "runtime/context/context.h"

#include <utility>

#include "compiler/library.h"
#include "device/cpu/fault.h"
#include "device/cpu/heap.h"
#include "device/cpu/printf.h"
#include "runtime/context/owned_memory.h"
#include "runtime/engine/observer.h"
#include "runtime/memory/registry.h"
#include "runtime/module/module.h"

namespace riffle::context {
namespace {

Observer observer;

void tell_fault(Code fault) noexcept { device::tell_fault(fault, &compiler::source_position); }

}  // namespace

std::uint64_t Context::next_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

void set_observer(const Observer& chosen) { observer = chosen; }

void Settings::reset() {
  flags = 0;  // as hardware shows it until the next start
  cache_config = 0;
  peers = 0;
  for (auto& limit : limits) limit = 0;
}

Status Context::start() {
  const MutexLock lock(mutex_);
  if (owned_ != nullptr) return {};
  auto made = engine::Context::create(&tell_fault);
  if (made == nullptr) return error(Code::kNotInitialized, "no worker thread can be started");
  settings.flags |= Settings::kMapHost;
  if (observer.starting != nullptr) observer.starting(*this, *made);
  if (engine::Observer* const told = engine::current_observer())
    told->context_started(*made, device_);
  owned_ = std::move(made);
  engine_.store(owned_.get(), std::memory_order_release);
  return {};
}

void Context::end() {
  // Before the lock: what is still to run may be host functions of the program.
  if (engine::Context* const running = engine()) running->synchronize();
  device::flush_printf();
  const MutexLock lock(mutex_);
  if (owned_ == nullptr) return;
  if (observer.ending != nullptr) observer.ending(*this);
  if (is_primary_) module::unload_device(device_);
  engine_.store(nullptr, std::memory_order_release);
  generation_.fetch_add(1, std::memory_order_release);
  owned_.reset();
  if (is_primary_) {
    memory::registry().free_all(device_);
    device::reset_heap(device_);
    device::reset_printf(device_);
  } else {
    free_memory_of(*this);
  }
  settings.reset();
}

void Context::destroy_stream(engine::Stream* stream, std::uint64_t generation) {
  const MutexLock lock(mutex_);
  if (owned_ != nullptr && generation == this->generation()) owned_->destroy_stream(stream);
}

}  // namespace riffle::context
