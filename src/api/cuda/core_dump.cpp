// SPDX-License-Identifier: Apache-2.0
// What a program says about core dumps: of its context, or of all that it will make. Variables of the environment have the
// last word.
#include "runtime/context/core_dump.h"

#include <cstring>
#include <optional>
#include <string>

#include "api/cuda/context.h"
#include "api/cuda/entry.h"
#include "cuda_bodies.h"

namespace riffle::api::cuda {
namespace {

using context::CoreDump;
using context::CoreDumpSettings;

constexpr std::size_t kTextBytes = 1024;  // with its end

static_assert(unsigned{context::kCoreDumpKeepsProcess} == unsigned{CU_COREDUMP_SKIP_ABORT});
static_assert(unsigned{context::kCoreDumpLightweight} == unsigned{CU_COREDUMP_LIGHTWEIGHT_FLAGS});

/// Nothing: there is no such attribute.
std::optional<std::size_t> bytes_of(CUcoredumpSettings attribute) {
  switch (attribute) {
    case CU_COREDUMP_ENABLE_ON_EXCEPTION:
    case CU_COREDUMP_TRIGGER_HOST:
    case CU_COREDUMP_LIGHTWEIGHT:
    case CU_COREDUMP_ENABLE_USER_TRIGGER:
      return sizeof(bool);
    case CU_COREDUMP_FILE:
    case CU_COREDUMP_PIPE:
      return kTextBytes;
    case CU_COREDUMP_GENERATION_FLAGS:
      return sizeof(unsigned);
    default:
      return std::nullopt;
  }
}

bool has(unsigned flags, unsigned all) { return (flags & all) == all; }

unsigned with(unsigned flags, unsigned changed, bool on) {
  return on ? flags | changed : flags & ~changed;
}

CUresult show_text(const std::string& text, void* value, std::size_t bytes) {
  if (bytes == 0 && text.empty()) return CUDA_SUCCESS;
  if (bytes < text.size() + 1) return CUDA_ERROR_INVALID_VALUE;
  std::memcpy(value, text.c_str(), text.size() + 1);
  return CUDA_SUCCESS;
}

template <class T>
CUresult show(T shown, void* value) {
  std::memcpy(value, &shown, sizeof shown);
  return CUDA_SUCCESS;
}

/// The size is told where there is no value; with one, `size` says how much of it there is. Nothing: go on.
std::optional<CUresult> check(CUcoredumpSettings attribute, const void* value, size_t* size) {
  const auto bytes = bytes_of(attribute);
  if (!bytes || size == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (value == nullptr) {
    *size = *bytes;
    return CUDA_SUCCESS;
  }
  if (*bytes != kTextBytes && *size < *bytes) return CUDA_ERROR_INVALID_VALUE;
  return std::nullopt;
}

CUresult get(const CoreDump& dump, CUcoredumpSettings attribute, void* value, size_t* size) {
  if (const auto answer = check(attribute, value, size)) return *answer;
  const CoreDumpSettings settings = dump.get();
  switch (attribute) {
    case CU_COREDUMP_ENABLE_ON_EXCEPTION:
      return show(settings.is_enabled, value);
    case CU_COREDUMP_TRIGGER_HOST:
      return show(!has(settings.flags, CU_COREDUMP_SKIP_ABORT), value);
    case CU_COREDUMP_LIGHTWEIGHT:
      return show(has(settings.flags, CU_COREDUMP_LIGHTWEIGHT_FLAGS), value);
    case CU_COREDUMP_ENABLE_USER_TRIGGER:
      return show(false, value);
    case CU_COREDUMP_FILE:  // nothing while the default counts
      return show_text(context::core_dump_path(settings.file), value, *size);
    case CU_COREDUMP_PIPE:
      return show_text(context::core_dump_path("corepipe.cuda.%h.%p"), value, *size);
    default:
      return show(settings.flags, value);
  }
}

/// Reads what the program has; the caller has checked that it is there.
template <class T>
T read(const void* value) {
  T read;
  std::memcpy(&read, value, sizeof read);
  return read;
}

bool read_bool(const void* value) { return read<unsigned char>(value) != 0; }

CUresult change(CoreDumpSettings& settings, CUcoredumpSettings attribute, const void* value,
                std::size_t bytes) {
  const context::CoreDumpPinned& pinned = context::core_dump_pinned();
  switch (attribute) {
    case CU_COREDUMP_ENABLE_ON_EXCEPTION:
      settings.is_enabled = read_bool(value);
      return pinned.is_enabled ? CUDA_ERROR_NOT_PERMITTED : CUDA_SUCCESS;
    case CU_COREDUMP_TRIGGER_HOST:
      settings.flags = with(settings.flags, CU_COREDUMP_SKIP_ABORT, !read_bool(value));
      return pinned.flags ? CUDA_ERROR_NOT_PERMITTED : CUDA_SUCCESS;
    case CU_COREDUMP_LIGHTWEIGHT:
      settings.flags = with(settings.flags, CU_COREDUMP_LIGHTWEIGHT_FLAGS, read_bool(value));
      return pinned.flags ? CUDA_ERROR_NOT_PERMITTED : CUDA_SUCCESS;
    case CU_COREDUMP_GENERATION_FLAGS:
      settings.flags = read<unsigned>(value);
      return pinned.flags ? CUDA_ERROR_NOT_PERMITTED : CUDA_SUCCESS;
    case CU_COREDUMP_FILE: {
      const auto* const text = static_cast<const char*>(value);
      settings.file.assign(text, strnlen(text, bytes));
      if (settings.file.size() >= kTextBytes) return CUDA_ERROR_INVALID_VALUE;
      return pinned.file ? CUDA_ERROR_NOT_PERMITTED : CUDA_SUCCESS;
    }
    case CU_COREDUMP_ENABLE_USER_TRIGGER:  // there is nothing to dump but faults
      return read_bool(value) ? CUDA_ERROR_NOT_SUPPORTED : CUDA_SUCCESS;
    default:  // the pipe of user triggers
      return CUDA_ERROR_NOT_SUPPORTED;
  }
}

CUresult set(CoreDump& dump, CUcoredumpSettings attribute, const void* value, size_t* size) {
  if (const auto answer = check(attribute, value, size)) return *answer;
  CoreDumpSettings settings = dump.get();
  const CUresult result = change(settings, attribute, value, *size);
  if (result == CUDA_SUCCESS) dump.set(std::move(settings));
  return result;
}

bool is_of_the_process(CUcoredumpSettings attribute) {
  return attribute == CU_COREDUMP_ENABLE_USER_TRIGGER || attribute == CU_COREDUMP_PIPE;
}

}  // namespace

CUresult coredump_get_attribute(CUcoredumpSettings attribute, void* value, size_t* size) {
  if (is_of_the_process(attribute)) return CUDA_ERROR_INVALID_VALUE;
  return get(current_context().core_dump, attribute, value, size);
}

CUresult coredump_get_attribute_global(CUcoredumpSettings attribute, void* value, size_t* size) {
  return get(context::first_core_dump(), attribute, value, size);
}

CUresult coredump_set_attribute(CUcoredumpSettings attribute, void* value, size_t* size) {
  if (is_of_the_process(attribute)) return CUDA_ERROR_INVALID_VALUE;
  return set(current_context().core_dump, attribute, value, size);
}

CUresult coredump_set_attribute_global(CUcoredumpSettings attribute, void* value, size_t* size) {
  return set(context::first_core_dump(), attribute, value, size);
}

}  // namespace riffle::api::cuda
