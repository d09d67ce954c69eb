// SPDX-License-Identifier: Apache-2.0
// cudaDestroyTextureObject: once, twice, of nothing; what it leaves, captures.
#include "../../capturing.h"
#include "../../textures/texture_helpers.h"

CASES() {
  const auto format = cudaCreateChannelDesc<float>();
  cudaArray_t array = noise_array(format, make_cudaExtent(8, 8, 0));
  const cudaResourceDesc r = resource_of(array);
  const cudaTextureDesc d = {};
  cudaTextureObject_t t, other;
  MUST(cudaCreateTextureObject(&t, &r, &d, nullptr));
  MUST(cudaCreateTextureObject(&other, &r, &d, nullptr));
  show_truth("two objects of one array differ", t != other);
  show_truth("neither is null", t != 0 && other != 0);
  SHOW(cudaDestroyTextureObject(t));
  SHOW(cudaDestroyTextureObject(t));
  show_last_error("after the second");
  SHOW(cudaDestroyTextureObject(0));
  show_last_error("after null");
  SHOW(cudaDestroyTextureObject(12345678));
  SHOW(cudaDestroyTextureObject(~0ull));
  show_last_error("after others");
  show_samples<float>("the other still reads", other, kPlane, {{1.5f, 2.5f, 0, 0, 0}});
  SHOW(cudaFreeArray(array));
  SHOW(cudaDestroyTextureObject(other));
  show_last_error("at the end");
  cudaArray_t more = noise_array(format, make_cudaExtent(8, 8, 0));
  const cudaResourceDesc of_more = resource_of(more);
  std::vector<cudaTextureObject_t> objects(3);
  for (auto &o : objects) MUST(cudaCreateTextureObject(&o, &of_more, &d, nullptr));
  std::size_t next = 0;
  show_captured("an object", [&](cudaStream_t) { return cudaDestroyTextureObject(objects[next++]); });
  show_captured("null", [&](cudaStream_t) { return cudaDestroyTextureObject(0); });
  show_captured("nothing", [&](cudaStream_t) { return cudaDestroyTextureObject(12345678); });
}
