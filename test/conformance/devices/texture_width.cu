// SPDX-License-Identifier: Apache-2.0
// cudaDeviceGetTexture1DLinearMaxWidth: arguments, and how the answer depends on the format.
#include "../transcript.h"

int main() {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  std::size_t width = 0, wider = 0;
  cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  cudaChannelFormatDesc bytes = cudaCreateChannelDesc<unsigned char>();
  cudaChannelFormatDesc quads = cudaCreateChannelDesc<float4>();
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&width, &floats, 0));
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&wider, &bytes, 0));
  show_truth("bytes at least as many as floats", wider >= width && width > 0);
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&wider, &quads, 0));
  show_truth("quads at most as many as floats", wider <= width && wider > 0);
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(nullptr, &floats, 0));
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&width, nullptr, 0));
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&width, &floats, count));
  cudaChannelFormatDesc three = {32, 32, 32, 0, cudaChannelFormatKindFloat};
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&width, &three, 0));
  cudaChannelFormatDesc odd = {7, 0, 0, 0, cudaChannelFormatKindUnsigned};
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&width, &odd, 0));
  cudaChannelFormatDesc none = {0, 0, 0, 0, cudaChannelFormatKindNone};
  SHOW(cudaDeviceGetTexture1DLinearMaxWidth(&width, &none, 0));
}
