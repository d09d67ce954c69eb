// SPDX-License-Identifier: Apache-2.0
// cudaStreamCreateWithFlags: two kinds of stream, every other bit refused.
#include "../../transcript.h"

CASES() {
  SHOW(cudaStreamCreateWithFlags(nullptr, cudaStreamDefault));
  cudaStream_t stream = nullptr;
  for (unsigned flags : {2u, 3u, 4u, 0x80000000u}) {
    std::printf("flags %x\n", flags);
    SHOW(cudaStreamCreateWithFlags(&stream, flags));
    show_truth("untouched", stream == nullptr);
  }
  for (unsigned flags : {cudaStreamDefault, cudaStreamNonBlocking}) {
    unsigned seen = 77;
    SHOW(cudaStreamCreateWithFlags(&stream, flags));
    SHOW(cudaStreamGetFlags(stream, &seen));
    show_value("flags", seen);
    SHOW(cudaStreamDestroy(stream));
  }
}
