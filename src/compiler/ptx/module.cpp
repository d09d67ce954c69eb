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
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "compiler/ptx/emitter.h"
#include "compiler/ptx/module_text.h"
#include "compiler/ptx/module_variable.h"
#include "compiler/ptx/translate.h"
#include "compiler/spmd/analyses.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

constexpr const char* kTriple = "nvptx64-nvidia-cuda";

/// Instructions that PTX has, and that are refused where they are used.
bool is_known_elsewhere(StringRef opcode) {
  return StringSwitch<bool>(opcode)
      .Cases({"tex", "tld4", "txq", "suld", "sust", "sured", "suq", "istypep"}, true)
      .Cases({"wgmma", "tcgen05", "multimem", "tensormap", "clusterlaunchcontrol"}, true)
      .Cases({"alloca", "stacksave", "stackrestore", "mapa", "getctarank", "fns", "szext"}, true)
      .Default(false);
}

class Translator {
 public:
  Translator(const ModuleText& text, LLVMContext& context)
      : text_(text), module_(std::make_unique<Module>("ptx", context)) {
    const Triple triple(kTriple);
    module_->setTargetTriple(triple);
    module_->setDataLayout(triple.computeDataLayout());
  }

  std::unique_ptr<Module> translate() {
    for (const FunctionText& function : text_.functions) declare(function);
    for (const auto& [linkage, variable] : text_.variables) declare(linkage, variable);
    for (const auto& [name, target] : text_.aliases) add_alias(name, target);
    for (const FunctionText& function : text_.functions) {
      if (function.is_defined) define(function);
    }
    optimise();
    return std::move(module_);
  }

 private:
  LLVMContext& context() { return module_->getContext(); }

  static GlobalValue::LinkageTypes linkage_of(Linkage linkage, bool is_found_by_name) {
    switch (linkage) {
      case Linkage::kWeak:
        return GlobalValue::WeakODRLinkage;
      case Linkage::kLocal:
        return is_found_by_name ? GlobalValue::ExternalLinkage : GlobalValue::InternalLinkage;
      default:
        return GlobalValue::ExternalLinkage;
    }
  }

  void declare(Linkage linkage, const Variable& variable) {
    GlobalVariable* const earlier = declared_before(variable);
    const bool is_shared = variable.space == "shared";
    const bool is_elsewhere = linkage == Linkage::kExtern && !is_shared;
    if (earlier != nullptr && is_elsewhere) return;
    const bool is_dynamic = is_shared && linkage == Linkage::kExtern;
    GlobalVariable* const made = make_variable(
        *module_, variable,
        is_dynamic ? GlobalValue::ExternalLinkage : linkage_of(linkage, !is_shared), symbols_);
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
      throw spmd::CompileError("PTX variable '" + variable.name + "' is there twice");
    return earlier;
  }

  /// Another name of a function, which is declared before by that name.
  void add_alias(const std::string& name, const std::string& target) {
    Value* const function = symbols_.lookup(target);
    const auto* const declared = dyn_cast_or_null<Function>(symbols_.lookup(name));
    const bool is_defined = llvm::any_of(text_.functions, [&](const FunctionText& other) {
      return other.is_defined && other.name == name;
    });
    if (function == nullptr || declared == nullptr || is_defined)
      throw spmd::CompileError("PTX alias '" + name + "' is no declared function, or '" + target +
                               "' is none");
    symbols_[name] = function;
  }

  /// What C++ declares with pointers, and the compiler knows by name.
  FunctionType* library_type(StringRef name) {
    Type* const pointer = PointerType::get(context(), 0);
    Type* const word = Type::getInt32Ty(context());
    Type* const size = Type::getInt64Ty(context());
    Type* const none = Type::getVoidTy(context());
    return StringSwitch<FunctionType*>(name)
        .Case("vprintf", FunctionType::get(word, {pointer, pointer}, false))
        .Case("malloc", FunctionType::get(pointer, {size}, false))
        .Case("free", FunctionType::get(none, {pointer}, false))
        .Case("__assertfail",
              FunctionType::get(none, {pointer, pointer, word, pointer, size}, false))
        .Default(nullptr);
  }

  FunctionType* type_of(const FunctionText& text) {
    SmallVector<Type*, 8> parameters;
    for (const Variable& each : text.parameters) {
      parameters.push_back(each.is_array ? PointerType::get(context(), 0)
                                         : memory_type(context(), each));
    }
    Type* result = Type::getVoidTy(context());
    if (text.results.size() > 1) throw error_in(text, "gives more than one result");
    if (!text.results.empty()) result = memory_type(context(), text.results[0]);
    return FunctionType::get(result, parameters, false);
  }

  static StatementError error_in(const FunctionText& text, const Twine& why) {
    return {("line " + Twine(text.line + 1) + ": the function '" + text.name + "' " + why).str(),
            text.line, StatementError::Fault::kWrong};
  }

  void declare(const FunctionText& text) {
    if (symbols_.contains(text.name)) return;  // declared before it is defined
    FunctionType* type = library_type(text.name);
    if (type == nullptr || text.is_defined) type = type_of(text);
    const bool is_defined = llvm::any_of(text_.functions, [&](const FunctionText& other) {
      return other.is_defined && other.name == text.name;
    });
    Function* function = Function::Create(
        type, is_defined ? linkage_of(text.linkage, text.is_entry) : GlobalValue::ExternalLinkage,
        text.name, *module_);
    function->setConvergent();
    function->setDoesNotThrow();
    if (text.is_entry) function->setCallingConv(CallingConv::PTX_Kernel);
    for (unsigned i = 0; i < text.parameters.size() && i < function->arg_size(); ++i) {
      if (!text.parameters[i].is_array) continue;
      function->addParamAttr(
          i, Attribute::getWithByValType(context(), memory_type(context(), text.parameters[i])));
      function->addParamAttr(
          i, Attribute::getWithAlignment(context(), alignment_of(text.parameters[i])));
    }
    symbols_[text.name] = function;
  }

  void add_directives(const FunctionText& text, Function& function) {
    for (const auto& [name, numbers] : text.directives) {
      std::string value;
      for (const std::uint64_t number : numbers)
        value += (value.empty() ? "" : ",") + std::to_string(number);
      if (name == "maxntid" || name == "reqntid") function.addFnAttr("nvvm." + name, value);
      if (name == "minnctapersm") function.addFnAttr("nvvm.minctasm", value);
      if (name == "reqnctapercluster" || name == "explicitcluster")
        function.addFnAttr(spmd::kRefused, "clusters are not supported (in " + text.name + ")");
    }
  }

  void define(const FunctionText& text) {
    auto* const known = dyn_cast_or_null<Function>(symbols_.lookup(text.name));
    if (known == nullptr) throw error_in(text, "has the name of something else");
    Function& function = *known;
    if (!function.empty()) throw error_in(text, "is defined twice");
    if (function.getFunctionType() != type_of(text))
      throw error_in(text, "is declared with other parameters or results");
    try {
      write_body(text, function);
    } catch (const spmd::CompileError& error) {
      if (!is_refused_alone(text, error)) throw;
      refuse(function, text, error.what());
    }
    add_directives(text, function);
  }

  /// Something that PTX has and Riffle lacks: other kernels of the module can run.
  static bool is_refused_alone(const FunctionText& text, const spmd::CompileError& error) {
    const auto* at = dynamic_cast<const StatementError*>(&error);
    if (at == nullptr || at->fault() == StatementError::Fault::kWrong) return false;
    return llvm::all_of(text.body, [&](const Statement& statement) {
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

  void write_body(const FunctionText& text, Function& function) {
    IRBuilder<> ir(BasicBlock::Create(context(), "", &function));
    auto* type = FunctionType::get(ir.getVoidTy(), false);
    auto* assembly = InlineAsm::get(type, "", "", true);
    CallInst* body = ir.CreateCall(type, assembly);
    body->addFnAttr(Attribute::get(context(), kContracts));
    Instruction* const end = ir.CreateUnreachable();
    Leftovers leftovers;
    Emitter emitter(*body, *assembly, leftovers, &symbols_);
    for (unsigned i = 0; i < text.parameters.size(); ++i)
      bind(emitter, text.parameters[i], *function.getArg(i), *body);
    Value* result = nullptr;
    if (!text.results.empty()) result = bind_result(emitter, text.results[0], *body);
    emitter.run(text.body);
    ir.SetInsertPoint(end);
    if (result == nullptr) {
      ir.CreateRetVoid();
    } else {
      ir.CreateRet(ir.CreateLoad(function.getReturnType(), result));
    }
    end->eraseFromParent();
    tidy(function, leftovers);
  }

  /// A scalar has memory of its own, an array is where the caller put it.
  void bind(Emitter& emitter, const Variable& parameter, Argument& argument, CallInst& body) {
    argument.setName(parameter.name);
    if (parameter.space == "reg") {
      ScalarType type;
      (void)parse_type(parameter.type, type);
      return emitter.bind_register(parameter.name, type, &argument);
    }
    if (parameter.is_array) return emitter.bind_variable(parameter.name, &argument);
    IRBuilder<> ir(&body);
    AllocaInst* memory = ir.CreateAlloca(argument.getType(), nullptr, parameter.name);
    ir.CreateStore(&argument, memory);
    emitter.bind_variable(parameter.name, memory);
  }

  Value* bind_result(Emitter& emitter, const Variable& result, CallInst& body) {
    if (result.space == "reg") {
      ScalarType type;
      (void)parse_type(result.type, type);
      emitter.bind_register(result.name, type, nullptr);
      return emitter.register_named(result.name);
    }
    IRBuilder<> ir(&body);
    AllocaInst* memory = ir.CreateAlloca(memory_type(context(), result), nullptr, result.name);
    memory->setAlignment(alignment_of(result));
    emitter.bind_variable(result.name, memory);
    return memory;
  }

  /// As clang does with a device side: vectors are the business of later passes.
  void optimise() {
    std::string problem;
    raw_string_ostream stream(problem);
    if (verifyModule(*module_, &stream)) throw spmd::CompileError("PTX: " + problem);
    PipelineTuningOptions tuning;
    tuning.LoopVectorization = tuning.SLPVectorization = false;
    PassBuilder builder(nullptr, tuning);
    spmd::Analyses analyses(builder);
    builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2).run(*module_, analyses.modules);
  }

  const ModuleText& text_;
  std::unique_ptr<Module> module_;
  ModuleSymbols symbols_;
};

}  // namespace

TranslatedModule translate_module(StringRef text, LLVMContext& context) {
  const ModuleText parsed = parse_module(text);
  return {Translator(parsed, context).translate(), parsed.architecture};
}

}  // namespace riffle::ptx
