// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuMemsetD8, cuMemsetD16, cuMemsetD32, cuMemsetD2D8, cuMemsetD2D16, cuMemsetD2D32, cuMemsetD8Async, cuMemsetD16Async,
// cuMemsetD32Async, cuMemsetD2D8Async, cuMemsetD2D16Async, cuMemsetD2D32Async: values, sizes, alignment, pitches.
#include "driver.h"

static CUdeviceptr room;

static void show_room(int words = 16) {
  MUST(cuCtxSynchronize());
  show_hex_row("memory", read<unsigned>(room, words));
  MUST(cuMemsetD8(room, 0, 256));
  MUST(cuCtxSynchronize());
}

int main() {
  use_primary();
  room = allocate(256);
  CUstream stream;
  MUST(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  MUST(cuCtxSynchronize());
  SHOW(cuMemsetD8(room + 1, 0xab, 5));
  show_room(4);
  SHOW(cuMemsetD16(room + 2, 0x1234, 5));
  show_room(4);
  SHOW(cuMemsetD32(room + 4, 0x12345678, 2));
  show_room(4);
  SHOW(cuMemsetD8Async(room + 1, 0xcd, 5, stream));
  show_room(4);
  SHOW(cuMemsetD16Async(room + 2, 0x4321, 5, stream));
  show_room(4);
  SHOW(cuMemsetD32Async(room + 4, 0x87654321, 2, stream));
  show_room(4);
  SHOW(cuMemsetD2D8(room, 16, 0xab, 3, 3));
  show_room();
  SHOW(cuMemsetD2D16(room, 16, 0xabcd, 3, 3));
  show_room();
  SHOW(cuMemsetD2D32(room, 16, 0xabcdef01, 3, 3));
  show_room();
  SHOW(cuMemsetD2D8Async(room, 16, 0x11, 3, 3, stream));
  show_room();
  SHOW(cuMemsetD2D16Async(room, 16, 0x2222, 3, 3, stream));
  show_room();
  SHOW(cuMemsetD2D32Async(room, 16, 0x33333333, 3, 3, stream));
  show_room();
  std::printf("refused\n");
  SHOW(cuMemsetD16(room + 1, 1, 1));
  SHOW(cuMemsetD32(room + 2, 1, 1));
  SHOW(cuMemsetD32(room + 1, 1, 0));
  SHOW(cuMemsetD8(0, 1, 1));
  SHOW(cuMemsetD8(0, 1, 0));
  SHOW(cuMemsetD8(64, 1, 1));
  SHOW(cuMemsetD8(room, 1, 4096));
  SHOW(cuMemsetD32(room, 1, std::size_t(1) << 62));
  SHOW(cuMemsetD2D32(room, 4, 1, 2, 2));
  SHOW(cuMemsetD2D32(room, 10, 1, 2, 2));
  SHOW(cuMemsetD2D32(room, 4, 1, 2, 1));
  SHOW(cuMemsetD2D8(room, 0, 1, 4, 1));
  SHOW(cuMemsetD2D8(room, 16, 1, 0, 4));
  SHOW(cuMemsetD2D8(room, 16, 1, 4, 0));
  SHOW(cuMemsetD2D8(room, 16, 1, 4, 4000));
  SHOW(cuMemsetD8Async(64, 1, 1, stream));
  SHOW(cuCtxSynchronize());
}
