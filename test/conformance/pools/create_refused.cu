// SPDX-License-Identifier: Apache-2.0
// What cudaMemPoolCreate refuses.
#include "../transcript.h"

int main() {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t pool, other;
  MUST(cudaMemPoolCreate(&pool, &props));
  SHOW(cudaMemPoolCreate(&other, nullptr));
  auto create = [&](const char *what, cudaMemPoolProps p) {
    cudaMemPool_t made = nullptr;
    show(what, cudaMemPoolCreate(&made, &p));
    if (made != nullptr) cudaMemPoolDestroy(made);
    cudaGetLastError();
  };
  cudaMemPoolProps p = props;
  p.location.type = cudaMemLocationTypeInvalid;
  create("no location", p);
  p.location.type = static_cast<cudaMemLocationType>(9);
  create("unknown location", p);
  p = props;
  p.location.id = -1;
  create("device -1", p);
  p = props;
  p.allocType = static_cast<cudaMemAllocationType>(9);
  create("unknown allocation type", p);
  p = props;
  p.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  create("file descriptors", p);
  p.handleTypes = cudaMemHandleTypeWin32;
  create("Windows handles", p);
  p.handleTypes = static_cast<cudaMemAllocationHandleType>(64);
  create("unknown handles", p);
  p = props;
  p.usage = 1;
  create("usage 1", p);
  p.usage = 2;
  create("usage 2", p);
  p.usage = 0x8000;
  create("usage 8000", p);
  p = props;
  p.reserved[0] = 1;
  create("reserved bytes", p);
  p = props;
  p.maxSize = 1;
  create("maximum of one byte", p);
  p.location.type = cudaMemLocationTypeHost;
  p.maxSize = 0;
  create("on the host", p);
  p.location.type = cudaMemLocationTypeHostNuma;
  create("on a node of the host", p);
  p.location.type = cudaMemLocationTypeHostNumaCurrent;
  create("on the current node", p);
  p = props;
  p.allocType = cudaMemAllocationTypeManaged;
  create("managed", p);
}
