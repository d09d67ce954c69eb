// SPDX-License-Identifier: Apache-2.0
// The functions of a program or library, from the symbols in its file: what llvm-symbolizer would say of one without
// debug information, for which it need not be started.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace riffle::tool::check {

class ModuleSymbols {
 public:
  /// Null: not such a file, or one of which a debugger could know more: lines, or symbols that lie elsewhere.
  static std::unique_ptr<ModuleSymbols> read(const std::string& path);
  ~ModuleSymbols();
  ModuleSymbols(const ModuleSymbols&) = delete;
  ModuleSymbols& operator=(const ModuleSymbols&) = delete;

  /// Readable; empty: not known.
  [[nodiscard]] std::string function_at(std::uint64_t address) const;

 private:
  struct Function {
    std::uint64_t begin;
    std::uint64_t bytes;  ///< 0: not known
    std::uint64_t name;   ///< where in `names_`
  };
  struct Section {
    std::string_view name;
    std::uint32_t type;
    std::uint32_t link;
    std::string_view content;
  };

  explicit ModuleSymbols(std::span<const std::byte> file) : file_(file) {}
  /// Empty where the file is not what it says.
  [[nodiscard]] std::string_view bytes_at(std::uint64_t offset, std::uint64_t bytes) const;
  [[nodiscard]] std::vector<Section> sections() const;
  [[nodiscard]] bool read();
  void add_functions(std::string_view symbols);

  const std::span<const std::byte> file_;
  std::string_view names_;
  std::vector<Function> functions_;  ///< in the order of their addresses
};

}  // namespace riffle::tool::check
