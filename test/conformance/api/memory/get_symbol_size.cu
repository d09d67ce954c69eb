// SPDX-License-Identifier: Apache-2.0
// cudaGetSymbolSize: of variables of each kind and type; what is refused.
#include "../../capturing.h"

struct Pair {
  char a;
  double b;
};
static __device__ char byte;
static __device__ int numbers[5];
static __device__ Pair pairs[3];
static __device__ int large[1 << 16];
static __constant__ float table[7];
static __managed__ short shared_numbers[9];
static __device__ const int fixed[2] = {1, 2};

CASES() {
  std::size_t size = 77;
  auto tell = [&](const char *what, cudaError_t error) {
    std::printf("%s: %s, %zu\n", what, name_of(error), size);
    size = 77;
  };
  tell("char", cudaGetSymbolSize(&size, byte));
  tell("int[5]", cudaGetSymbolSize(&size, numbers));
  tell("Pair[3]", cudaGetSymbolSize(&size, pairs));
  tell("int[65536]", cudaGetSymbolSize(&size, large));
  tell("__constant__ float[7]", cudaGetSymbolSize(&size, table));
  tell("__managed__ short[9]", cudaGetSymbolSize(&size, shared_numbers));
  tell("const int[2]", cudaGetSymbolSize(&size, fixed));
  std::printf("refused\n");
  static int host_variable = 3;
  tell("a variable of the host", cudaGetSymbolSize(&size, static_cast<const void *>(&host_variable)));
  tell("null", cudaGetSymbolSize(&size, static_cast<const void *>(nullptr)));
  void *address;
  MUST(cudaGetSymbolAddress(&address, numbers));
  tell("a variable's address on the device", cudaGetSymbolSize(&size, static_cast<const void *>(address)));
  show_last_error("after refused calls");
  show_captured("numbers", [&](cudaStream_t) { return cudaGetSymbolSize(&size, numbers); });
}
