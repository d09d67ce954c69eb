// SPDX-License-Identifier: Apache-2.0
// Types and enumerators of textures; both kinds are small and share riffle_api/textures.h.
#ifndef __TEXTURE_TYPES_H__
#define __TEXTURE_TYPES_H__

#include <driver_types.h>
#include <riffle_api/textures.h>

#endif  // __TEXTURE_TYPES_H__
