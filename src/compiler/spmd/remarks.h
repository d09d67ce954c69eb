// SPDX-License-Identifier: Apache-2.0
// What the compiler decided about a kernel, and why, for people (docs/remarks.md). Noted where decisions are taken, by
// those who have a Remarks; nobody has one unless it was asked for.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace riffle::spmd {

/// What a remark is about; printed behind it.
enum class Topic : std::uint8_t {
  kStrategy,
  kMemory,
  kBranch,
  kLoop,
  kCall,
  kWarp,
  kBarrier,
  kAtomic
};

/// A place in the user's source; no file: it is not known. Column 0: the line is all that is known.
struct SourcePlace {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  friend auto operator<=>(const SourcePlace&, const SourcePlace&) = default;
};

/// Riffle's own headers: users look for their line that led there.
bool is_own_header(llvm::StringRef file);

/// Where `instruction` comes from. Of what passes made: where its operands, or what stands before it, come from.
SourcePlace place_of(const llvm::Instruction& instruction);
/// Where a kernel begins.
SourcePlace place_of(const llvm::Function& function);
/// "line 12" or "file.h:12", as seen from `file`; empty when the place is not known.
std::string spoken(const SourcePlace& place, llvm::StringRef file);

class Remarks {
 public:
  template <typename Place>
  void add(const Place& at, Topic topic, std::string text) {
    remarks_.push_back({place_of(at), topic, std::move(text)});
  }
  void append(Remarks&& others);
  void clear() { remarks_.clear(); }

  /// "file.cu:12:7: remark: kernel 'name': text [topic]", a line for each, without order.
  void print(llvm::StringRef kernel, std::vector<std::pair<SourcePlace, std::string>>& lines) const;

 private:
  struct Remark {
    SourcePlace place;
    Topic topic;
    std::string text;
  };
  std::vector<Remark> remarks_;
};

struct ModuleState;
/// All that is known of the module's kernels, in order of the source, each line once; what was refused too.
std::string text_of_remarks(const ModuleState& state);

}  // namespace riffle::spmd
