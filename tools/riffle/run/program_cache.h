// SPDX-License-Identifier: Apache-2.0
// Programs that `riffle run` compiled, on disk.
//
// Two files per program, in the folder `programs` of the cache:
//   <request>.inputs   what the compilation read and asked for, and which program came out
//   <program>          the program; its name is a hash of the request and of its content
// Invariants: a file appears under its name only whole; a program is used only when every file that
// its compilation read still has the same content, every name that it asked for is there or absent as
// it was, and its own content is what was stored.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cc/inputs.h"

namespace riffle::tool {

class ProgramCache {
 public:
  /// `request` is everything but file contents that the program depends on.
  ProgramCache(std::string folder, std::string_view request);

  /// The program, if all that went into it is unchanged.
  [[nodiscard]] std::optional<std::string> find() const;

  /// Keeps a copy of the program. Returns where it is; nothing when the cache cannot take it (no
  /// space, no right to write).
  [[nodiscard]] std::optional<std::string> store(const std::string& program,
                                                 const Inputs& inputs) const;

 private:
  [[nodiscard]] std::string manifest_path() const;
  void evict(const std::string& keep) const;

  std::string folder_;
  std::string key_;
};

}  // namespace riffle::tool
