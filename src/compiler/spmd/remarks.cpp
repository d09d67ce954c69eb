// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/remarks.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <memory>

#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr std::array kTopics = {"strategy", "memory", "branch",  "loop",
                                "call",     "warp",   "barrier", "atomic"};

/// The innermost place of the user's own that led to `location`; null when there is none.
const DILocation* users_own(const DILocation* location) {
  for (; location != nullptr; location = location->getInlinedAt()) {
    if (location->getLine() != 0 && !is_own_header(location->getFilename())) return location;
  }
  return nullptr;
}

const DILocation* near(const Instruction& instruction) {
  if (const DILocation* own = users_own(instruction.getDebugLoc().get())) return own;
  for (const Value* operand : instruction.operands()) {
    const auto* made = dyn_cast<Instruction>(operand);
    if (made == nullptr) continue;
    if (const DILocation* found = users_own(made->getDebugLoc().get())) return found;
  }
  for (const Instruction* before = instruction.getPrevNode(); before != nullptr;
       before = before->getPrevNode()) {
    if (const DILocation* found = users_own(before->getDebugLoc().get())) return found;
  }
  return nullptr;
}

/// The name as people write it, without parameters.
std::string spoken_name(StringRef kernel) {
  ItaniumPartialDemangler demangler;
  const std::string mangled = kernel.str();
  if (demangler.partialDemangle(mangled.c_str())) return mangled;  // an error: it is a C name
  std::size_t size = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(demangler.getFunctionName(nullptr, &size),
                                                         &std::free);
  return name == nullptr ? mangled : name.get();
}

std::string prefix_of(const SourcePlace& place) {
  if (place.file.empty()) return "riffle: ";
  std::string text = place.file + ":" + std::to_string(place.line) + ":";
  if (place.column != 0) text += std::to_string(place.column) + ":";
  return text + " ";
}

}  // namespace

bool is_own_header(StringRef file) { return file.contains("/riffle_"); }

SourcePlace place_of(const Instruction& instruction) {
  const DILocation* found = near(instruction);
  if (found == nullptr) return place_of(*instruction.getFunction());
  return {found->getFilename().str(), found->getLine(), found->getColumn()};
}

SourcePlace place_of(const Function& function) {
  const DISubprogram* subprogram = function.getSubprogram();
  if (subprogram == nullptr || subprogram->getLine() == 0) return {};
  return {subprogram->getFilename().str(), subprogram->getLine(), 0};
}

std::string spoken(const SourcePlace& place, StringRef file) {
  if (place.file.empty()) return {};
  if (place.file == file) return "line " + std::to_string(place.line);
  return place.file + ":" + std::to_string(place.line);
}

void Remarks::append(Remarks&& others) {
  std::ranges::move(others.remarks_, std::back_inserter(remarks_));
  others.clear();
}

void Remarks::print(StringRef kernel,
                    std::vector<std::pair<SourcePlace, std::string>>& lines) const {
  const std::string name = spoken_name(kernel);
  for (const Remark& remark : remarks_) {
    lines.emplace_back(remark.place, prefix_of(remark.place) + "remark: kernel '" + name +
                                         "': " + remark.text + " [" +
                                         kTopics[static_cast<std::size_t>(remark.topic)] + "]");
  }
}

std::string text_of_remarks(const ModuleState& state) {
  std::vector<std::pair<SourcePlace, std::string>> lines;
  for (const KernelState& kernel : state.kernels) {
    if (kernel.remarks) kernel.remarks->print(kernel.name, lines);
  }
  for (const RefusedKernel& kernel : state.refused) {
    lines.emplace_back(SourcePlace{}, prefix_of({}) + "remark: kernel '" +
                                          spoken_name(kernel.name) +
                                          "': refused: " + kernel.reason + " [strategy]");
  }
  std::ranges::sort(lines);
  const auto doubles = std::ranges::unique(lines);
  lines.erase(doubles.begin(), doubles.end());
  std::string text;
  for (const auto& [place, line] : lines) text += line + "\n";
  return text;
}

}  // namespace riffle::spmd
