// SPDX-License-Identifier: Apache-2.0
// Kernels that this library writes itself: one source, a module in each context that uses it.
#pragma once

#include <riffle/context.h>
#include <riffle/source_module.h>

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <optional>
#include <source_location>
#include <string>
#include <utility>
#include <vector>

namespace riffle::detail {

/// Elements for which an int numbers all threads of a grid of blocks of kBlock.
inline constexpr std::size_t kMaxIntElems = (std::size_t{1} << 31) - 4096;
inline constexpr unsigned kBlock = 256;

class KernelCache {
 public:
  KernelCache(std::string source, CompileOptions options)
      : source_(std::move(source)), options_(std::move(options)) {}

  /// The module for the current context. Compiles it when it is new.
  SourceModule module(const std::source_location& where) {
    const CUcontext context = current_context(where);
    const MadeContexts::Alive alive = MadeContexts::instance().of(context);
    const std::lock_guard lock(mutex_);
    for (const Entry& entry : entries_) {
      if (entry.context == context && entry.alive == alive) return entry.module;
    }
    // Addresses of destroyed contexts come again.
    std::erase_if(entries_, [](const Entry& e) { return e.alive && !e.alive->load(); });
    entries_.push_back({context, alive, SourceModule(source_, options_, where)});
    return entries_.back().module;
  }

 private:
  struct Entry {
    CUcontext context;
    MadeContexts::Alive alive;
    SourceModule module;
  };
  const std::string source_;
  const CompileOptions options_;
  std::mutex mutex_;
  std::vector<Entry> entries_;  // guarded by mutex_
};

/// A source with INDEX for the type of numbers of elements: int, and where that is too small long long, which is
/// compiled when it is first needed.
class IndexedKernels {
 public:
  explicit IndexedKernels(const std::string& source, const CompileOptions& options = {})
      : small_(source, with_index(options, "int")),
        large_(source, with_index(options, "long long")) {}

  SourceModule module(std::size_t elems, const std::source_location& where) {
    return (elems <= kMaxIntElems ? small_ : large_).module(where);
  }

 private:
  static CompileOptions with_index(CompileOptions options, const char* type) {
    options.options.push_back(std::string("-DINDEX=") + type);
    return options;
  }
  KernelCache small_;
  KernelCache large_;
};

/// A number of elements as INDEX.
class Count {
 public:
  explicit Count(std::size_t elems)
      : elems_(elems), narrow_(static_cast<int>(elems)), is_small_(elems <= kMaxIntElems) {}
  [[nodiscard]] void* address() {
    return is_small_ ? static_cast<void*>(&narrow_) : static_cast<void*>(&elems_);
  }
  [[nodiscard]] std::size_t size_bytes() const {
    return is_small_ ? sizeof narrow_ : sizeof elems_;
  }
  [[nodiscard]] Launch launch(StreamRef stream, const std::source_location& where) const {
    return {
        .grid = (elems_ + kBlock - 1) / kBlock, .block = kBlock, .stream = stream, .where = where};
  }

 private:
  std::size_t elems_;
  int narrow_;
  bool is_small_;
};

/// A thread per element: lines at the beginning of a kernel's body.
inline constexpr const char* kThreadPerElement =
    "  const INDEX i = static_cast<INDEX>(blockIdx.x) * blockDim.x + threadIdx.x;\n"
    "  if (i >= n) return;\n";

}  // namespace riffle::detail
