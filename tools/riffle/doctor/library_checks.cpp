// SPDX-License-Identifier: Apache-2.0
// Riffle's own files, and what programs would take in their place.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>

#include "cc/command_line.h"
#include "cc/toolchain.h"
#include "doctor/distribution.h"
#include "doctor/finding.h"
#include "info/machine.h"
#include "install.h"
#include "say.h"
#include "toolkit.h"

namespace riffle::tool::doctor {
namespace {

namespace fs = std::filesystem;

/// What a shell command prints on standard output; empty when it cannot be run.
std::string output_of(const std::string& command) {
  struct Close {
    void operator()(FILE* pipe) const { pclose(pipe); }
  };
  const std::unique_ptr<FILE, Close> pipe(popen(command.c_str(), "r"));
  std::string text;
  if (pipe == nullptr) return text;
  std::array<char, 4096> part{};
  while (const std::size_t count = std::fread(part.data(), 1, part.size(), pipe.get()))
    text.append(part.data(), count);
  return text;
}

fs::path resolved(const fs::path& path) {
  std::error_code failure;
  fs::path result = fs::weakly_canonical(path, failure);
  return failure ? path : result;
}

bool is_inside(const fs::path& path, const fs::path& folder) {
  const fs::path relative = resolved(path).lexically_relative(resolved(folder));
  return !relative.empty() && *relative.begin() != "..";
}

bool is_ours(const fs::path& path) {
  const Installation& own = installation();
  return is_inside(path, own.library_folder) || is_inside(path, own.toolkit_folder) ||
         resolved(path) == resolved(own.executable);
}

/// Whether the command says `word` when it is called so. Python packages put commands on the PATH that start this one.
bool answers(const std::string& command, const char* arguments, const std::string& word) {
  return output_of(fmt::format("{} {} 2>/dev/null </dev/null", quoted({command}), arguments))
      .contains(word);
}

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> parts;
  while (!list.empty()) {
    const std::size_t colon = list.find(':');
    parts.emplace_back(list.substr(0, colon));
    list.remove_prefix(colon == std::string_view::npos ? list.size() : colon + 1);
  }
  return parts;
}

const char* variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : nullptr;
}

/// Where the dynamic loader finds libraries by name for a program without a search path of its own.
class Loader {
 public:
  Loader() : known_(output_of("PATH=\"$PATH:/sbin:/usr/sbin\" ldconfig -p 2>/dev/null")) {}

  /// Empty when it finds none.
  [[nodiscard]] std::string find(const std::string& name) const {
    if (const char* list = variable("LD_LIBRARY_PATH")) {
      for (const std::string& folder : split(list)) {
        const std::string path = (folder.empty() ? "." : folder) + "/" + name;
        if (access(path.c_str(), R_OK) == 0) return path;
      }
    }
    // "        libc.so.6 (libc6,x86-64) => /lib/x86_64-linux-gnu/libc.so.6"
    std::istringstream lines(known_);
    for (std::string line; std::getline(lines, line);) {
      const std::size_t begin = line.find_first_not_of(" \t");
      const std::size_t arrow = line.find(" => ");
      if (begin == std::string::npos || arrow == std::string::npos) continue;
      const std::string path = line.substr(arrow + 4);
      if (line.compare(begin, name.size() + 1, name + " ") == 0 &&
          line.find("x86-64") != std::string::npos && access(path.c_str(), R_OK) == 0)
        return path;
    }
    return {};
  }

 private:
  std::string known_;
};

/// A Riffle keeps its observers beside the libraries.
bool is_of_another_riffle(const fs::path& library) {
  return access((resolved(library).parent_path() / "libriffle_check.so").c_str(), F_OK) == 0;
}

constexpr std::array<const char*, 9> kLibraries = {
    "libcuda.so.1",      "libcudart.so.13",    "libnvrtc.so.13",
    "libcublas.so.13",   "libcufft.so.12",     "libcurand.so.10",
    "libnvidia-ml.so.1", "libnvJitLink.so.13", "libnccl.so.2"};

/// Names with versions of the distributions in python3's environment that bring libraries which Riffle has too.
std::string nvidia_distributions() {
  return output_of(
      "python3 -c 'import importlib.metadata as m\n"
      "names = (\"nvidia-cuda-nvrtc\", \"nvidia-nvjitlink\", \"nvidia-cuda-runtime\", "
      "\"nvidia-cublas\", \"nvidia-cufft\", \"nvidia-curand\", \"nvidia-nccl\")\n"
      "print(*sorted({d.metadata[\"Name\"] for d in m.distributions() "
      "if (d.metadata[\"Name\"] or \"\").startswith(names)}))' 2>/dev/null");
}

}  // namespace

Findings check_installation() {
  const Installation& own = installation();
  Findings found;
  for (const std::string& file :
       {own.include_folder + "/cuda_runtime.h", own.library_folder + "/libcudart.so.13",
        own.library_folder + "/libcuda.so.1", own.library_folder + "/libnvrtc.so.13",
        own.library_folder +
            (own.llvm_folder.empty() ? "/libriffle_compiler.so" : "/libriffle_llvm.so")}) {
    if (access(file.c_str(), R_OK) != 0)
      found.push_back({Level::kError, "installation", fmt::format("'{}' is missing", file),
                       "install Riffle again"});
  }
  if (!found.empty()) return found;
  std::vector<ListedDevice> devices;
  std::string failure;
  query_devices(own.library_folder + "/libcudart.so.13", devices, failure);
  if (!failure.empty())
    return {{Level::kError, "installation", fmt::format("no device is usable: {}", failure), ""}};
  return {{Level::kOk, "installation",
           fmt::format("{}, {}", own.root, counted(devices.size(), "device")), ""}};
}

Findings check_commands() {
  const Installation& own = installation();
  Findings found;
  const std::string nvcc = find_in_path("nvcc");
  if (!nvcc.empty() && !is_ours(nvcc) && !answers(nvcc, "--version", "riffle cc"))
    found.push_back({Level::kWarning, "commands",
                     fmt::format("nvcc on the PATH is '{}', which is not Riffle's", nvcc),
                     R"(export PATH="$(riffle info --toolkit)/bin:$PATH")"});
  for (const char* name : {"CUDA_PATH", "CUDA_HOME", "CUDAToolkit_ROOT", "CUDACXX", "NVCC"}) {
    const char* value = variable(name);
    if (value == nullptr || !std::string_view(value).starts_with('/') || is_ours(value)) continue;
    const bool is_folder =
        std::string_view(name).starts_with("CUDA") && std::string_view(name) != "CUDACXX";
    const std::string its_nvcc = std::string(value) + (is_folder ? "/bin/nvcc" : "");
    const bool is_riffle = answers(its_nvcc, "--version", "riffle cc");
    found.push_back(
        {Level::kWarning, "commands",
         fmt::format("{} is '{}', which is {}", name, value,
                     is_riffle ? fmt::format("a different Riffle installation, '{}'", own.root)
                               : "not Riffle's"),
         fmt::format(R"(export {}="$(riffle info --toolkit){}")", name,
                     is_folder ? "" : "/bin/nvcc")});
  }
  const std::string riffle = find_in_path("riffle");
  if (riffle.empty())
    found.push_back({Level::kWarning, "commands", "riffle is not on the PATH",
                     fmt::format(R"(export PATH={}:"$PATH")", quoted({own.root + "/bin"}))});
  else if (!is_ours(riffle) && !answers(riffle, "info --json", own.library_folder))
    found.push_back({Level::kWarning, "commands",
                     fmt::format("riffle on the PATH is '{}', another installation", riffle),
                     fmt::format(R"(export PATH={}:"$PATH")", quoted({own.root + "/bin"}))});
  if (found.empty())
    found.push_back(
        {Level::kOk, "commands", nvcc.empty() ? riffle : fmt::format("{}, {}", riffle, nvcc), ""});
  return found;
}

Findings check_linker_libraries() {
  const std::string foreign = foreign_place();
  if (foreign.empty()) return {};
  const Installation& own = installation();
  return {{Level::kWarning, "toolkit",
           fmt::format("'{}/lib64' is not writable and its libraries for linkers name '{}': "
                       "programs that g++ links with them look for the runtime there",
                       own.toolkit_folder, foreign),
           fmt::format("run '{} info' where the folder can be written; or link with "
                       "-L{} -l:libcudart.so.13",
                       own.executable, own.library_folder)}};
}

Findings check_loader() {
  const Loader loader;
  const std::string cure =
      fmt::format(R"(export LD_LIBRARY_PATH={}"${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}}")",
                  quoted({installation().library_folder}));
  std::string others, of_riffle;
  bool any_missing = false;
  for (const char* name : kLibraries) {
    const std::string path = loader.find(name);
    if (path.empty()) {
      any_missing = true;
    } else if (!is_ours(path)) {
      std::string& list = is_of_another_riffle(path) ? of_riffle : others;
      list += (list.empty() ? "" : ", ") + path;
    }
  }
  if (!others.empty())
    return {{Level::kWarning, "loader",
             "programs that were not linked by riffle cc find another CUDA toolkit's libraries: " +
                 others,
             cure}};
  if (!of_riffle.empty())
    return {{Level::kWarning, "loader",
             fmt::format("programs that were not linked by riffle cc find the libraries of a "
                         "different Riffle installation, '{}': {}",
                         installation().root, of_riffle),
             cure}};
  if (any_missing)
    return {{Level::kOk, "loader",
             "programs linked by riffle cc find its libraries; Python packages and other programs "
             "need LD_LIBRARY_PATH",
             cure}};
  return {{Level::kOk, "loader", "every program finds Riffle's libraries", ""}};
}

Findings check_python() {
  if (find_in_path("python3").empty()) return {};
  std::string names = nvidia_distributions();
  std::erase(names, '\n');
  if (names.empty()) return {};
  return {
      {Level::kWarning, "python",
       fmt::format("packages contain libraries that Python programs load instead of Riffle's: {}",
                   names),
       fmt::format("python3 -m pip uninstall {}", names)}};
}

Findings check_openblas() {
  // In the order in which cuBLAS tries them (libraries/cublas/openblas.cpp).
  const Loader loader;
  if (const char* chosen = variable("RIFFLE_OPENBLAS")) {
    const std::string path =
        std::string_view(chosen).contains('/') ? std::string(chosen) : loader.find(chosen);
    if (access(path.c_str(), R_OK) == 0) return {{Level::kOk, "openblas", path, ""}};
    return {
        {Level::kWarning, "openblas",
         fmt::format("RIFFLE_OPENBLAS is '{}', which does not exist: cuBLAS calls fail", chosen),
         "unset RIFFLE_OPENBLAS"}};
  }
  if (const std::string path = loader.find("libopenblas.so.0"); !path.empty())
    return {{Level::kOk, "openblas", path, ""}};
  const fs::path package = fs::path(installation().root).parent_path();
  const bool is_wheel = access((package / "__main__.py").c_str(), R_OK) == 0;
  const fs::path of_python =
      package.parent_path() / "scipy_openblas32" / "lib" / "libscipy_openblas.so";
  if (is_wheel && access(of_python.c_str(), R_OK) == 0)
    return {{Level::kOk, "openblas", of_python.string(), ""}};
  return {{Level::kWarning, "openblas", "OpenBLAS was not found: cuBLAS calls fail",
           is_wheel ? "pip install 'riffle-cuda[openblas]'" : install_command(Package::kOpenBlas)}};
}

}  // namespace riffle::tool::doctor
