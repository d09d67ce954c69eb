// SPDX-License-Identifier: Apache-2.0
#include "race/result_register.h"

#include <cstring>

namespace riffle::race {
namespace {

using enum ResultEffect;

struct CallPrefixes {
  bool is_16_bits = false;
  bool is_wide = false;    ///< REX.W
  bool extends_r = false;  ///< the register of ModRM is one of the upper eight
  bool extends_x = false;
  bool extends_b = false;
};

/// ModRM with all that belongs to it.
struct InstructionOperands {
  const std::uint8_t* end = nullptr;
  unsigned operation = 0;        ///< the middle field as it stands
  bool is_register = false;      ///< the other one is no memory
  bool is_relative = false;      ///< it is memory near the code
  bool first_is_result = false;  ///< the middle field names the register...
  bool other_is_result = false;  ///< ...and the other one
  bool address_has_result = false;
};

InstructionOperands operands_at(const std::uint8_t* code, const CallPrefixes& prefixes) {
  InstructionOperands found;
  const unsigned modrm = *code++, mode = modrm >> 6, rm = modrm & 7;
  found.operation = modrm >> 3 & 7;
  found.first_is_result = found.operation == 0 && !prefixes.extends_r;
  found.is_register = mode == 3;
  found.other_is_result = found.is_register && rm == 0 && !prefixes.extends_b;
  found.end = code;
  if (found.is_register) return found;
  bool has_base = true;
  unsigned base = rm;
  if (rm == 4) {
    const unsigned sib = *found.end++;
    base = sib & 7;
    has_base = base != 5 || mode != 0;
    found.address_has_result = (sib >> 3 & 7) == 0 && !prefixes.extends_x;
  } else if (rm == 5 && mode == 0) {
    found.is_relative = true;
    has_base = false;
  }
  found.address_has_result |= has_base && base == 0 && !prefixes.extends_b;
  if (mode == 1)
    found.end += 1;
  else if (mode == 2 || !has_base)
    found.end += 4;
  return found;
}

ResultStep plain(const std::uint8_t* next, bool reads) { return {reads ? kReads : kNone, next}; }

bool uses(const InstructionOperands& at) {
  return at.first_is_result || at.other_is_result || at.address_has_result;
}

/// Writes the register of the middle field, from the other operand.
ResultStep loads(const InstructionOperands& at, unsigned immediate = 0) {
  if (at.other_is_result || at.address_has_result) return {kReads};
  return {at.first_is_result ? kOverwrites : kNone, at.end + immediate};
}

/// Names vector registers, and memory at most.
ResultStep of_vectors(const InstructionOperands& at, unsigned immediate = 0) {
  return plain(at.end + immediate, at.address_has_result);
}

ResultStep jump(ResultEffect effect, const std::uint8_t* code, unsigned bytes) {
  std::int64_t distance = 0;
  if (bytes == 1) {
    distance = static_cast<std::int8_t>(*code);
  } else {
    std::int32_t wide;
    std::memcpy(&wide, code, sizeof wide);
    distance = wide;
  }
  return {effect, code + bytes, code + bytes + distance};
}

bool is_in(unsigned value, unsigned first, unsigned last) { return value - first <= last - first; }

/// 0F and an opcode, or the same of VEX and EVEX: which vector instructions name other registers, too.
bool names_other_registers(unsigned opcode) {
  return opcode == 0x2a || opcode == 0x2c || opcode == 0x2d || opcode == 0x50 || opcode == 0x6e ||
         opcode == 0x7e || opcode == 0xc4 || opcode == 0xc5 || opcode == 0xd7;
}
bool has_vector_immediate(unsigned opcode) {
  return is_in(opcode, 0x70, 0x73) || opcode == 0xc2 || opcode == 0xc6;
}

ResultStep two_bytes(const std::uint8_t* code, const CallPrefixes& prefixes) {
  const unsigned opcode = *code++;
  if (opcode == 0x0b) return {kEnds};
  if (is_in(opcode, 0x80, 0x8f)) return jump(kBranches, code, 4);
  const bool has_none = opcode == 0x05 || opcode == 0x31 || opcode == 0xa2 || opcode == 0x77 ||
                        is_in(opcode, 0xc8, 0xcf) || opcode == 0x38 || opcode == 0x3a;
  if (has_none) return {kReads};
  const InstructionOperands at = operands_at(code, prefixes);
  // Padding names registers that it does not look at.
  if (opcode == 0x1e || opcode == 0x1f) return {kNone, at.end};
  if (opcode == 0x0d || is_in(opcode, 0x18, 0x1f) || is_in(opcode, 0x90, 0x9f))
    return plain(at.end, at.address_has_result);
  if (opcode == 0xb6 || opcode == 0xb7 || opcode == 0xbe || opcode == 0xbf) return loads(at);
  if (opcode == 0xba || opcode == 0xa4 || opcode == 0xac) return plain(at.end + 1, uses(at));
  if (is_in(opcode, 0x40, 0x4f) || opcode == 0xaf || opcode == 0xa3 || opcode == 0xab)
    return plain(at.end, uses(at));
  if (names_other_registers(opcode) || is_in(opcode, 0xa0, 0xc1) || opcode == 0xc7) return {kReads};
  const bool is_of_vectors = is_in(opcode, 0x10, 0x17) || is_in(opcode, 0x28, 0x2f) ||
                             is_in(opcode, 0x51, 0x7f) || opcode >= 0xc2;
  if (!is_of_vectors) return {kReads};
  return of_vectors(at, has_vector_immediate(opcode) ? 1 : 0);
}

/// VEX and EVEX, behind which the opcode follows. `map`: 1 for 0F, 2 for 0F38, 3 for 0F3A.
ResultStep vector_code(const std::uint8_t* code, unsigned map, const CallPrefixes& prefixes) {
  const unsigned opcode = *code++;
  if (map == 1 && opcode == 0x77) return {kNone, code};
  if (map < 1 || map > 3) return {kReads};
  if (map == 1 && names_other_registers(opcode)) return {kReads};
  if (map == 2 && opcode >= 0xf2) return {kReads};
  if (map == 3 && (is_in(opcode, 0x14, 0x17) || is_in(opcode, 0x20, 0x22) || opcode >= 0xf0))
    return {kReads};
  const bool has_immediate = map == 3 || (map == 1 && has_vector_immediate(opcode));
  return of_vectors(operands_at(code, prefixes), has_immediate ? 1 : 0);
}

/// 00 to 3F: eight operations, each in six forms.
ResultStep arithmetic(unsigned opcode, const std::uint8_t* code, const CallPrefixes& prefixes) {
  const unsigned form = opcode & 7;
  if (form >= 4) return {kReads};
  const InstructionOperands at = operands_at(code, prefixes);
  const unsigned operation = opcode >> 3;
  // What differs from itself: nothing is looked at.
  const bool is_zero = operation == 6 || operation == 5 || operation == 3;
  if (is_zero && (form == 1 || form == 3) && at.first_is_result && at.other_is_result)
    return {kOverwrites, at.end};
  return plain(at.end, uses(at));
}

/// FF: calls and jumps through a pointer among them.
ResultStep group_ff(const InstructionOperands& at) {
  const bool reads = at.other_is_result || at.address_has_result;
  if (reads) return {kReads};
  if (at.operation == 2) return {kOverwrites, at.end};
  // A jump to a function of another library.
  if (at.operation == 4) return {at.is_relative ? kOverwrites : kReads};
  return plain(at.end, false);
}

ResultStep one_byte(const std::uint8_t* code, const CallPrefixes& prefixes) {
  const unsigned opcode = *code++;
  const unsigned immediate = prefixes.is_16_bits ? 2 : 4;
  const bool is_upper = prefixes.extends_b;
  if (opcode < 0x40) return arithmetic(opcode, code, prefixes);
  if (is_in(opcode, 0x50, 0x57)) return plain(code, opcode == 0x50 && !is_upper);
  if (is_in(opcode, 0x58, 0x5f)) return {opcode == 0x58 && !is_upper ? kOverwrites : kNone, code};
  if (is_in(opcode, 0x70, 0x7f)) return jump(kBranches, code, 1);
  if (is_in(opcode, 0xb0, 0xb7)) return {kNone, code + 1};
  if (is_in(opcode, 0xb8, 0xbf)) {
    const unsigned bytes = prefixes.is_wide ? 8 : immediate;
    return {opcode == 0xb8 && !is_upper ? kOverwrites : kNone, code + bytes};
  }
  switch (opcode) {
    case 0x68:
      return {kNone, code + immediate};
    case 0x6a:
      return {kNone, code + 1};
    case 0x90:
    case 0xc9:
      return {kNone, code};
    case 0xc2:
    case 0xc3:
      return {kReturns};
    case 0xcc:
    case 0xf4:
      return {kEnds};
    case 0xe8:
      return {kOverwrites, code + 4};
    case 0xe9:
      return jump(kJumps, code, 4);
    case 0xeb:
      return jump(kJumps, code, 1);
    default:
      break;
  }
  const InstructionOperands at = operands_at(code, prefixes);
  const bool uses_other = at.other_is_result || at.address_has_result;
  switch (opcode) {
    case 0x63:
    case 0x8b:
    case 0x8d:
      return loads(at);
    case 0x69:
      return loads(at, immediate);
    case 0x6b:
      return loads(at, 1);
    case 0x80:
    case 0x83:
    case 0xc0:
    case 0xc1:
      return plain(at.end + 1, uses_other);
    case 0x81:
      return plain(at.end + immediate, uses_other);
    case 0x84:
    case 0x85:
    case 0x88:
      return plain(at.end, uses(at));
    case 0x89:
      if (at.first_is_result || at.address_has_result) return {kReads};
      return {at.other_is_result ? kOverwrites : kNone, at.end};
    case 0x8a:
      return plain(at.end, uses_other);
    case 0xc6:
      return plain(at.end + 1, at.address_has_result);
    case 0xc7:
      if (at.address_has_result) return {kReads};
      return {at.other_is_result ? kOverwrites : kNone, at.end + immediate};
    case 0xd1:
    case 0xd3:
    case 0xfe:
      return plain(at.end, uses_other);
    case 0xff:
      return group_ff(at);
    case 0xf6:
    case 0xf7:
      if (at.operation >= 4) return {kReads};
      return plain(at.end + (at.operation >= 2 ? 0 : opcode == 0xf6 ? 1 : immediate), uses_other);
    default:
      return {kReads};
  }
}

}  // namespace

ResultStep step_of_result(const std::uint8_t* code) {
  CallPrefixes prefixes;
  for (const std::uint8_t* const begin = code; code - begin < 5; ++code) {
    prefixes.is_16_bits |= *code == 0x66;
    const bool is_prefix = *code == 0x66 || *code == 0xf2 || *code == 0xf3 || *code == 0x2e ||
                           *code == 0x3e || *code == 0x64 || *code == 0x65;
    if (!is_prefix) break;
  }
  if ((*code & 0xf0) == 0x40) {
    prefixes.is_wide = (*code & 8) != 0;
    prefixes.extends_r = (*code & 4) != 0;
    prefixes.extends_x = (*code & 2) != 0;
    prefixes.extends_b = (*code & 1) != 0;
    ++code;
  }
  if (*code == 0x0f) return two_bytes(code + 1, prefixes);
  const bool is_evex = *code == 0x62;
  if (is_evex || *code == 0xc4) {
    prefixes.extends_r = (code[1] & 0x80) == 0;
    prefixes.extends_x = (code[1] & 0x40) == 0;
    prefixes.extends_b = (code[1] & 0x20) == 0;
    return vector_code(code + (is_evex ? 4 : 3), code[1] & (is_evex ? 7 : 31), prefixes);
  }
  if (*code == 0xc5) {
    prefixes.extends_r = (code[1] & 0x80) == 0;
    return vector_code(code + 2, 1, prefixes);
  }
  return one_byte(code, prefixes);
}

}  // namespace riffle::race
