// SPDX-License-Identifier: Apache-2.0
// The exported functions: what they are given is looked at, then a NvrtcProgram does it. No exception goes out.
#include <nvrtc.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <new>

#include "api/nvrtc/options.h"
#include "api/nvrtc/program.h"
#include "base/handle_table.h"

#define RIFFLE_EXPORT extern "C" __attribute__((visibility("default")))

namespace riffle::nvrtc {
namespace {

constexpr std::uint8_t kProgramHandleKind = 0x60;
constexpr std::size_t kDefaultHeaderHeap = std::size_t{256} << 20;
constexpr std::size_t kPage = 4096;

/// Programs are looked up before use: a handle that was destroyed is none.
HandleTable<NvrtcProgram>& programs() {
  static auto& table = *new HandleTable<NvrtcProgram>(kProgramHandleKind);
  return table;
}

/// Accepted and told back: headers are precompiled where there is memory.
std::atomic<std::size_t>& header_heap() {
  static std::atomic<std::size_t> bytes{kDefaultHeaderHeap};
  return bytes;
}

template <typename Body>
nvrtcResult guarded(Body&& body) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return NVRTC_ERROR_OUT_OF_MEMORY;
  } catch (...) {
    return NVRTC_ERROR_INTERNAL_ERROR;
  }
}

template <typename Body>
nvrtcResult with_program(nvrtcProgram handle, Body&& body) {
  return guarded([&] {
    NvrtcProgram* const program = programs().find(handle);
    return program == nullptr ? NVRTC_ERROR_INVALID_PROGRAM : body(*program);
  });
}

nvrtcResult give(const std::string& content, std::size_t zeros, char* to) {
  if (to == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  std::ranges::fill_n(std::ranges::copy(content, to).out, static_cast<std::ptrdiff_t>(zeros), '\0');
  return NVRTC_SUCCESS;
}

nvrtcResult give_size(std::size_t bytes, std::size_t* to) {
  if (to == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  *to = bytes;
  return NVRTC_SUCCESS;
}

nvrtcResult create(nvrtcProgram* handle, const char* source, const char* name, int count,
                   const char* const* texts, const char* const* names) {
  if (handle == nullptr) return NVRTC_ERROR_INVALID_PROGRAM;
  if (source == nullptr || count < 0 || (count > 0 && (texts == nullptr || names == nullptr)))
    return NVRTC_ERROR_INVALID_INPUT;
  std::vector<Header> headers;
  for (int i = 0; i < count; ++i) {
    if (texts[i] == nullptr || names[i] == nullptr) return NVRTC_ERROR_INVALID_INPUT;
    headers.push_back({names[i], texts[i]});
  }
  const bool has_name = name != nullptr && *name != '\0';
  auto program = std::make_unique<NvrtcProgram>(source, has_name ? name : "default_program",
                                                std::move(headers));
  const auto made = programs().insert(program.get());
  if (made == 0) return NVRTC_ERROR_OUT_OF_MEMORY;
  static_cast<void>(program.release());
  *handle = reinterpret_cast<nvrtcProgram>(made);
  return NVRTC_SUCCESS;
}

}  // namespace
}  // namespace riffle::nvrtc

using riffle::nvrtc::give;
using riffle::nvrtc::give_size;
using riffle::nvrtc::guarded;
using riffle::nvrtc::NvrtcProgram;
using riffle::nvrtc::with_program;

RIFFLE_EXPORT const char* nvrtcGetErrorString(nvrtcResult result) {
  switch (result) {
#define RIFFLE_NAME(code) \
  case code:              \
    return #code
    RIFFLE_NAME(NVRTC_SUCCESS);
    RIFFLE_NAME(NVRTC_ERROR_OUT_OF_MEMORY);
    RIFFLE_NAME(NVRTC_ERROR_PROGRAM_CREATION_FAILURE);
    RIFFLE_NAME(NVRTC_ERROR_INVALID_INPUT);
    RIFFLE_NAME(NVRTC_ERROR_INVALID_PROGRAM);
    RIFFLE_NAME(NVRTC_ERROR_INVALID_OPTION);
    RIFFLE_NAME(NVRTC_ERROR_COMPILATION);
    RIFFLE_NAME(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE);
    RIFFLE_NAME(NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
    RIFFLE_NAME(NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
    RIFFLE_NAME(NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
    RIFFLE_NAME(NVRTC_ERROR_INTERNAL_ERROR);
    RIFFLE_NAME(NVRTC_ERROR_TIME_FILE_WRITE_FAILED);
    RIFFLE_NAME(NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED);
    RIFFLE_NAME(NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED);
    RIFFLE_NAME(NVRTC_ERROR_PCH_CREATE);
    RIFFLE_NAME(NVRTC_ERROR_CANCELLED);
    RIFFLE_NAME(NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED);
#undef RIFFLE_NAME
  }
  return "NVRTC_ERROR unknown";
}

RIFFLE_EXPORT nvrtcResult nvrtcVersion(int* major, int* minor) {
  if (major == nullptr || minor == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  *major = 13;
  *minor = 0;
  return NVRTC_SUCCESS;
}

RIFFLE_EXPORT nvrtcResult nvrtcGetNumSupportedArchs(int* numArchs) {
  if (numArchs == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  *numArchs = static_cast<int>(riffle::nvrtc::supported_architectures().size());
  return NVRTC_SUCCESS;
}

RIFFLE_EXPORT nvrtcResult nvrtcGetSupportedArchs(int* supportedArchs) {
  if (supportedArchs == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  for (const int architecture : riffle::nvrtc::supported_architectures())
    *supportedArchs++ = architecture;
  return NVRTC_SUCCESS;
}

RIFFLE_EXPORT nvrtcResult nvrtcCreateProgram(nvrtcProgram* prog, const char* src, const char* name,
                                             int numHeaders, const char* const* headers,
                                             const char* const* includeNames) {
  return guarded(
      [&] { return riffle::nvrtc::create(prog, src, name, numHeaders, headers, includeNames); });
}

RIFFLE_EXPORT nvrtcResult nvrtcDestroyProgram(nvrtcProgram* prog) {
  if (prog == nullptr) return NVRTC_ERROR_INVALID_PROGRAM;
  const std::unique_ptr<NvrtcProgram> program(riffle::nvrtc::programs().remove(*prog));
  if (program == nullptr) return NVRTC_ERROR_INVALID_PROGRAM;
  *prog = nullptr;
  return NVRTC_SUCCESS;
}

RIFFLE_EXPORT nvrtcResult nvrtcCompileProgram(nvrtcProgram prog, int numOptions,
                                              const char* const* options) {
  return with_program(prog, [&](NvrtcProgram& program) {
    if (numOptions < 0) return NVRTC_ERROR_INVALID_INPUT;
    if (numOptions > 0 && options == nullptr) return NVRTC_ERROR_INVALID_OPTION;
    return program.compile(numOptions, options);
  });
}

RIFFLE_EXPORT nvrtcResult nvrtcAddNameExpression(nvrtcProgram prog,
                                                 const char* const name_expression) {
  return with_program(prog, [&](NvrtcProgram& program) {
    return name_expression == nullptr ? NVRTC_ERROR_INVALID_INPUT
                                      : program.add_name(name_expression);
  });
}

RIFFLE_EXPORT nvrtcResult nvrtcGetLoweredName(nvrtcProgram prog, const char* const name_expression,
                                              const char** lowered_name) {
  return with_program(prog, [&](NvrtcProgram& program) {
    if (name_expression == nullptr || lowered_name == nullptr) return NVRTC_ERROR_INVALID_INPUT;
    return program.lowered_name(name_expression, lowered_name);
  });
}

RIFFLE_EXPORT nvrtcResult nvrtcSetFlowCallback(nvrtcProgram prog, int (*callback)(void*, void*),
                                               void* payload) {
  return with_program(prog, [&](NvrtcProgram& program) {
    if (callback == nullptr) return NVRTC_ERROR_INVALID_INPUT;
    program.set_callback(callback, payload);
    return NVRTC_SUCCESS;
  });
}

RIFFLE_EXPORT nvrtcResult nvrtcGetPTXSize(nvrtcProgram prog, size_t* ptxSizeRet) {
  return with_program(
      prog, [&](NvrtcProgram& program) { return give_size(program.ptx().size() + 1, ptxSizeRet); });
}

RIFFLE_EXPORT nvrtcResult nvrtcGetPTX(nvrtcProgram prog, char* ptx) {
  return with_program(prog, [&](NvrtcProgram& program) { return give(program.ptx(), 1, ptx); });
}

RIFFLE_EXPORT nvrtcResult nvrtcGetCUBINSize(nvrtcProgram prog, size_t* cubinSizeRet) {
  return with_program(
      prog, [&](NvrtcProgram& program) { return give_size(program.cubin().size(), cubinSizeRet); });
}

RIFFLE_EXPORT nvrtcResult nvrtcGetCUBIN(nvrtcProgram prog, char* cubin) {
  return with_program(prog, [&](NvrtcProgram& program) { return give(program.cubin(), 0, cubin); });
}

RIFFLE_EXPORT nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram prog, size_t* LTOIRSizeRet) {
  return with_program(prog, [&](NvrtcProgram& program) {
    return give_size(program.lto_ir().size(), LTOIRSizeRet);
  });
}

RIFFLE_EXPORT nvrtcResult nvrtcGetLTOIR(nvrtcProgram prog, char* LTOIR) {
  return with_program(prog,
                      [&](NvrtcProgram& program) { return give(program.lto_ir(), 0, LTOIR); });
}

// -optix-ir is refused: no program has such code.

RIFFLE_EXPORT nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram prog, size_t* optixirSizeRet) {
  return with_program(prog, [&](NvrtcProgram&) { return give_size(0, optixirSizeRet); });
}

RIFFLE_EXPORT nvrtcResult nvrtcGetOptiXIR(nvrtcProgram prog, char* optixir) {
  return with_program(prog, [&](NvrtcProgram&) { return give({}, 0, optixir); });
}

RIFFLE_EXPORT nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram prog, size_t* logSizeRet) {
  return with_program(
      prog, [&](NvrtcProgram& program) { return give_size(program.log().size() + 1, logSizeRet); });
}

RIFFLE_EXPORT nvrtcResult nvrtcGetProgramLog(nvrtcProgram prog, char* log) {
  return with_program(prog, [&](NvrtcProgram& program) { return give(program.log(), 1, log); });
}

RIFFLE_EXPORT nvrtcResult nvrtcGetPCHHeapSize(size_t* ret) {
  return give_size(riffle::nvrtc::header_heap().load(), ret);
}

RIFFLE_EXPORT nvrtcResult nvrtcSetPCHHeapSize(size_t size) {
  riffle::nvrtc::header_heap().store((size + riffle::nvrtc::kPage - 1) / riffle::nvrtc::kPage *
                                     riffle::nvrtc::kPage);
  return NVRTC_SUCCESS;
}

RIFFLE_EXPORT nvrtcResult nvrtcGetPCHCreateStatus(nvrtcProgram prog) {
  return with_program(prog, [&](NvrtcProgram& program) { return program.header_status(); });
}

RIFFLE_EXPORT nvrtcResult nvrtcGetPCHHeapSizeRequired(nvrtcProgram prog, size_t* size) {
  return with_program(
      prog, [&](NvrtcProgram& program) { return give_size(program.header_heap_bytes(), size); });
}

// Of NVIDIA's own tools, which document no such call.
RIFFLE_EXPORT nvrtcResult __nvrtcCPEx() { return NVRTC_ERROR_INTERNAL_ERROR; }
