// SPDX-License-Identifier: Apache-2.0
// Brackets of launches with spaces in them, as editors leave them that take them for shifts.
#include "../transcript.h"

#include <ostream>

template <class T>
struct Box {
  T value;
};
template <class T>
std::ostream &operator<<(std::ostream &out, const Box<T> &box) {
  return out << box.value;
}
template <class T>
__global__ void add(T *sum, T value) {
  atomicAdd(sum, value);
}
__global__ void add_one(int *sum) { atomicAdd(sum, 1); }

int main() {
  DeviceArray<int> sum(std::vector<int>(1, 0));
  const int n = 256;
  add_one << <1, 1 >> > (sum.get());
  add_one<< <n >> 7, 2>>>(sum.get());
  add_one<<<1, (n >> 6)>> >(sum.get());
  add<int> << < dim3(2, 1), 8, 0
      >> > (sum.get(), 3);  // not in a comment: k << <1, 1 >> > ();
  MUST(cudaDeviceSynchronize());
  std::printf("%d %s\n", sum.read()[0], "nor in text: k << <1, 1 >> > ()");
  (void)static_cast<std::ostream &(*)(std::ostream &, const Box<Box<int>> &)>(&operator<< <Box<int>>);
}
