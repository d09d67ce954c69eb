// SPDX-License-Identifier: Apache-2.0
#include "compiler/jit/dump.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <cstdlib>
#include <functional>

#include "compiler/spmd/reach.h"

namespace riffle::jit {

using namespace llvm;

namespace {

/// A kernel and what makes it up by now.
struct Roots {
  std::string kernel;
  SmallVector<Function*, 3> functions;
};

SmallVector<Roots, 8> roots_in(Module& module, const spmd::ModuleState& state) {
  SmallVector<Roots, 8> found;
  const auto add = [](Roots& roots, Function* function) {
    if (function != nullptr && !function->isDeclaration() &&
        !is_contained(roots.functions, function))
      roots.functions.push_back(function);
  };
  for (const spmd::KernelState& kernel : state.kernels) {
    Roots& roots = found.emplace_back(Roots{kernel.name, {}});
    // Others than the kernel's own state may be gone: looked for by name.
    for (const std::string& name : {kernel.name, kernel.name + ".body", kernel.name + ".run"})
      add(roots, module.getFunction(name));
  }
  if (!found.empty()) return found;
  for (Function& function : module) {
    if (spmd::is_kernel(function) && !function.isDeclaration())
      add(found.emplace_back(Roots{function.getName().str(), {}}), &function);
  }
  return found;
}

/// One function, in the name of the kernel whose body it was made from: that of the longest name that its own begins with.
Roots form_of(Function& function, const spmd::ModuleState& state) {
  Roots roots{"?", {&function}};
  for (const spmd::KernelState& kernel : state.kernels) {
    const bool is_longer = roots.kernel == "?" || kernel.name.size() > roots.kernel.size();
    if (is_longer && function.getName().starts_with(kernel.name)) roots.kernel = kernel.name;
  }
  return roots;
}

/// What `roots` reach, as a module that riffle-opt can read.
std::unique_ptr<Module> code_of(const Module& module, const Roots& roots) {
  spmd::Reach reach;
  for (Function* function : roots.functions) reach.add(*function);
  ValueToValueMapTy map;
  std::unique_ptr<Module> code = CloneModule(module, map, [&](const GlobalValue* value) {
    return reach.contains(*const_cast<GlobalValue*>(value));
  });
  const auto drop = [](auto&& values) {
    for (auto& value : make_early_inc_range(values)) {
      value.removeDeadConstantUsers();
      if (value.isDeclaration() && value.use_empty()) value.eraseFromParent();
    }
  };
  drop(code->functions());
  drop(code->globals());
  return code;
}

/// As long as a file may be called, and another one for each kernel.
std::string file_name(const std::string& kernel) {
  constexpr std::size_t kLongest = 160;
  if (kernel.size() <= kLongest) return kernel;
  return kernel.substr(0, kLongest) + "-" + std::to_string(std::hash<std::string>()(kernel));
}

std::string text_of(const compiler::LaunchShape* shape) {
  if (shape == nullptr) return {};
  const auto [x, y, z] = shape->block;
  return formatv(".{0}x{1}x{2}{3}", x, y, z, shape->one_row ? "-row" : "").str();
}

}  // namespace

bool dump_wanted(StringRef pass) {
  const char* wanted = std::getenv("RIFFLE_DUMP");
  if (wanted == nullptr) return false;
  SmallVector<StringRef, 8> names;
  StringRef(wanted).split(names, ',');
  return is_contained(names, "all") || is_contained(names, pass);
}

Dumps::Dumps(StringRef folder, const compiler::LaunchShape* shape)
    : folder_(folder), shape_(text_of(shape)) {}

void Dumps::after(StringRef step_name, Module& module, const spmd::ModuleState& state,
                  Function* function) {
  if (dump_wanted(step_name)) {
    errs() << "; ---- after " << step_name << " ----\n";
    if (function != nullptr)
      errs() << *function << "\n";
    else
      errs() << module << "\n";
  }
  if (!writes_files()) return;
  const std::string step = formatv("{0,0+3}-{1}", number_++, step_name).str();
  const auto all = function != nullptr ? SmallVector<Roots, 8>{form_of(*function, state)}
                                       : roots_in(module, state);
  for (const Roots& roots : all) {
    if (!roots.functions.empty())
      write(folder_ + "/" + file_name(roots.kernel) + shape_ + "." + step + ".ll",
            *code_of(module, roots));
  }
}

void Dumps::write(const std::string& path, const Module& code) {
  std::error_code failure = sys::fs::create_directories(folder_);
  if (!failure) {
    raw_fd_ostream file(path, failure, sys::fs::OF_Text);
    if (!failure) {
      file << code;
      file.close();
      failure = file.error();
      file.clear_error();
      if (failure) sys::fs::remove(path);  // a part of it would be taken for the whole
    }
  }
  if (!failure) return;
  errs() << "riffle: cannot write '" << path << "': " << failure.message() << "\n";
  folder_.clear();
}

}  // namespace riffle::jit
