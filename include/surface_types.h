// SPDX-License-Identifier: Apache-2.0
// Types and enumerators of surfaces; both kinds are small and share riffle_api/textures.h.
#ifndef __SURFACE_TYPES_H__
#define __SURFACE_TYPES_H__

#include <driver_types.h>
#include <riffle_api/textures.h>

#endif  // __SURFACE_TYPES_H__
