// SPDX-License-Identifier: Apache-2.0
// cudaDestroySurfaceObject: once, twice, of nothing; captures.
#include "../../capturing.h"
#include "../../textures/texture_helpers.h"

CASES() {
  const auto format = cudaCreateChannelDesc<float>();
  cudaArray_t array = noise_array(format, make_cudaExtent(8, 8, 0), cudaArraySurfaceLoadStore);
  const cudaResourceDesc r = resource_of(array);
  const cudaTextureDesc d = {};
  cudaSurfaceObject_t s, other;
  cudaTextureObject_t t;
  MUST(cudaCreateSurfaceObject(&s, &r));
  MUST(cudaCreateSurfaceObject(&other, &r));
  MUST(cudaCreateTextureObject(&t, &r, &d, nullptr));
  show_truth("two objects of one array differ", s != other);
  show_truth("neither is null", s != 0 && other != 0);
  SHOW(cudaDestroySurfaceObject(s));
  SHOW(cudaDestroySurfaceObject(s));
  show_last_error("after the second");
  SHOW(cudaDestroySurfaceObject(0));
  show_last_error("after null");
  SHOW(cudaDestroySurfaceObject(12345678));
  SHOW(cudaDestroySurfaceObject(~0ull));
  show_last_error("after others");
  SHOW(cudaFreeArray(array));
  SHOW(cudaDestroySurfaceObject(other));
  cudaArray_t more = noise_array(format, make_cudaExtent(8, 8, 0), cudaArraySurfaceLoadStore);
  const cudaResourceDesc of_more = resource_of(more);
  std::vector<cudaSurfaceObject_t> objects(3);
  for (auto &o : objects) MUST(cudaCreateSurfaceObject(&o, &of_more));
  std::size_t next = 0;
  show_captured("an object", [&](cudaStream_t) { return cudaDestroySurfaceObject(objects[next++]); });
  show_captured("null", [&](cudaStream_t) { return cudaDestroySurfaceObject(0); });
  show_captured("nothing", [&](cudaStream_t) { return cudaDestroySurfaceObject(12345678); });
}
