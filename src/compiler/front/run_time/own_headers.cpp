// SPDX-License-Identifier: Apache-2.0
#include "compiler/front/run_time/own_headers.h"

#include <system_error>

#include <llvm/ADT/StringSet.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>

#include "compiler/front/run_time/host_code.h"

namespace riffle::front {
namespace {

struct File {
  const char* name;
  const char* text;
};

constexpr File kFiles[] = {
#include "own_headers.inc"
};

/// The files are shared by all compilations, and have no working folder, which whoever joins file systems sets in each.
class SharedFiles final : public llvm::vfs::ProxyFileSystem {
 public:
  using ProxyFileSystem::ProxyFileSystem;
  std::error_code setCurrentWorkingDirectory(const llvm::Twine&) override { return {}; }
};

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files_in_memory(bool with_text) {
  auto system = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const File& file : kFiles) {
    const std::string path = kOwnFolder + std::string(file.name);
    system->addFile(path, 0, llvm::MemoryBuffer::getMemBuffer(with_text ? file.text : "", path));
  }
  return system;
}

/// Names of the CUDA headers that Riffle has. CCCL's are none of them: a program may bring CCCL itself.
const llvm::StringSet<>& cuda_headers() {
  static const auto& names = *new llvm::StringSet<>([] {
    llvm::StringSet<> found;
    for (const File& file : kFiles) {
      const llvm::StringRef name = file.name;
      if (!name.starts_with("cuda/") && !name.starts_with("cub/") && !name.starts_with("thrust/") &&
          !name.starts_with("nv/"))
        found.insert(name);
    }
    return found;
  }());
  return names;
}

class WithoutCudaHeaders final : public llvm::vfs::ProxyFileSystem {
 public:
  WithoutCudaHeaders(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                     std::vector<std::string> folders)
      : ProxyFileSystem(std::move(files)), folders_(std::move(folders)) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override {
    if (is_hidden(path)) return std::make_error_code(std::errc::no_such_file_or_directory);
    return ProxyFileSystem::status(path);
  }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(
      const llvm::Twine& path) override {
    if (is_hidden(path)) return std::make_error_code(std::errc::no_such_file_or_directory);
    return ProxyFileSystem::openFileForRead(path);
  }
  bool exists(const llvm::Twine& path) override {
    return !is_hidden(path) && ProxyFileSystem::exists(path);
  }

 private:
  [[nodiscard]] bool is_hidden(const llvm::Twine& path) const {
    const std::string text = path.str();
    for (const std::string& folder : folders_) {
      llvm::StringRef name = text;
      if (!name.consume_front(folder)) continue;
      llvm::SmallString<64> plain(name.ltrim('/'));
      llvm::sys::path::remove_dots(plain);
      if (cuda_headers().contains(plain)) return true;
    }
    return false;
  }

  std::vector<std::string> folders_;
};

}  // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> own_headers() {
  static const auto& files =
      *new llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>(files_in_memory(true));
  return llvm::makeIntrusiveRefCnt<SharedFiles>(files);
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> own_names() {
  static const auto& files =
      *new llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>(files_in_memory(false));
  return llvm::makeIntrusiveRefCnt<SharedFiles>(files);
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> without_cuda_headers(
    std::vector<std::string> folders) {
  return llvm::makeIntrusiveRefCnt<WithoutCudaHeaders>(llvm::vfs::createPhysicalFileSystem(),
                                                       std::move(folders));
}

}  // namespace riffle::front
