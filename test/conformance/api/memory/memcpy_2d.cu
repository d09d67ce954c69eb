// SPDX-License-Identifier: Apache-2.0
// cudaMemcpy2D: rows with pitches in each direction, what lies between them is left alone, what is refused, captures.
#include "../../capturing.h"

static void show_picture(const char *what, const std::vector<unsigned char> &bytes) {
  std::printf("%s:", what);
  for (std::size_t i = 0; i < bytes.size(); ++i) std::printf("%s%02x", i % 8 == 0 ? " " : "", bytes[i]);
  std::printf("\n");
}

CASES() {
  std::vector<unsigned char> image(32), back(32);
  for (int i = 0; i < 32; ++i) image[i] = static_cast<unsigned char>(i + 1);
  const std::vector<unsigned char> empty(32, 0xee);
  DeviceArray<unsigned char> a(image), b(empty);
  auto reset = [&] { MUST(cudaMemcpy(b, empty.data(), 32, cudaMemcpyHostToDevice)); };
  SHOW(cudaMemcpy2D(b, 8, image.data(), 8, 3, 4, cudaMemcpyHostToDevice));
  show_picture("to the device", b.read());
  reset();
  SHOW(cudaMemcpy2D(b.get() + 1, 16, a, 4, 2, 2, cudaMemcpyDeviceToDevice));
  show_picture("pitches of 4 and 16", b.read());
  back = empty;
  SHOW(cudaMemcpy2D(back.data(), 5, a, 8, 5, 4, cudaMemcpyDeviceToHost));
  show_picture("rows side by side", back);
  back = empty;
  SHOW(cudaMemcpy2D(back.data(), 8, image.data(), 8, 4, 2, cudaMemcpyHostToHost));
  show_picture("host to host", back);
  reset();
  SHOW(cudaMemcpy2D(b, 8, image.data(), 8, 1, 4, cudaMemcpyDefault));
  show_picture("default", b.read());

  std::printf("nothing to copy\n");
  SHOW(cudaMemcpy2D(b, 8, a, 8, 0, 4, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy2D(b, 8, a, 8, 4, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy2D(nullptr, 0, nullptr, 0, 0, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy2D(b, 8, a, 8, 0, 4, static_cast<cudaMemcpyKind>(9)));
  SHOW(cudaMemcpy2D(b, 2, a, 2, 4, 0, cudaMemcpyDeviceToDevice));
  reset();
  SHOW(cudaMemcpy2D(b, 0, image.data(), 0, 4, 1, cudaMemcpyHostToDevice));
  show_picture("one row, pitches 0", b.read());
  std::printf("refused\n");
  SHOW(cudaMemcpy2D(b, 8, a, 8, 4, 4, static_cast<cudaMemcpyKind>(9)));
  SHOW(cudaMemcpy2D(b, 8, a, 8, 4, 4, static_cast<cudaMemcpyKind>(-1)));
  SHOW(cudaMemcpy2D(b, 3, a, 8, 4, 4, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy2D(b, 8, a, 3, 4, 4, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy2D(b, 3, a, 3, 4, 1, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy2D(b, 8, a, 3, 4, 1, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy2D(b, 0, a, 8, 4, 2, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy2D(b, 3, a, 8, 4, 4, static_cast<cudaMemcpyKind>(9)));
  SHOW(cudaMemcpy2D(nullptr, 3, a, 8, 4, 4, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy2D(b, std::size_t(1) << 40, a, 8, 4, 2, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy2D(nullptr, 8, a, 8, 4, 4, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy2D(b, 8, nullptr, 8, 4, 4, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy2D(b, 8, image.data(), 8, 4, 4, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy2D(b, 8, image.data(), 8, 4, 4, cudaMemcpyDeviceToHost));
  show_last_error("after refused calls");
  show_captured("4 rows", [&](cudaStream_t) { return cudaMemcpy2D(b, 8, a, 8, 4, 4, cudaMemcpyDeviceToDevice); });
  show_captured("bad pitch", [&](cudaStream_t) { return cudaMemcpy2D(b, 3, a, 8, 4, 4, cudaMemcpyDeviceToDevice); });
}
