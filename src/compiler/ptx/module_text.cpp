// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/module_text.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSwitch.h>

#include "compiler/ptx/reader.h"
#include "compiler/ptx/variable.h"

namespace riffle::ptx {

using llvm::StringRef;

namespace {

std::vector<Variable> read_parameters(Reader& reader) {
  std::vector<Variable> made;
  reader.expect('(');
  if (reader.accept(')')) return made;
  do {
    made.push_back(read_parameter(reader));
  } while (reader.accept(','));
  reader.expect(')');
  return made;
}

class ModuleReader {
 public:
  explicit ModuleReader(StringRef text) : text_(text), reader_(text, Dialect::kModule) {}

  ModuleText read() {
    while (!reader_.at_end()) {
      if (reader_.accept(';')) continue;
      read_directive(reader_.word());
    }
    if (made_.architecture == 0) reader_.fail("there is no .target");
    return std::move(made_);
  }

 private:
  void read_directive(const std::string& word) {
    if (const auto linkage = linkage_named(word)) {
      linkage_ = *linkage;
    } else if (word == ".version") {
      (void)reader_.number();
    } else if (word == ".target") {
      read_target();
    } else if (word == ".address_size") {
      if (reader_.count() != 64) reader_.fail("only addresses of 64 bits are supported");
    } else if (word == ".file") {
      reader_.skip_behind('\n');
    } else if (word == ".section") {
      (void)reader_.word();
      reader_.expect('{');
      (void)reader_.in_braces();
    } else if (word == ".pragma") {
      read_pragma();
    } else if (word == ".attribute") {
      attributes_ = read_attributes(reader_);
    } else if (word == ".alias") {
      std::string name = reader_.word();
      reader_.expect(',');
      made_.aliases.emplace_back(std::move(name), reader_.word());
      reader_.expect(';');
    } else if (word == ".entry" || word == ".func") {
      read_function(word == ".entry");
    } else {
      read_module_variables(word);
    }
  }

  void read_pragma() {
    StringRef text = reader_.rest();
    reader_.skip_behind(';');
    text = text.drop_back(reader_.rest().size());
    if (text.trim(" \t\r\n;") == kNoContraction) made_.contracts = false;
  }

  static std::optional<Linkage> linkage_named(StringRef word) {
    return llvm::StringSwitch<std::optional<Linkage>>(word)
        .Case(".extern", Linkage::kExtern)
        .Case(".visible", Linkage::kVisible)
        .Case(".weak", Linkage::kWeak)
        .Case(".common", Linkage::kCommon)
        .Default(std::nullopt);
  }

  /// sm_80, sm_90a, compute_80, with options behind commas.
  void read_target() {
    const std::string name = reader_.word();
    StringRef number = name;
    unsigned architecture = 0;
    if (!(number.consume_front("sm_") || number.consume_front("compute_")) ||
        number.consumeInteger(10, architecture) || number.size() > 1)
      reader_.fail("the target '" + name + "' is not known");
    made_.architecture = architecture * 10;
    while (reader_.accept(',')) (void)reader_.word();
  }

  void read_module_variables(const std::string& word) {
    const StringRef space = space_named(word);
    if (space.empty() || space == "local" || space == "param")
      reader_.fail("'" + word + "' is not known");
    for (Variable& variable : read_variables(reader_, space)) {
      variable.attributes.insert(variable.attributes.end(), attributes_.begin(), attributes_.end());
      made_.variables.emplace_back(linkage_, std::move(variable));
    }
    attributes_.clear();
    reader_.expect(';');
    linkage_ = Linkage::kLocal;
  }

  void read_function(bool is_entry) {
    FunctionText function;
    function.is_entry = is_entry;
    function.line = reader_.line();
    function.linkage = std::exchange(linkage_, Linkage::kLocal);
    skip_attribute();
    if (reader_.peek('(')) function.results = read_parameters(reader_);
    function.name = reader_.word();
    if (reader_.peek('(')) function.parameters = read_parameters(reader_);
    while (!reader_.peek('{') && !reader_.accept(';')) read_function_directive(function);
    if (reader_.accept('{')) {
      function.is_defined = true;
      function.body_line = reader_.line();
      const StringRef body = reader_.in_braces();
      function.body_begin = static_cast<std::size_t>(body.data() - text_.data());
      function.body_bytes = body.size();
    }
    made_.functions.push_back(std::move(function));
  }

  void skip_attribute() {
    if (reader_.next_word() != ".attribute") return;
    (void)reader_.word();
    reader_.expect('(');
    unsigned open = 1;
    while (open > 0) {
      if (reader_.at_end()) reader_.fail("a '(' has no ')'");
      if (reader_.accept('(')) {
        ++open;
      } else if (reader_.accept(')')) {
        --open;
      } else if (!reader_.accept(',')) {
        (void)(reader_.next_word().empty() ? reader_.count() : reader_.word().size());
      }
    }
  }

  void read_function_directive(FunctionText& function) {
    const std::string word = reader_.word();
    if (!StringRef(word).starts_with(".")) reader_.fail("expected '{' before '" + word + "'");
    if (word == ".pragma") return reader_.skip_behind(';');
    std::vector<std::uint64_t> numbers;
    while (reader_.at_number()) {
      numbers.push_back(reader_.count());
      if (!reader_.accept(',')) break;
    }
    function.directives.emplace_back(word.substr(1), std::move(numbers));
  }

  StringRef text_;
  Reader reader_;
  ModuleText made_;
  Linkage linkage_ = Linkage::kLocal;
  std::vector<std::string> attributes_;  ///< before the state space
};

}  // namespace

ModuleText parse_module(StringRef text) { return ModuleReader(text).read(); }

}  // namespace riffle::ptx
