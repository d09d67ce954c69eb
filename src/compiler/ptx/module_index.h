// SPDX-License-Identifier: Apache-2.0
// What is in the text of a large PTX module, and what each function of it names: enough to tell which functions and variables
// a kernel needs, without reading a body. Of the text it keeps places, not pointers: the text may move between two questions.
#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>

#include <memory>
#include <vector>

#include "compiler/ptx/body_names.h"
#include "compiler/ptx/module_text.h"

namespace riffle::ptx {

using SymbolNames = llvm::StringSet<>;

class ModuleIndex {
 public:
  /// Throws a StatementError: what can be seen without reading bodies.
  explicit ModuleIndex(llvm::StringRef text);
  ModuleIndex(const ModuleIndex&) = delete;
  ModuleIndex& operator=(const ModuleIndex&) = delete;

  /// The index of `text`, which threads that compile its kernels share; the last ones are kept. Errors as above.
  static std::shared_ptr<const ModuleIndex> of(llvm::StringRef text);

  [[nodiscard]] const ModuleText& module() const { return module_; }
  /// Of a function that is defined.
  [[nodiscard]] const BodyNames& names_of(const FunctionText& function) const;
  /// What a kernel's code is made from: itself, and the symbols that it reaches. What other kernels reach is not among
  /// them; functions whose address is taken are if it calls through a pointer.
  [[nodiscard]] SymbolNames reached_from(llvm::StringRef kernel) const;
  /// Functions whose address is taken somewhere, kernels excepted.
  [[nodiscard]] const std::vector<std::string>& addressed() const { return addressed_; }
  /// These, and what they reach.
  [[nodiscard]] SymbolNames reached_by_address() const;
  /// Functions with variables of their own that outlive a launch: their names are not the module's.
  [[nodiscard]] bool has_static_locals() const { return has_static_locals_; }

 private:
  struct Walk;

  void note_symbols();
  void note_addresses();
  void note_address(llvm::StringRef name);

  ModuleText module_;
  std::vector<BodyNames> bodies_;  ///< by the number of a function
  llvm::StringMap<std::size_t> definitions_;
  llvm::StringMap<std::string> aliases_;
  llvm::StringMap<const Variable*> variables_;
  std::vector<std::string> addressed_;
  SymbolNames seen_addresses_;
  bool has_static_locals_ = false;
};

}  // namespace riffle::ptx
