// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/lower/shared_layout.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

namespace riffle::spmd {

using namespace llvm;

SharedLayout lay_out_shared(ArrayRef<GlobalVariable*> variables, const DataLayout& layout) {
  SharedLayout result;
  SmallVector<GlobalVariable*, 4> dynamic;
  Align dynamic_alignment(16);
  for (GlobalVariable* variable : variables) {
    const Align alignment = std::max(variable->getAlign().valueOrOne(),
                                     layout.getABITypeAlign(variable->getValueType()));
    const std::uint64_t bytes = layout.getTypeAllocSize(variable->getValueType());
    if (variable->isDeclaration() || bytes == 0) {
      dynamic.push_back(variable);
      dynamic_alignment = std::max(dynamic_alignment, alignment);
      continue;
    }
    const std::uint64_t offset = alignTo(result.static_bytes, alignment);
    result.offsets[variable] = static_cast<std::uint32_t>(offset);
    result.static_bytes = static_cast<std::uint32_t>(offset + bytes);
  }
  // All extern arrays are one: what the launch adds behind the static part.
  if (!dynamic.empty())
    result.static_bytes =
        static_cast<std::uint32_t>(alignTo(result.static_bytes, dynamic_alignment));
  for (GlobalVariable* variable : dynamic) result.offsets[variable] = result.static_bytes;
  return result;
}

}  // namespace riffle::spmd
