// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/form/one_way.h"

#include <llvm/IR/IRBuilder.h>

#include "compiler/spmd/form/split_guard.h"
#include "compiler/spmd/keys.h"

namespace riffle::spmd {

using namespace llvm;

void mark_one_way(BranchInst& branch) {
  branch.setMetadata(kOneWay, MDNode::get(branch.getContext(), {}));
}

bool goes_one_way(const BranchInst& branch) {
  return branch.isConditional() && branch.hasMetadata(kOneWay);
}

void test_one_way_branches(Function& body) {
  for (BasicBlock& block : body) {
    auto* branch = dyn_cast<BranchInst>(block.getTerminator());
    if (branch == nullptr || !goes_one_way(*branch)) continue;
    IRBuilder<> builder(branch);
    branch->setCondition(test_active_lanes(builder, branch->getCondition()));
    branch->setMetadata(kOneWay, nullptr);
  }
}

}  // namespace riffle::spmd
