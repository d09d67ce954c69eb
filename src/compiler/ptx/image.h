// SPDX-License-Identifier: Apache-2.0
// The fields of a texture or surface object, which kernels find at its address.
#pragma once

#include <cstddef>

#include "compiler/ptx/emitter.h"
#include "riffle_device/image_layout.h"

namespace riffle::ptx {

/// The object's handle, 64 bits: the base of the operand's brackets.
llvm::Value* image_handle(Emitter& emitter, const Operand& operand);
/// A field of the structure, which lies `offset` bytes behind its beginning.
llvm::Value* image_field(Emitter& emitter, llvm::Value* handle, std::size_t offset,
                         llvm::Type* type);
/// Where the image ends: width, height and depth are fields of level 0.
llvm::Value* image_extent(Emitter& emitter, llvm::Value* handle, std::size_t field);

/// Coordinates as PTX writes them: x, {x, y}, {layer, x, y, unused}.
struct Coordinates {
  llvm::SmallVector<Operand, 3> along;  ///< x, y, z
  const Operand* layer = nullptr;
};
/// `geometry`: "1d", "a2d", "cube" and so on. Refuses another number of coordinates.
Coordinates coordinates_of(Emitter& emitter, llvm::StringRef geometry, const Operand& operand);
/// The coordinates of an operand [object, coordinates].
const Operand& coordinates_in(Emitter& emitter, const Operand& operand);

}  // namespace riffle::ptx
