// SPDX-License-Identifier: Apache-2.0
// The toolkit folder for programs of CUDA 12, made of links into the one for CUDA 13.
#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>

#include <unistd.h>

#include <fmt/format.h>

#include "cc/command_line.h"
#include "file.h"
#include "install.h"
#include "toolkit.h"
#include "version.h"

namespace riffle::tool {
namespace {

namespace fs = std::filesystem;

Status cannot_write(const fs::path& path, const std::error_code& why) {
  return error(Code::kOperatingSystem,
               fmt::format("cannot write '{}': {}", path.string(), why.message()));
}

/// Whether the folder lies in the installation and is moved with it: what leads from the one to the other is relative then.
bool is_part_of_installation() { return installation().llvm_folder.empty(); }

Status link_to(const fs::path& target, const fs::path& link) {
  std::error_code failure;
  const fs::path written =
      is_part_of_installation() ? target.lexically_relative(link.parent_path()) : target;
  if (fs::read_symlink(link, failure) == written) return {};
  fs::create_directories(link.parent_path(), failure);
  // Others may make the same link now: it appears by one step.
  const fs::path made = fmt::format("{}.{}", link.string(), getpid());
  fs::remove(made, failure);
  fs::create_symlink(written, made, failure);
  if (!failure) fs::rename(made, link, failure);
  if (!failure) return {};
  const Status failed = cannot_write(link, failure);
  fs::remove(made, failure);
  return failed;
}

/// Links to all that is in `from`, but for names of `own`.
Status link_entries(const fs::path& from, const fs::path& to,
                    std::initializer_list<std::string_view> own) {
  std::error_code failure;
  for (fs::directory_iterator it(from, failure), end; !failure && it != end;
       it.increment(failure)) {
    const std::string name = it->path().filename().string();
    if (std::ranges::find(own, name) != own.end()) continue;
    if (Status status = link_to(it->path(), to / name); !status) return status;
  }
  if (!failure) return {};
  return error(Code::kOperatingSystem,
               fmt::format("cannot read '{}': {}", from.string(), failure.message()));
}

struct Replacement {
  std::string_view old_text;
  std::string new_text;
};

/// A file of CUDA 13's with other numbers: build systems look for them in the text.
Status write_of_12(const fs::path& from, const fs::path& to,
                   std::initializer_list<Replacement> replacements) {
  Result<std::string> text = read_file(from.string());
  if (!text) return std::unexpected(text.error());
  for (const auto& [old_text, new_text] : replacements) {
    for (std::size_t at = 0; (at = text->find(old_text, at)) != std::string::npos;
         at += new_text.size())
      text->replace(at, old_text.size(), new_text);
  }
  return replace_file(to.string(), *text);
}

Status settle_headers(const fs::path& folder) {
  const fs::path from = fs::path(installation().toolkit_folder) / "include";
  const fs::path api = folder / "riffle_api";
  std::error_code failure;
  fs::create_directories(api, failure);
  if (Status status = link_entries(from, folder, {"cuda.h", "cuda_runtime_api.h", "riffle_api"});
      !status)
    return status;
  if (Status status = link_entries(from / "riffle_api", api, {"cuda_version.h"}); !status)
    return status;
  for (const char* name : {"cuda.h", "cuda_runtime_api.h"}) {
    if (Status status = write_of_12(from / name, folder / name,
                                    {{"VERSION 13000", fmt::format("VERSION {}", kCudaVersion12)}});
        !status)
      return status;
  }
  constexpr std::string_view kGuard = "#define RIFFLE_API_CUDA_VERSION_H\n";
  return write_of_12(
      from / "riffle_api" / "cuda_version.h", api / "cuda_version.h",
      {{kGuard,
        fmt::format("{}\n#ifndef RIFFLE_CUDA_VERSION\n#define RIFFLE_CUDA_VERSION {}\n#endif\n",
                    kGuard, kCudaVersion12)}});
}

Status settle_libraries(const fs::path& folder, const std::optional<std::string>& prefix) {
  constexpr LinkLibrary kRuntimes[] = {
      {"/libcudart.so", "/libcudart12.link", "libcudart.so.12", "$ORIGIN/libcudart.so.12"},
      {"/libcudart_static.a", "/libcudart12_static.link", "libcudart.so.12", nullptr}};
  const Installation& own = installation();
  if (Status status = link_to(own.library_folder + "/libcudart.so.12", folder / "libcudart.so.12");
      !status)
    return status;
  if (Status status = link_entries(own.toolkit_folder + "/lib64", folder,
                                   {"libcudart.so", "libcudart_static.a"});
      !status)
    return status;
  for (const LinkLibrary& library : kRuntimes) {
    if (Status status = write_library(library, own.private_folder + library.source,
                                      real_libraries(prefix), folder.string() + library.name);
        !status)
      return status;
  }
  return {};
}

/// What starts riffle under the name nvcc does not say whose nvcc it is.
Status write_nvcc(const fs::path& nvcc) {
  const Installation& own = installation();
  std::string riffle = "\"$(dirname \"$(readlink -f \"$0\")\")/../../../../bin/riffle\"";
  if (!is_part_of_installation()) {
    riffle = quoted({own.executable});
  }
  std::error_code failure;
  fs::create_directories(nvcc.parent_path(), failure);
  const Status written = replace_file(
      nvcc.string(), fmt::format("#!/bin/sh\nexec {} cc --cuda-version=12 \"$@\"\n", riffle));
  constexpr fs::perms kForAll = fs::perms(0755);
  if (!written || fs::status(nvcc, failure).permissions() == kForAll) return written;
  fs::permissions(nvcc, kForAll, failure);
  return failure ? cannot_write(nvcc, failure) : Status{};
}

}  // namespace

Status settle_toolkit_12(const std::optional<std::string>& prefix) {
  // Where the other folder cannot be written, this one may be: a packed tree has it in the cache.
  const Status other_folder = settle_toolkit(prefix);
  if (!other_folder && is_part_of_installation()) return other_folder;
  const fs::path folder = toolkit_folder_of(kCudaVersion12);
  const fs::path other = installation().toolkit_folder;
  if (Status status = write_nvcc(folder / "bin" / "nvcc"); !status) return status;
  if (Status status =
          link_to(other / "bin" / "riffle-host-link", folder / "bin" / "riffle-host-link");
      !status)
    return status;
  if (Status status = link_to(other / "nvvm", folder / "nvvm"); !status) return status;
  if (Status status = settle_headers(folder / "include"); !status) return status;
  if (Status status = settle_libraries(folder / "lib64", prefix); !status) return status;
  for (const char* name : {"lib", "targets/x86_64-linux/lib"}) {
    if (Status status = link_to(folder / "lib64", folder / name); !status) return status;
  }
  if (Status status = link_to(folder / "include", folder / "targets/x86_64-linux/include"); !status)
    return status;
  if (Status status = write_of_12(other / "toolchain.cmake", folder / "toolchain.cmake", {});
      !status)
    return status;
  for (const char* name : {"version.json", "version.txt"}) {
    if (Status status = write_of_12(other / name, folder / name,
                                    {{"13.0.48", "12.8.90"}, {"13.0.0", "12.8.0"}});
        !status)
      return status;
  }
  return other_folder;
}

}  // namespace riffle::tool
