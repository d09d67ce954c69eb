// SPDX-License-Identifier: Apache-2.0
#include "runtime/module/library.h"

#include <algorithm>
#include <new>

#include "runtime/module/image_bytes.h"

namespace riffle::module {
namespace {

std::unexpected<Error> not_found(std::string_view name) {
  return error(Code::kSymbolNotFound, "the library has no " + std::string(name));
}

}  // namespace

Library::Library(std::vector<std::byte> image)
    : bytes_(std::move(image)),
      wrapper_{.image = bytes_.data()},
      image_(reinterpret_cast<Image*>(register_fat_binary(&wrapper_))) {
  if (image_ != nullptr) image_->own_managed();
}

Library::~Library() {
  if (image_ == nullptr) return;
  unregister_fat_binary(reinterpret_cast<void**>(image_));
  for (int device = 0; device < kMaxDevices; ++device) unload(*image_, device);
  image_->drop_managed();
}

Result<std::unique_ptr<Library>> Library::adopt(std::vector<std::byte> image) {
  std::unique_ptr<Library> made(new Library(std::move(image)));
  if (made->image_ == nullptr) return error(Code::kOutOfMemory);
  return made;
}

Result<std::unique_ptr<Library>> Library::load(const void* image) {
  auto bytes = image_at(image);
  if (!bytes) return std::unexpected(bytes.error());
  return adopt(std::move(*bytes));
}

Result<std::unique_ptr<Library>> Library::load_file(const std::string& path) {
  auto bytes = image_in_file(path);
  if (!bytes) return std::unexpected(bytes.error());
  return adopt(std::move(*bytes));
}

const void* Library::entry_of(std::string_view name) {
  for (const Entry& entry : entries_) {
    if (entry.name == name) return &entry;
  }
  const Entry& made = entries_.emplace_back(std::string(name));
  register_function(reinterpret_cast<void**>(image_), &made, made.name.c_str());
  return &made;
}

bool Library::owns(const void* kernel) {
  const MutexLock lock(mutex_);
  return std::ranges::any_of(entries_, [&](const Entry& entry) { return &entry == kernel; });
}

Result<const void*> Library::kernel(std::string_view name, int device) {
  const auto module = image_->loaded(device);
  if (!module) return std::unexpected(module.error());
  // A kernel that could not be compiled is there; its launch says why.
  if ((*module)->kernel(name) == nullptr && (*module)->refusal(name) == nullptr)
    return not_found(name);
  const MutexLock lock(mutex_);
  return entry_of(name);
}

Result<std::vector<const void*>> Library::kernels(int device) {
  const auto module = image_->loaded(device);
  if (!module) return std::unexpected(module.error());
  std::vector<const void*> found;
  const MutexLock lock(mutex_);
  for (const abi::KernelRow& kernel : (*module)->kernels()) found.push_back(entry_of(kernel.name));
  return found;
}

Result<DeviceVariable> Library::variable(std::string_view name, bool is_managed, int device) {
  const auto module = image_->loaded(device);
  if (!module) return std::unexpected(module.error());
  const std::span<std::byte> managed = image_->managed(name);
  if (managed.data() != nullptr) return DeviceVariable{managed.data(), managed.size(), false};
  const abi::VariableRow* const found = (*module)->variable(name);
  if (!is_managed && found == nullptr && (*module)->kernel(name) != nullptr)
    return error(Code::kInvalidValue, std::string(name) + " is a kernel");
  const auto is_reference = [&](const char* suffix) {
    return (*module)->variable(std::string(name) + suffix) != nullptr;
  };
  if (found == nullptr &&
      (is_reference(abi::kTextureReferenceSuffix) || is_reference(abi::kSurfaceReferenceSuffix)))
    return error(Code::kInvalidValue, std::string(name) + " is a reference");
  if (is_managed || found == nullptr || (found->flags & abi::kVariableManaged) != 0)
    return not_found(name);
  return DeviceVariable{found->address, found->size, (found->flags & abi::kVariableConstant) != 0};
}

}  // namespace riffle::module
