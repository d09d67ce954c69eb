// SPDX-License-Identifier: Apache-2.0
#include "device/cpu/texture_cube.h"

#include <algorithm>
#include <cmath>

namespace riffle::device {
namespace {

/// Along the axes of a face, and the part along its normal.
struct OnFace {
  int face;
  float s;
  float t;
  float major;
};

/// Of axes with equal parts hardware takes z before y before x.
OnFace on_face(float x, float y, float z) {
  const float along_x = std::fabs(x), along_y = std::fabs(y), along_z = std::fabs(z);
  if (along_z >= along_x && along_z >= along_y)
    return z < 0 ? OnFace{5, -x, -y, along_z} : OnFace{4, x, -y, along_z};
  if (along_y >= along_x) return y < 0 ? OnFace{3, x, -z, along_y} : OnFace{2, x, z, along_y};
  return x < 0 ? OnFace{1, z, -y, along_x} : OnFace{0, -z, -y, along_x};
}

struct CubeDirection {
  float x, y, z;
};

CubeDirection direction(int face, float s, float t) {
  switch (face) {
    case 0:
      return {1, -t, -s};
    case 1:
      return {-1, -t, s};
    case 2:
      return {s, 1, t};
    case 3:
      return {s, -1, -t};
    case 4:
      return {s, -t, 1};
    default:
      return {-s, -t, -1};
  }
}

int element_at(float part, int size) {
  return std::clamp(static_cast<int>((part + 1) / 2 * static_cast<float>(size)), 0, size - 1);
}

}  // namespace

FacePlace face_place(float x, float y, float z) {
  const OnFace on = on_face(x, y, z);
  if (!(on.major > 0)) return {on.face, 0.5F, 0.5F};
  const float scale = 1 / on.major;
  return {on.face, (on.s * scale + 1) * 0.5F, (on.t * scale + 1) * 0.5F};
}

FaceElement over_edge(int face, int x, int y, int size) {
  const auto part = [&](int at) {
    return static_cast<float>(2 * at + 1) / static_cast<float>(size) - 1;
  };
  const CubeDirection to = direction(face, part(x), part(y));
  const OnFace on = on_face(to.x, to.y, to.z);
  return {on.face, element_at(on.s / on.major, size), element_at(on.t / on.major, size)};
}

}  // namespace riffle::device
