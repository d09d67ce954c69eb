// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: in the folders of another CUDA toolkit, headers that Riffle does not have are not found, neither
// by #include nor by __has_include. They would not fit Riffle's headers, which programs get of all others.
//
// A folder is such a toolkit's when it holds the header whose name is the argument: /usr/local/include may be one.
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/FileManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/VirtualFileSystem.h>

#include "compiler/front/absent_headers.h"
#include "compiler/front/plugin_part.h"

namespace {

namespace vfs = llvm::vfs;

/// In the folder of Riffle's headers, and in no other toolkit's.
constexpr llvm::StringRef kOwnMark = "riffle_api";

class WithoutThem final : public llvm::RTTIExtends<WithoutThem, vfs::ProxyFileSystem> {
 public:
  static const char ID;

  WithoutThem(llvm::IntrusiveRefCntPtr<vfs::FileSystem> files, std::string mark)
      : RTTIExtends(std::move(files)), mark_(std::move(mark)) {}

  llvm::ErrorOr<vfs::Status> status(const llvm::Twine& path) override {
    if (is_hidden(path.str())) return std::make_error_code(std::errc::no_such_file_or_directory);
    return ProxyFileSystem::status(path);
  }

  llvm::ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const llvm::Twine& path) override {
    if (is_hidden(path.str())) return std::make_error_code(std::errc::no_such_file_or_directory);
    return ProxyFileSystem::openFileForRead(path);
  }

 private:
  /// The name that was included is any end of the path that begins after a slash.
  bool is_hidden(llvm::StringRef path) {
    for (std::size_t slash = path.rfind('/'); slash != llvm::StringRef::npos && slash != 0;
         slash = path.rfind('/', slash)) {
      const llvm::StringRef name = path.substr(slash + 1);
      if (riffle::front::absent_header(std::string_view(name.data(), name.size())) != nullptr &&
          is_foreign(path.substr(0, slash)))
        return true;
    }
    return false;
  }

  bool is_foreign(llvm::StringRef folder) {
    const auto [known, is_new] = foreign_.try_emplace(folder, false);
    if (is_new) known->second = has(folder, mark_) && !has(folder, kOwnMark);
    return known->second;
  }

  bool has(llvm::StringRef folder, llvm::StringRef name) {
    llvm::SmallString<256> path = folder;
    llvm::sys::path::append(path, name);
    return ProxyFileSystem::exists(path);
  }

  std::string mark_;
  llvm::StringMap<bool> foreign_;
};

const char WithoutThem::ID = 0;

std::unique_ptr<clang::ASTConsumer> make(clang::CompilerInstance& compiler,
                                         const std::string& mark) {
  if (mark.empty()) return nullptr;
  clang::FileManager& files = compiler.getFileManager();
  files.setVirtualFileSystem(
      llvm::makeIntrusiveRefCnt<WithoutThem>(files.getVirtualFileSystemPtr(), mark));
  return nullptr;
}

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<make>> kAction("riffle_absent",
                                                                                  "");

}  // namespace
