// SPDX-License-Identifier: Apache-2.0
// What the programs about arrays share: printing an array's description and its bytes.
#pragma once

#include "../transcript.h"

inline void show_array(const char *what, cudaArray_t array) {
  cudaChannelFormatDesc d = {};
  cudaExtent e = {};
  unsigned flags = 0;
  cudaError_t error = cudaArrayGetInfo(&d, &e, &flags, array);
  std::printf("%s: %s", what, name_of(error));
  if (error == cudaSuccess)
    std::printf(" channels %d %d %d %d kind %d extent %d %d %d flags %u", d.x, d.y, d.z, d.w, int(d.f), int(e.width),
                int(e.height), int(e.depth), flags);
  std::printf("\n");
  std::fflush(stdout);
}

// All bytes of an array whose rows have `row` bytes.
inline std::vector<unsigned char> bytes_of(cudaArray_t array, std::size_t row, std::size_t rows) {
  std::vector<unsigned char> bytes(row * rows);
  MUST(cudaMemcpy2DFromArray(bytes.data(), row, array, 0, 0, row, rows, cudaMemcpyDeviceToHost));
  return bytes;
}

inline void show_bytes(const char *what, const std::vector<unsigned char> &bytes, std::size_t row) {
  std::printf("%s:", what);
  for (std::size_t i = 0; i < bytes.size(); ++i) std::printf("%s%02x", i % row == 0 ? " " : "", bytes[i]);
  std::printf("\n");
  std::fflush(stdout);
}

inline void clear(cudaArray_t array, std::size_t row, std::size_t rows) {
  std::vector<unsigned char> zeros(row * rows);
  MUST(cudaMemcpy2DToArray(array, 0, 0, zeros.data(), row, row, rows, cudaMemcpyHostToDevice));
}

// A copy into an array of 4 by 3 elements of 2 bytes: the answer, what the array holds now, and zeros again.
inline void show_copy_into(cudaArray_t array, const char *what, cudaError_t error) {
  show(what, error);
  MUST(cudaDeviceSynchronize());
  if (error == cudaSuccess) show_bytes("  array", bytes_of(array, 8, 3), 8);
  clear(array, 8, 3);
  cudaGetLastError();
}

// A copy into memory of 32 bytes: the same.
inline void show_copy_into(std::vector<unsigned char> &memory, const char *what, cudaError_t error) {
  show(what, error);
  if (error == cudaSuccess) show_bytes("  memory", memory, 8);
  memory.assign(32, 0xee);
  cudaGetLastError();
}
