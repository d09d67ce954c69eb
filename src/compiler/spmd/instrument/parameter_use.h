// SPDX-License-Identifier: Apache-2.0
// Which of a kernel's parameters its accesses go by, as far as that lets a launch leave them unasked: who only reads by one, or touches
// places of its own, races with nobody (device/block_watch.h).
#pragma once

#include <llvm/ADT/MapVector.h>

#include <cstdint>
#include <optional>

#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/instrument/private_parameters.h"
#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

class ParameterUse {
 public:
  /// `accesses`: all of the body's.
  ParameterUse(const KernelState& kernel, llvm::ArrayRef<NotedAccess> accesses);

  /// Bits of parameters.
  [[nodiscard]] std::uint64_t written() const { return written_; }
  [[nodiscard]] std::uint64_t read() const { return read_; }
  [[nodiscard]] std::uint64_t touched() const { return touched_; }
  [[nodiscard]] llvm::ArrayRef<PrivateParameter> own_places() const { return own_places_; }
  /// The parameter of a plain access, if that is one and its launch may leave it unasked.
  [[nodiscard]] std::optional<unsigned> may_be_unasked(const NotedAccess& access) const;

 private:
  [[nodiscard]] std::optional<unsigned> number_of(const llvm::Value& object) const;
  [[nodiscard]] std::optional<unsigned> only_by(const NotedAccess& access) const;
  void add(const NotedAccess& access);
  void find_own_places(llvm::ArrayRef<NotedAccess> accesses);

  const KernelState& kernel_;
  bool knows_writes_ = true, knows_all_ = true;
  std::uint64_t written_ = 0, read_ = 0, touched_ = 0;
  llvm::SmallVector<PrivateParameter, 2> own_places_;
};

}  // namespace riffle::spmd
