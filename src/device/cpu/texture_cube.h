// SPDX-License-Identifier: Apache-2.0
// Cubemaps: which face a direction meets and where.
#pragma once

namespace riffle::device {

/// Faces as CUDA numbers them: +x, -x, +y, -y, +z, -z. `s` and `t` go from 0 to 1.
struct FacePlace {
  int face;
  float s;
  float t;
};
[[nodiscard]] FacePlace face_place(float x, float y, float z);

/// An element of a face of `size` by `size`.
struct FaceElement {
  int face;
  int x;
  int y;
};
/// What lies at an edge of `face` behind which the element (x, y) would be; one of the two is inside.
[[nodiscard]] FaceElement over_edge(int face, int x, int y, int size);

}  // namespace riffle::device
