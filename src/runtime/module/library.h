// SPDX-License-Identifier: Apache-2.0
// Device code that a program loads while it runs, and finds things in by name.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "runtime/module/image.h"

namespace riffle::module {

/// Thread-safe. Its kernels are registered under addresses of its own: everything that takes a host
/// function takes them too.
class Library {
 public:
  /// Copies the image: the program may free it. Nothing is compiled yet. Errors: those of image_at.
  static Result<std::unique_ptr<Library>> load(const void* image);
  /// Errors: those of image_in_file.
  static Result<std::unique_ptr<Library>> load_file(const std::string& path);
  /// All devices have been drained, and no other thread is inside of a call.
  ~Library();
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  /// What stands for the kernel in a launch, the same for every device. Compiles at the first call, as
  /// do the others. Errors: kSymbolNotFound, and those of loading.
  Result<const void*> kernel(std::string_view name, int device) RIFFLE_EXCLUDES(mutex_);
  /// All of them, in the image's order.
  Result<std::vector<const void*>> kernels(int device) RIFFLE_EXCLUDES(mutex_);
  /// The library's own variable on that device; a managed one is the same on all. Errors: kSymbolNotFound,
  /// kInvalidValue (a kernel's name, and not `is_managed`), and those of loading.
  Result<DeviceVariable> variable(std::string_view name, bool is_managed, int device);
  /// It has answered this kernel.
  [[nodiscard]] bool owns(const void* kernel) RIFFLE_EXCLUDES(mutex_);

 private:
  struct Entry {
    std::string name;  ///< its address is the kernel's
  };

  explicit Library(std::vector<std::byte> image);
  static Result<std::unique_ptr<Library>> adopt(std::vector<std::byte> image);
  const void* entry_of(std::string_view name) RIFFLE_REQUIRES(mutex_);

  const std::vector<std::byte> bytes_;
  const FatBinWrapper wrapper_;
  Image* const image_;  // null when out of memory
  Mutex mutex_;
  std::deque<Entry> entries_ RIFFLE_GUARDED_BY(mutex_);
};

}  // namespace riffle::module
