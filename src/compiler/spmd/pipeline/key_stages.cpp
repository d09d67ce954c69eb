// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/pipeline/key_stages.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/spmd/keys.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

enum class KeyKind : std::uint8_t { kAttribute, kOfVariable, kOfModule, kMetadata, kCall };

struct KeyRule {
  const char* name;
  KeyKind kind;
  Stage first, last;  ///< where it may stand
};

using enum Stage;
using enum KeyKind;

constexpr KeyRule kKeys[] = {
    {kRefused, kAttribute, kLower, kBind},
    {kBodyAttribute, kAttribute, kLower, kBind},
    {kDeviceAttribute, kAttribute, kLower, kBind},
    {kElsewhereAttribute, kAttribute, kLower, kBind},
    {kShapeAttribute, kAttribute, kLower, kBind},
    {kJammedAttribute, kAttribute, kBody, kBind},
    {kRowsAttribute, kAttribute, kBody, kBind},
    {kWalksAttribute, kAttribute, kBody, kBind},
    {kExchanged, kAttribute, kBody, kBind},
    {kFollowedInPackets, kAttribute, kStrategy, kBind},
    {kWaitsForBlocks, kAttribute, kStrategy, kBind},
    {kIndependentPackets, kAttribute, kStrategy, kBind},
    {kKeepOrder, kAttribute, kLegalize, kBind},
    {kContracts, kAttribute, kLower, kBind},
    {kNamesTarget, kOfVariable, kLower, kBind},
    {kConstantAttribute, kOfVariable, kLower, kBind},
    {kNotesAccesses, kOfModule, kLower, kBind},
    {kChecksAccesses, kOfModule, kLower, kBind},
    {kFollowsThreads, kOfModule, kLower, kBind},
    {kSourceBlock, kMetadata, kLower, kBind},
    {kKeepsDenormals, kMetadata, kLower, kBind},
    {kExactExtension, kMetadata, kStrategy, kBind},
    {kKnownBefore, kMetadata, kLower, kBind},
    {kWalk, kMetadata, kBody, kBind},
    {kOneWay, kMetadata, kBody, kBind},
    {kSamplesTexture, kMetadata, kLower, kBind},
    {kCopyOfStore, kMetadata, kForm, kForm},
    {kCopyOfAccess, kMetadata, kStrategy, kBind},
    {kElementBytes, kMetadata, kForm, kForm},
    {kPermutationQuestion, kMetadata, kStrategy, kBind},
    {kTemporary, kMetadata, kStrategy, kBind},
    {kStreams, kMetadata, kStrategy, kBind},
    {kFalls, kMetadata, kStrategy, kBind},
    {kRare, kMetadata, kStrategy, kBind},
    {kByLane, kMetadata, kStrategy, kBind},
    {kWaits, kMetadata, kStrategy, kBind},
    {kBlockMemory, kMetadata, kStrategy, kBind},
    {kWindow, kMetadata, kStrategy, kBind},
    {kPackets, kMetadata, kStrategy, kBind},
    {kThreadCall, kCall, kLower, kLower},
    {kDeclaresShared, kCall, kLower, kLower},
    {kPacketBarrier, kCall, kPacket, kPacket},
    {kRoundBarrier, kCall, kForm, kPacket},
    {kAllLanes, kCall, kForm, kForm},
    {kLanesAgree, kCall, kForm, kForm},
    {kWholePacket, kCall, kForm, kForm},
    {kWindow, kCall, kForm, kPacket},
    {kGrowWindow, kCall, kForm, kPacket},
    {kFollowThread, kCall, kStrategy, kLegalize},
    {kFollowPacket, kCall, kStrategy, kLegalize},
    {kFollowLanes, kCall, kStrategy, kLegalize},
    {kFollowBarrier, kCall, kStrategy, kLegalize},
    {kFollowWarp, kCall, kStrategy, kLegalize},
    {kFollowBegin, kCall, kStrategy, kLegalize},
    {kFollowEnd, kCall, kStrategy, kLegalize},
};

/// Names that begin as a key do, but belong to the code itself: variables and functions that the object has.
bool may_be_key(StringRef name) {
  return name.starts_with("riffle.") || name.starts_with("riffle-");
}

class KeySearch {
 public:
  explicit KeySearch(Stage stage) : stage_(stage) {}

  void look_at(const Module& module) {
    for (const NamedMDNode& node : module.named_metadata()) note(node.getName(), kOfModule);
    for (const GlobalVariable& variable : module.globals())
      note_all(variable.getAttributes(), kOfVariable);
    for (const Function& function : module) look_at(function);
  }
  void look_at(const Function& function) {
    note_all(function.getAttributes().getFnAttrs(), kAttribute);
    for (const Instruction& instruction : instructions(function)) {
      const auto* call = dyn_cast<CallBase>(&instruction);
      const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee != nullptr && callee->isDeclaration()) note(callee->getName(), kCall);
      SmallVector<std::pair<unsigned, MDNode*>, 4> all;
      instruction.getAllMetadata(all);
      for (const auto& [kind, node] : all)
        note(name_of_kind(instruction.getContext(), kind), kMetadata);
    }
  }
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  StringRef name_of_kind(LLVMContext& context, unsigned kind) {
    if (names_.empty()) context.getMDKindNames(names_);
    return names_[kind];
  }
  void note_all(AttributeSet attributes, KeyKind kind) {
    for (const Attribute& attribute : attributes)
      if (attribute.isStringAttribute()) note(attribute.getKindAsString(), kind);
  }
  void note(StringRef name, KeyKind kind) {
    if (!problem_.empty() || !may_be_key(name)) return;
    const auto is_it = [&](const KeyRule& key) {
      const StringRef own = key.name;
      return key.kind == kind && (own.ends_with(".") ? name.starts_with(own) : name == own);
    };
    // The longest name first: riffle.barrier.round is none of the reducing ones.
    const KeyRule* found = nullptr;
    for (const KeyRule& key : kKeys)
      if (is_it(key) && (found == nullptr || name == key.name)) found = &key;
    if (found == nullptr) {
      problem_ = "'" + name.str() + "' is not declared in spmd/pipeline/key_stages.cpp";
    } else if (stage_ < found->first || stage_ > found->last) {
      problem_ = "'" + name.str() + "' may not stand in stage " + name_of(stage_).str();
    }
  }

  Stage stage_;
  std::string problem_;
  SmallVector<StringRef, 64> names_;
};

template <typename Code>
std::string problem_of(const Code& code, Stage stage) {
  KeySearch search(stage);
  search.look_at(code);
  return search.problem();
}

}  // namespace

std::string misplaced_key(const Module& module, Stage stage) { return problem_of(module, stage); }
std::string misplaced_key(const Function& function, Stage stage) {
  return problem_of(function, stage);
}

}  // namespace riffle::spmd
