// SPDX-License-Identifier: Apache-2.0
#include "cc/device_link.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>

namespace riffle::tool {
namespace {

namespace fs = std::filesystem;

/// The section that relocatable device code is in, as the table of an object's section names has it. A
/// file that has the name for other reasons is looked at in vain, no more.
constexpr std::string_view kSectionName{"\0__nv_relfatbin\0", 16};

bool mentions_relocatable_code(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  struct stat status{};
  bool found = false;
  if (::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
    const auto bytes = static_cast<std::size_t>(status.st_size);
    void* const content = ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file, 0);
    if (content != MAP_FAILED) {
      found = ::memmem(content, bytes, kSectionName.data(), kSectionName.size()) != nullptr;
      ::munmap(content, bytes);
    }
  }
  ::close(file);
  return found;
}

/// The archive that -lNAME stands for; empty when the linker will take a shared library, or looks in its
/// own folders, where nobody puts device code.
std::string archive_named(const std::string& name, const std::vector<std::string>& folders) {
  std::error_code failure;
  for (const std::string& folder : folders) {
    if (name.starts_with(':')) {
      const fs::path exact = fs::path(folder) / name.substr(1);
      if (!fs::exists(exact, failure)) continue;
      return exact.extension() == ".a" ? exact.string() : std::string{};
    }
    if (fs::exists(fs::path(folder) / ("lib" + name + ".so"), failure)) return {};
    fs::path archive = fs::path(folder) / ("lib" + name + ".a");
    if (fs::exists(archive, failure)) return archive.string();
  }
  return {};
}

constexpr const char* kWithoutImage = "/* Made by riffle cc -dlink: no device code to link. */\n";

/// Units register one after the other, while constructors run; all belong to the one image.
constexpr const char* kRegistration =
    R"(/* Made by riffle cc -dlink: registers the device code that it linked. */
void **__cudaRegisterFatBinary(const void *);
void __cudaUnregisterFatBinary(void **);
int atexit(void (*)(void));

__attribute__((section(".nv_fatbin"), aligned(16))) static const unsigned char image[] = {{
#embed "{}"
}};
__attribute__((section(".nvFatBinSegment"))) static struct {{
  int magic, version;
  const void *image, *unused;
}} wrapper = {{0x466243b1, 1, image, 0}};
static void **handle;

static void leave(void) {{ __cudaUnregisterFatBinary(handle); }}

static void enter(void (*add)(void **)) {{
  if (!handle) {{
    handle = __cudaRegisterFatBinary(&wrapper);
    atexit(leave);
  }}
  add(handle);
}}

#define UNIT(name)                                                        \
  __attribute__((visibility("hidden"))) void name(                        \
      void (*add)(void **), void *code, void *unit, void (*f)(void **)) {{ \
    (void)code, (void)unit, (void)f;                                      \
    enter(add);                                                           \
  }}
)";

}  // namespace

std::vector<std::string> relocatable_inputs(const NvccOptions& options) {
  std::vector<std::string> found;
  for (const Input& input : options.inputs) {
    const bool may_have =
        input.language == Language::kDeviceCode ||
        (input.language == Language::kObject && mentions_relocatable_code(input.path));
    if (may_have) found.push_back(input.path);
  }
  for (const std::string& library : options.libraries) {
    const std::string archive = archive_named(library, options.library_folders);
    if (!archive.empty() && mentions_relocatable_code(archive)) found.push_back(archive);
  }
  return found;
}

std::string registration_source(const std::string& image_path,
                                const std::vector<std::string>& registrations) {
  if (image_path.empty()) return kWithoutImage;
  std::string source = fmt::format(kRegistration, image_path);
  for (const std::string& name : registrations) source += "UNIT(" + name + ")\n";
  return source;
}

}  // namespace riffle::tool
