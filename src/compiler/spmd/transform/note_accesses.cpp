// SPDX-License-Identifier: Apache-2.0
// Instruments optimised kernel code: in front of an access stands a note of its bytes.
//
//   %v = load <16 x float>, ptr %p     ->     %slot = slot of %p's page; another page's: call @riffle.note.page
//                                             bits[w] |= -1 << o, bits[w'] |= (-1 >> 1) >> (63 - o)
//                                             sites[w] = sites[w'] = this line
//                                             %v = load <16 x float>, ptr %p
//
// w is the 64 bytes in which the piece begins, w' those in which it ends (often the same: then the second operation adds
// nothing). Behind vectorising and optimising, because what is noted is what is done: a vector is one note, and what the
// optimiser has removed is none.
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <map>
#include <tuple>

#include "compiler/spmd/abi_access.h"
#include "compiler/spmd/transform/note_accesses.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

using Form = NotedAccess::Form;

constexpr std::uint64_t kPieceBytes = 64;

/// Riffle's own headers: users look for their line that led there.
bool is_own_header(StringRef file) { return file.contains("/riffle_"); }

const DILocation* line_of_user(const DILocation* location) {
  for (const DILocation* at = location; at != nullptr; at = at->getInlinedAt())
    if (at->getLine() != 0 && !is_own_header(at->getFilename())) return at;
  return location;
}

/// The lines of source that a module's notes name, each once.
class Sites {
 public:
  explicit Sites(Module& module) : module_(module) {}

  Constant* of(const Instruction& instruction) {
    const DILocation* const at = line_of_user(instruction.getDebugLoc().get());
    const auto key =
        at == nullptr ? std::tuple<std::string, std::string, unsigned>()
                      : std::tuple(at->getFilename().str(),
                                   at->getScope()->getSubprogram()->getName().str(), at->getLine());
    Constant*& site = sites_[key];
    if (site == nullptr) site = make(std::get<0>(key), std::get<1>(key), std::get<2>(key));
    return site;
  }

 private:
  Constant* text(StringRef value) {
    Constant*& kept = texts_[value.str()];
    if (kept == nullptr) kept = keep(ConstantDataArray::getString(module_.getContext(), value));
    return kept;
  }
  Constant* make(StringRef file, StringRef function, unsigned line) {
    static_assert(offsetof(abi::AccessSite, line) == 16 && sizeof(abi::AccessSite) == 24);
    Type* const word = Type::getInt32Ty(module_.getContext());
    return keep(ConstantStruct::getAnon(
        {text(file), text(function), ConstantInt::get(word, line), ConstantInt::get(word, 0)}));
  }
  Constant* keep(Constant* value) {
    return new GlobalVariable(module_, value->getType(), true, GlobalValue::PrivateLinkage, value,
                              "riffle.site");
  }

  Module& module_;
  std::map<std::tuple<std::string, std::string, unsigned>, Constant*> sites_;
  std::map<std::string, Constant*> texts_;
};

/// The way to a function of the runtime, out of line and with few registers lost: notes that need it are rare, and the
/// code around them is not to be worse for it.
class Calls {
 public:
  Calls(Module& module, ModuleState& state) : module_(module), state_(state) {}

  void emit(IRBuilder<>& builder, const char* name, std::size_t entry, ArrayRef<Value*> arguments) {
    Function*& function = functions_[entry];
    if (function == nullptr) {
      SmallVector<Type*, 6> types;
      for (Value* argument : arguments) types.push_back(argument->getType());
      function = make(name, entry, types);
    }
    CallInst* const call = builder.CreateCall(function, arguments);
    call->setCallingConv(CallingConv::PreserveMost);
  }

 private:
  Function* make(const char* name, std::size_t entry, ArrayRef<Type*> types) {
    LLVMContext& context = module_.getContext();
    Function* const function =
        Function::Create(FunctionType::get(Type::getVoidTy(context), types, false),
                         GlobalValue::InternalLinkage, name, &module_);
    function->setCallingConv(CallingConv::PreserveMost);
    function->addFnAttr(Attribute::NoInline);
    function->addFnAttr(Attribute::NoUnwind);
    function->setUWTableKind(UWTableKind::Async);
    IRBuilder<> builder(BasicBlock::Create(context, "entry", function));
    SmallVector<Value*, 6> arguments;
    for (Argument& argument : function->args()) arguments.push_back(&argument);
    call_runtime(builder, state_, entry, builder.getVoidTy(), arguments);
    builder.CreateRetVoid();
    return function;
  }

  Module& module_;
  ModuleState& state_;
  std::map<std::size_t, Function*> functions_;
};

class Instrumenter {
 public:
  Instrumenter(Module& module, ModuleState& state)
      : state_(state), sites_(module), calls_(module, state) {}

  void run(Function& function) {
    const auto accesses = noted_accesses(function);
    if (accesses.empty()) return;
    table_ = table_of(function);
    for (const NotedAccess& access : accesses) note(access);
  }

 private:
  Value* table_of(Function& function) {
    IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
    builder.SetCurrentDebugLocation(DebugLoc());
    CallInst* const table =
        call_runtime(builder, state_, offsetof(abi::AccessRuntime, table), builder.getPtrTy(), {});
    table->setName("accesses");
    return table;
  }

  void note(const NotedAccess& access) {
    IRBuilder<> builder(access.at);
    Constant* const site = sites_.of(*access.at);
    Value* const kind = builder.getInt32(static_cast<std::uint32_t>(access.kind));
    switch (access.form) {
      case Form::kPiece:
        note_piece(access, site);
        break;
      case Form::kRange:
        calls_.emit(builder, "riffle.note.range", offsetof(abi::AccessRuntime, note_range),
                    {table_, builder.CreatePtrToInt(access.address, builder.getInt64Ty()),
                     builder.CreateZExtOrTrunc(access.length, builder.getInt64Ty()), kind, site});
        break;
      case Form::kLanes:
        note_lanes(builder, access, kind, site);
        break;
    }
  }

  void note_lanes(IRBuilder<>& builder, const NotedAccess& access, Value* kind, Constant* site) {
    const unsigned lanes = cast<FixedVectorType>(access.address->getType())->getNumElements();
    Type* const numbers = FixedVectorType::get(builder.getInt64Ty(), lanes);
    IRBuilder<> entry(&*access.at->getFunction()->getEntryBlock().getFirstInsertionPt());
    AllocaInst* const room = entry.CreateAlloca(numbers, nullptr, "noted");
    builder.CreateStore(builder.CreatePtrToInt(access.address, numbers), room);
    Value* const mask = builder.CreateZExt(
        builder.CreateBitCast(access.mask, builder.getIntNTy(lanes)), builder.getInt64Ty());
    calls_.emit(builder, "riffle.note.lanes", offsetof(abi::AccessRuntime, note_lanes),
                {table_, room, mask, builder.getInt64(access.bytes), kind, site});
  }

  /// Bits of the piece's bytes, 64 a word. Under a mask the lanes' bits, each repeated.
  SmallVector<Value*, 4> bits_of(IRBuilder<>& builder, const NotedAccess& access) {
    SmallVector<Value*, 4> words;
    for (std::uint64_t begin = 0; begin < access.bytes; begin += kPieceBytes) {
      const std::uint64_t bytes = std::min(access.bytes - begin, kPieceBytes);
      if (access.mask == nullptr) {
        words.push_back(
            builder.getInt64(bytes == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bytes) - 1));
        continue;
      }
      const unsigned lanes = cast<FixedVectorType>(access.mask->getType())->getNumElements();
      const auto lane = static_cast<unsigned>(access.bytes / lanes);
      SmallVector<int, 64> which;
      for (std::uint64_t byte = 0; byte < bytes; byte += lane)
        which.push_back(static_cast<int>((begin + byte) / lane));
      Value* part =
          which.size() == lanes ? access.mask : builder.CreateShuffleVector(access.mask, which);
      if (lane != 1) {
        part = builder.CreateSExt(part, FixedVectorType::get(builder.getIntNTy(8 * lane),
                                                             static_cast<unsigned>(which.size())));
        part = builder.CreateBitCast(
            part, FixedVectorType::get(builder.getInt8Ty(), static_cast<unsigned>(bytes)));
        part = builder.CreateICmpSLT(part, Constant::getNullValue(part->getType()));
      }
      words.push_back(builder.CreateZExt(
          builder.CreateBitCast(part, builder.getIntNTy(static_cast<unsigned>(bytes))),
          builder.getInt64Ty()));
    }
    return words;
  }

  void note_piece(const NotedAccess& access, Constant* site) {
    IRBuilder<> builder(access.at);
    const SmallVector<Value*, 4> words = bits_of(builder, access);
    Instruction* before = access.at;
    if (access.mask != nullptr) {
      // With no lane on, the address may be anything.
      Value* any = words[0];
      for (Value* word : drop_begin(words)) any = builder.CreateOr(any, word);
      before = SplitBlockAndInsertIfThen(builder.CreateIsNotNull(any), access.at, false);
    }
    builder.SetInsertPoint(before);
    Value* const address = builder.CreatePtrToInt(access.address, builder.getInt64Ty(), "noted");
    Value* const bits = page_bits(builder, before, address, access.kind);
    mark(builder, bits, address, words, access, site);
  }

  /// The AccessBits of the page; leaves the builder behind the branch.
  Value* page_bits(IRBuilder<>& builder, Instruction* before, Value* address,
                   abi::AccessKind kind) {
    const auto number = static_cast<std::uint64_t>(kind);
    Value* const page = builder.CreateLShr(address, abi::kAccessPageBits);
    Value* const index = builder.CreateShl(builder.CreateAnd(page, abi::kAccessSlots - 1),
                                           Log2_64(sizeof(abi::AccessSlot)));
    Value* const slot = builder.CreateGEP(
        builder.getInt8Ty(),
        field_address(builder, table_, number * sizeof(abi::AccessTable::slots[0])), index);
    Value* const present = load_field(builder, slot, offsetof(abi::AccessSlot, page),
                                      builder.getInt64Ty(), "page", false);
    MDNode* const rare = MDBuilder(builder.getContext()).createUnlikelyBranchWeights();
    Instruction* const miss =
        SplitBlockAndInsertIfThen(builder.CreateICmpNE(present, page), before, false, rare);
    builder.SetInsertPoint(miss);
    calls_.emit(builder, "riffle.note.page", offsetof(abi::AccessRuntime, note_page),
                {table_, address, builder.getInt32(static_cast<std::uint32_t>(number))});
    builder.SetInsertPoint(before);
    return load_field(builder, slot, offsetof(abi::AccessSlot, bits), builder.getPtrTy(), "bits",
                      false);
  }

  static void set(IRBuilder<>& builder, Value* bits, Value* word, Value* mask, Constant* site) {
    Type* const type = builder.getInt64Ty();
    Value* const place = builder.CreateGEP(type, bits, word);
    builder.CreateStore(builder.CreateOr(builder.CreateLoad(type, place), mask), place);
    builder.CreateStore(
        site, builder.CreateGEP(
                  type, field_address(builder, bits, offsetof(abi::AccessBits, sites)), word));
  }

  static void mark(IRBuilder<>& builder, Value* bits, Value* address, ArrayRef<Value*> words,
                   const NotedAccess& access, Constant* site) {
    Value* const in_page =
        builder.CreateAnd(address, (std::uint64_t{1} << abi::kAccessPageBits) - 1);
    Value* const first = builder.CreateLShr(in_page, 6);
    Value* const offset = builder.CreateAnd(address, 63);
    Value* const last =
        builder.CreateLShr(builder.CreateAdd(in_page, builder.getInt64(access.bytes - 1)), 6);
    Value* carried = nullptr;
    for (unsigned i = 0; i < words.size(); ++i) {
      Value* mask = builder.CreateShl(words[i], offset);
      if (carried != nullptr) mask = builder.CreateOr(mask, carried);
      set(builder, bits, builder.CreateAdd(first, builder.getInt64(i)), mask, site);
      if (!access.is_aligned)
        carried = builder.CreateLShr(builder.CreateLShr(words[i], 1),
                                     builder.CreateSub(builder.getInt64(63), offset));
    }
    if (carried != nullptr) set(builder, bits, last, carried, site);
  }

  ModuleState& state_;
  Sites sites_;
  Calls calls_;
  Value* table_ = nullptr;
};

}  // namespace

void note_accesses(Module& module, ModuleState& state) {
  SmallVector<Function*, 16> functions;
  for (Function& function : module)
    if (!function.isDeclaration()) functions.push_back(&function);
  Instrumenter instrumenter(module, state);
  for (Function* function : functions) instrumenter.run(*function);
}

}  // namespace riffle::spmd
