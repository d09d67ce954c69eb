// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// Copies, fills and allocations made by device code.
#include "../transcript.h"

__device__ void tell(const char *what, cudaError_t error) {
  printf("%s: %s\n", what, cudaGetErrorName(error));
}
#define TELL(...) tell(#__VA_ARGS__, (__VA_ARGS__))

__global__ void show_it(const int *p, int n) {
  for (int i = 0; i < n; ++i) printf(" %d", p[i]);
  printf("\n");
}
__device__ cudaPitchedPtr pitched(void *p, size_t pitch, size_t x, size_t y) {
  cudaPitchedPtr result;
  result.ptr = p;
  result.pitch = pitch;
  result.xsize = x;
  result.ysize = y;
  return result;
}
__device__ cudaExtent extent(size_t w, size_t h, size_t d) {
  cudaExtent result;
  result.width = w;
  result.height = h;
  result.depth = d;
  return result;
}
__global__ void copies(int *p, int *managed, int *pinned) {
  TELL(cudaMemcpyAsync(p + 8, p, 32, cudaMemcpyDeviceToDevice, 0));
  TELL(cudaMemcpyAsync(p + 16, p, 32, cudaMemcpyDefault, 0));
  TELL(cudaMemsetAsync(p + 20, 1, 8, 0));
  TELL(cudaMemcpy2DAsync(p + 24, 16, p, 8, 8, 2, cudaMemcpyDeviceToDevice, 0));
  TELL(cudaMemset2DAsync(p + 32, 16, 2, 4, 2, 0));
  cudaMemcpy3DParms parms = {};
  parms.srcPtr = pitched(p, 8, 8, 2);
  parms.dstPtr = pitched(p + 40, 16, 8, 2);
  parms.extent = extent(8, 2, 2);
  parms.kind = cudaMemcpyDeviceToDevice;
  TELL(cudaMemcpy3DAsync(&parms, 0));
  TELL(cudaMemset3DAsync(pitched(p + 56, 8, 8, 1), 3, extent(4, 1, 2), 0));
  TELL(cudaMemcpyAsync(managed, p, 16, cudaMemcpyDefault, 0));
  TELL(cudaMemcpyAsync(pinned, p, 16, cudaMemcpyDefault, 0));
  TELL(cudaMemcpyAsync(p, p, 0, cudaMemcpyDefault, 0));
  show_it<<<1, 1>>>(p, 64);
  show_it<<<1, 1>>>(managed, 4);
  show_it<<<1, 1>>>(pinned, 4);
}
__global__ void in_streams(int *p) {
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  TELL(cudaMemsetAsync(p, 0, 16, s));
  TELL(cudaMemcpyAsync(p + 4, p, 16, cudaMemcpyDeviceToDevice, s));
  TELL(cudaMemsetAsync(p + 8, 0, 4, cudaStreamFireAndForget));
  TELL(cudaMemsetAsync(p + 9, 0, 4, cudaStreamTailLaunch));
  TELL(cudaStreamDestroy(s));
}
__global__ void wrong(int *p) {
  TELL(cudaMemcpyAsync(p, p + 8, 32, cudaMemcpyHostToDevice, 0));
  TELL(cudaMemcpyAsync(p, p + 8, 32, cudaMemcpyDeviceToHost, 0));
  TELL(cudaMemcpyAsync(p, p + 8, 32, (cudaMemcpyKind)9, 0));
  TELL(cudaMemcpy2DAsync(p, 4, p + 8, 8, 8, 2, cudaMemcpyDeviceToDevice, 0));
  TELL(cudaMemset2DAsync(p, 4, 0, 8, 2, 0));
  printf("last %s\n", cudaGetErrorName(cudaGetLastError()));
}
__device__ int *kept;
__global__ void allocate() {
  int *a = nullptr, *b = (int *)1;
  TELL(cudaMalloc(&a, 1024));
  a[255] = 42;
  printf("%d\n", a[255]);
  TELL(cudaFree(a));
  TELL(cudaMalloc(&b, 0));
  printf("null %d\n", b == nullptr);
  TELL(cudaFree(nullptr));
  TELL(cudaMalloc(&b, size_t(1) << 50));
  printf("null %d\n", b == nullptr);
  printf("last %s\n", cudaGetErrorName(cudaGetLastError()));
  cudaMalloc(&kept, 64);
  kept[3] = 7;
}
__global__ void release() {
  printf("%d\n", kept[3]);
  TELL(cudaFree(kept));
  int *p = (int *)malloc(16);
  TELL(cudaFree(p));
}

int main() {
  std::vector<int> start(64, -1);
  for (int i = 0; i < 8; ++i) start[i] = i;
  DeviceArray<int> p(start);
  int *managed, *pinned;
  MUST(cudaMallocManaged(&managed, 64));
  MUST(cudaMallocHost(&pinned, 64));
  copies<<<1, 1>>>(p.get(), managed, pinned);
  SHOW(cudaDeviceSynchronize());
  in_streams<<<1, 1>>>(p.get());
  SHOW(cudaDeviceSynchronize());
  show_row("after", p.read());
  wrong<<<1, 1>>>(p.get());
  SHOW(cudaDeviceSynchronize());
  allocate<<<1, 1>>>();
  SHOW(cudaDeviceSynchronize());
  release<<<1, 1>>>();
  SHOW(cudaDeviceSynchronize());
}
