// SPDX-License-Identifier: Apache-2.0
// `riffle info`: what programs will find on this machine.
#include <cstdio>
#include <exception>
#include <optional>

#include <unistd.h>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "commit.h"
#include "file.h"
#include "help.h"
#include "info/machine.h"
#include "install.h"
#include "say.h"
#include "toolkit.h"
#include "version.h"

namespace riffle::tool {
namespace {

std::string help_text() {
  HelpPage page;
  page.section("NAME").literal("riffle info - show devices, CPU, cache and versions");
  page.section("SYNOPSIS")
      .literal("riffle info [--json | --toolkit | --cmake-toolchain] [--cuda-version=12]");
  page.section("DESCRIPTION")
      .paragraph(
          "Prints what CUDA programs find on this machine: the devices that Riffle presents, the "
          "CPU, the cache of compiled code, and versions.");
  page.section("OPTIONS")
      .entry("--json", "Print the result as a JSON object.")
      .entry(
          "--toolkit",
          "Print the folder that build systems use as a CUDA toolkit; its bin/nvcc is riffle cc.")
      .entry("--cmake-toolchain", "Print the path of a CMake toolchain file.")
      .entry("--cuda-version 12|13",
             "With --toolkit and --cmake-toolchain: use the folder for CUDA 12 programs, or for "
             "CUDA 13 programs, the default.")
      .entry("--prefix FOLDER",
             "With --toolkit: prepare the folder for an installation that will be moved to FOLDER.")
      .entry("--relocatable",
             "With --toolkit: prepare the folder for an installation that may be unpacked "
             "anywhere. Programs linked by other linkers find the runtime by LD_LIBRARY_PATH or a "
             "run path, as with any CUDA toolkit.")
      .entry("-h, --help", "Print this page.");
  page.section("EXAMPLES")
      .literal(
          "riffle info\nexport CUDA_PATH=$(riffle info --toolkit)\n"
          "cmake --toolchain $(riffle info --cmake-toolchain) -B build\n"
          "riffle info --json | python3 -m json.tool\nRIFFLE_DEVICES=2 riffle info");
  page.section("EXIT STATUS")
      .literal("0  success\n1  wrong options, or a toolkit folder that cannot be prepared");
  page.section("ENVIRONMENT")
      .entry("RIFFLE_DEVICES", "Number of devices to present.")
      .entry("RIFFLE_CACHE_DIR", "Folder of the cache.");
  return page.text();
}

nlohmann::json to_json(const Machine& machine) {
  nlohmann::json devices = nlohmann::json::array();
  for (const ListedDevice& device : machine.devices) {
    devices.push_back({{"name", device.name},
                       {"compute_capability", device.compute_capability},
                       {"memory_bytes", device.memory_bytes},
                       {"multiprocessors", device.multiprocessors}});
  }
  return {{"riffle", kVersion},
          {"commit", commit()},
          {"cuda", machine.cuda_level},
          {"clang", machine.clang_version},
          {"clang_path", machine.clang_path},
          {"cpu", machine.cpu_name},
          {"cores", machine.cores},
          {"vector_bits", machine.vector_bits},
          {"vector_set", machine.vector_set},
          {"devices", devices},
          {"devices_error", machine.devices_error},
          {"cache",
           {{"folder", machine.cache.folder},
            {"bytes", machine.cache.bytes},
            {"kernel_modules", machine.cache.kernel_modules},
            {"programs", machine.cache.programs}}},
          {"include_folder", installation().include_folder},
          {"library_folder", installation().library_folder}};
}

std::string size_text(std::uint64_t bytes) {
  if (bytes >= std::uint64_t{1} << 30)
    return fmt::format("{:.1f} GiB", static_cast<double>(bytes) / (1U << 30));
  if (bytes >= 1U << 20) return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1U << 20));
  return fmt::format("{:.1f} KiB", static_cast<double>(bytes) / 1024);
}

void print_text(const Machine& machine) {
  fmt::print("Riffle     {}\n", kVersion);
  fmt::print("CUDA level {}\n", machine.cuda_level);
  fmt::print("clang      {}\n",
             machine.clang_version.empty()
                 ? "not found; install it with 'apt-get install clang-22 lld-22'"
                 : fmt::format("{} ({})", machine.clang_version, machine.clang_path));
  fmt::print("CPU        {}\n", machine.cpu_name);
  fmt::print("cores      {}\n", machine.cores);
  fmt::print("vectors    {} bits ({})\n", machine.vector_bits, machine.vector_set);
  if (!machine.devices_error.empty()) fmt::print("devices    unknown: {}\n", machine.devices_error);
  for (std::size_t i = 0; i < machine.devices.size(); ++i) {
    const ListedDevice& device = machine.devices[i];
    fmt::print("device {}   {}, compute capability {}, {} multiprocessors, {}\n", i, device.name,
               device.compute_capability, device.multiprocessors, size_text(device.memory_bytes));
  }
  fmt::print("cache      {}: {}, {}, {}\n",
             machine.cache.folder.empty() ? "none" : machine.cache.folder,
             size_text(machine.cache.bytes), counted(machine.cache.kernel_modules, "kernel module"),
             counted(machine.cache.programs, "program"));
}

int print_toolkit(const char* file, const std::optional<std::string>& prefix, int cuda_version) {
  const Status status =
      cuda_version == kCudaVersion12 ? settle_toolkit_12(prefix) : settle_toolkit(prefix);
  const std::string folder = toolkit_folder_of(cuda_version);
  if (!status) {
    // A folder that was moved to where nobody may write serves nvcc and CMake as it is.
    const bool is_usable = !prefix && !foreign_place().empty() &&
                           access((folder + "/lib64/libcudart.so").c_str(), R_OK) == 0;
    say("riffle info: {}{}\n", is_usable ? "warning: " : "", status.error().text);
    if (!is_usable) return 1;
  }
  if (is_mounted_noexec(folder)) {
    say("riffle info: '{}' is on a file system that is mounted noexec, where nvcc cannot be "
        "started; export "
        "RIFFLE_CACHE_DIR=FOLDER, a folder of another file system\n",
        folder);
    return 1;
  }
  fmt::print("{}{}\n", folder, file);
  return 0;
}

}  // namespace

int device_query_command() {
  std::vector<ListedDevice> devices;
  std::string failure;
  query_devices(installation().library_folder + "/libcudart.so.13", devices, failure);
  if (devices.empty()) {
    say("__nvcc_device_query: no device found{}{}\n", failure.empty() ? "" : ": ", failure);
    return 1;
  }
  std::string seen;
  for (const ListedDevice& device : devices) {
    std::string number = device.compute_capability;  // "8.0"
    std::erase(number, '.');
    if (!seen.contains(number)) seen += (seen.empty() ? "" : ",") + number;
  }
  fmt::print("{}\n", seen);
  return 0;
}

int info_command(const std::vector<std::string>& arguments) {
  CLI::App app;
  app.set_help_flag();
  bool json = false;
  bool toolkit = false;
  bool toolchain = false;
  std::optional<std::string> prefix;
  bool relocatable = false;
  std::string cuda_version = "13";
  bool help = false;
  app.add_flag("--json", json);
  app.add_flag("--toolkit", toolkit);
  app.add_flag("--cmake-toolchain", toolchain);
  app.add_option("--prefix", prefix);
  app.add_flag("--relocatable", relocatable);
  app.add_option("--cuda-version", cuda_version);
  app.add_flag("-h,--help", help);
  app.allow_extras();
  try {
    // CLI11 takes arguments from the back.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::Error& failure) {
    say("riffle info: {}; see 'riffle info --help'\n", failure.what());
    return 1;
  }
  if (const std::vector<std::string> unknown = app.remaining(); !unknown.empty()) {
    say("riffle info: unknown {} '{}'; see 'riffle info --help'\n",
        unknown[0].starts_with('-') ? "option" : "argument", unknown[0]);
    return 1;
  }
  if (help) {
    fmt::print("{}", help_text());
    return 0;
  }
  if (relocatable) prefix = "";
  const bool is_12 = cuda_version == "12" || cuda_version == "12.8";
  if (!is_12 && cuda_version != "13" && cuda_version != "13.0") {
    say("riffle info: --cuda-version: expected 12 or 13, got '{}'\n", cuda_version);
    return 1;
  }
  if (toolkit || toolchain)
    return print_toolkit(toolchain ? "/toolchain.cmake" : "", prefix,
                         is_12 ? kCudaVersion12 : kCudaVersion);
  const Machine machine = look_at_machine();
  if (json) {
    fmt::print("{}\n", to_json(machine).dump(2));
  } else {
    print_text(machine);
  }
  return 0;
}

}  // namespace riffle::tool
