// SPDX-License-Identifier: Apache-2.0
#include "runtime/module/image.h"

#include <cstdio>
#include <cstring>
#include <new>
#include <vector>

#include "compiler/image.h"
#include "platform/pages.h"

namespace riffle::module {
namespace {

std::atomic<NativeSource> native_source{nullptr};
LoadObserver observer;

bool is_own(const void* code) {
  return code != nullptr &&
         platform::readable_bytes(code, sizeof(compiler::ImageHeader)) ==
             sizeof(compiler::ImageHeader) &&
         std::memcmp(code, compiler::kImageMagic, sizeof compiler::kImageMagic) == 0;
}

}  // namespace

bool Image::is_foreign() const {
  const auto behind = code_behind(wrapper_);
  return behind && (behind->size() != 1 || !is_own(behind->front()));
}

Result<std::span<const std::byte>> Image::code() {
  const auto behind = code_behind(wrapper_);
  if (!behind) return std::unexpected(behind.error());
  if (behind->size() == 1 && is_own(behind->front())) {
    compiler::ImageHeader header;
    std::memcpy(&header, behind->front(), sizeof header);
    return std::span(static_cast<const std::byte*>(behind->front()),
                     sizeof header + header.payload_bytes);
  }
  {
    const MutexLock lock(mutex_);
    if (!translated_.empty()) return translated_;
  }
  auto made = image_at(wrapper_);  // takes its time: two devices may both do it
  if (!made) return std::unexpected(made.error());
  const MutexLock lock(mutex_);
  if (translated_.empty()) translated_ = std::move(*made);
  return translated_;
}

void set_native_source(NativeSource source) { native_source.store(source); }

void set_load_observer(const LoadObserver& chosen) { observer = chosen; }
const LoadObserver& load_observer() { return observer; }

void RegisteredKernel::set_loaded(int device, Kernel* kernel) {
  if (device == 0) {
    first.store(kernel, std::memory_order_release);
    return;
  }
  auto* array = others.load(std::memory_order_acquire);
  if (array == nullptr) {
    if (kernel == nullptr) return;
    auto* made = new (std::nothrow) std::atomic<Kernel*>[kMaxDevices] {};
    if (made == nullptr) return;  // only the short cut is lost
    if (others.compare_exchange_strong(array, made, std::memory_order_acq_rel)) {
      array = made;
    } else {
      delete[] made;
    }
  }
  array[device].store(kernel, std::memory_order_release);
}

ManagedVariable::ManagedVariable(std::string_view name, const abi::VariableRow& initial)
    : name_(name),
      storage_(static_cast<std::byte*>(::operator new(initial.size, kManagedAlignment)),
               initial.size) {
  std::memcpy(storage_.data(), initial.address, initial.size);
}

ManagedVariable::~ManagedVariable() { ::operator delete(storage_.data(), kManagedAlignment); }

ManagedVariable* Image::find_managed(std::string_view name) {
  for (ManagedVariable& variable : managed_) {
    if (variable.name() == name) return &variable;
  }
  return nullptr;
}

std::span<std::byte> Image::managed(std::string_view name) {
  const MutexLock lock(mutex_);
  const ManagedVariable* const found = find_managed(name);
  return found != nullptr ? found->storage() : std::span<std::byte>{};
}

void Image::bind_owned(LoadedModule& module) {
  std::vector<std::span<std::byte>> made;
  {
    const MutexLock lock(mutex_);
    for (const abi::VariableRow& initial : module.variables()) {
      if ((initial.flags & abi::kVariableManaged) == 0) continue;
      std::string_view name = initial.name;
      name.remove_suffix(std::strlen(abi::kManagedSuffix));
      const abi::VariableRow* const found = module.variable(name);
      void** const pointer = found != nullptr ? static_cast<void**>(found->address) : nullptr;
      if (!owns_managed_ && (pointer == nullptr || *pointer != nullptr)) continue;
      ManagedVariable* variable = find_managed(name);
      if (variable == nullptr) {
        variable = &managed_.emplace_back(name, initial);
        made.push_back(variable->storage());
      }
      if (pointer != nullptr) *pointer = variable->storage().data();
    }
  }
  if (observer.managed_made == nullptr) return;
  for (const auto storage : made) observer.managed_made(storage);
}

void Image::drop_managed() {
  std::deque<ManagedVariable> dropped;
  {
    const MutexLock lock(mutex_);
    dropped.swap(managed_);
  }
  if (observer.managed_gone == nullptr) return;
  for (const ManagedVariable& variable : dropped) observer.managed_gone(variable.storage());
}

Result<std::unique_ptr<LoadedModule>> Image::load(int device) {
  const auto image = code();
  if (!image) return std::unexpected(image.error());
  const NativeSource replaced = native_source.load();
  const auto native = replaced != nullptr ? replaced(*image) : compiler::native_module(*image);
  if (!native) return std::unexpected(native.error());
  auto loaded = LoadedModule::load(*native, *image, device);
  if (loaded) bind_managed(*this, **loaded);
  if (loaded) bind_owned(**loaded);
  if (loaded && observer.loaded != nullptr) observer.loaded(device, (*loaded)->variables());
  return loaded;
}

Result<LoadedModule*> Image::loaded(int device) {
  {
    MutexLock lock(mutex_);
    Copy* copy = &copies_[device];
    while (copy->is_loading) {
      lock.wait(loading_done_);
      copy = &copies_[device];
    }
    if (copy->module != nullptr) return copy->module.get();
    if (copy->failure != nullptr) return std::unexpected(*copy->failure);
    copy->is_loading = true;
  }
  auto made = [&] {
    try {
      return load(device);  // compiling takes its time: no lock is held
    } catch (...) {
      // Out of memory: not the image's fault, so the next one tries again.
      const MutexLock lock(mutex_);
      copies_[device].is_loading = false;
      loading_done_.notify_all();
      throw;
    }
  }();
  if (!made) std::fprintf(stderr, "riffle: %s\n", made.error().text.c_str());
  MutexLock lock(mutex_);
  Copy& copy = copies_[device];
  copy.is_loading = false;
  loading_done_.notify_all();
  if (!made) {
    copy.failure = std::make_unique<Error>(made.error());
    return std::unexpected(made.error());
  }
  copy.module = std::move(*made);
  return copy.module.get();
}

std::unique_ptr<LoadedModule> Image::unload(int device) {
  MutexLock lock(mutex_);
  Copy& copy = copies_[device];
  while (copy.is_loading) lock.wait(loading_done_);
  copy.failure.reset();
  return std::move(copy.module);
}

void Image::lose_code() noexcept {
  const MutexLock lock(mutex_);
  for (auto& [device, copy] : copies_) {
    if (copy.module != nullptr) copy.module->lose_image();
  }
}

void unload(Image& image, int device) {
  const std::unique_ptr<LoadedModule> module = image.unload(device);
  if (module != nullptr && observer.unloading != nullptr)
    observer.unloading(device, module->variables());
}

}  // namespace riffle::module
