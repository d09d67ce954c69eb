// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/asm_variables.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/abi/device_abi.h"
#include "compiler/ptx/emitter.h"
#include "compiler/ptx/module_variable.h"
#include "compiler/ptx/reader.h"
#include "compiler/ptx/translate.h"
#include "compiler/ptx/variable.h"
#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/keys.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

/// Names of a scope: a variable, or null of what is none and hides one.
using Names = StringMap<GlobalVariable*>;

/// The spaces whose variables outlive the threads that use them.
bool is_lasting(StringRef directive) {
  return directive == ".shared" || directive == ".global" || directive == ".const";
}

/// Rewrites the text of one statement.
class Rewriter {
 public:
  /// `number`: of the statement in its function.
  Rewriter(CallInst& call, const InlineAsm& assembly, unsigned number, std::vector<Names>& scopes)
      : call_(call),
        text_(with_own_number(assembly.getAsmString(), number)),
        immediates_(immediate_operands(call, assembly)),
        reader_(text_, Dialect::kInline, 0, immediates_),
        scopes_(scopes),
        operand_count_(static_cast<unsigned>(immediates_.size())) {}

  /// Throws a StatementError at what it cannot read.
  void run() {
    find_labels();
    while (!reader_.at_end()) step();
    take_until(text_.size());
  }

  [[nodiscard]] bool changed() const { return !used_.empty(); }
  /// Never empty: an empty text is a compiler barrier, and stays.
  [[nodiscard]] std::string text() const { return made_.empty() ? " " : made_; }
  [[nodiscard]] ArrayRef<GlobalVariable*> used() const { return used_; }

 private:
  [[nodiscard]] std::size_t here() const { return text_.size() - reader_.rest().size(); }
  void take_until(std::size_t end) {
    made_ += StringRef(text_).slice(taken_, end);
    taken_ = end;
  }

  /// A label hides the module's variable of its name.
  void find_labels() {
    Reader reader = reader_;
    while (!reader.at_end()) {
      if (!reader.at_word()) {
        (void)reader.skip_token();
        continue;
      }
      const std::string name = reader.word();
      if (reader.peek(':')) labels_.insert(name);
    }
  }

  void step() {
    if (!reader_.at_word()) return punctuation(reader_.skip_token());
    const std::size_t begin = here();
    const std::string word = reader_.word();
    const bool begins_statement = std::exchange(at_start_, false);
    if (begins_statement && is_lasting(word)) return declare(begin, StringRef(word).drop_front());
    if (begins_statement && (word == ".reg" || word == ".local" || word == ".param")) {
      hides_ = true;
    } else if (hides_) {
      // `r<4>` declares r0 to r3.
      if (!StringRef(word).starts_with("."))
        scopes_.back()[reader_.peek('<') ? word + "<" : word] = nullptr;
    } else if (!begins_statement) {
      name(begin, word);
    }
  }

  void punctuation(char c) {
    if (c == '{') scopes_.emplace_back();
    if (c == '}' && scopes_.size() > 1) scopes_.pop_back();
    at_start_ = c == ';' || c == '{' || c == '}' || c == ':';
    hides_ = hides_ && !at_start_;
  }

  void declare(std::size_t begin, StringRef space) {
    std::vector<Variable> variables = read_variables(reader_, space);
    reader_.expect(';');
    const StringRef function = call_.getFunction()->getName();
    for (Variable& variable : variables) {
      if (variable.is_open && variable.initial.empty()) reader_.fail("a variable has no length");
      const std::string name = variable.name;
      GlobalVariable*& known = scopes_.back()[name];
      variable.name = (function + "." + name).str();
      known = make_variable(*call_.getModule(), variable, GlobalValue::InternalLinkage, {});
      (void)operand(*known);
    }
    take_until(begin);
    taken_ = here();
    at_start_ = true;
  }

  void name(std::size_t begin, const std::string& word) {
    GlobalVariable* variable = named(word);
    if (variable == nullptr) return;
    take_until(begin);
    made_ += "$" + std::to_string(operand(*variable));
    taken_ = here();
  }

  GlobalVariable* named(const std::string& word) {
    for (const Names& scope : reverse(scopes_)) {
      if (const auto found = scope.find(word); found != scope.end()) return found->second;
      if (scope.contains((StringRef(word).rtrim("0123456789") + "<").str())) return nullptr;
    }
    if (labels_.contains(word)) return nullptr;
    Module& module = *call_.getModule();
    GlobalVariable* variable = module.getGlobalVariable(word, /*AllowInternal=*/true);
    if (variable == nullptr) return nullptr;
    if (module.getNamedValue(word + abi::kManagedSuffix) != nullptr)
      variable->addAttribute(spmd::kNamesTarget);
    return variable->getAddressSpace() != 0 ? variable : nullptr;
  }

  unsigned operand(GlobalVariable& variable) {
    const auto* found = llvm::find(used_, &variable);
    const auto number = static_cast<unsigned>(found - used_.begin());
    if (found == used_.end()) used_.push_back(&variable);
    return operand_count_ + number;
  }

  CallInst& call_;
  std::string text_;
  SmallVector<Immediate, 8> immediates_;
  Reader reader_;
  std::vector<Names>& scopes_;
  unsigned operand_count_;
  StringSet<> labels_;
  std::string made_;
  std::size_t taken_ = 0;  ///< of the text: it is in `made_`, or left out
  SmallVector<GlobalVariable*, 4> used_;
  bool at_start_ = true;  ///< of a statement
  bool hides_ = false;    ///< within a declaration of registers or of the thread's own variables
};

/// The same statement with more operands.
void replace(CallInst& call, const InlineAsm& assembly, const Rewriter& made) {
  SmallVector<Type*, 8> types(call.getFunctionType()->params());
  SmallVector<Value*, 8> operands(call.args());
  std::string added;
  for (GlobalVariable* variable : made.used()) {
    types.push_back(variable->getType());
    operands.push_back(variable);
    added += ",l";
  }
  // Clobbers come last.
  std::string constraints = assembly.getConstraintString().str();
  const std::size_t clobbers = std::min(constraints.find('~'), constraints.size());
  const bool has_clobbers = clobbers < constraints.size();
  std::string before = StringRef(constraints).take_front(clobbers).rtrim(',').str();
  constraints = StringRef(before + added).ltrim(',').str() + (has_clobbers ? "," : "") +
                constraints.substr(clobbers);
  FunctionType* type = FunctionType::get(call.getType(), types, false);
  auto* text = InlineAsm::get(type, made.text(), constraints, assembly.hasSideEffects(),
                              assembly.isAlignStack(), assembly.getDialect(), assembly.canThrow());
  CallInst* replaced = CallInst::Create(type, text, operands, "", call.getIterator());
  replaced->copyMetadata(call);
  replaced->setAttributes(call.getAttributes());
  replaced->takeName(&call);
  call.replaceAllUsesWith(replaced);
  call.eraseFromParent();
}

void bind_in(Function& function) {
  std::vector<Names> scopes(1);
  unsigned number = 0;
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    auto* call = dyn_cast<CallInst>(&instruction);
    const auto* assembly =
        call == nullptr ? nullptr : dyn_cast<InlineAsm>(call->getCalledOperand());
    if (assembly == nullptr || assembly->getAsmString().empty()) continue;
    const std::size_t depth = scopes.size();
    try {
      Rewriter made(*call, *assembly, ++number, scopes);
      made.run();
      if (made.changed()) replace(*call, *assembly, made);
    } catch (const spmd::KernelCompileError&) {
      scopes.resize(std::min(depth, scopes.size()));  // translate() says what it is
    }
  }
}

}  // namespace

void bind_asm_variables(Module& module) {
  for (Function& function : module) {
    if (!function.isDeclaration()) bind_in(function);
  }
}

}  // namespace riffle::ptx
