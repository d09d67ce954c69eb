// SPDX-License-Identifier: Apache-2.0
// The exported functions: what they are given is looked at, then a Link does it. No exception goes out. NVIDIA's header calls
// each under a name with the version, too.
#include <nvJitLink.h>

#include <algorithm>
#include <memory>
#include <new>

#include "api/nvjitlink/link.h"
#include "base/handle_table.h"

#define RIFFLE_EXPORT extern "C" __attribute__((visibility("default")))
#define RIFFLE_VERSIONED(name, ...) \
  RIFFLE_EXPORT nvJitLinkResult __##name##_13_0(__VA_ARGS__) __attribute__((alias(#name)));

namespace riffle::nvjitlink {
namespace {

constexpr std::uint8_t kLinkHandleKind = 0x61;
/// Some hundred times what there are: more is no number of options.
constexpr std::uint32_t kMostOptions = 4096;

HandleTable<Link>& links() {
  static auto& table = *new HandleTable<Link>(kLinkHandleKind);
  return table;
}

template <typename Body>
nvJitLinkResult with_link(nvJitLinkHandle handle, Body&& body) {
  try {
    Link* const link = links().find(handle);
    return link == nullptr ? NVJITLINK_ERROR_NULL_INPUT : body(*link);
  } catch (...) {  // no memory, most likely; there is no code for that
    return NVJITLINK_ERROR_INTERNAL;
  }
}

nvJitLinkResult create(nvJitLinkHandle* handle, std::uint32_t count, const char** words) {
  if (handle == nullptr || words == nullptr || count == 0 || count > kMostOptions)
    return NVJITLINK_ERROR_NULL_INPUT;
  ParsedOptions parsed = parse_options({words, count});
  const nvJitLinkResult result = parsed.result;
  auto link = std::make_unique<Link>(std::move(parsed));
  const auto made = links().insert(link.get());
  if (made == 0) return NVJITLINK_ERROR_INTERNAL;
  static_cast<void>(link.release());
  *handle = reinterpret_cast<nvJitLinkHandle>(made);
  return result;
}

/// A text with its final zero.
nvJitLinkResult give_text(const std::string& text, char* to) {
  std::ranges::copy_n(text.c_str(), static_cast<std::ptrdiff_t>(text.size() + 1), to);
  return NVJITLINK_SUCCESS;
}

/// Nothing is there as nothing, not as an empty text.
std::size_t log_bytes(const std::string& log) { return log.empty() ? 0 : log.size() + 1; }

}  // namespace
}  // namespace riffle::nvjitlink

using riffle::nvjitlink::Link;
using riffle::nvjitlink::with_link;

RIFFLE_EXPORT nvJitLinkResult nvJitLinkCreate(nvJitLinkHandle* handle, uint32_t numOptions,
                                              const char** options) {
  try {
    return riffle::nvjitlink::create(handle, numOptions, options);
  } catch (...) {
    return NVJITLINK_ERROR_INTERNAL;
  }
}
RIFFLE_VERSIONED(nvJitLinkCreate, nvJitLinkHandle*, uint32_t, const char**)

RIFFLE_EXPORT nvJitLinkResult nvJitLinkDestroy(nvJitLinkHandle* handle) {
  if (handle == nullptr) return NVJITLINK_ERROR_NULL_INPUT;
  const std::unique_ptr<Link> link(
      riffle::nvjitlink::links().remove(reinterpret_cast<std::uintptr_t>(*handle)));
  if (link == nullptr) return NVJITLINK_ERROR_NULL_INPUT;
  *handle = nullptr;
  return NVJITLINK_SUCCESS;
}
RIFFLE_VERSIONED(nvJitLinkDestroy, nvJitLinkHandle*)

RIFFLE_EXPORT nvJitLinkResult nvJitLinkAddData(nvJitLinkHandle handle, nvJitLinkInputType inputType,
                                               const void* data, size_t size, const char* name) {
  return with_link(handle, [&](Link& link) {
    if (data == nullptr) return NVJITLINK_ERROR_NULL_INPUT;
    if (size == 0) return NVJITLINK_ERROR_INVALID_INPUT;
    return link.add(inputType, {static_cast<const std::byte*>(data), size},
                    name == nullptr ? "input" : name);
  });
}
RIFFLE_VERSIONED(nvJitLinkAddData, nvJitLinkHandle, nvJitLinkInputType, const void*, size_t,
                 const char*)

RIFFLE_EXPORT nvJitLinkResult nvJitLinkAddFile(nvJitLinkHandle handle, nvJitLinkInputType inputType,
                                               const char* fileName) {
  return with_link(handle, [&](Link& link) {
    if (fileName == nullptr) return NVJITLINK_ERROR_NULL_INPUT;
    return link.add_file(inputType, fileName);
  });
}
RIFFLE_VERSIONED(nvJitLinkAddFile, nvJitLinkHandle, nvJitLinkInputType, const char*)

RIFFLE_EXPORT nvJitLinkResult nvJitLinkComplete(nvJitLinkHandle handle) {
  return with_link(handle, [](Link& link) { return link.complete(); });
}
RIFFLE_VERSIONED(nvJitLinkComplete, nvJitLinkHandle)

RIFFLE_EXPORT nvJitLinkResult nvJitLinkGetLinkedCubinSize(nvJitLinkHandle handle, size_t* size) {
  return with_link(handle, [&](Link& link) {
    if (size == nullptr) return NVJITLINK_ERROR_NULL_INPUT;
    std::string image;
    const nvJitLinkResult result = link.image(image);
    if (result == NVJITLINK_SUCCESS) *size = image.size();
    return result;
  });
}
RIFFLE_VERSIONED(nvJitLinkGetLinkedCubinSize, nvJitLinkHandle, size_t*)

RIFFLE_EXPORT nvJitLinkResult nvJitLinkGetLinkedCubin(nvJitLinkHandle handle, void* cubin) {
  return with_link(handle, [&](Link& link) {
    if (cubin == nullptr) return NVJITLINK_ERROR_NULL_INPUT;
    std::string image;
    const nvJitLinkResult result = link.image(image);
    if (result == NVJITLINK_SUCCESS) std::ranges::copy(image, static_cast<char*>(cubin));
    return result;
  });
}
RIFFLE_VERSIONED(nvJitLinkGetLinkedCubin, nvJitLinkHandle, void*)

RIFFLE_EXPORT nvJitLinkResult nvJitLinkGetLinkedPtxSize(nvJitLinkHandle handle, size_t* size) {
  return with_link(handle, [&](Link& link) {
    if (size == nullptr) return NVJITLINK_ERROR_NULL_INPUT;
    std::string ptx;
    const nvJitLinkResult result = link.ptx(ptx);
    if (result == NVJITLINK_SUCCESS) *size = ptx.size() + 1;
    return result;
  });
}
RIFFLE_VERSIONED(nvJitLinkGetLinkedPtxSize, nvJitLinkHandle, size_t*)

RIFFLE_EXPORT nvJitLinkResult nvJitLinkGetLinkedPtx(nvJitLinkHandle handle, char* ptx) {
  return with_link(handle, [&](Link& link) {
    if (ptx == nullptr) return NVJITLINK_ERROR_NULL_INPUT;
    std::string text;
    const nvJitLinkResult result = link.ptx(text);
    return result == NVJITLINK_SUCCESS ? riffle::nvjitlink::give_text(text, ptx) : result;
  });
}
RIFFLE_VERSIONED(nvJitLinkGetLinkedPtx, nvJitLinkHandle, char*)

RIFFLE_EXPORT nvJitLinkResult nvJitLinkGetErrorLogSize(nvJitLinkHandle handle, size_t* size) {
  return with_link(handle, [&](Link& link) {
    if (size == nullptr) return NVJITLINK_ERROR_NULL_INPUT;
    *size = riffle::nvjitlink::log_bytes(link.errors());
    return NVJITLINK_SUCCESS;
  });
}
RIFFLE_VERSIONED(nvJitLinkGetErrorLogSize, nvJitLinkHandle, size_t*)

RIFFLE_EXPORT nvJitLinkResult nvJitLinkGetErrorLog(nvJitLinkHandle handle, char* log) {
  return with_link(handle, [&](Link& link) {
    if (log == nullptr) return NVJITLINK_ERROR_NULL_INPUT;
    const std::string errors = link.errors();
    return errors.empty() ? NVJITLINK_SUCCESS : riffle::nvjitlink::give_text(errors, log);
  });
}
RIFFLE_VERSIONED(nvJitLinkGetErrorLog, nvJitLinkHandle, char*)

// There is nothing to tell of a link that succeeds.
RIFFLE_EXPORT nvJitLinkResult nvJitLinkGetInfoLogSize(nvJitLinkHandle handle, size_t* size) {
  return with_link(handle, [&](Link&) {
    if (size == nullptr) return NVJITLINK_ERROR_NULL_INPUT;
    *size = 0;
    return NVJITLINK_SUCCESS;
  });
}
RIFFLE_VERSIONED(nvJitLinkGetInfoLogSize, nvJitLinkHandle, size_t*)

RIFFLE_EXPORT nvJitLinkResult nvJitLinkGetInfoLog(nvJitLinkHandle handle, char* log) {
  return with_link(handle, [&](Link&) {
    return log == nullptr ? NVJITLINK_ERROR_NULL_INPUT : NVJITLINK_SUCCESS;
  });
}
RIFFLE_VERSIONED(nvJitLinkGetInfoLog, nvJitLinkHandle, char*)
