// SPDX-License-Identifier: Apache-2.0
// A failing assert: its text on stderr, and the error.
#undef NDEBUG
#include <cassert>

#include <fcntl.h>
#include <unistd.h>

#include "fault.h"

__device__ void check(int value) { assert(value < 40 && "value is small"); }
__global__ void kernel(int value) {
  if (threadIdx.x == 3 && threadIdx.y == 1 && blockIdx.x == 2 && blockIdx.y == 1) check(value);
}

int main() {
  MUST(cudaFree(nullptr));
  kernel<<<dim3(3, 2), dim3(8, 2)>>>(39);
  SHOW(cudaDeviceSynchronize());
  int saved = dup(2);
  char name[] = "/tmp/conformance-XXXXXX";
  int file = mkstemp(name);
  dup2(file, 2);
  kernel<<<dim3(3, 2), dim3(8, 2)>>>(42);
  SHOW(cudaDeviceSynchronize());
  dup2(saved, 2);
  char text[1024] = {};
  lseek(file, 0, SEEK_SET);
  if (read(file, text, sizeof text - 1) < 0) return 3;
  unlink(name);
  // The path depends on how the file was compiled: keep what follows the last slash before the line number.
  char *end = std::strstr(text, ".cu:");
  char *start = text;
  for (char *c = text; end && c < end; ++c)
    if (*c == '/') start = c + 1;
  std::printf("stderr: %s", start);
  show_aftermath();
}
// alone: its transcript has the signature of a kernel, and its place
