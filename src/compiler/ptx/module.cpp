// SPDX-License-Identifier: Apache-2.0
// Each function's body is what an asm statement in it could be:
//
//   .visible .entry k(.param .u64 p) { ... }
//     ->  define ptx_kernel void @k(i64 %p) { %memory = alloca i64; store i64 %p, %memory; <the body> ret void }
//
// Parameters and results that are arrays of bytes pass by value. A kernel's variables are found by their names whatever
// their linkage, as the driver does it.
#include "compiler/ptx/module.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/TargetParser/Triple.h>

#include "compiler/abi/device_abi.h"
#include "compiler/ptx/device_runtime.h"
#include "compiler/ptx/emitter.h"
#include "compiler/ptx/function_body.h"
#include "compiler/ptx/function_type.h"
#include "compiler/ptx/module_index.h"
#include "compiler/ptx/module_text.h"
#include "compiler/ptx/module_variable.h"
#include "compiler/ptx/translate.h"
#include "compiler/spmd/analyses.h"
#include "compiler/spmd/keys.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

constexpr const char* kTriple = "nvptx64-nvidia-cuda";

/// Instructions that PTX has, and that are refused where they are used.
bool is_known_elsewhere(StringRef opcode) {
  return StringSwitch<bool>(opcode)
      .Case("istypep", true)
      .Cases({"wgmma", "tcgen05", "multimem", "tensormap", "clusterlaunchcontrol"}, true)
      .Cases({"alloca", "stacksave", "stackrestore"}, true)
      .Default(false);
}

class Translator {
 public:
  /// `source` is what `text` was read from.
  Translator(const ModuleText& text, StringRef source, LLVMContext& context)
      : text_(text), source_(source), module_(std::make_unique<Module>("ptx", context)) {
    const Triple triple(kTriple);
    module_->setTargetTriple(triple);
    module_->setDataLayout(triple.computeDataLayout());
    for (const FunctionText& function : text_.functions) {
      if (function.is_defined) defined_.insert(function.name);
    }
  }

  std::unique_ptr<Module> translate() {
    declare_all(nullptr);
    for (const FunctionText& function : text_.functions) {
      if (function.is_defined) define(function);
    }
    optimise();
    return std::move(module_);
  }

  std::unique_ptr<Module> translate_kernel(StringRef kernel, const SymbolNames& reached) {
    declare_all(&reached);
    for (const FunctionText& function : text_.functions) {
      const bool is_wanted = reached.contains(function.name) && function.is_defined;
      if (is_wanted && (!function.is_entry || function.name == kernel)) define(function);
    }
    optimise();
    return std::move(module_);
  }

  std::unique_ptr<Module> outline(const ModuleIndex& index) {
    const SymbolNames translated = index.reached_by_address();
    declare_all(nullptr);
    for (const FunctionText& function : text_.functions) {
      if (!function.is_defined) continue;
      if (translated.contains(function.name) && !function.is_entry) {
        define(function);
      } else {
        sketch(function, index.names_of(function));
      }
    }
    keep_addresses(index.addressed());
    if (translated.empty()) {
      verify();
    } else {
      optimise();
    }
    for (const WeakVH& sketch : sketches_) {
      auto* const function =
          cast_or_null<Function>(sketch);  // of some that nobody calls nothing is left
      if (function == nullptr) continue;
      function->removeFnAttr(Attribute::OptimizeNone);
      function->removeFnAttr(Attribute::NoInline);
    }
    return std::move(module_);
  }

 private:
  /// `names`: the declarations to translate; null: all of them.
  void declare_all(const SymbolNames* names) {
    const auto is_wanted = [&](StringRef name) {
      return names == nullptr || names->contains(name);
    };
    for (const FunctionText& function : text_.functions) {
      if (is_wanted(function.name)) declare(function);
    }
    for (const auto& [linkage, variable] : text_.variables) {
      if (is_wanted(variable.name)) declare(linkage, variable);
    }
    for (const auto& [name, target] : text_.aliases) {
      if (is_wanted(name)) add_alias(name, target);
    }
  }

  LLVMContext& context() { return module_->getContext(); }

  static GlobalValue::LinkageTypes linkage_of(Linkage linkage, bool is_found_by_name) {
    switch (linkage) {
      case Linkage::kWeak:
      case Linkage::kCommon:
        return GlobalValue::WeakODRLinkage;
      case Linkage::kLocal:
        return is_found_by_name ? GlobalValue::ExternalLinkage : GlobalValue::InternalLinkage;
      default:
        return GlobalValue::ExternalLinkage;
    }
  }

  void declare(Linkage linkage, const Variable& variable) {
    // Refused where it is used, by its name.
    if (is_sampler(variable)) {
      symbols_.try_emplace(variable.name, nullptr);
      return;
    }
    GlobalVariable* const earlier = declared_before(variable);
    const bool is_shared = variable.space == "shared";
    const bool is_elsewhere = linkage == Linkage::kExtern && !is_shared;
    if (earlier != nullptr && is_elsewhere) return;
    const bool is_dynamic = is_shared && linkage == Linkage::kExtern;
    GlobalVariable* const made = make_variable(
        *module_, variable,
        is_dynamic ? GlobalValue::ExternalLinkage : linkage_of(linkage, !is_shared), symbols_);
    if (is_elsewhere && is_managed(variable)) {
      module_->getGlobalVariable(variable.name + abi::kManagedSuffix)->eraseFromParent();
    }
    if (is_elsewhere) made->setInitializer(nullptr);
    if (earlier != nullptr) {
      made->takeName(earlier);
      earlier->replaceAllUsesWith(made);
      earlier->eraseFromParent();
    }
    symbols_[variable.name] = made;
  }

  /// The `.extern` declaration of a variable that is now defined; null if there is none.
  GlobalVariable* declared_before(const Variable& variable) {
    Value* const known = symbols_.lookup(variable.name);
    if (known == nullptr) return nullptr;
    auto* const earlier = dyn_cast<GlobalVariable>(known);
    if (earlier == nullptr || !earlier->isDeclaration() ||
        earlier->getAddressSpace() != address_space(variable))
      throw spmd::KernelCompileError("PTX variable '" + variable.name + "' is there twice");
    return earlier;
  }

  /// Another name of a function, which is declared before by that name.
  void add_alias(const std::string& name, const std::string& target) {
    Value* const function = symbols_.lookup(target);
    const auto* const declared = dyn_cast_or_null<Function>(symbols_.lookup(name));
    if (function == nullptr || declared == nullptr || defined_.contains(name))
      throw spmd::KernelCompileError("PTX alias '" + name + "' or its target '" + target +
                                     "' is not a declared function");
    symbols_[name] = function;
  }

  void declare(const FunctionText& text) {
    if (symbols_.contains(text.name)) return;  // declared before it is defined
    FunctionType* type = library_type(context(), text.name);
    if (type == nullptr || text.is_defined) type = type_of(context(), text);
    Function* function = Function::Create(
        type,
        defined_.contains(text.name) ? linkage_of(text.linkage, text.is_entry)
                                     : GlobalValue::ExternalLinkage,
        defined_.contains(text.name) ? text.name : runtime_name(text.name), *module_);
    function->setConvergent();
    function->setDoesNotThrow();
    // malloc is the device's heap, which may refuse: nothing is known of a function by its name.
    function->addFnAttr(Attribute::NoBuiltin);
    if (text.is_entry) function->setCallingConv(CallingConv::PTX_Kernel);
    for (unsigned i = 0; i < text.parameters.size() && i < function->arg_size(); ++i) {
      if (!text.parameters[i].is_array) continue;
      function->addParamAttr(
          i, Attribute::getWithByValType(context(), memory_type(context(), text.parameters[i])));
      function->addParamAttr(
          i, Attribute::getWithAlignment(context(), alignment_of(text.parameters[i])));
    }
    symbols_[text.name] = function;
    if (!defined_.contains(text.name)) define_runtime_function(*function);
  }

  void add_directives(const FunctionText& text, Function& function) {
    for (const auto& [name, numbers] : text.directives) {
      std::string value;
      for (const std::uint64_t number : numbers)
        value += (value.empty() ? "" : ",") + std::to_string(number);
      if (name == "maxntid" || name == "reqntid") function.addFnAttr("nvvm." + name, value);
      if (name == "minnctapersm") function.addFnAttr("nvvm.minctasm", value);
      // A block is a cluster of its own.
      const bool is_alone = name == "reqnctapercluster" &&
                            all_of(numbers, [](std::uint64_t number) { return number == 1; });
      if ((name == "reqnctapercluster" && !is_alone) || name == "explicitcluster")
        function.addFnAttr(spmd::kRefused, "clusters are not supported (in " + text.name + ")");
    }
  }

  /// What was declared for a function that gets its body now.
  Function& function_of(const FunctionText& text) {
    auto* const known = dyn_cast_or_null<Function>(symbols_.lookup(text.name));
    if (known == nullptr) throw error_in(text, "has the name of another symbol");
    Function& function = *known;
    if (!function.empty()) throw error_in(text, "is defined twice");
    if (function.getFunctionType() != type_of(context(), text))
      throw error_in(text, "was declared with different parameters or results");
    return function;
  }

  void define(const FunctionText& text) {
    Function& function = function_of(text);
    std::vector<Statement> body;
    try {
      body = parse_body(text.body_in(source_), text.body_line);
      write_body(text, body, text_.contracts, symbols_, function);
    } catch (const spmd::KernelCompileError& error) {
      if (!is_refused_alone(body, error)) throw;
      refuse(function, text, error.what());
    }
    add_directives(text, function);
  }

  /// A body that names what the function's own does.
  void sketch(const FunctionText& text, const BodyNames& names) {
    Function& function = function_of(text);
    IRBuilder<> ir(BasicBlock::Create(context(), "", &function));
    for (const Variable& variable : names.variables) {
      if (variable.space == "local") {
        use(ir, ir.CreateAlloca(memory_type(context(), variable), nullptr, variable.name));
      } else {
        use(ir, make_variable(*module_, variable, GlobalValue::InternalLinkage, symbols_));
      }
    }
    for (const std::string& name : names.named) use(ir, symbols_.lookup(name));
    for (const std::string& name : names.called) {
      auto* const callee = dyn_cast_or_null<Function>(symbols_.lookup(name));
      if (callee == nullptr) continue;  // an error of the body, which is not read
      SmallVector<Value*, 8> arguments;
      for (Type* type : callee->getFunctionType()->params())
        arguments.push_back(PoisonValue::get(type));
      ir.CreateCall(callee, arguments);
    }
    // Nobody runs it: an optimiser would leave nothing.
    function.addFnAttr(Attribute::OptimizeNone);
    function.addFnAttr(Attribute::NoInline);
    sketches_.emplace_back(&function);
    Type* const result = function.getReturnType();
    result->isVoidTy() ? ir.CreateRetVoid() : ir.CreateRet(PoisonValue::get(result));
    add_directives(text, function);
  }

  static void use(IRBuilder<>& ir, Value* value) {
    if (value != nullptr) ir.CreateIntrinsic(Intrinsic::fake_use, {value});
  }

  /// Optimising one kernel may leave an address that is gone elsewhere: the base has all of them.
  void keep_addresses(ArrayRef<std::string> names) {
    if (names.empty()) return;
    Function* const user =
        Function::Create(FunctionType::get(Type::getVoidTy(context()), false),
                         GlobalValue::ExternalLinkage, "riffle.addresses", *module_);
    IRBuilder<> ir(BasicBlock::Create(context(), "", user));
    for (const std::string& name : names) use(ir, symbols_.lookup(name));
    ir.CreateRetVoid();
  }

  /// Something that PTX has and Riffle lacks: other kernels of the module can run.
  bool is_refused_alone(ArrayRef<Statement> body, const spmd::KernelCompileError& error) {
    // What those have is not known here, nor the forms of its operands.
    if (text_.architecture > kNewestArchitecture) return true;
    const auto* at = dynamic_cast<const StatementError*>(&error);
    if (at == nullptr || at->fault() == StatementError::Fault::kWrong) return false;
    return llvm::all_of(body, [&](const Statement& statement) {
      return statement.kind != Statement::Kind::kInstruction || statement.line != at->line() ||
             is_opcode(statement.opcode) || is_known_elsewhere(statement.opcode);
    });
  }

  void refuse(Function& function, const FunctionText& text, const std::string& why) {
    const auto linkage = function.getLinkage();
    function.deleteBody();
    function.setLinkage(linkage);
    IRBuilder<>(BasicBlock::Create(context(), "", &function)).CreateUnreachable();
    function.addFnAttr(spmd::kRefused, why + " (in " + text.name + ")");
  }

  void verify() {
    std::string problem;
    raw_string_ostream stream(problem);
    if (verifyModule(*module_, &stream)) throw spmd::KernelCompileError("PTX: " + problem);
  }

  /// As clang does with a device side: vectors are the business of later passes.
  void optimise() {
    verify();
    PipelineTuningOptions tuning;
    tuning.LoopVectorization = tuning.SLPVectorization = false;
    PassBuilder builder(nullptr, tuning);
    spmd::Analyses analyses(builder);
    builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2).run(*module_, analyses.modules);
  }

  const ModuleText& text_;
  const StringRef source_;
  std::unique_ptr<Module> module_;
  PtxSymbols symbols_;
  StringSet<> defined_;  ///< functions with a body
  SmallVector<WeakVH, 16> sketches_;
};

}  // namespace

TranslatedModule translate_module(StringRef text, LLVMContext& context) {
  const ModuleText parsed = parse_module(text);
  return {Translator(parsed, text, context).translate(), parsed.architecture};
}

std::unique_ptr<Module> outline_module(StringRef text, LLVMContext& context) {
  const auto index = ModuleIndex::of(text);
  if (index->has_static_locals()) return nullptr;
  return Translator(index->module(), text, context).outline(*index);
}

std::unique_ptr<Module> translate_kernel(StringRef text, StringRef kernel, LLVMContext& context) {
  const auto index = ModuleIndex::of(text);
  return Translator(index->module(), text, context)
      .translate_kernel(kernel, index->reached_from(kernel));
}

unsigned architecture_of(StringRef text) { return ModuleIndex::of(text)->module().architecture; }

}  // namespace riffle::ptx
