// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/module_index.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/xxhash.h>

#include <deque>
#include <utility>

#include "base/mutex.h"

namespace riffle::ptx {

using llvm::StringRef;

namespace {

/// The latest indices of the process. One takes some hundred bytes for each function.
class Latest {
 public:
  std::shared_ptr<const ModuleIndex> of(StringRef text) RIFFLE_EXCLUDES(mutex_) {
    const auto hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(text));
    {
      const MutexLock lock(mutex_);
      for (const Known& each : known_) {
        if (each.hash == hash) return each.index;
      }
    }
    auto made = std::make_shared<const ModuleIndex>(text);
    const MutexLock lock(mutex_);
    known_.push_front({hash, made});
    if (known_.size() > kMost) known_.pop_back();
    return made;
  }

 private:
  static constexpr std::size_t kMost = 8;
  struct Known {
    llvm::XXH128_hash_t hash;
    std::shared_ptr<const ModuleIndex> index;
  };
  Mutex mutex_;
  std::deque<Known> known_ RIFFLE_GUARDED_BY(mutex_);
};

}  // namespace

std::shared_ptr<const ModuleIndex> ModuleIndex::of(StringRef text) {
  static auto* const latest = new Latest;  // never destroyed: compilations may outlive statics
  return latest->of(text);
}

ModuleIndex::ModuleIndex(StringRef text) : module_(parse_module(text)) {
  note_symbols();
  llvm::StringSet<> symbols;
  for (const FunctionText& function : module_.functions) symbols.insert(function.name);
  for (const auto& [name, variable] : variables_) symbols.insert(name);
  for (const FunctionText& function : module_.functions) {
    bodies_.push_back(names_in_body(function.body_in(text), function.body_line,
                                    [&](StringRef name) { return symbols.contains(name); }));
  }
  note_addresses();
}

void ModuleIndex::note_symbols() {
  for (std::size_t i = 0; i < module_.functions.size(); ++i) {
    if (module_.functions[i].is_defined) definitions_.try_emplace(module_.functions[i].name, i);
  }
  for (const auto& [linkage, variable] : module_.variables) {
    const Variable*& known = variables_[variable.name];
    if (known == nullptr || known->initial.empty())
      known = &variable;  // not an `.extern` declaration
  }
  for (const auto& [name, target] : module_.aliases) aliases_[name] = target;
}

void ModuleIndex::note_address(StringRef name) {
  const auto alias = aliases_.find(name);
  const StringRef target = alias == aliases_.end() ? name : StringRef(alias->second);
  const auto function = definitions_.find(target);
  if (function == definitions_.end() || module_.functions[function->second].is_entry) return;
  if (seen_addresses_.insert(target).second) addressed_.push_back(target.str());
}

void ModuleIndex::note_addresses() {
  for (const auto& [linkage, variable] : module_.variables) {
    for (const std::string& name : names_in(variable)) note_address(name);
  }
  for (const BodyNames& body : bodies_) {
    for (const std::string& name : body.named) note_address(name);
    for (const Variable& variable : body.variables)
      has_static_locals_ |= variable.space != "shared" && variable.space != "local";
  }
}

const BodyNames& ModuleIndex::names_of(const FunctionText& function) const {
  return bodies_[static_cast<std::size_t>(&function - module_.functions.data())];
}

/// From one symbol to those that it names.
struct ModuleIndex::Walk {
  const ModuleIndex& index;
  SymbolNames seen = {};
  llvm::SmallVector<std::string, 16> work = {};
  bool has_pointed = false;

  void add(StringRef name) {
    if (seen.insert(name).second) work.push_back(name.str());
  }
  void add(const std::vector<std::string>& names) {
    for (const std::string& name : names) add(name);
  }

  void run(StringRef root) {
    while (!work.empty()) follow(work.pop_back_val(), root);
  }

  void follow(const std::string& name, StringRef root) {
    if (const auto alias = index.aliases_.find(name); alias != index.aliases_.end())
      add(alias->second);
    if (const auto variable = index.variables_.find(name); variable != index.variables_.end()) {
      add(names_in(*variable->second));
    }
    const auto definition = index.definitions_.find(name);
    if (definition == index.definitions_.end()) return;
    if (index.module_.functions[definition->second].is_entry && name != root) return;
    const BodyNames& body = index.bodies_[definition->second];
    add(body.called);
    add(body.named);
    if (body.calls_pointers && !std::exchange(has_pointed, true)) add(index.addressed_);
  }
};

SymbolNames ModuleIndex::reached_from(StringRef kernel) const {
  Walk walk{*this};
  walk.add(kernel);
  walk.run(kernel);
  return std::move(walk.seen);
}

SymbolNames ModuleIndex::reached_by_address() const {
  Walk walk{*this};
  walk.add(addressed_);
  walk.run("");
  return std::move(walk.seen);
}

}  // namespace riffle::ptx
