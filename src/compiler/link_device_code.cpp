// SPDX-License-Identifier: Apache-2.0
#include "compiler/link_device_code.h"

#include <cstdlib>
#include <memory>
#include <sstream>

#include "compiler/library.h"
#include "compiler/make_image.h"

namespace riffle::compiler {
namespace {

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};
template <typename T>
using Allocated = std::unique_ptr<T, Free>;

Result<LinkedDeviceCode> call_linker(const std::string& library, std::span<const LinkInput> inputs,
                                     LinkWords words, bool translates_only) {
  LinkedDeviceCode linked;
  if (inputs.empty()) return linked;
  const Result<void*> linker = library_symbol(library, kDeviceLinkSymbol);
  if (!linker) return std::unexpected(linker.error());
  std::vector<DeviceLinkInput> told;
  for (const LinkInput& input : inputs) {
    told.push_back({.name = input.name.c_str(),
                    .content = input.content ? input.content->data() : nullptr,
                    .content_bytes = input.content ? input.content->size() : 0});
  }
  const DeviceLinkRequest request{told.data(), told.size(), words, translates_only};
  DeviceLinkReply reply{};
  (*reinterpret_cast<DeviceLinkFunction*>(*linker))(&request, &reply);
  const Allocated<void> bitcode(reply.bitcode);
  const Allocated<char> registrations(reply.registrations);
  const Allocated<char> text(reply.error_text);
  if (text != nullptr) {
    return error(reply.input_is_damaged ? Code::kInvalidKernelImage : Code::kJitCompilationFailed,
                 text.get());
  }
  if (bitcode == nullptr) return linked;
  linked.image = make_image({.flags = reply.image_flags,
                             .cuda_arch = reply.cuda_arch,
                             .optimization_level = reply.optimization_level},
                            {static_cast<const char*>(reply.bitcode), reply.bitcode_bytes});
  std::istringstream names(registrations.get());
  for (std::string name; std::getline(names, name);) linked.registrations.push_back(name);
  return linked;
}

}  // namespace

Result<LinkedDeviceCode> link_device_code(const std::string& library,
                                          std::span<const LinkInput> inputs, LinkWords words) {
  return call_linker(library, inputs, words, false);
}

Result<std::string> translate_text(const std::string& library, std::string text) {
  const LinkInput input{.name = "PTX text", .content = std::move(text)};
  auto made = call_linker(library, std::span(&input, 1), LinkWords::kOwn, true);
  if (made) return std::move(made->image);
  return std::unexpected(std::move(made.error()));
}

}  // namespace riffle::compiler
