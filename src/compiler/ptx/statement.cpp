// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/statement.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>

#include <algorithm>

#include "compiler/ptx/reader.h"
#include "compiler/ptx/variable.h"

namespace riffle::ptx {

using llvm::StringRef;

namespace {

void read_instruction(Reader& reader, Statement& made, std::string full) {
  // Modifiers may stand apart.
  while (reader.next_word().starts_with(".")) full += reader.word();
  llvm::SmallVector<StringRef, 8> parts;
  StringRef(full).split(parts, '.');
  made.opcode = parts.front().str();
  for (StringRef part : llvm::ArrayRef(parts).drop_front()) made.modifiers.push_back(part.str());
  if (reader.accept(';') || reader.at_end() || reader.peek('}')) return;
  const bool is_call = made.opcode == "call";
  do {
    made.operands.push_back(is_call ? reader.operand_or_list() : reader.operand());
  } while (reader.accept(','));
  if (!reader.accept(';') && !reader.at_end() && !reader.peek('}')) {
    reader.fail("cannot read \"" + reader.rest().take_front(20).str() + "\"");
  }
}

Statement registers(Reader& reader) {
  Statement made;
  made.kind = Statement::Kind::kRegisters;
  made.type = reader.word();
  made.vector = made.type == ".v2" ? 2 : made.type == ".v4" ? 4 : 0;
  if (made.vector > 0) made.type = reader.word();
  do {
    std::string name = reader.word();
    if (reader.accept('<')) {
      const std::uint64_t count = reader.count();
      reader.expect('>');
      name += "<" + std::to_string(count) + ">";
    }
    made.names.push_back(std::move(name));
  } while (reader.accept(','));
  reader.expect(';');
  return made;
}

/// What may follow a label and belongs to it. False if it is nothing of the kind.
bool read_table(Reader& reader, Statement& label) {
  const StringRef directive = reader.next_word();
  if (directive == ".callprototype" || directive == ".calltargets") {
    // What a call through a pointer takes and gives stands in the call too; where it leads is found when it runs.
    reader.skip_behind(';');
    return true;
  }
  if (directive != ".branchtargets") return false;
  (void)reader.word();
  label.kind = Statement::Kind::kTargets;
  do {
    label.names.push_back(reader.word());
  } while (reader.accept(','));
  reader.expect(';');
  return true;
}

/// Directives of a body. False if `word` is none.
bool read_directive(Reader& reader, const std::string& word, std::vector<Statement>& made) {
  if (word == ".loc") {
    reader.skip_behind('\n');
    return true;
  }
  if (word == ".pragma") {
    reader.skip_behind(';');
    return true;
  }
  const StringRef space = space_named(word);
  if (space.empty()) return false;
  for (Variable& variable : read_variables(reader, space)) {
    Statement declared;
    declared.kind = Statement::Kind::kVariable;
    declared.variable = std::move(variable);
    made.push_back(std::move(declared));
  }
  reader.expect(';');
  return true;
}

void read_statement(Reader& reader, std::vector<Statement>& all) {
  Statement made;
  if (reader.accept('{')) {
    made.kind = Statement::Kind::kOpenScope;
  } else if (reader.accept('}')) {
    made.kind = Statement::Kind::kCloseScope;
  } else if (reader.accept('@')) {
    made.guard_negated = reader.accept('!');
    made.guard = reader.word();
    read_instruction(reader, made, reader.word());
  } else {
    const std::string first = reader.word();
    if (first == ".reg") {
      made = registers(reader);
    } else if (reader.accept(':')) {
      made.kind = Statement::Kind::kLabel;
      made.name = first;
      (void)read_table(reader, made);
    } else if (read_directive(reader, first, all)) {
      return;
    } else {
      read_instruction(reader, made, first);
    }
  }
  all.push_back(std::move(made));
}

std::vector<Statement> read_all(Reader reader) {
  std::vector<Statement> result;
  while (!reader.at_end()) {
    if (reader.accept(';')) continue;
    const StringRef from = reader.rest();
    const unsigned line = reader.line();
    const std::size_t known = result.size();
    read_statement(reader, result);
    const std::string quoted =
        as_written(from.drop_back(reader.rest().size()).trim(" \t\r\n;"), reader.dialect());
    for (std::size_t i = known; i < result.size(); ++i) {
      result[i].text = quoted;
      result[i].line = line;
    }
  }
  return result;
}

}  // namespace

std::string as_written(StringRef text, Dialect dialect) {
  std::string written = text.str();
  if (dialect == Dialect::kInline) std::ranges::replace(written, '$', '%');
  return written;
}

std::string with_own_number(StringRef text, unsigned number) {
  static constexpr StringRef kOwnNumber = "${:uid}";
  std::string plain = text.str();
  for (std::size_t at = 0; (at = plain.find(kOwnNumber, at)) != std::string::npos;)
    plain.replace(at, kOwnNumber.size(), std::to_string(number));
  return plain;
}

std::vector<Statement> parse_asm(StringRef text, llvm::ArrayRef<Immediate> immediates) {
  // Labels are local to the statement anyway.
  const std::string plain = with_own_number(text, 0);
  return read_all(Reader(plain, Dialect::kInline, 0, immediates));
}

std::vector<Statement> parse_body(StringRef text, unsigned first_line) {
  return read_all(Reader(text, Dialect::kModule, first_line));
}

}  // namespace riffle::ptx
