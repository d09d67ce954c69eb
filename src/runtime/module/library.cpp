// SPDX-License-Identifier: Apache-2.0
#include "runtime/module/library.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <new>

#include "compiler/image.h"
#include "compiler/image_text.h"

namespace riffle::module {
namespace {

std::unexpected<Error> not_found(std::string_view name) {
  return error(Code::kSymbolNotFound, "the library has no " + std::string(name));
}

std::vector<std::byte> bytes_of(std::string_view content) {
  std::vector<std::byte> bytes(content.size());
  if (!content.empty()) std::memcpy(bytes.data(), content.data(), content.size());
  return bytes;
}

/// PTX begins with a comment, a directive or blanks, and ends with a zero byte, as in CUDA.
bool is_text(const char* image) {
  return std::strchr("/.\n\r\t ", *image) != nullptr && *image != '\0';
}

std::unexpected<Error> foreign_text() {
  return error(Code::kNotSupported, "PTX text that was not made by riffle cc cannot be loaded");
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
  if (const auto* text = static_cast<const char*>(image); text != nullptr && is_text(text)) {
    if (const auto inside = compiler::image_in_text(text)) return adopt(bytes_of(*inside));
    if (std::strstr(text, ".version") != nullptr) return foreign_text();
  }
  const FatBinWrapper wrapper{.image = image};
  const auto found = find_image(&wrapper);
  if (!found) return std::unexpected(found.error());
  return adopt({found->begin(), found->end()});
}

Result<std::unique_ptr<Library>> Library::load_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return error(Code::kFileNotFound, "cannot read " + path);
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  const auto inside = compiler::image_in_text(content);
  if (!inside && is_text(content.c_str()) && content.contains(".version")) return foreign_text();
  std::vector<std::byte> bytes = bytes_of(inside ? *inside : content);
  if (bytes.size() < sizeof(compiler::ImageHeader))
    return error(Code::kInvalidKernelImage, path + " is too short for device code");
  const FatBinWrapper wrapper{.image = bytes.data()};
  const auto found = find_image(&wrapper);
  if (!found) return std::unexpected(found.error());
  if (found->size() > bytes.size())
    return error(Code::kInvalidKernelImage, path + " ends before its device code does");
  return adopt(std::move(bytes));
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
  for (const abi::Kernel& kernel : (*module)->kernels()) found.push_back(entry_of(kernel.name));
  return found;
}

Result<DeviceVariable> Library::variable(std::string_view name, bool is_managed, int device) {
  const auto module = image_->loaded(device);
  if (!module) return std::unexpected(module.error());
  const std::span<std::byte> managed = image_->managed(name);
  if (managed.data() != nullptr) return DeviceVariable{managed.data(), managed.size(), false};
  const abi::Variable* const found = (*module)->variable(name);
  if (!is_managed && found == nullptr && (*module)->kernel(name) != nullptr)
    return error(Code::kInvalidValue, std::string(name) + " is a kernel");
  if (is_managed || found == nullptr || (found->flags & abi::kVariableManaged) != 0)
    return not_found(name);
  return DeviceVariable{found->address, found->size, (found->flags & abi::kVariableConstant) != 0};
}

}  // namespace riffle::module
