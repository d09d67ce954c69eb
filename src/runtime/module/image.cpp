// SPDX-License-Identifier: Apache-2.0
#include "runtime/module/image.h"

#include <cstdio>
#include <cstring>
#include <new>

#include "compiler/image.h"

namespace riffle::module {
namespace {

constexpr std::uint32_t kNvidiaFatBinMagic = 0xba55ed50;

std::atomic<NativeSource> native_source{nullptr};
LoadObserver observer;

}  // namespace

Result<std::span<const std::byte>> find_image(const void* opaque) {
  if (opaque == nullptr) return error(Code::kInvalidKernelImage, "no device image was registered");
  const auto& wrapper = *static_cast<const FatBinWrapper*>(opaque);
  if (wrapper.magic != FatBinWrapper::kMagic || wrapper.image == nullptr) {
    return error(Code::kInvalidKernelImage, "the registered device image has no valid wrapper");
  }
  std::uint32_t magic;
  std::memcpy(&magic, wrapper.image, sizeof magic);
  if (magic == kNvidiaFatBinMagic) {
    return error(
        Code::kNoKernelImageForDevice,
        "the program's device code was compiled for NVIDIA GPUs only; compile it with riffle cc");
  }
  if (std::memcmp(wrapper.image, compiler::kImageMagic, sizeof compiler::kImageMagic) != 0) {
    return error(Code::kInvalidKernelImage, "the registered device image is of an unknown kind");
  }
  compiler::ImageHeader header;
  std::memcpy(&header, wrapper.image, sizeof header);
  return std::span(static_cast<const std::byte*>(wrapper.image),
                   sizeof header + header.payload_bytes);
}

void set_native_source(NativeSource source) { native_source.store(source); }

void set_load_observer(const LoadObserver& chosen) { observer = chosen; }
const LoadObserver& load_observer() { return observer; }

void Function::set_loaded(int device, Kernel* kernel) {
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

Result<std::unique_ptr<LoadedModule>> Image::load(int device) {
  const auto image = find_image(wrapper_);
  if (!image) return std::unexpected(image.error());
  const NativeSource replaced = native_source.load();
  const auto native = replaced != nullptr ? replaced(*image) : compiler::native_module(*image);
  if (!native) return std::unexpected(native.error());
  auto loaded = LoadedModule::load(*native, device);
  if (loaded) bind_managed(*this, **loaded);
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

void unload(Image& image, int device) {
  const std::unique_ptr<LoadedModule> module = image.unload(device);
  if (module != nullptr && observer.unloading != nullptr)
    observer.unloading(device, module->variables());
}

}  // namespace riffle::module
