// SPDX-License-Identifier: Apache-2.0
#include "compiler/link_device_code.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <sstream>

#include "base/allocated.h"
#include "compiler/cache/key.h"
#include "compiler/image.h"
#include "compiler/library.h"
#include "compiler/make_image.h"
#include "compiler/progress.h"
#include "compiler/ptx_version.h"

namespace riffle::compiler {
namespace {

enum class LinkResult : std::uint8_t {
  kLinked,
  kTranslated,  ///< the one input, as it is
  kWhatTextIs,  ///< the same, whole; large text may stay text
};

Result<LinkedDeviceCode> call_linker(const std::string& library, std::span<const LinkInput> inputs,
                                     LinkWords words, LinkResult wanted) {
  LinkedDeviceCode linked;
  if (inputs.empty()) return linked;
  for (const LinkInput& input : inputs) {
    if (auto problem = problem_of_ptx_version(input.content ? std::string_view(*input.content)
                                                            : std::string_view()))
      return error(Code::kUnsupportedPtxVersion, input.name + ": " + *problem);
  }
  const Result<void*> linker = library_symbol(library, kDeviceLinkSymbol);
  if (!linker) return std::unexpected(linker.error());
  std::vector<DeviceLinkInput> views;
  for (const LinkInput& input : inputs) {
    views.push_back({.name = input.name.c_str(),
                     .content = input.content ? input.content->data() : nullptr,
                     .content_bytes = input.content ? input.content->size() : 0});
  }
  const DeviceLinkRequest request{.inputs = views.data(),
                                  .input_count = views.size(),
                                  .words = words,
                                  .translates_only = wanted == LinkResult::kTranslated,
                                  .may_leave_text = wanted == LinkResult::kWhatTextIs};
  DeviceLinkReply reply{};
  (*reinterpret_cast<DeviceLinkFunction*>(*linker))(&request, &reply);
  const Allocated<void> bitcode(reply.bitcode);
  const Allocated<char> registrations(reply.registrations);
  const Allocated<char> text(reply.error_text);
  if (text != nullptr) {
    return error(reply.input_is_damaged ? Code::kInvalidKernelImage : Code::kJitCompilationFailed,
                 text.get());
  }
  const bool is_text = (reply.image_flags & kImageText) != 0;
  if (bitcode == nullptr && !is_text) return linked;
  const std::string_view payload =
      is_text ? std::string_view(*inputs.front().content)
              : std::string_view(static_cast<const char*>(reply.bitcode), reply.bitcode_bytes);
  linked.image = make_image({.flags = reply.image_flags,
                             .cuda_arch = reply.cuda_arch,
                             .optimization_level = reply.optimization_level},
                            payload);
  if (is_text) return linked;
  std::istringstream names(registrations.get());
  for (std::string name; std::getline(names, name);) linked.registrations.push_back(name);
  return linked;
}

Result<std::string> text_image(const std::string& library, std::string text, LinkResult wanted) {
  const LinkInput input{.name = "PTX text", .content = std::move(text)};
  const CompilationNotice waiting("PTX");
  auto made = call_linker(library, std::span(&input, 1), LinkWords::kOwn, wanted);
  if (made && made->image.empty())
    return error(Code::kInvalidKernelImage, "the device code is of an unknown kind");
  if (!made) return std::unexpected(std::move(made.error()));
  return std::move(made->image);
}

ImageHeader header_of(std::string_view image) {
  ImageHeader header{};
  std::memcpy(&header, image.data(), std::min(image.size(), sizeof header));
  return header;
}

/// What is kept of an image: who asks for it has the text itself.
std::string_view without_text(std::string_view image) {
  return (header_of(image).flags & kImageText) != 0 ? image.substr(0, sizeof(ImageHeader)) : image;
}

std::vector<std::byte> joined(std::string_view head, std::string_view tail) {
  std::vector<std::byte> bytes;
  bytes.reserve(head.size() + tail.size());
  for (const auto part : {std::as_bytes(std::span(head)), std::as_bytes(std::span(tail))})
    bytes.insert(bytes.end(), part.begin(), part.end());
  return bytes;
}

}  // namespace

Result<LinkedDeviceCode> link_device_code(const std::string& library,
                                          std::span<const LinkInput> inputs, LinkWords words) {
  return call_linker(library, inputs, words, LinkResult::kLinked);
}

Result<std::string> translate_text(const std::string& library, std::string text) {
  return text_image(library, std::move(text), LinkResult::kTranslated);
}

Result<std::vector<std::byte>> image_of_ptx(const std::string& library, std::string_view ptx,
                                            const DiskCache& cache) {
  const Hash128 content = hash128(std::as_bytes(std::span(ptx)));
  const Hash128 key =
      cache_key({.content = content, .flags = kImageText, .optimization_level = 0, .part = "text"},
                CodegenOptions::from_environment());
  if (const auto kept = cache.read(key))
    return joined(*kept, (header_of(*kept).flags & kImageText) != 0 ? ptx : "");
  const auto image = text_image(library, std::string(ptx), LinkResult::kWhatTextIs);
  if (!image) return std::unexpected(image.error());
  cache.keep(key, without_text(*image));
  return joined(*image, "");
}

}  // namespace riffle::compiler
