// SPDX-License-Identifier: Apache-2.0
// The same table as every_call for calls that fewer programs make.
#include "../cases.h"
#include "table.h"

static char pageable[1024];

namespace more_calls_ {
__global__ void kernel() {}

static struct {
  cudaStream_t s, other;
  cudaEvent_t shared;
  char *keep, *managed;
  cudaGraph_t graph;
  cudaMemPool_t pool;
  std::vector<cudaMemPool_t> pools;
} g;

template <class T>
static T take(std::vector<T> &from) {
  T last = from.back();
  from.pop_back();
  return last;
}

static cudaError_t copy_batch(cudaStream_t stream) {
  void *to[] = {g.keep};
  const void *from[] = {g.keep + 512};
  std::size_t sizes[] = {64}, index = 0;
  cudaMemcpyAttributes attributes = {};
  attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  return cudaMemcpyBatchAsync(to, from, sizes, 1, &attributes, &index, 1, stream);
}

static cudaError_t prefetch_batch(cudaStream_t stream) {
  void *pointers[] = {g.managed};
  std::size_t sizes[] = {4096}, index = 0;
  cudaMemLocation where = {};
  where.type = cudaMemLocationTypeDevice;
  return cudaMemPrefetchBatchAsync(pointers, sizes, 1, &where, &index, 1, 0, stream);
}

static cudaError_t copy_box(cudaStream_t stream) {
  cudaMemcpy3DParms box = {};
  box.srcPtr = make_cudaPitchedPtr(pageable, 16, 16, 4);
  box.dstPtr = make_cudaPitchedPtr(g.keep, 16, 16, 4);
  box.extent = make_cudaExtent(16, 4, 2);
  box.kind = cudaMemcpyHostToDevice;
  return cudaMemcpy3DAsync(&box, stream);
}

static cudaError_t copy_box_peer(cudaStream_t stream) {
  cudaMemcpy3DPeerParms box = {};
  box.srcPtr = make_cudaPitchedPtr(g.keep + 512, 16, 16, 4);
  box.dstPtr = make_cudaPitchedPtr(g.keep, 16, 16, 4);
  box.extent = make_cudaExtent(16, 4, 2);
  return cudaMemcpy3DPeerAsync(&box, stream);
}

static const Call calls[] = {
    CALL("cudaDeviceSetSharedMemConfig", return cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeDefault)),
    CALL("cudaDeviceGetSharedMemConfig", cudaSharedMemConfig c; return cudaDeviceGetSharedMemConfig(&c)),
    CALL("cudaDeviceGetP2PAttribute", int n; return cudaDeviceGetP2PAttribute(&n, cudaDevP2PAttrAccessSupported, 0, 0)),
    CALL("cudaDeviceEnablePeerAccess, self", return cudaDeviceEnablePeerAccess(0, 0)),
    CALL("cudaIpcGetEventHandle", cudaIpcEventHandle_t h; return cudaIpcGetEventHandle(&h, g.shared)),
    CALL("cudaLaunchCooperativeKernel",
         return cudaLaunchCooperativeKernel((const void *)kernel, 1, 1, nullptr, 0, g.s)),
    CALL("cudaLaunchCooperativeKernel, legacy",
         return cudaLaunchCooperativeKernel((const void *)kernel, 1, 1, nullptr, 0, nullptr)),
    CALL("cudaOccupancyAvailableDynamicSMemPerBlock",
         size_t n; return cudaOccupancyAvailableDynamicSMemPerBlock(&n, kernel, 1, 32)),
    CALL("cudaMemcpy3DAsync", return copy_box(g.s)),
    CALL("cudaMemcpy3DAsync, legacy", return copy_box(nullptr)),
    CALL("cudaMemcpy3DPeerAsync", return copy_box_peer(g.s)),
    CALL("cudaMemcpy3DPeerAsync, other", return copy_box_peer(g.other)),
    CALL("cudaMemcpyPeerAsync, other", return cudaMemcpyPeerAsync(g.keep, 0, g.keep + 512, 0, 64, g.other)),
    CALL("cudaMemcpyPeerAsync, zero bytes", return cudaMemcpyPeerAsync(g.keep, 0, g.keep + 512, 0, 0, g.s)),
    CALL("cudaMemcpyPeerAsync, legacy", return cudaMemcpyPeerAsync(g.keep, 0, g.keep + 512, 0, 64, nullptr)),
    CALL("cudaMemcpyBatchAsync", return copy_batch(g.s)),
    CALL("cudaMemcpyBatchAsync, other", return copy_batch(g.other)),
    CALL("cudaMemset3DAsync",
         return cudaMemset3DAsync(make_cudaPitchedPtr(g.keep, 16, 16, 4), 0, make_cudaExtent(16, 4, 2), g.s)),
    CALL("cudaMemset3D", return cudaMemset3D(make_cudaPitchedPtr(g.keep, 16, 16, 4), 0, make_cudaExtent(16, 4, 2))),
    CALL("cudaMemset3D, nothing",
         return cudaMemset3D(make_cudaPitchedPtr(g.keep, 16, 16, 4), 0, make_cudaExtent(16, 0, 2))),
    CALL("cudaMemPrefetchAsync, legacy", cudaMemLocation where = {}; where.type = cudaMemLocationTypeDevice;
         return cudaMemPrefetchAsync(g.managed, 64, where, 0, nullptr)),
    CALL("cudaMemPrefetchBatchAsync", return prefetch_batch(g.s)),
    CALL("cudaMemPrefetchBatchAsync, other", return prefetch_batch(g.other)),
    CALL("cudaMemPoolDestroy", return cudaMemPoolDestroy(take(g.pools))),
    CALL("cudaMemPoolSetAccess", cudaMemAccessDesc d = {}; d.location.type = cudaMemLocationTypeDevice;
         d.flags = cudaMemAccessFlagsProtReadWrite; return cudaMemPoolSetAccess(g.pool, &d, 1)),
    CALL("cudaMallocFromPoolAsync, other", void *p; return cudaMallocFromPoolAsync(&p, 64, g.pool, g.other)),
    CALL("cudaGraphInstantiateWithParams", cudaGraphExec_t made; cudaGraphInstantiateParams p = {};
         return cudaGraphInstantiateWithParams(&made, g.graph, &p)),
    CALL("cudaGraphConditionalHandleCreate",
         cudaGraphConditionalHandle h; return cudaGraphConditionalHandleCreate(&h, g.graph, 0, 0)),
    CALL("cudaUserObjectCreate",
         cudaUserObject_t o; return cudaUserObjectCreate(&o, pageable, [](void *) {}, 1, cudaUserObjectNoDestructorSync)),
    CALL("cudaDeviceSetGraphMemAttribute", std::uint64_t n = 0;
         return cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &n)),
    CALL("cudaGetDriverEntryPointByVersion", void *f; cudaDriverEntryPointQueryResult r;
         return cudaGetDriverEntryPointByVersion("cuInit", &f, 12000, cudaEnableDefault, &r)),
};

// The same table as every_call for calls that fewer programs make: batches, peers, pools, objects.
CASE(more_calls) {
  MUST(cudaMalloc(&g.keep, 4096));
  MUST(cudaMallocManaged(&g.managed, 4096));
  MUST(cudaStreamCreateWithFlags(&g.other, cudaStreamNonBlocking));
  MUST(cudaEventCreateWithFlags(&g.shared, cudaEventInterprocess | cudaEventDisableTiming));
  MUST(cudaGraphCreate(&g.graph, 0));
  for (int i = 0; i < 8; ++i) {
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    MUST(cudaMemPoolCreate(&g.pool, &props));
    g.pools.push_back(g.pool);
  }
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  MUST(cudaMemPoolCreate(&g.pool, &props));
  kernel<<<1, 1>>>();
  MUST(cudaDeviceSynchronize());
  run_table(calls, g.s);
}
}  // namespace more_calls_

namespace array_calls_ {
static struct {
  cudaStream_t s;
  cudaArray_t array;
  std::vector<cudaArray_t> arrays;
} g;

static cudaArray_t take_array() {
  cudaArray_t last = g.arrays.back();
  g.arrays.pop_back();
  return last;
}

static const Call calls[] = {
    CALL("cudaMallocArray",
         cudaArray_t a; auto d = cudaCreateChannelDesc<float>(); return cudaMallocArray(&a, &d, 16, 16)),
    CALL("cudaFreeArray", return cudaFreeArray(take_array())),
    CALL("cudaFreeArray, NULL", return cudaFreeArray(nullptr)),
    CALL("cudaArrayGetInfo",
         cudaChannelFormatDesc d; cudaExtent e; unsigned f; return cudaArrayGetInfo(&d, &e, &f, g.array)),
    CALL("cudaCreateTextureObject", cudaTextureObject_t t; cudaResourceDesc r = {}; cudaTextureDesc d = {};
         r.resType = cudaResourceTypeArray; r.res.array.array = g.array;
         return cudaCreateTextureObject(&t, &r, &d, nullptr)),
    CALL("cudaCreateSurfaceObject", cudaSurfaceObject_t t; cudaResourceDesc r = {};
         r.resType = cudaResourceTypeArray; r.res.array.array = g.array; return cudaCreateSurfaceObject(&t, &r)),
    CALL("cudaMemcpy2DToArray",
         return cudaMemcpy2DToArray(g.array, 0, 0, pageable, 64, 64, 4, cudaMemcpyHostToDevice)),
    CALL("cudaMemcpy2DToArrayAsync",
         return cudaMemcpy2DToArrayAsync(g.array, 0, 0, pageable, 64, 64, 4, cudaMemcpyHostToDevice, g.s)),
};

// The same table as every_call for arrays, textures and surfaces.
CASE(array_calls) {
  auto desc = cudaCreateChannelDesc<float>();
  MUST(cudaMallocArray(&g.array, &desc, 16, 16, cudaArraySurfaceLoadStore));
  for (int i = 0; i < 8; ++i) {
    cudaArray_t array;
    MUST(cudaMallocArray(&array, &desc, 16, 16));
    g.arrays.push_back(array);
  }
  run_table(calls, g.s);
}
}  // namespace array_calls_
