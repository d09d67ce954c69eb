// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/variable.h"

#include <llvm/ADT/STLExtras.h>

#include <limits>

namespace riffle::ptx {

using llvm::StringRef;

namespace {

/// More than any device has; products of dimensions stay far below 64 bits.
constexpr std::uint64_t kMostElements = std::uint64_t{1} << 40;

/// .ptr .global .align 4: what a pointer points at.
void skip_pointer_notes(Reader& reader) {
  (void)reader.word();
  const StringRef space = reader.next_word();
  if (!space_named(space).empty()) (void)reader.word();
  if (reader.next_word() == ".align") {
    (void)reader.word();
    (void)reader.count();
  }
}

/// Alignment, attributes and the type of an element.
void read_kind(Reader& reader, Variable& variable) {
  for (;;) {
    const std::string word = reader.word();
    if (word == ".align") {
      variable.alignment = reader.count();
    } else if (word == ".attribute") {
      variable.attributes = read_attributes(reader);
    } else if (word == ".v2" || word == ".v4") {
      variable.count *= word == ".v2" ? 2 : 4;
      variable.is_array = true;
    } else if (StringRef(word).starts_with(".")) {
      variable.type = word.substr(1);
      return;
    } else {
      reader.fail("expected a type before '" + word + "'");
    }
  }
}

void read_dimensions(Reader& reader, Variable& variable) {
  while (reader.accept('[')) {
    variable.is_array = true;
    if (reader.accept(']')) {
      variable.is_open = true;
      continue;
    }
    const std::uint64_t length = reader.count();
    if (length > kMostElements ||
        variable.count * std::max<std::uint64_t>(length, 1) > kMostElements)
      reader.fail("'" + variable.name + "' is larger than any memory");
    variable.count *= length;
    reader.expect(']');
  }
}

/// name + 4, generic(name) + 4.
Operand initial_address(Reader& reader) {
  Operand made;
  made.kind = Operand::Kind::kAddress;
  Operand name;
  name.kind = Operand::Kind::kName;
  name.name = reader.word();
  if (name.name == "generic" && reader.accept('(')) {
    name.name = reader.word();
    reader.expect(')');
  }
  made.parts.push_back(std::move(name));
  made.bits = reader.offset();
  return made;
}

/// A number, an address, or a byte of one: 0xFF00(generic(name) + 4).
InitialValue initial_value(Reader& reader) {
  InitialValue made;
  if (!reader.at_constant()) {
    made.value = initial_address(reader);
    return made;
  }
  const NumericLiteral number = reader.expression();
  if (!reader.accept('(')) {
    made.value = operand_of(number);
    return made;
  }
  made.mask = number.bits;
  made.value = initial_address(reader);
  reader.expect(')');
  return made;
}

/// Dimensions of arrays: more than CUDA C++ ever has.
constexpr unsigned kDeepest = 16;

void read_initial(Reader& reader, Variable& variable, unsigned depth = 0) {
  if (depth == kDeepest) reader.fail("initial values are nested too deep");
  if (!reader.accept('{')) {
    variable.initial.push_back(initial_value(reader));
    return;
  }
  if (reader.accept('}')) return;
  do {
    if (reader.peek('{')) {
      read_initial(reader, variable, depth + 1);
    } else {
      variable.initial.push_back(initial_value(reader));
    }
  } while (reader.accept(','));
  reader.expect('}');
}

}  // namespace

StringRef space_named(StringRef directive) {
  constexpr StringRef kSpaces[] = {".global", ".const", ".shared", ".local", ".param"};
  return llvm::is_contained(kSpaces, directive) ? directive.drop_front() : StringRef();
}

std::vector<Variable> read_variables(Reader& reader, StringRef space) {
  Variable kind;
  kind.space = space.str();
  read_kind(reader, kind);
  std::vector<Variable> made;
  do {
    Variable variable = kind;
    variable.name = reader.word();
    read_dimensions(reader, variable);
    if (reader.accept('=')) read_initial(reader, variable);
    made.push_back(std::move(variable));
  } while (reader.accept(','));
  return made;
}

std::vector<std::string> read_attributes(Reader& reader) {
  std::vector<std::string> names;
  reader.expect('(');
  do {
    names.push_back(StringRef(reader.word()).ltrim('.').str());
    if (reader.accept('(')) reader.skip_behind(')');
  } while (reader.accept(','));
  reader.expect(')');
  return names;
}

Variable read_parameter(Reader& reader) {
  Variable made;
  const std::string space = reader.word();
  if (space != ".param" && space != ".reg") reader.fail("expected a parameter at '" + space + "'");
  made.space = space.substr(1);
  read_kind(reader, made);
  if (reader.next_word() == ".ptr") skip_pointer_notes(reader);
  made.name = reader.word();
  read_dimensions(reader, made);
  return made;
}

}  // namespace riffle::ptx
