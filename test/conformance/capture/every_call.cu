// SPDX-License-Identifier: Apache-2.0
// What each call of the runtime does to a capture, and what the capture does to it: see table.h.
#include "table.h"

__global__ void kernel() {}
__device__ int variable;

static struct {
  cudaStream_t s, other;
  cudaEvent_t event, second, fresh;
  void *keep, *pinned, *managed;
  std::vector<void *> spare, spare_pinned, ordered;
  cudaGraph_t graph;
  cudaGraphNode_t node;
  cudaGraphExec_t exec;
  cudaMemPool_t pool, own_pool;
} g;
static char pageable[256], registered[4 * 4096];

static void *take(std::vector<void *> &from) {
  void *p = from.back();
  from.pop_back();
  return p;
}
static void function(void *) {}
static void CUDART_CB callback(cudaStream_t, cudaError_t, void *) {}

static const Call calls[] = {
    // Devices
    CALL("cudaDeviceSynchronize", return cudaDeviceSynchronize()),
    CALL("cudaDeviceSetLimit", return cudaDeviceSetLimit(cudaLimitStackSize, 1024)),
    CALL("cudaDeviceGetLimit", size_t n; return cudaDeviceGetLimit(&n, cudaLimitStackSize)),
    CALL("cudaDeviceGetCacheConfig", cudaFuncCache c; return cudaDeviceGetCacheConfig(&c)),
    CALL("cudaDeviceSetCacheConfig", return cudaDeviceSetCacheConfig(cudaFuncCachePreferNone)),
    CALL("cudaDeviceGetStreamPriorityRange", int a; return cudaDeviceGetStreamPriorityRange(&a, &a)),
    CALL("cudaDeviceGetPCIBusId", char text[32]; return cudaDeviceGetPCIBusId(text, 32, 0)),
    CALL("cudaGetDeviceCount", int n; return cudaGetDeviceCount(&n)),
    CALL("cudaGetDeviceProperties", cudaDeviceProp p; return cudaGetDeviceProperties(&p, 0)),
    CALL("cudaDeviceGetAttribute", int n; return cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 0)),
    CALL("cudaDeviceGetDefaultMemPool", cudaMemPool_t p; return cudaDeviceGetDefaultMemPool(&p, 0)),
    CALL("cudaDeviceGetMemPool", cudaMemPool_t p; return cudaDeviceGetMemPool(&p, 0)),
    CALL("cudaDeviceSetMemPool", return cudaDeviceSetMemPool(0, g.pool)),
    CALL("cudaChooseDevice", int n; cudaDeviceProp p = {}; return cudaChooseDevice(&n, &p)),
    CALL("cudaInitDevice", return cudaInitDevice(0, 0, 0)),
    CALL("cudaSetDevice", return cudaSetDevice(0)),
    CALL("cudaGetDevice", int n; return cudaGetDevice(&n)),
    CALL("cudaSetDeviceFlags", return cudaSetDeviceFlags(cudaDeviceScheduleAuto)),
    CALL("cudaGetDeviceFlags", unsigned n; return cudaGetDeviceFlags(&n)),
    CALL("cudaDeviceCanAccessPeer", int n; return cudaDeviceCanAccessPeer(&n, 0, 0)),
    CALL("cudaDriverGetVersion", int n; return cudaDriverGetVersion(&n)),
    CALL("cudaRuntimeGetVersion", int n; return cudaRuntimeGetVersion(&n)),
    // Streams
    CALL("cudaStreamCreate", cudaStream_t t; return cudaStreamCreate(&t)),
    CALL("cudaStreamCreateWithFlags", cudaStream_t t; return cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking)),
    CALL("cudaStreamDestroy, new", cudaStream_t t; QUIETLY(cudaStreamCreate(&t)); return cudaStreamDestroy(t)),
    CALL("cudaStreamGetPriority", int n; return cudaStreamGetPriority(g.s, &n)),
    CALL("cudaStreamGetPriority, other", int n; return cudaStreamGetPriority(g.other, &n)),
    CALL("cudaStreamGetPriority, legacy", int n; return cudaStreamGetPriority(nullptr, &n)),
    CALL("cudaStreamGetFlags", unsigned n; return cudaStreamGetFlags(g.s, &n)),
    CALL("cudaStreamGetFlags, other", unsigned n; return cudaStreamGetFlags(g.other, &n)),
    CALL("cudaStreamGetFlags, legacy", unsigned n; return cudaStreamGetFlags(nullptr, &n)),
    CALL("cudaStreamGetFlags, nowhere", return cudaStreamGetFlags(g.s, nullptr)),
    CALL("cudaStreamGetId", unsigned long long n; return cudaStreamGetId(g.s, &n)),
    CALL("cudaStreamGetId, other", unsigned long long n; return cudaStreamGetId(g.other, &n)),
    CALL("cudaStreamGetId, legacy", unsigned long long n; return cudaStreamGetId(nullptr, &n)),
    CALL("cudaStreamGetDevice", int n; return cudaStreamGetDevice(g.s, &n)),
    CALL("cudaStreamGetDevice, other", int n; return cudaStreamGetDevice(g.other, &n)),
    CALL("cudaStreamGetDevice, legacy", int n; return cudaStreamGetDevice(nullptr, &n)),
    CALL("cudaStreamGetAttribute",
         cudaStreamAttrValue v; return cudaStreamGetAttribute(g.s, cudaStreamAttributePriority, &v)),
    CALL("cudaStreamGetAttribute, legacy",
         cudaStreamAttrValue v; return cudaStreamGetAttribute(nullptr, cudaStreamAttributePriority, &v)),
    CALL("cudaStreamSetAttribute", cudaStreamAttrValue v = {}; v.syncPolicy = cudaSyncPolicyAuto;
         return cudaStreamSetAttribute(g.s, cudaStreamAttributeSynchronizationPolicy, &v)),
    CALL("cudaStreamSetAttribute, legacy", cudaStreamAttrValue v = {}; v.syncPolicy = cudaSyncPolicyAuto;
         return cudaStreamSetAttribute(nullptr, cudaStreamAttributeSynchronizationPolicy, &v)),
    CALL("cudaStreamCopyAttributes, to", return cudaStreamCopyAttributes(g.s, g.other)),
    CALL("cudaStreamCopyAttributes, from", return cudaStreamCopyAttributes(g.other, g.s)),
    CALL("cudaStreamCopyAttributes, legacy", return cudaStreamCopyAttributes(nullptr, g.other)),
    CALL("cudaCtxResetPersistingL2Cache", return cudaCtxResetPersistingL2Cache()),
    CALL("cudaStreamSynchronize", return cudaStreamSynchronize(g.s)),
    CALL("cudaStreamSynchronize, other", return cudaStreamSynchronize(g.other)),
    CALL("cudaStreamSynchronize, legacy", return cudaStreamSynchronize(nullptr)),
    CALL("cudaStreamSynchronize, per-thread", return cudaStreamSynchronize(cudaStreamPerThread)),
    CALL("cudaStreamQuery", return cudaStreamQuery(g.s)),
    CALL("cudaStreamQuery, other", return cudaStreamQuery(g.other)),
    CALL("cudaStreamQuery, legacy", return cudaStreamQuery(nullptr)),
    CALL("cudaStreamWaitEvent, outside event", return cudaStreamWaitEvent(g.s, g.event, 0)),
    CALL("cudaStreamWaitEvent, unrecorded", return cudaStreamWaitEvent(g.s, g.fresh, 0)),
    CALL("cudaStreamWaitEvent, external", return cudaStreamWaitEvent(g.s, g.event, cudaEventWaitExternal)),
    CALL("cudaStreamWaitEvent, bad flags", return cudaStreamWaitEvent(g.s, g.event, 6)),
    CALL("cudaStreamWaitEvent, other", return cudaStreamWaitEvent(g.other, g.event, 0)),
    CALL("cudaStreamWaitEvent, other external",
         return cudaStreamWaitEvent(g.other, g.event, cudaEventWaitExternal)),
    CALL("cudaStreamWaitEvent, legacy", return cudaStreamWaitEvent(nullptr, g.event, 0)),
    CALL("cudaStreamAddCallback", return cudaStreamAddCallback(g.s, callback, nullptr, 0)),
    CALL("cudaStreamAddCallback, other", return cudaStreamAddCallback(g.other, callback, nullptr, 0)),
    CALL("cudaStreamAddCallback, legacy", return cudaStreamAddCallback(nullptr, callback, nullptr, 0)),
    CALL("cudaStreamAddCallback, NULL function", return cudaStreamAddCallback(g.s, nullptr, nullptr, 0)),
    CALL("cudaStreamAttachMemAsync", return cudaStreamAttachMemAsync(g.s, g.managed, 0, cudaMemAttachSingle)),
    CALL("cudaStreamAttachMemAsync, other",
         return cudaStreamAttachMemAsync(g.other, g.managed, 0, cudaMemAttachSingle)),
    CALL("cudaStreamAttachMemAsync, global",
         return cudaStreamAttachMemAsync(nullptr, g.managed, 0, cudaMemAttachGlobal)),
    CALL("cudaStreamBeginCapture", return cudaStreamBeginCapture(g.s, cudaStreamCaptureModeGlobal)),
    CALL("cudaStreamBeginCapture, bad mode", return cudaStreamBeginCapture(g.s, cudaStreamCaptureMode(9))),
    CALL("cudaStreamBeginCapture, legacy", return cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal)),
    CALL("cudaStreamBeginCaptureToGraph", cudaGraph_t mine; QUIETLY(cudaGraphCreate(&mine, 0));
         return cudaStreamBeginCaptureToGraph(g.s, mine, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal)),
    CALL("cudaThreadExchangeStreamCaptureMode", auto mode = cudaStreamCaptureModeGlobal;
         return cudaThreadExchangeStreamCaptureMode(&mode)),
    CALL("cudaStreamEndCapture, other", cudaGraph_t made; return cudaStreamEndCapture(g.other, &made)),
    CALL("cudaStreamEndCapture, legacy", cudaGraph_t made; return cudaStreamEndCapture(nullptr, &made)),
    CALL("cudaStreamIsCapturing", cudaStreamCaptureStatus n; return cudaStreamIsCapturing(g.s, &n)),
    CALL("cudaStreamIsCapturing, legacy", cudaStreamCaptureStatus n; return cudaStreamIsCapturing(nullptr, &n)),
    CALL("cudaStreamGetCaptureInfo", cudaStreamCaptureStatus n; return cudaStreamGetCaptureInfo(g.s, &n)),
    CALL("cudaStreamGetCaptureInfo, legacy",
         cudaStreamCaptureStatus n; return cudaStreamGetCaptureInfo(nullptr, &n)),
    CALL("cudaStreamUpdateCaptureDependencies",
         return cudaStreamUpdateCaptureDependencies(g.s, nullptr, nullptr, 0, cudaStreamAddCaptureDependencies)),
    CALL("cudaStreamUpdateCaptureDependencies, foreign node",
         return cudaStreamUpdateCaptureDependencies(g.s, &g.node, nullptr, 1, cudaStreamAddCaptureDependencies)),
    CALL("cudaStreamUpdateCaptureDependencies, other",
         return cudaStreamUpdateCaptureDependencies(g.other, nullptr, nullptr, 0, cudaStreamAddCaptureDependencies)),
    CALL("cudaStreamUpdateCaptureDependencies, legacy",
         return cudaStreamUpdateCaptureDependencies(nullptr, nullptr, nullptr, 0, cudaStreamAddCaptureDependencies)),
    // Events
    CALL("cudaEventCreate", cudaEvent_t e; return cudaEventCreate(&e)),
    CALL("cudaEventDestroy", cudaEvent_t e; QUIETLY(cudaEventCreate(&e)); return cudaEventDestroy(e)),
    CALL("cudaEventRecord", cudaEvent_t e; QUIETLY(cudaEventCreate(&e)); return cudaEventRecord(e, g.s)),
    CALL("cudaEventRecord, other", return cudaEventRecord(g.second, g.other)),
    CALL("cudaEventRecord, legacy", cudaEvent_t e; QUIETLY(cudaEventCreate(&e)); return cudaEventRecord(e, nullptr)),
    CALL("cudaEventRecord, NULL", return cudaEventRecord(nullptr, g.s)),
    CALL("cudaEventRecordWithFlags, external", cudaEvent_t e; QUIETLY(cudaEventCreate(&e));
         return cudaEventRecordWithFlags(e, g.s, cudaEventRecordExternal)),
    CALL("cudaEventRecordWithFlags, other external",
         return cudaEventRecordWithFlags(g.second, g.other, cudaEventRecordExternal)),
    CALL("cudaEventRecordWithFlags, bad flags", return cudaEventRecordWithFlags(g.second, g.s, 6)),
    CALL("cudaEventQuery", return cudaEventQuery(g.event)),
    CALL("cudaEventQuery, unrecorded", return cudaEventQuery(g.fresh)),
    CALL("cudaEventSynchronize", return cudaEventSynchronize(g.event)),
    CALL("cudaEventElapsedTime", float ms; return cudaEventElapsedTime(&ms, g.event, g.event)),
    // Execution
    CALL("launch", kernel<<<1, 1, 0, g.s>>>(); return cudaGetLastError()),
    CALL("launch, other", kernel<<<1, 1, 0, g.other>>>(); return cudaGetLastError()),
    CALL("launch, legacy", kernel<<<1, 1>>>(); return cudaGetLastError()),
    CALL("launch, bad block", kernel<<<1, 5000, 0, g.s>>>(); return cudaGetLastError()),
    CALL("launch, bad block, other", kernel<<<1, 5000, 0, g.other>>>(); return cudaGetLastError()),
    CALL("cudaLaunchKernel, NULL function", return cudaLaunchKernel((const void *)nullptr, 1, 1, nullptr, 0, g.s)),
    CALL("cudaLaunchHostFunc", return cudaLaunchHostFunc(g.s, function, nullptr)),
    CALL("cudaLaunchHostFunc, other", return cudaLaunchHostFunc(g.other, function, nullptr)),
    CALL("cudaLaunchHostFunc, legacy", return cudaLaunchHostFunc(nullptr, function, nullptr)),
    CALL("cudaLaunchHostFunc, NULL function", return cudaLaunchHostFunc(g.s, nullptr, nullptr)),
    CALL("cudaFuncSetCacheConfig", return cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferNone)),
    CALL("cudaFuncGetAttributes", cudaFuncAttributes a; return cudaFuncGetAttributes(&a, kernel)),
    CALL("cudaFuncSetAttribute",
         return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024)),
    CALL("cudaFuncGetName", const char *n; return cudaFuncGetName(&n, kernel)),
    CALL("cudaGetFuncBySymbol", cudaFunction_t f; return cudaGetFuncBySymbol(&f, (const void *)kernel)),
    CALL("cudaOccupancyMaxActiveBlocksPerMultiprocessor",
         int n; return cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, kernel, 128, 0)),
    // Memory
    CALL("cudaMalloc", void *p; return cudaMalloc(&p, 64)),
    CALL("cudaMalloc, zero bytes", void *p; return cudaMalloc(&p, 0)),
    CALL("cudaMalloc, nowhere", return cudaMalloc((void **)nullptr, 64)),
    CALL("cudaMallocHost", void *p; return cudaMallocHost(&p, 64)),
    CALL("cudaHostAlloc", void *p; return cudaHostAlloc(&p, 64, 0)),
    CALL("cudaHostAlloc, bad flags", void *p; return cudaHostAlloc(&p, 64, 0x100)),
    CALL("cudaMallocManaged", void *p; return cudaMallocManaged(&p, 64)),
    CALL("cudaMallocPitch", void *p; size_t n; return cudaMallocPitch(&p, &n, 64, 4)),
    CALL("cudaMalloc3D", cudaPitchedPtr p; return cudaMalloc3D(&p, make_cudaExtent(64, 4, 4))),
    CALL("cudaFree", return cudaFree(take(g.spare))),
    CALL("cudaFree, NULL", return cudaFree(nullptr)),
    CALL("cudaFreeHost", return cudaFreeHost(take(g.spare_pinned))),
    CALL("cudaFreeHost, NULL", return cudaFreeHost(nullptr)),
    CALL("cudaHostRegister", auto e = cudaHostRegister(registered, 4096, 0); if (!e) cudaHostUnregister(registered); return e),
    CALL("cudaHostUnregister", return cudaHostUnregister(registered)),
    CALL("cudaHostGetDevicePointer", void *p; return cudaHostGetDevicePointer(&p, g.pinned, 0)),
    CALL("cudaHostGetFlags", unsigned n; return cudaHostGetFlags(&n, g.pinned)),
    CALL("cudaMemGetInfo", size_t a; size_t b; return cudaMemGetInfo(&a, &b)),
    CALL("cudaPointerGetAttributes", cudaPointerAttributes a; return cudaPointerGetAttributes(&a, g.keep)),
    CALL("cudaGetSymbolAddress", void *p; return cudaGetSymbolAddress(&p, variable)),
    CALL("cudaGetSymbolSize", size_t n; return cudaGetSymbolSize(&n, variable)),
    // Synchronous copies
    CALL("cudaMemcpy H2D", return cudaMemcpy(g.keep, pageable, 64, cudaMemcpyHostToDevice)),
    CALL("cudaMemcpy D2H", return cudaMemcpy(pageable, g.keep, 64, cudaMemcpyDeviceToHost)),
    CALL("cudaMemcpy D2D", return cudaMemcpy((char *)g.keep + 128, g.keep, 64, cudaMemcpyDeviceToDevice)),
    CALL("cudaMemcpy H2H", return cudaMemcpy(pageable + 64, pageable, 64, cudaMemcpyHostToHost)),
    CALL("cudaMemcpy pinned H2D", return cudaMemcpy(g.keep, g.pinned, 64, cudaMemcpyHostToDevice)),
    CALL("cudaMemcpy, zero bytes", return cudaMemcpy(g.keep, pageable, 0, cudaMemcpyHostToDevice)),
    CALL("cudaMemcpy, NULL", return cudaMemcpy(nullptr, pageable, 64, cudaMemcpyHostToDevice)),
    CALL("cudaMemcpy2D", return cudaMemcpy2D(g.keep, 16, pageable, 16, 8, 4, cudaMemcpyHostToDevice)),
    CALL("cudaMemcpyToSymbol", return cudaMemcpyToSymbol(variable, pageable, 4)),
    CALL("cudaMemcpyFromSymbol", return cudaMemcpyFromSymbol(pageable, variable, 4)),
    CALL("cudaMemcpyPeer", return cudaMemcpyPeer((char *)g.keep + 128, 0, g.keep, 0, 64)),
    CALL("cudaMemset", return cudaMemset(g.keep, 0, 64)),
    CALL("cudaMemset pinned", return cudaMemset(g.pinned, 0, 64)),
    CALL("cudaMemset2D", return cudaMemset2D(g.keep, 16, 0, 8, 4)),
    // Asynchronous copies
    CALL("cudaMemcpyAsync H2D", return cudaMemcpyAsync(g.keep, pageable, 64, cudaMemcpyHostToDevice, g.s)),
    CALL("cudaMemcpyAsync D2H", return cudaMemcpyAsync(pageable, g.keep, 64, cudaMemcpyDeviceToHost, g.s)),
    CALL("cudaMemcpyAsync H2H", return cudaMemcpyAsync(pageable + 64, pageable, 64, cudaMemcpyHostToHost, g.s)),
    CALL("cudaMemcpyAsync, zero bytes", return cudaMemcpyAsync(g.keep, pageable, 0, cudaMemcpyHostToDevice, g.s)),
    CALL("cudaMemcpyAsync, NULL", return cudaMemcpyAsync(nullptr, g.keep, 64, cudaMemcpyDeviceToDevice, g.s)),
    CALL("cudaMemcpyAsync, bad kind", return cudaMemcpyAsync(g.keep, pageable, 64, cudaMemcpyKind(9), g.s)),
    CALL("cudaMemcpyAsync H2D, other", return cudaMemcpyAsync(g.keep, pageable, 64, cudaMemcpyHostToDevice, g.other)),
    CALL("cudaMemcpyAsync D2H, other", return cudaMemcpyAsync(pageable, g.keep, 64, cudaMemcpyDeviceToHost, g.other)),
    CALL("cudaMemcpyAsync, legacy", return cudaMemcpyAsync(g.keep, pageable, 64, cudaMemcpyHostToDevice, nullptr)),
    CALL("cudaMemcpy2DAsync", return cudaMemcpy2DAsync(g.keep, 16, pageable, 16, 8, 4, cudaMemcpyHostToDevice, g.s)),
    CALL("cudaMemcpyToSymbolAsync",
         return cudaMemcpyToSymbolAsync(variable, pageable, 4, 0, cudaMemcpyHostToDevice, g.s)),
    CALL("cudaMemcpyPeerAsync", return cudaMemcpyPeerAsync((char *)g.keep + 128, 0, g.keep, 0, 64, g.s)),
    CALL("cudaMemsetAsync", return cudaMemsetAsync(g.keep, 0, 64, g.s)),
    CALL("cudaMemsetAsync, NULL", return cudaMemsetAsync(nullptr, 0, 64, g.s)),
    CALL("cudaMemsetAsync, zero bytes", return cudaMemsetAsync(g.keep, 0, 0, g.s)),
    CALL("cudaMemsetAsync, other", return cudaMemsetAsync(g.keep, 0, 64, g.other)),
    CALL("cudaMemsetAsync, legacy", return cudaMemsetAsync(g.keep, 0, 64, nullptr)),
    CALL("cudaMemset2DAsync", return cudaMemset2DAsync(g.keep, 16, 0, 8, 4, g.s)),
    // Managed memory
    CALL("cudaMemPrefetchAsync", cudaMemLocation where = {}; where.type = cudaMemLocationTypeDevice;
         return cudaMemPrefetchAsync(g.managed, 64, where, 0, g.s)),
    CALL("cudaMemPrefetchAsync, other", cudaMemLocation where = {}; where.type = cudaMemLocationTypeDevice;
         return cudaMemPrefetchAsync(g.managed, 64, where, 0, g.other)),
    CALL("cudaMemAdvise", cudaMemLocation where = {}; where.type = cudaMemLocationTypeDevice;
         return cudaMemAdvise(g.managed, 64, cudaMemAdviseSetReadMostly, where)),
    CALL("cudaMemRangeGetAttribute", int n;
         return cudaMemRangeGetAttribute(&n, sizeof n, cudaMemRangeAttributeReadMostly, g.managed, 64)),
    // Stream-ordered memory
    CALL("cudaMallocAsync", void *p; return cudaMallocAsync(&p, 64, g.s)),
    CALL("cudaMallocAsync, zero bytes", void *p; return cudaMallocAsync(&p, 0, g.s)),
    CALL("cudaMallocAsync, other", void *p; return cudaMallocAsync(&p, 64, g.other)),
    CALL("cudaMallocAsync, legacy", void *p; return cudaMallocAsync(&p, 64, nullptr)),
    CALL("cudaFreeAsync, outside memory", return cudaFreeAsync(take(g.ordered), g.s)),
    CALL("cudaFreeAsync, NULL", return cudaFreeAsync(nullptr, g.s)),
    CALL("cudaFreeAsync, other", return cudaFreeAsync(take(g.ordered), g.other)),
    CALL("cudaFreeAsync, legacy", return cudaFreeAsync(take(g.ordered), nullptr)),
    CALL("cudaMallocFromPoolAsync", void *p; return cudaMallocFromPoolAsync(&p, 64, g.own_pool, g.s)),
    CALL("cudaMemPoolTrimTo", return cudaMemPoolTrimTo(g.pool, 1 << 30)),
    CALL("cudaMemPoolGetAttribute", std::uint64_t n;
         return cudaMemPoolGetAttribute(g.pool, cudaMemPoolAttrReleaseThreshold, &n)),
    CALL("cudaMemPoolSetAttribute", std::uint64_t n = 0;
         return cudaMemPoolSetAttribute(g.own_pool, cudaMemPoolAttrReleaseThreshold, &n)),
    CALL("cudaMemPoolGetAccess", cudaMemAccessFlags f; cudaMemLocation where = {};
         where.type = cudaMemLocationTypeDevice; return cudaMemPoolGetAccess(&f, g.own_pool, &where)),
    CALL("cudaMemPoolCreate", cudaMemPool_t p; cudaMemPoolProps props = {};
         props.allocType = cudaMemAllocationTypePinned; props.location.type = cudaMemLocationTypeDevice;
         return cudaMemPoolCreate(&p, &props)),
    // Graphs
    CALL("cudaGraphCreate", cudaGraph_t made; return cudaGraphCreate(&made, 0)),
    CALL("cudaGraphDestroy", cudaGraph_t made; QUIETLY(cudaGraphCreate(&made, 0)); return cudaGraphDestroy(made)),
    CALL("cudaGraphAddEmptyNode",
         cudaGraph_t made; cudaGraphNode_t n; QUIETLY(cudaGraphCreate(&made, 0));
         return cudaGraphAddEmptyNode(&n, made, nullptr, 0)),
    CALL("cudaGraphGetNodes", size_t n; return cudaGraphGetNodes(g.graph, nullptr, &n)),
    CALL("cudaGraphClone", cudaGraph_t made; return cudaGraphClone(&made, g.graph)),
    CALL("cudaGraphInstantiate", cudaGraphExec_t made; return cudaGraphInstantiate(&made, g.graph, 0)),
    CALL("cudaGraphExecUpdate",
         cudaGraphExecUpdateResultInfo info; return cudaGraphExecUpdate(g.exec, g.graph, &info)),
    CALL("cudaGraphUpload", return cudaGraphUpload(g.exec, g.s)),
    CALL("cudaGraphUpload, other", return cudaGraphUpload(g.exec, g.other)),
    CALL("cudaGraphUpload, legacy", return cudaGraphUpload(g.exec, nullptr)),
    CALL("cudaGraphLaunch", return cudaGraphLaunch(g.exec, g.s)),
    CALL("cudaGraphLaunch, other", return cudaGraphLaunch(g.exec, g.other)),
    CALL("cudaGraphLaunch, legacy", return cudaGraphLaunch(g.exec, nullptr)),
    CALL("cudaGraphExecDestroy", cudaGraphExec_t made = nullptr;
         return cudaGraphInstantiate(&made, g.graph, 0) == cudaSuccess ? cudaGraphExecDestroy(made)
                                                                      : cudaErrorUnknown),
    CALL("cudaDeviceGraphMemTrim", return cudaDeviceGraphMemTrim(0)),
    CALL("cudaDeviceGetGraphMemAttribute", std::uint64_t n;
         return cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &n)),
};

static void prepare() {
  MUST(cudaMalloc(&g.keep, 1024));
  MUST(cudaMallocHost(&g.pinned, 1024));
  MUST(cudaMallocManaged(&g.managed, 4096));
  for (int i = 0; i < 8; ++i) {
    void *p;
    MUST(cudaMalloc(&p, 64));
    g.spare.push_back(p);
    MUST(cudaMallocHost(&p, 64));
    g.spare_pinned.push_back(p);
  }
  MUST(cudaStreamCreateWithFlags(&g.other, cudaStreamNonBlocking));
  for (int i = 0; i < 24; ++i) {
    void *p;
    MUST(cudaMallocAsync(&p, 64, g.other));
    g.ordered.push_back(p);
  }
  MUST(cudaEventCreate(&g.event));
  MUST(cudaEventCreate(&g.second));
  MUST(cudaEventCreate(&g.fresh));
  MUST(cudaEventRecord(g.event, g.other));
  MUST(cudaGraphCreate(&g.graph, 0));
  MUST(cudaGraphAddEmptyNode(&g.node, g.graph, nullptr, 0));
  MUST(cudaGraphInstantiate(&g.exec, g.graph, 0));
  MUST(cudaDeviceGetDefaultMemPool(&g.pool, 0));
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  MUST(cudaMemPoolCreate(&g.own_pool, &props));
  kernel<<<1, 1>>>();
  MUST(cudaDeviceSynchronize());
}

int main() {
  prepare();
  run_table(calls, g.s);
}
