// SPDX-License-Identifier: Apache-2.0
// Texture objects: point and linear filtering, address modes, normalised coordinates and reads, surfaces.
#include "../transcript.h"

__global__ void fetch(cudaTextureObject_t t, float *out, float x0, float step) {
  out[threadIdx.x] = tex2D<float>(t, x0 + step * threadIdx.x, 0.5f);
}
__global__ void fetch_linear(cudaTextureObject_t t, float *out, int n) {
  int i = threadIdx.x;
  out[i] = tex1Dfetch<float>(t, i - 2);
}
__global__ void surface(cudaSurfaceObject_t s, float *out) {
  float v;
  surf2Dread(&v, s, threadIdx.x * 4, 1);
  surf2Dwrite(v * 2, s, threadIdx.x * 4, 0);
  out[threadIdx.x] = v;
}

int main() {
  constexpr int w = 8, h = 2;
  std::vector<float> image(w * h);
  for (int i = 0; i < w * h; ++i) image[i] = i * 16;
  auto format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  SHOW(cudaMallocArray(&array, &format, w, h, cudaArraySurfaceLoadStore));
  SHOW(cudaMemcpy2DToArray(array, 0, 0, image.data(), w * 4, w * 4, h, cudaMemcpyHostToDevice));
  cudaChannelFormatDesc desc;
  cudaExtent extent;
  unsigned flags;
  SHOW(cudaArrayGetInfo(&desc, &extent, &flags, array));
  show_row("info", {desc.x, desc.y, int(desc.f), int(extent.width), int(extent.height), int(extent.depth), int(flags)});
  DeviceArray<float> out(32);
  auto print = [&](const char *what) {
    MUST(cudaDeviceSynchronize());
    std::printf("%s:", what);
    for (float f : out.read()) std::printf(" %g", f);
    std::printf("\n");
  };
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  for (auto address : {cudaAddressModeClamp, cudaAddressModeBorder, cudaAddressModeWrap, cudaAddressModeMirror})
    for (auto filter : {cudaFilterModePoint, cudaFilterModeLinear})
      for (int normalized = 0; normalized < 2; ++normalized) {
        cudaTextureDesc td = {};
        td.addressMode[0] = td.addressMode[1] = address;
        td.filterMode = filter;
        td.readMode = cudaReadModeElementType;
        td.normalizedCoords = normalized;
        cudaTextureObject_t t;
        cudaError_t e = cudaCreateTextureObject(&t, &resource, &td, nullptr);
        std::printf("address %d filter %d normalized %d: %s\n", address, filter, normalized, name_of(e));
        if (e != cudaSuccess) continue;
        fetch<<<1, 32>>>(t, out, normalized ? -0.5f : -4.0f, normalized ? 0.0625f : 0.5f);
        print("row");
        MUST(cudaDestroyTextureObject(t));
      }
  DeviceArray<float> line(image);
  cudaResourceDesc linear = {};
  linear.resType = cudaResourceTypeLinear;
  linear.res.linear.devPtr = line.get();
  linear.res.linear.desc = format;
  linear.res.linear.sizeInBytes = w * h * 4;
  cudaTextureDesc td = {};
  td.readMode = cudaReadModeElementType;
  cudaTextureObject_t t;
  SHOW(cudaCreateTextureObject(&t, &linear, &td, nullptr));
  fetch_linear<<<1, 32>>>(t, out, w * h);
  print("linear memory");
  cudaSurfaceObject_t s;
  SHOW(cudaCreateSurfaceObject(&s, &resource));
  surface<<<1, 8>>>(s, out);
  print("surface");
  SHOW(cudaMemcpy2DFromArray(image.data(), w * 4, array, 0, 0, w * 4, h, cudaMemcpyDeviceToHost));
  show_row("first row", {int(image[0]), int(image[1]), int(image[7])});
  SHOW(cudaFreeArray(array));
}
