// SPDX-License-Identifier: Apache-2.0
#include "bisect.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Program.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdlib>
#include <optional>
#include <string>

#include "compiler/spmd/pipeline/step.h"

namespace riffle::opt {

using namespace llvm;

namespace {

SmallVector<StringRef, 64> optional_steps() {
  SmallVector<StringRef, 64> names;
  for (const spmd::Step& step : spmd::all_steps())
    if (step.need == spmd::Need::kOptional) names.push_back(step.name);
  return names;
}

class Trials {
 public:
  explicit Trials(ArrayRef<const char*> command) {
    for (const char* word : command) words_.emplace_back(word);
    if (auto found = sys::findProgramByName(words_.front()))
      program_ = *found;
    else
      problem_ = found.getError().message();
  }

  /// Why the program cannot be run, once that is known.
  [[nodiscard]] const std::string& problem() const { return problem_; }

  /// Whether the program fails with the first `count` of `steps` alone.
  bool fails_with(ArrayRef<StringRef> steps, std::size_t count) {
    std::string off;
    for (const StringRef name : steps.drop_front(count)) off += name.str() + ",";
    ::setenv("RIFFLE_PASS_OFF", off.c_str(), 1);
    std::string reason;
    bool cannot_run = false;
    const int code =
        sys::ExecuteAndWait(program_, words_, std::nullopt, {}, 0, 0, &reason, &cannot_run);
    if (cannot_run) problem_ = reason;
    errs() << "riffle-opt: with " << count << " of " << steps.size()
           << " optional steps: " << (code == 0 ? "passes" : "fails") << "\n";
    return code != 0;
  }

 private:
  std::string program_, problem_;
  SmallVector<StringRef, 8> words_;
};

}  // namespace

int bisect(ArrayRef<const char*> command) {
  if (command.empty()) {
    errs() << "usage: riffle-opt --bisect COMMAND [ARGUMENT]...\n";
    return 2;
  }
  Trials trials(command);
  const SmallVector<StringRef, 64> steps = optional_steps();
  const bool fails = trials.problem().empty() && trials.fails_with(steps, steps.size());
  if (!trials.problem().empty()) {
    errs() << "riffle-opt: cannot run '" << command.front() << "': " << trials.problem() << "\n";
    return 2;
  }
  if (!fails) {
    outs() << "the program does not fail\n";
    return 1;
  }
  if (trials.fails_with(steps, 0)) {
    outs() << "the program fails without any optional step, too\n";
    return 1;
  }
  std::size_t passing = 0, failing = steps.size();
  while (failing - passing > 1) {
    const std::size_t middle = (passing + failing) / 2;
    (trials.fails_with(steps, middle) ? failing : passing) = middle;
  }
  outs() << steps[failing - 1] << "\n";
  return 0;
}

}  // namespace riffle::opt
