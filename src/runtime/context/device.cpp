// SPDX-License-Identifier: Apache-2.0
#include "runtime/context/device.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <iterator>
#include <string_view>

#include "base/options.h"
#include "runtime/memory/image_storage.h"
#include "runtime/memory/registry.h"
#include "runtime/module/module.h"

namespace riffle::context {
namespace {

static_assert(kMaxDevices <= memory::Registry::kMaxDevices);

/// A reference of PTX, until the program binds something to it.
void bind_nothing(const abi::VariableRow& variable) {
  const std::string_view name = variable.name;
  if (variable.size != sizeof(void*)) return;
  auto* const place = static_cast<const riffle_image**>(variable.address);
  if (name.ends_with(abi::kTextureReferenceSuffix)) *place = memory::unbound_texture();
  if (name.ends_with(abi::kSurfaceReferenceSuffix)) *place = memory::unbound_surface();
}

void variables_loaded(int device, std::span<const abi::VariableRow> variables) {
  for (const abi::VariableRow& variable : variables) {
    memory::registry().add_variable(variable.address, variable.size, device);
    bind_nothing(variable);
  }
}

void variables_unloading(int, std::span<const abi::VariableRow> variables) {
  for (const abi::VariableRow& variable : variables)
    memory::registry().remove_variable(variable.address);
}

void managed_made(std::span<std::byte> storage) {
  memory::registry().add_variable(storage.data(), storage.size(), 0, memory::MemoryType::kManaged);
}

void managed_gone(std::span<std::byte> storage) {
  memory::registry().remove_variable(storage.data());
}

}  // namespace

constinit thread_local Context* current = nullptr;

namespace {

struct MadeContexts {
  Mutex mutex;
  std::vector<Context*> all RIFFLE_GUARDED_BY(mutex);
};

MadeContexts& made_contexts() {
  static MadeContexts* const made = new MadeContexts;  // as long as the process
  return *made;
}

std::atomic<bool> any_green{false};  // stays true

/// Before the first context of either kind, hence before the first load.
void observe_loads() {
  static const bool done = [] {
    module::set_load_observer({.loaded = variables_loaded,
                               .unloading = variables_unloading,
                               .managed_made = managed_made,
                               .managed_gone = managed_gone});
    return true;
  }();
  (void)done;
}

}  // namespace

Context* make_context(int device) {
  observe_loads();
  auto* const context = new Context(device, false);
  MadeContexts& made = made_contexts();
  const MutexLock lock(made.mutex);
  made.all.push_back(context);
  return context;
}

Context* make_green_context(int device, unsigned multiprocessors) {
  auto* const context = new Context(*primary_context(device), multiprocessors);
  MadeContexts& made = made_contexts();
  const MutexLock lock(made.mutex);
  made.all.push_back(context);
  any_green.store(true, std::memory_order_release);
  return context;
}

bool are_green_contexts() { return any_green.load(std::memory_order_acquire); }

std::vector<Context*> green_contexts_of(const Context& primary) {
  std::vector<Context*> green;
  if (!are_green_contexts() || !primary.is_primary()) return green;
  MadeContexts& made = made_contexts();
  const MutexLock lock(made.mutex);
  std::ranges::copy_if(made.all, std::back_inserter(green), [&](const Context* context) {
    return context->is_green() && &context->home() == &primary && context->engine() != nullptr;
  });
  return green;
}

std::vector<Context*> all_contexts() {
  std::vector<Context*> all;
  for (int index = 0; index < device_count(); ++index) all.push_back(primary_context(index));
  MadeContexts& made = made_contexts();
  const MutexLock lock(made.mutex);
  all.insert(all.end(), made.all.begin(), made.all.end());
  return all;
}

namespace {
std::atomic<bool> in_use{false};
}  // namespace

bool is_in_use() { return in_use.load(std::memory_order_relaxed); }

int device_count() {
  return static_cast<int>(std::min<std::size_t>(options().visible_devices.size(), kMaxDevices));
}

int number_in_machine(int device) {
  return static_cast<int>(options().visible_devices[static_cast<std::size_t>(device)]);
}

Context* primary_context(int device) {
  static std::array<Context*, kMaxDevices>* const contexts = [] {
    auto* const made = new std::array<Context*, kMaxDevices>{};  // as long as the process
    for (int i = 0; i < device_count(); ++i) (*made)[static_cast<std::size_t>(i)] = new Context(i);
    observe_loads();
    in_use.store(true, std::memory_order_relaxed);
    return made;
  }();
  return device >= 0 && device < device_count() ? (*contexts)[static_cast<std::size_t>(device)]
                                                : nullptr;
}

}  // namespace riffle::context
