// SPDX-License-Identifier: Apache-2.0
// Where texture and surface objects lie: kernels read them by their address, also by one that is no longer an object, so
// that their memory stays readable for as long as the process lives.
#pragma once

#include "riffle_device/image_layout.h"

namespace riffle::memory {

/// An image of zeros (which is none yet), or null when out of memory.
[[nodiscard]] riffle_image* take_image();
/// From now on no image. It is taken again as late as possible.
void give_back_image(riffle_image* image);
/// What kernels find through a reference that nothing is bound to: zeros, and no place in a surface. Null when out of memory.
[[nodiscard]] const riffle_image* unbound_texture();
[[nodiscard]] const riffle_image* unbound_surface();
/// Whether it is in one of them.
[[nodiscard]] bool is_image(const void* address);

}  // namespace riffle::memory
