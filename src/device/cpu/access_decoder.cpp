// SPDX-License-Identifier: Apache-2.0
// x86-64 only: finds the memory operand of a faulting SSE, AVX or AVX-512 instruction. Elsewhere the
// processor reports the address itself.
#include "device/cpu/access_decoder.h"

#include <ucontext.h>

#include <cstdint>
#include <cstring>

namespace riffle::device {

#if defined(__x86_64__)
namespace {

struct MemoryOperand {
  std::uint64_t address = 0;
  bool found = false;
};

// Register number of an instruction -> index in gregs.
constexpr int kRegisters[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                                REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                REG_R12, REG_R13, REG_R14, REG_R15};

struct Prefixes {
  unsigned x = 0;             ///< bit 3 of the index register
  unsigned b = 0;             ///< bit 3 of the base register
  unsigned displacement = 1;  ///< EVEX scales 8-bit displacements by the vector's size
};

// ModRM, SIB and displacement. `after` is the code address after them when no immediate follows.
MemoryOperand operand(const unsigned char* code, const Prefixes& prefixes,
                      const greg_t* registers) {
  const unsigned char modrm = *code++;
  const unsigned mode = modrm >> 6;
  const unsigned rm = modrm & 7;
  if (mode == 3) return {};
  std::uint64_t address = 0;
  bool is_relative = false;
  bool needs_displacement32 = mode == 2;
  if (rm == 4) {
    const unsigned char sib = *code++;
    const unsigned index = (sib >> 3 & 7) | prefixes.x << 3;
    const unsigned base = (sib & 7) | prefixes.b << 3;
    if (index != 4)
      address += static_cast<std::uint64_t>(registers[kRegisters[index]]) << (sib >> 6);
    if ((sib & 7) == 5 && mode == 0) {
      needs_displacement32 = true;
    } else {
      address += static_cast<std::uint64_t>(registers[kRegisters[base]]);
    }
  } else if (rm == 5 && mode == 0) {
    is_relative = true;
    needs_displacement32 = true;
  } else {
    address += static_cast<std::uint64_t>(registers[kRegisters[rm | prefixes.b << 3]]);
  }
  if (mode == 1) {
    const auto displacement = static_cast<std::int8_t>(*code++);
    address += static_cast<std::uint64_t>(std::int64_t{displacement} * prefixes.displacement);
  } else if (needs_displacement32) {
    std::int32_t displacement;
    std::memcpy(&displacement, code, sizeof displacement);
    code += sizeof displacement;
    address += static_cast<std::uint64_t>(std::int64_t{displacement});
  }
  // An immediate after it would shift this by a byte, which does not matter for "canonical or not".
  if (is_relative) address += reinterpret_cast<std::uintptr_t>(code);
  return {address, true};
}

MemoryOperand find_operand(const unsigned char* code, const greg_t* registers) {
  Prefixes prefixes;
  bool is_legacy = true;
  for (;; ++code) {
    const unsigned char byte = *code;
    const bool is_prefix = byte == 0x66 || byte == 0xf2 || byte == 0xf3 || byte == 0x2e ||
                           byte == 0x3e || byte == 0xf0;
    if (!is_prefix) break;
  }
  if ((*code & 0xf0) == 0x40) {
    prefixes.x = *code >> 1 & 1;
    prefixes.b = *code & 1;
    ++code;
  } else if (*code == 0xc5) {  // VEX, two bytes, then the opcode
    code += 2;
    is_legacy = false;
  } else if (*code == 0xc4) {  // VEX, three bytes
    prefixes.x = (~code[1] >> 6) & 1;
    prefixes.b = (~code[1] >> 5) & 1;
    code += 3;
    is_legacy = false;
  } else if (*code == 0x62) {  // EVEX, four bytes
    prefixes.x = (~code[1] >> 6) & 1;
    prefixes.b = (~code[1] >> 5) & 1;
    prefixes.displacement = 16u << (code[3] >> 5 & 3);  // full vectors, which are the aligned ones
    code += 4;
    is_legacy = false;
  }
  if (is_legacy && *code == 0x0f) {
    ++code;
    if (*code == 0x38 || *code == 0x3a) ++code;
  }
  return operand(code + 1, prefixes, registers);
}

bool is_canonical(std::uint64_t address) {
  const auto high = static_cast<std::int64_t>(address) >> 47;
  return high == 0 || high == -1;
}

}  // namespace

bool is_misaligned_access(const void* signal_context) {
  const auto* context = static_cast<const ucontext_t*>(signal_context);
  const greg_t* registers = context->uc_mcontext.gregs;
  const auto* code = reinterpret_cast<const unsigned char*>(registers[REG_RIP]);
  // A jump to a wild address faults with that address as program counter: not readable, not an access.
  if (code == nullptr || !is_canonical(reinterpret_cast<std::uintptr_t>(code))) return false;
  const MemoryOperand found = find_operand(code, registers);
  return found.found && is_canonical(found.address) && found.address % 16 != 0;
}

#else

bool is_misaligned_access(const void*) { return false; }

#endif

}  // namespace riffle::device
