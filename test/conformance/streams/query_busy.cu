// SPDX-License-Identifier: Apache-2.0
// A busy stream answers NotReady, which is never recorded as the last error.
#include "../gate.h"

int main() {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  SHOW(cudaStreamQuery(stream));
  Gate gate(stream);
  SHOW(cudaStreamQuery(stream));
  SHOW(cudaStreamQuery(stream));
  show_last_error("after queries");
  gate.open();
  SHOW(cudaStreamSynchronize(stream));
  SHOW(cudaStreamQuery(stream));
  SHOW(cudaStreamDestroy(stream));
}
