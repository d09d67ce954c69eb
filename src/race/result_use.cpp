// SPDX-License-Identifier: Apache-2.0
#include "race/result_use.h"

#include <link.h>

#include <algorithm>
#include <vector>

#include "race/result_register.h"

namespace riffle::race {
namespace {

#if defined(__x86_64__)
struct MappedCode {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
};

/// The code that the linker has loaded around an address; empty for any other, which may be gone in the next moment.
MappedCode loaded_code_at(std::uintptr_t address) {
  struct Search {
    std::uintptr_t address;
    MappedCode found;
  } search{address, {}};
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* opaque) {
        auto& wanted = *static_cast<Search*>(opaque);
        for (const ElfW(Phdr) & part : std::span(object->dlpi_phdr, object->dlpi_phnum)) {
          const std::uintptr_t begin = object->dlpi_addr + part.p_vaddr;
          if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0 || wanted.address < begin ||
              wanted.address >= begin + part.p_memsz)
            continue;
          wanted.found = {begin, begin + part.p_memsz};
          return 1;
        }
        return 0;
      },
      &search);
  return search.found;
}

enum class Answer : std::uint8_t { kLooks, kDoesNot, kReturns };

/// All ways from an address to where the result is gone.
Answer walk(std::uintptr_t from) {
  constexpr unsigned kMostSteps = 400;
  constexpr std::uintptr_t kLongest = 15;
  const MappedCode code = loaded_code_at(from);
  std::vector<std::uintptr_t> open{from}, seen;
  bool returns = false;
  unsigned steps = 0;
  while (!open.empty()) {
    std::uintptr_t at = open.back();
    open.pop_back();
    while (std::ranges::find(seen, at) == seen.end()) {
      seen.push_back(at);
      if (++steps > kMostSteps || at < code.begin || at + kLongest > code.end)
        return Answer::kLooks;
      const ResultStep step = step_of_result(reinterpret_cast<const std::uint8_t*>(at));
      const auto next = reinterpret_cast<std::uintptr_t>(step.next);
      const auto target = reinterpret_cast<std::uintptr_t>(step.target);
      if (step.effect == ResultEffect::kReads) return Answer::kLooks;
      returns |= step.effect == ResultEffect::kReturns;
      if (step.effect == ResultEffect::kBranches) open.push_back(target);
      const bool goes_on =
          step.effect == ResultEffect::kNone || step.effect == ResultEffect::kBranches;
      if (!goes_on && step.effect != ResultEffect::kJumps) break;
      at = step.effect == ResultEffect::kJumps ? target : next;
    }
  }
  return returns ? Answer::kReturns : Answer::kDoesNot;
}
#endif

}  // namespace

bool may_look_at_result([[maybe_unused]] std::span<const std::uintptr_t> returns) {
#if defined(__x86_64__)
  for (const std::uintptr_t address : returns) {
    if (address == 0) return true;
    const Answer answer = walk(address);
    if (answer != Answer::kReturns) return answer == Answer::kLooks;
  }
#endif
  return true;
}

}  // namespace riffle::race
