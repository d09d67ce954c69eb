// SPDX-License-Identifier: Apache-2.0
// What the calls about access to a pool refuse, and what they say. (Null results and arrays make hardware crash.)
#include "../transcript.h"

int main() {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t pool, none = nullptr;
  MUST(cudaMemPoolCreate(&pool, &props));
  cudaMemLocation here = {};
  here.type = cudaMemLocationTypeDevice;
  cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
  cudaMemAccessDesc access = {};
  access.location = here;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  SHOW(cudaMemPoolSetAccess(pool, &access, 1));
  SHOW(cudaMemPoolSetAccess(pool, nullptr, 0));
  SHOW(cudaMemPoolSetAccess(pool, &access, 0));
  SHOW(cudaMemPoolSetAccess(none, &access, 1));
  access.flags = cudaMemAccessFlagsProtRead;
  SHOW(cudaMemPoolSetAccess(pool, &access, 1));
  access.flags = static_cast<cudaMemAccessFlags>(2);
  SHOW(cudaMemPoolSetAccess(pool, &access, 1));
  access.flags = cudaMemAccessFlagsProtReadWrite;
  access.location.id = 1000;
  SHOW(cudaMemPoolSetAccess(pool, &access, 1));
  access.location.id = 0;
  access.location.type = cudaMemLocationTypeHost;
  SHOW(cudaMemPoolSetAccess(pool, &access, 1));
  SHOW(cudaMemPoolGetAccess(&flags, none, &here));
  SHOW(cudaMemPoolGetAccess(&flags, pool, nullptr));
  here.id = 1000;
  SHOW(cudaMemPoolGetAccess(&flags, pool, &here));
  here.id = 0;
  here.type = cudaMemLocationTypeHost;
  SHOW(cudaMemPoolGetAccess(&flags, pool, &here));
  SHOW(cudaMemPoolDestroy(pool));
}
