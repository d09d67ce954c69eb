// SPDX-License-Identifier: Apache-2.0
// Constants of the device that only the host names have an address and a value there, wherever they are declared.
#include "../transcript.h"

static __device__ const int row[2] = {1, 2};
static __device__ const int number = 3;
__device__ const int without_static[3] = {4, 5, 6};
static __device__ constexpr int known[2] = {7, 8};
static __device__ const int of_both[2] = {9, 10};

namespace {

__device__ const int hidden[1] = {13};

template <class T>
void tell(const char *what, const T &symbol) {
  std::size_t bytes = 0;
  void *address = nullptr;
  show(what, cudaGetSymbolSize(&bytes, symbol));
  if (cudaGetSymbolAddress(&address, symbol) != cudaSuccess) return;
  int first = 0, again = 0;
  MUST(cudaMemcpyFromSymbol(&first, symbol, sizeof first));
  MUST(cudaMemcpy(&again, address, sizeof again, cudaMemcpyDeviceToHost));
  std::printf("  %zu bytes, %d %d\n", bytes, first, again);
}

}  // namespace

__global__ void read(const int *theirs, int *out) { out[threadIdx.x] = theirs[threadIdx.x] + of_both[threadIdx.x]; }

int main() {
  tell("row", row);
  tell("number", number);
  tell("without static", without_static);
  tell("constexpr", known);
  tell("in a namespace without a name", hidden);
  tell("a kernel reads it too", of_both);
  void *address;
  MUST(cudaGetSymbolAddress(&address, row));
  DeviceArray<int> out(2);
  read<<<1, 2>>>(static_cast<const int *>(address), out);
  show_row("sums", out.read());
}
