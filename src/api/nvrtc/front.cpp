// SPDX-License-Identifier: Apache-2.0
#include "api/nvrtc/front.h"

#include <cstdlib>
#include <cstring>

#include "api/nvrtc/kept.h"
#include "base/allocated.h"
#include "compiler/front/run_time/entry.h"
#include "compiler/library.h"
#include "compiler/make_image.h"
#include "compiler/progress.h"
#include "compiler/ptx_text_of_image.h"

namespace riffle::nvrtc {
namespace {

std::vector<std::string> lines_of(const char* text) {
  std::vector<std::string> lines;
  if (text == nullptr) return lines;
  for (const char* end = nullptr; (end = std::strchr(text, '\n')) != nullptr; text = end + 1)
    lines.emplace_back(text, end);
  return lines;
}

/// Texts as C strings, which live as long as the texts.
class Strings {
 public:
  explicit Strings(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) items_.push_back(text.c_str());
  }
  operator compiler::FrontStrings() const { return {items_.data(), items_.size()}; }

 private:
  std::vector<const char*> items_;
};

nvrtcResult result_of(compiler::FrontStatus status) {
  switch (status) {
    case compiler::FrontStatus::kDone:
      return NVRTC_SUCCESS;
    case compiler::FrontStatus::kErrors:
      return NVRTC_ERROR_COMPILATION;
    case compiler::FrontStatus::kCancelled:
      return NVRTC_ERROR_CANCELLED;
    case compiler::FrontStatus::kFailed:
      break;
  }
  return NVRTC_ERROR_INTERNAL_ERROR;
}

std::string image_of(const compiler::FrontReply& reply, const NvrtcOptions& options) {
  compiler::ImageTraits traits;
  if ((options.flags & compiler::kFrontDebug) != 0) traits.flags |= compiler::kImageDebug;
  if ((options.flags & compiler::kFrontRelocatable) != 0)
    traits.flags |= compiler::kImageRelocatable;
  traits.cuda_arch = static_cast<std::uint32_t>(std::atoi(options.architecture.c_str() + 3)) * 10;
  traits.optimization_level = (options.flags & compiler::kFrontDebug) != 0 ? 0 : 2;
  return compiler::make_image(traits,
                              {static_cast<const char*>(reply.bitcode), reply.bitcode_bytes});
}

void* find_headers(const char* key, std::size_t* bytes) {
  const std::optional<std::string> kept = find_text(headers_key(key));
  if (!kept) return nullptr;
  void* const copy = std::malloc(kept->size());
  if (copy != nullptr) std::memcpy(copy, kept->data(), kept->size());
  *bytes = kept->size();
  return copy;
}

void keep_headers(const char* key, const void* content, std::size_t bytes) {
  keep_text(headers_key(key), {static_cast<const char*>(content), bytes});
}

}  // namespace

FrontResult compile(const TranslationUnit& unit, const NvrtcOptions& options,
                    const std::function<bool()>& is_cancelled) {
  const Result<void*> door =
      compiler::library_symbol(compiler::kFrontLibrary, compiler::kFrontSymbol);
  if (!door)
    return {NVRTC_ERROR_BUILTIN_OPERATION_FAILURE,
            {.log = "nvrtc: error: " + door.error().text + "\n"}};
  std::vector<compiler::FrontHeader> headers;
  for (const Header& header : unit.headers)
    headers.push_back({header.name.c_str(), header.text.c_str()});
  const Strings names_given(unit.names), macros(options.macros), searched(options.folders),
      first(options.first_headers), severities(options.severities);
  const compiler::FrontRequest request{
      .name = unit.name.c_str(),
      .source = unit.source.c_str(),
      .headers = headers.data(),
      .header_count = headers.size(),
      .names = names_given,
      .macros = macros,
      .folders = searched,
      .first_headers = first,
      .severities = severities,
      .architecture = options.architecture.c_str(),
      .standard = options.standard.c_str(),
      .flags = options.flags,
      .is_cancelled =
          [](void* owner) { return (*static_cast<const std::function<bool()>*>(owner))(); },
      .find_headers = find_headers,
      .keep_headers = keep_headers,
      .owner = const_cast<std::function<bool()>*>(&is_cancelled)};
  compiler::FrontReply reply{};
  const compiler::CompilationNotice waiting(unit.name);
  reinterpret_cast<compiler::FrontFunction*>(*door)(&request, &reply);
  const Allocated<void> bitcode(reply.bitcode);
  const Allocated<char> log(reply.log), names(reply.lowered_names), files(reply.files);

  FrontResult made{result_of(reply.status), {}};
  if (reply.log != nullptr) made.output.log = reply.log;
  if (reply.status != compiler::FrontStatus::kDone) return made;
  if (reply.bitcode == nullptr) return {NVRTC_ERROR_OUT_OF_MEMORY, {}};
  made.output.image = image_of(reply, options);
  made.output.lowered_names = lines_of(reply.lowered_names);
  made.output.files = lines_of(reply.files);
  return made;
}

Result<std::string> ptx_of(const std::string& image, const std::string& name, bool uses_cache) {
  const compiler::Hash128 key = ptx_key(image);
  if (uses_cache) {
    if (std::optional<std::string> kept = find_text(key)) return *kept;
  }
  Result<std::string> whole = compiler::ptx_text_of(image, name);
  if (!whole) return whole;
  if (uses_cache) keep_text(key, *whole);
  return whole;
}

}  // namespace riffle::nvrtc
