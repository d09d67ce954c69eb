// SPDX-License-Identifier: Apache-2.0
// What was imported from other APIs: how it is shown, and ranges of memory as allocations.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <expected>
#include <memory>

#include "base/handle_table.h"

namespace riffle::api::cudart {

/// The program owns the object from now on, by its handle.
template <class Object, class Handle>
cudaError_t show_external(HandleTable<Object>& table, std::unique_ptr<Object> object, Handle* out) {
  const std::uintptr_t made = table.insert(object.get());
  if (made == 0) return cudaErrorMemoryAllocation;
  object.release();  // NOLINT(bugprone-unused-return-value): the handle table has it
  *out = reinterpret_cast<Handle>(made);
  return cudaSuccess;
}

/// A part of imported memory, mapped. Errors: cudaErrorInvalidValue (no such memory, past its end,
/// no bytes, or mapped at this place already).
[[nodiscard]] std::expected<char*, cudaError_t> map_range(cudaExternalMemory_t memory,
                                                          std::uint64_t offset,
                                                          std::uint64_t bytes);
/// Ends what `map_range` gave.
void end_mapped_range(char* range);

}  // namespace riffle::api::cudart
