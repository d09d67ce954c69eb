// SPDX-License-Identifier: Apache-2.0
#include "runtime/context/context.h"

#include <utility>

#include "compiler/library.h"
#include "device/cpu/fault.h"
#include "device/cpu/heap.h"
#include "device/cpu/printf.h"
#include "platform/cpu.h"
#include "runtime/context/device.h"
#include "runtime/context/owned_memory.h"
#include "runtime/engine/calls.h"
#include "runtime/engine/observer.h"
#include "runtime/engine/use.h"
#include "runtime/memory/registry.h"
#include "runtime/module/module.h"

namespace riffle::context {
namespace {

ContextHooks hooks;

thread_local bool is_spreading = false;

/// Green contexts and their primary one share the fault as they share the memory.
void spread(const Context& faulted, Code fault) {
  is_spreading = true;
  for (Context* const green : green_contexts_of(faulted.home())) {
    if (green != &faulted) green->share_fault(fault);
  }
  if (faulted.is_green()) primary_context(faulted.device())->share_fault(fault);
  is_spreading = false;
}

void report_fault(engine::ContextStreams& engine, Code fault) noexcept {
  if (is_spreading) return;
  device::report_fault(fault, &compiler::source_position);
  try {
    for (const Context* const context : all_contexts()) {
      if (context->engine() != &engine) continue;
      if (const CoreDumpSettings dump = context->core_dump.get(); dump.is_enabled)
        dump_core(dump, fault);
      spread(*context, fault);
    }
  } catch (const std::bad_alloc&) {  // the context itself has the fault
    is_spreading = false;
  }
}

}  // namespace

std::uint64_t Context::next_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

void set_hooks(const ContextHooks& chosen) { hooks = chosen; }

void Settings::reset() {
  flags = 0;  // as hardware shows it until the next start
  cache_config = 0;
  peers = 0;
  api_version = 3020;
  for (auto& limit : limits) limit = 0;
}

unsigned Context::multiprocessors() const {
  return home_ != nullptr ? multiprocessors_ : platform::usable_cores();
}

Status Context::start() {
  if (!engine::begin_use()) return error(Code::kNotInitialized, "the process was forked");
  const MutexLock lock(mutex_);
  if (owned_ != nullptr) return {};
  auto made = engine::ContextStreams::create(&report_fault);
  if (made == nullptr) return error(Code::kNotInitialized, "no worker thread can be started");
  settings.flags |= Settings::kMapHost;
  if (is_green())
    made->limit_threads(multiprocessors_);
  else
    core_dump.set(first_core_dump().get());
  if (hooks.starting != nullptr) hooks.starting(*this, *made);
  if (engine::Observer* const subscriber = engine::current_observer())
    subscriber->context_started(*made, device_);
  owned_ = std::move(made);
  engine_.store(owned_.get(), std::memory_order_release);
  return {};
}

// Without the lock: what is still to run may be host functions of the program.
void Context::drain() {
  const engine::Inside inside;  // the engine's context stays meanwhile
  if (engine::ContextStreams* const running = engine()) running->synchronize();
  device::flush_printf();
}

void Context::end() {
  for (Context* const green : green_contexts_of(*this)) green->end();
  drain();
  const engine::Alone alone;
  drain();  // what calls have enqueued that were inside meanwhile
  const MutexLock lock(mutex_);
  if (owned_ == nullptr) return;
  if (hooks.ending != nullptr) hooks.ending(*this);
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
  if (!is_green()) settings.reset();
}

void Context::share_fault(Code fault) {
  const MutexLock lock(mutex_);
  if (owned_ != nullptr) owned_->raise(fault);
}

void Context::destroy_stream(engine::Stream* stream, std::uint64_t generation) {
  const MutexLock lock(mutex_);
  if (owned_ != nullptr && generation == this->generation()) owned_->destroy_stream(stream);
}

}  // namespace riffle::context
