// SPDX-License-Identifier: Apache-2.0
// cudaDeviceGetTexture1DLinearMaxWidth: formats, and which of several wrong arguments is told.
#include "../../capturing.h"

CASES() {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  std::size_t width = 77, widths[3] = {};
  for (int bits : {8, 16, 32})
    for (int channels : {1, 2, 4})
      for (cudaChannelFormatKind kind :
           {cudaChannelFormatKindSigned, cudaChannelFormatKindUnsigned, cudaChannelFormatKindFloat}) {
        cudaChannelFormatDesc format = {bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0, channels > 2 ? bits : 0,
                                        kind};
        std::printf("%d bits, %d channels, kind %d: %s\n", bits, channels, static_cast<int>(kind),
                    name_of(cudaDeviceGetTexture1DLinearMaxWidth(&width, &format, 0)));
      }
  for (int i = 0; i < 3; ++i) {
    cudaChannelFormatDesc format = {8 << i, 0, 0, 0, cudaChannelFormatKindUnsigned};
    MUST(cudaDeviceGetTexture1DLinearMaxWidth(&widths[i], &format, 0));
  }
  show_truth("never more of wider elements", widths[0] >= widths[1] && widths[1] >= widths[2] && widths[2] > 0);
  int attribute = 0;
  MUST(cudaDeviceGetAttribute(&attribute, cudaDevAttrMaxTexture1DLinearWidth, 0));
  show_truth("at most what the attribute says", widths[2] <= static_cast<std::size_t>(attribute));

  cudaChannelFormatDesc good = cudaCreateChannelDesc<int>(), bad = {5, 0, 0, 0, cudaChannelFormatKindSigned};
  cudaChannelFormatDesc mixed = {32, 16, 0, 0, cudaChannelFormatKindSigned};
  cudaChannelFormatDesc kindless = {32, 0, 0, 0, static_cast<cudaChannelFormatKind>(99)};
  width = 77;
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&width, &mixed, 0));
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&width, &kindless, 0));
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&width, &good, -1));
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&width, &bad, count));
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(nullptr, &good, count));
  show_value("untouched", static_cast<long long>(width));
  show_while_capturing("width", [&] { return cudaDeviceGetTexture1DLinearMaxWidth(&width, &good, 0); });
}
