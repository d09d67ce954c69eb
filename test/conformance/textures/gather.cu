// SPDX-License-Identifier: Apache-2.0
// tex2Dgather: which four elements in which order, of which channel, at the edges and in each address mode.
#include "texture_helpers.h"

template <class T>
__global__ void gather(cudaTextureObject_t t, const Place *places, T *out, int count) {
  const int i = threadIdx.x;
  if (i >= count) return;
  const Place p = places[i];
  switch (p.layer) {
    case 0: out[i] = tex2Dgather<T>(t, p.x, p.y); break;
    case 1: out[i] = tex2Dgather<T>(t, p.x, p.y, 1); break;
    case 2: out[i] = tex2Dgather<T>(t, p.x, p.y, 2); break;
    case 3: out[i] = tex2Dgather<T>(t, p.x, p.y, 3); break;
  }
}

static std::vector<Place> places(int w, int h, bool normalized) {
  std::vector<Place> all;
  const auto xs = along(w, normalized), ys = along(h, normalized);
  for (std::size_t i = 0; i < xs.size(); ++i)
    all.push_back({xs[i], ys[(i * 7 + 3) % ys.size()], 0, static_cast<int>(i) % 4, 0});
  return all;
}

template <class T>
static void ask(const char *what, cudaChannelFormatDesc format, cudaTextureReadMode read) {
  constexpr int w = 6, h = 5;
  cudaArray_t array = noise_array(format, make_cudaExtent(w, h, 0), cudaArrayTextureGather);
  for_modes(read, [&](cudaTextureDesc d) {
    d.borderColor[1] = 0.5f;
    cudaTextureObject_t t;
    const cudaResourceDesc r = resource_of(array);
    const auto at = places(w, h, d.normalizedCoords);
    cudaError_t error = cudaCreateTextureObject(&t, &r, &d, nullptr);
    if (error != cudaSuccess) {
      std::printf("%s: %s\n", mode_name(what, d).c_str(), name_of(error));
      (void)cudaGetLastError();
      return;
    }
    DeviceArray<Place> in(at);
    DeviceArray<T> out(at.size());
    gather<<<1, 64>>>(t, in.get(), out.get(), static_cast<int>(at.size()));
    MUST(cudaDeviceSynchronize());
    show_values(mode_name(what, d).c_str(), out.read());
    MUST(cudaDestroyTextureObject(t));
  });
  MUST(cudaFreeArray(array));
}

int main() {
  ask<float4>("float", cudaCreateChannelDesc<float>(), cudaReadModeElementType);
  ask<float4>("float4", cudaCreateChannelDesc<float4>(), cudaReadModeElementType);
  ask<uchar4>("uchar4", cudaCreateChannelDesc<uchar4>(), cudaReadModeElementType);
  ask<int4>("int2", cudaCreateChannelDesc<int2>(), cudaReadModeElementType);
  ask<float4>("ushort4", cudaCreateChannelDesc<ushort4>(), cudaReadModeNormalizedFloat);
}
