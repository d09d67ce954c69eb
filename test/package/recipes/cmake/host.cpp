#include <cuda_runtime_api.h>

#include <cstdio>
#include <numeric>
#include <vector>

int sum_on_device(int device, int n, const int* values);

int main() {
  std::vector<int> values(1000);
  std::iota(values.begin(), values.end(), 1);
  int devices = 0, wrong = 0;
  cudaGetDeviceCount(&devices);
  for (int device = 0; device < devices; ++device)
    wrong += sum_on_device(device, 1000, values.data()) != 500500;
  std::printf("%d devices, %d wrong\n", devices, wrong);
  return devices == 0 || wrong != 0;
}
