// SPDX-License-Identifier: Apache-2.0
// Operands and registers of one asm statement, or of one function of a PTX module, as LLVM values, and what instructions
// need to write code.
//
// A register is a stack slot of its width: names may be assigned along several paths, and labels may form loops.
// The slots are promoted when the function is done. Values are read and written as integers of the width asked
// for; floating-point instructions cast the bits.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/ValueHandle.h>

#include <vector>

#include "compiler/ptx/statement.h"
#include "compiler/spmd/keys.h"

namespace riffle::ptx {

/// A PTX type: `.s32` and the like.
struct ScalarType {
  enum class Kind { kBits, kUnsigned, kSigned, kFloat, kBfloat, kPredicate };
  Kind kind = Kind::kBits;
  unsigned width = 32;  ///< of one element
  unsigned count = 1;   ///< 2 for f16x2 and the like

  [[nodiscard]] bool is_signed() const { return kind == Kind::kSigned; }
  [[nodiscard]] bool is_float() const { return kind == Kind::kFloat || kind == Kind::kBfloat; }
  [[nodiscard]] unsigned total() const { return width * count; }
};
/// False when `name` is no type.
bool parse_type(llvm::StringRef name, ScalarType& type);

struct Label {
  llvm::BasicBlock* entry = nullptr;
  bool placed = false;
};

/// Names between braces.
struct NameScope {
  llvm::StringMap<llvm::AllocaInst*> registers;
  llvm::StringMap<llvm::Value*> variables;
  llvm::StringMap<unsigned> vectors;  ///< their lengths; the elements are registers
  llvm::StringMap<Label> labels;
};

/// What statements of a function leave: names for the statements after them, and work for its end.
struct Leftovers {
  /// The scopes that are open; the first one is the function's own. Labels are an asm statement's own.
  std::vector<NameScope> scopes = std::vector<NameScope>(1);
  std::vector<llvm::AllocaInst*> slots;         ///< registers, to be promoted
  std::vector<llvm::FreezeInst*> results;       ///< frozen in case that they were never written
  std::vector<llvm::WeakTrackingVH> negations;  ///< calls that stand for them (Emitter::negate)
  bool may_fuse = false;  ///< products may meet sums, across packing and casts of bits
};

/// Variables and functions of a PTX module, by name: pointers in their own address spaces.
using PtxSymbols = llvm::StringMap<llvm::Value*>;

class Emitter {
 public:
  /// Slots of the operands; inputs are stored into theirs. `symbols`: the call stands for the body of a function of that
  /// module; what follows it is what the function ends with.
  Emitter(llvm::CallInst& call, const llvm::InlineAsm& assembly, Leftovers& leftovers,
          const PtxSymbols* symbols = nullptr);

  /// A parameter, before the body: a variable, or a register and what it holds.
  void bind_variable(llvm::StringRef name, llvm::Value* pointer);
  void bind_register(llvm::StringRef name, const ScalarType& type, llvm::Value* value);
  /// What the register holds, behind the body.
  llvm::AllocaInst* register_named(llvm::StringRef name);

  /// Writes everything in front of the call and replaces its results.
  void run(const std::vector<Statement>& statements);

  // --- For instructions ---
  llvm::IRBuilder<>& ir() { return builder_; }
  llvm::Module& module() { return *call_.getModule(); }
  [[noreturn]] void refuse(const llvm::Twine& why = "is not supported") const;
  /// The same of what PTX does not have either.
  [[noreturn]] void reject(const llvm::Twine& why) const;

  /// Not an asm statement, but a function of a module: it may return, call and name variables.
  [[nodiscard]] bool in_module() const { return symbols_ != nullptr; }
  [[nodiscard]] bool contracts() const { return call_.hasFnAttr(spmd::kContracts); }
  void note_product() { leftovers_.may_fuse = true; }
  /// -value. A negation of a product that may be fused must say so, and of another must not: combining instructions moves
  /// the product behind it. What it negates is seen when the slots are promoted; until then a call stands in its place.
  llvm::Value* negate(llvm::Value* value);
  [[nodiscard]] const Statement& statement() const { return *statement_; }
  [[nodiscard]] std::size_t operand_count() const { return statement_->operands.size(); }
  [[nodiscard]] const Operand& operand(std::size_t index) const;

  // Modifiers: what an instruction does not take is refused.
  /// True if `name` is there.
  bool take(llvm::StringRef name);
  /// The first of `names` that is there; empty if none.
  llvm::StringRef take_any(std::initializer_list<llvm::StringRef> names);
  /// The next modifier that is a type.
  ScalarType take_type();
  bool try_take_type(ScalarType& type);
  /// Every modifier that begins with `prefix`.
  bool take_prefixed(llvm::StringRef prefix);

  llvm::Value* read(const Operand& operand, unsigned width);
  llvm::Value* read(std::size_t index, unsigned width) { return read(operand(index), width); }
  /// As a floating-point value of `type` (one element).
  llvm::Value* read_float(const Operand& operand, const ScalarType& type);
  /// Bits of a register; 64 of a variable's address, 32 of a number.
  [[nodiscard]] unsigned width_of(const Operand& operand);
  [[nodiscard]] bool is_predicate(const Operand& operand);
  /// As i1.
  llvm::Value* read_predicate(const Operand& operand);
  /// Integers are extended to the slot by `is_signed` where it is wider.
  void write(const Operand& operand, llvm::Value* value, bool is_signed = false);
  void write(std::size_t index, llvm::Value* value, bool is_signed = false) {
    write(operand(index), value, is_signed);
  }
  /// The address that an operand in [] gives, 64 bits.
  llvm::Value* address(const Operand& operand);
  /// The generic pointer to an address in a state space ("" for generic).
  llvm::Value* to_pointer(llvm::Value* address, llvm::StringRef space);
  /// Both.
  llvm::Value* pointer(const Operand& operand, llvm::StringRef space);
  /// Where the block's shared memory begins.
  llvm::Value* shared_base();
  llvm::Value* shared_start();  ///< the same, 64 bits
  [[nodiscard]] std::int64_t constant(const Operand& operand);

  llvm::Value* call(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Value*> arguments = {});
  llvm::Type* float_type(const ScalarType& type);
  llvm::IntegerType* int_type(unsigned width) { return builder_.getIntNTy(width); }

  /// Replaces what `pointer` points at by `change` of it, in one step; the old bits.
  llvm::Value* update_atomically(llvm::Value* pointer, unsigned width, llvm::AtomicOrdering order,
                                 llvm::function_ref<llvm::Value*(llvm::Value*)> change);
  /// Runs `body` for every index below `count`, 64 bits.
  void repeat(llvm::Value* count, llvm::function_ref<void(llvm::Value*)> body);
  /// An operand that is read as `value`.
  Operand temporary(llvm::Value* value);
  /// Carry flag of add.cc and its family, an i1 slot.
  llvm::AllocaInst* carry();
  /// Goes to `label` when `condition` (null: always). The label kReturn is the end of the function.
  void branch(const std::string& label, llvm::Value* condition);
  static constexpr const char* kReturn = "";
  static constexpr char kVectorElements[] = "xyzw";
  /// Goes to that one of the labels which `.branchtargets` has listed as `targets`.
  void branch_to_one_of(const std::string& targets, llvm::Value* index);
  /// The variable or function that the operand names, a pointer in its own address space; null if it names none.
  llvm::Value* symbol(const Operand& operand);

 private:
  [[noreturn]] void fail(const llvm::Twine& why, StatementError::Fault fault) const;
  llvm::Value* target_of(llvm::Value* named);
  /// Where a variable's name, with an offset or an index, points: in its own address space. Null if it names none.
  llvm::Value* place(const Operand& operand);
  /// What PTX calls its address, 64 bits: from a generic pointer, or from the beginning of shared memory.
  llvm::Value* address_of(llvm::Value* place);
  llvm::Value* read_name(const Operand& operand);
  void bind_operands();
  void bind_variable_operand(llvm::Value* variable);
  void declare_variable(const Variable& variable);
  llvm::BasicBlock* split_here();
  llvm::Value* generic(llvm::Value* pointer);
  void emit(const Statement& statement);
  void emit_guarded(const Statement& statement);
  void declare(const Statement& statement);
  void declare_register(const llvm::Twine& name, llvm::Type* type);
  void declare_vector(llvm::StringRef name, llvm::Type* element, unsigned length);
  /// Those of a scope, whose statements these begin with: jumps may come before their labels.
  void declare_labels(llvm::ArrayRef<Statement> statements);
  /// 0 if no vector of registers has the name.
  [[nodiscard]] unsigned vector_length(llvm::StringRef name) const;
  void spell_out_vectors(const Statement& statement);
  void place_label(const std::string& name);
  void replace_results();
  llvm::AllocaInst* make_slot(llvm::Type* type, const llvm::Twine& name);
  llvm::AllocaInst* slot_of(const Operand& operand);
  llvm::Value* special_register(llvm::StringRef name);
  llvm::Value* reserved_shared(llvm::StringRef which);
  Label& label(const std::string& name);

  llvm::CallInst& call_;
  const llvm::InlineAsm& assembly_;
  Leftovers& leftovers_;
  llvm::IRBuilder<> builder_;
  llvm::SmallVector<llvm::AllocaInst*, 8> operands_;  ///< by number in the text; null of variables
  llvm::SmallDenseMap<unsigned, llvm::Value*, 2>
      variables_;                                  ///< operands that are variables of the module
  llvm::SmallVector<llvm::Value*, 8> immediates_;  ///< likewise; null unless the constraint is n
  unsigned output_count_ = 0;
  const PtxSymbols* symbols_;
  std::vector<NameScope>& scopes_;
  Label return_;
  llvm::StringMap<std::vector<std::string>> targets_;
  llvm::AllocaInst* carry_ = nullptr;
  const Statement* statement_ = nullptr;
  std::vector<Operand>
      spelled_out_;  ///< the statement's operands if vectors of registers are among them
  llvm::SmallVector<bool, 8> taken_;  ///< modifiers of the statement that the instruction knows
};

/// Writes the code of the emitter's statement. False if the opcode is unknown.
bool emit_instruction(Emitter& emitter);

}  // namespace riffle::ptx
