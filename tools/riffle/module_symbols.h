// SPDX-License-Identifier: Apache-2.0
// The functions of a program or library, from the symbols in its file. Of one without debug information that is what
// llvm-symbolizer would say, which need not be started then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace riffle::tool {

class ModuleSymbols {
 public:
  /// Null: no such file.
  static std::unique_ptr<ModuleSymbols> read(const std::string& path);
  ~ModuleSymbols();
  ModuleSymbols(const ModuleSymbols&) = delete;
  ModuleSymbols& operator=(const ModuleSymbols&) = delete;

  /// Whether a debugger would know no more: no lines, and no symbols that lie elsewhere.
  [[nodiscard]] bool is_all() const { return is_all_; }
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
  void read();
  void add_functions(std::string_view symbols);

  const std::span<const std::byte> file_;
  std::string_view names_;
  bool is_all_ = false;
  std::vector<Function> functions_;  ///< in the order of their addresses
};

}  // namespace riffle::tool
