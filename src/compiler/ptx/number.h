// SPDX-License-Identifier: Apache-2.0
// Constants of PTX, and what its operators make of them.
//
// Integers have 64 bits. Where ptxas differs from the manual's table of types, this follows ptxas: & | and ^ convert
// their operands as + does, % is unsigned, ?: keeps the type of the operand that it chooses, and shifts take their
// amount modulo 64.
// Source: PTX ISA, "Number expressions".
#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <expected>
#include <string>

namespace riffle::ptx {

struct NumericLiteral {
  enum class Type {
    kSigned,
    kUnsigned,
    kDouble,  ///< `bits` are those of a double
    kSingle,  ///< 0f...: those of a float; no operator takes it
  };
  Type type = Type::kSigned;
  std::uint64_t bits = 0;

  [[nodiscard]] bool is_integer() const { return type == Type::kSigned || type == Type::kUnsigned; }
};

/// A constant, or why there is none.
using NumberResult = std::expected<NumericLiteral, std::string>;

/// `digits`: a literal as it is written, without a sign.
NumberResult literal(llvm::StringRef digits);

/// + - ! ~, and the casts "s64" and "u64".
NumberResult apply(llvm::StringRef operation, const NumericLiteral& operand);
NumberResult apply(llvm::StringRef operation, const NumericLiteral& left,
                   const NumericLiteral& right);
NumberResult choose(const NumericLiteral& condition, const NumericLiteral& yes,
                    const NumericLiteral& no);

}  // namespace riffle::ptx
