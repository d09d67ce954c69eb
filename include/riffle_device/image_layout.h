// SPDX-License-Identifier: Apache-2.0
// What a texture or surface object is the address of. Written by the runtime, read by kernels (inline, where that is
// little code) and by the texture unit. Plain C.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// In the order of cudaTextureAddressMode.
enum { RIFFLE_ADDRESS_WRAP, RIFFLE_ADDRESS_CLAMP, RIFFLE_ADDRESS_MIRROR, RIFFLE_ADDRESS_BORDER };

enum riffle_channel_type {
  RIFFLE_CHANNEL_U8,
  RIFFLE_CHANNEL_S8,
  RIFFLE_CHANNEL_U16,
  RIFFLE_CHANNEL_S16,
  RIFFLE_CHANNEL_U32,
  RIFFLE_CHANNEL_S32,
  RIFFLE_CHANNEL_F16,
  RIFFLE_CHANNEL_F32,
  RIFFLE_CHANNEL_U1010102,
};

/// What an object is. 0: nothing, or no longer.
enum { RIFFLE_IMAGE_NONE = 0, RIFFLE_IMAGE_TEXTURE = 1, RIFFLE_IMAGE_SURFACE = 2 };

/// What a texture lies in: memory in a line; planes (lines and pitched memory too, and layers of them); slices; faces; nothing,
/// which reads as zeros.
enum {
  RIFFLE_SOURCE_LINE,
  RIFFLE_SOURCE_PLANE,
  RIFFLE_SOURCE_BOX,
  RIFFLE_SOURCE_CUBE,
  RIFFLE_SOURCE_NOTHING
};

enum { RIFFLE_IMAGE_LEVELS = 16 };

/// Rows of elements, slices of rows: the slices of a box, or layers, or the faces of cubes.
struct riffle_image_level {
  char* base;
  unsigned long long row_pitch_bytes;
  unsigned long long slice_pitch_bytes;
  unsigned width, height, depth;  ///< in elements; none is 0
  unsigned readable_slices;       ///< the layers of a view may end behind the array's
};

struct riffle_image {
  struct riffle_image_level level[RIFFLE_IMAGE_LEVELS];
  /// Bytes of an element that kernels may fetch as it stands by its index (tex1Dfetch), or at a coordinate: one that is
  /// neither normalised nor filtered, and clamped to the image. 0: they must ask the texture unit.
  unsigned plain_fetch_bytes;
  unsigned plain_sample_bytes;
  unsigned kind;
  unsigned level_count;
  unsigned element_bytes;
  unsigned channels;              ///< 1, 2 or 4
  enum riffle_channel_type type;  ///< of each
  unsigned reads_as_float;        ///< integers from 0 or -1 to 1
  unsigned is_srgb;               ///< the first three channels
  unsigned source;
  unsigned has_layers;
  unsigned address_mode[3];
  unsigned filters;         ///< linearly, inside a level
  unsigned filters_levels;  ///< linearly, between them
  unsigned is_normalized;
  unsigned is_seamless;
  unsigned max_anisotropy;
  float level_bias;
  float min_level, max_level;
  float border[4];
  char border_element[16];  ///< the same in the format of the elements
};

/// What is asked of the texture unit: one of these, and the channel of a gather.
enum {
  RIFFLE_SAMPLE_FETCH,  ///< by index: in `layer`
  RIFFLE_SAMPLE_1D,
  RIFFLE_SAMPLE_2D,
  RIFFLE_SAMPLE_3D,
  RIFFLE_SAMPLE_1D_LAYERED,
  RIFFLE_SAMPLE_2D_LAYERED,
  RIFFLE_SAMPLE_CUBE,
  RIFFLE_SAMPLE_CUBE_LAYERED,
  RIFFLE_SAMPLE_GATHER,
  RIFFLE_SAMPLE_GATHER_LAYERED,
  // By whole numbers, of elements of the level that is named: what is not there is zero.
  RIFFLE_SAMPLE_ELEMENT_2D,
  RIFFLE_SAMPLE_ELEMENT_3D,
  RIFFLE_SAMPLE_ELEMENT_LAYERED,
  RIFFLE_SAMPLE_SHAPE = 15,
  RIFFLE_SAMPLE_LEVEL = 16,  ///< with a level; else the first
  RIFFLE_SAMPLE_CHANNEL_SHIFT = 8,
  /// Offsets along x, y and z, in elements: 4 bits with a sign each.
  RIFFLE_SAMPLE_OFFSET_SHIFT = 12,
};

#ifdef __cplusplus
}
#endif
