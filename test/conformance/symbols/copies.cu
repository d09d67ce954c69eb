// SPDX-License-Identifier: Apache-2.0
// Device and constant variables: initial values, copies in and out, offsets, refused ranges and directions.
#include "../transcript.h"

__device__ int numbers[4] = {1, 2, 3, 4};
__constant__ float table[4] = {0.5f, 1.5f, 2.5f, 3.5f};
__device__ int zeroed[4];
struct Pair {
  char a;
  double b;
};
__constant__ Pair pair = {'x', 2.25};
__device__ const int fixed = 77;
static __device__ int hidden = 5;
namespace n {
__device__ int inside = 6;
}
template <int N>
__device__ int templated = N;

__global__ void sum(int *out) {
  out[0] = numbers[0] + 10 * numbers[1] + 100 * numbers[2] + 1000 * numbers[3];
  out[1] = int(100 * (table[0] + table[1] + table[2] + table[3]));
  out[2] = zeroed[0] + zeroed[3];
  out[3] = pair.a + int(100 * pair.b);
  out[4] = fixed;
  out[5] = hidden;
  out[6] = n::inside;
  out[7] = templated<8>;
}

int main() {
  DeviceArray<int> out(8);
  auto show_all = [&](const char *what) {
    sum<<<1, 1>>>(out);
    MUST(cudaDeviceSynchronize());
    show_row(what, out.read());
  };
  show_all("initial");
  int four[4] = {5, 6, 7, 8};
  SHOW(cudaMemcpyToSymbol(numbers, four, 8));
  SHOW(cudaMemcpyToSymbol(numbers, four + 3, 4, 12));
  float f[2] = {10, 20};
  SHOW(cudaMemcpyToSymbol(table, f, 8, 4));
  SHOW(cudaMemcpyToSymbolAsync(zeroed, four, 16, 0, cudaMemcpyHostToDevice, 0));
  Pair p = {'y', 3.5};
  SHOW(cudaMemcpyToSymbol(pair, &p, sizeof p));
  int one = 1;
  SHOW(cudaMemcpyToSymbol(hidden, &one, 4));
  SHOW(cudaMemcpyToSymbol(n::inside, &one, 4));
  SHOW(cudaMemcpyToSymbol(templated<8>, &one, 4));
  show_all("changed");
  int back[4] = {};
  SHOW(cudaMemcpyFromSymbol(back, numbers, 16));
  show_row("read back", {back[0], back[1], back[2], back[3]});
  SHOW(cudaMemcpyFromSymbol(back, numbers, 4, 8));
  show_value("third", back[0]);
  void *address;
  std::size_t size = 0;
  SHOW(cudaGetSymbolAddress(&address, numbers));
  SHOW(cudaMemcpy(back, address, 16, cudaMemcpyDeviceToHost));
  show_row("through the address", {back[0], back[1], back[2], back[3]});
  SHOW(cudaMemcpyToSymbol(zeroed, address, 16, 0, cudaMemcpyDeviceToDevice));
  show_all("device to device");
  SHOW(cudaGetSymbolSize(&size, numbers));
  show_value("size", static_cast<long long>(size));
  SHOW(cudaGetSymbolSize(&size, pair));
  show_value("size", static_cast<long long>(size));
  SHOW(cudaMemcpyToSymbol(numbers, four, 20));
  SHOW(cudaMemcpyToSymbol(numbers, four, 16, 4));
  SHOW(cudaMemcpyToSymbol(numbers, four, 4, 17));
  SHOW(cudaMemcpyToSymbol(numbers, four, 16, 0, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpyFromSymbol(back, numbers, 16, 0, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpyToSymbol(numbers, four, 0));
  static int host_variable = 3;
  const void *null = nullptr;
  SHOW(cudaMemcpyToSymbol((const void *)&host_variable, four, 4));
  SHOW(cudaGetSymbolAddress(&address, (const void *)&host_variable));
  SHOW(cudaGetSymbolSize(&size, null));
}
