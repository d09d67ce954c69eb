# SPDX-License-Identifier: Apache-2.0
"""CUPTI as a profiler uses it: records of kernels, copies, fills, calls, synchronisations and graphs, callbacks, refusals by name."""
import pathlib
import re

import riffle_case
from riffle_case import RiffleCase

TABLE = pathlib.Path(__file__).resolve().parents[2] / "src/libraries/cupti/cupti.tsv"
HEADERS = ("", "_activity", "_callbacks", "_result", "_version", "_common", "_driver_cbid", "_runtime_cbid", "_nvtx_cbid", "_events", "_metrics",
           "_activity_deprecated")

# What profilers have in common: buffers that are read when they come back.
PROFILER = """\
#include <cupti.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>
#define NEED(call) do { const CUptiResult r = (call); if (r != CUPTI_SUCCESS) { std::printf("line %d: %d\\n", __LINE__, r); std::exit(2); } } while (0)
inline std::vector<std::vector<uint8_t>> records;
inline size_t buffer_bytes = 1 << 16, buffers = 0;
inline void requested(uint8_t** buffer, size_t* size, size_t* most) { *buffer = (uint8_t*)std::aligned_alloc(8, *size = buffer_bytes); *most = 0; ++buffers; }
inline size_t bytes_of(const CUpti_Activity* a) {
  switch (a->kind) {
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: case CUPTI_ACTIVITY_KIND_KERNEL: return sizeof(CUpti_ActivityKernel10);
    case CUPTI_ACTIVITY_KIND_MEMCPY: return sizeof(CUpti_ActivityMemcpy6);
    case CUPTI_ACTIVITY_KIND_MEMSET: return sizeof(CUpti_ActivityMemset4);
    default: return 64;
  }
}
inline void completed(CUcontext, uint32_t, uint8_t* buffer, size_t, size_t valid) {
  CUpti_Activity* record = nullptr;
  CUptiResult result;
  while ((result = cuptiActivityGetNextRecord(buffer, valid, &record)) == CUPTI_SUCCESS)
    records.emplace_back((uint8_t*)record, (uint8_t*)record + bytes_of(record));
  if (result != CUPTI_ERROR_MAX_LIMIT_REACHED) std::printf("next record: %d\\n", result);
  std::free(buffer);
}
template <class Record> std::vector<Record> all(CUpti_ActivityKind kind) {
  std::vector<Record> found;
  for (auto& bytes : records) if (((CUpti_Activity*)bytes.data())->kind == kind) { Record r; std::memcpy(&r, bytes.data(), sizeof r < bytes.size() ? sizeof r : bytes.size()); found.push_back(r); }
  return found;
}
inline const char* call_name(const CUpti_ActivityAPI& api) {
  const char* name = "?";
  cuptiGetCallbackName(api.kind == CUPTI_ACTIVITY_KIND_RUNTIME ? CUPTI_CB_DOMAIN_RUNTIME_API : CUPTI_CB_DOMAIN_DRIVER_API, api.cbid, &name);
  return name;
}
"""

ACTIVITY = """\
#include "profiler.h"
__global__ void add(int* x) {
  __shared__ int s[32];
  s[threadIdx.x % 32] = threadIdx.x;
  __syncthreads();
  x[blockIdx.x * blockDim.x + threadIdx.x] += s[31 - threadIdx.x % 32];
}
int main(int count, char**) {
  const int n = 4096;
  int *device, *pinned, *pageable = new int[n]();
  cudaStream_t stream;
  // The profiler comes when the program runs already.
  cudaMalloc(&device, n * sizeof(int));
  cudaMallocHost(&pinned, n * sizeof(int));
  cudaStreamCreate(&stream);
  add<<<n / 64, 64>>>(device);
  cudaDeviceSynchronize();
  if (count > 1) buffer_bytes = 1024;
  NEED(cuptiActivityRegisterCallbacks(requested, completed));
  for (auto kind : {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMSET, CUPTI_ACTIVITY_KIND_RUNTIME, CUPTI_ACTIVITY_KIND_DRIVER,
                    CUPTI_ACTIVITY_KIND_SYNCHRONIZATION, CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION})
    NEED(cuptiActivityEnable(kind));
  uint64_t begin, end, popped;
  NEED(cuptiGetTimestamp(&begin));
  NEED(cuptiActivityPushExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, 77));
  add<<<dim3(n / 64, 1, 1), dim3(32, 2, 1), 256, stream>>>(device);
  NEED(cuptiActivityPopExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, &popped));
  cudaMemcpyAsync(pinned, device, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaMemsetAsync(device, 0, 100, stream);
  cudaStreamSynchronize(stream);
  cudaMemcpy(device, pageable, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(device, 1, 64);
  cuCtxSynchronize();
  cudaFuncGetAttributes(nullptr, nullptr);
  cudaDeviceSynchronize();
  NEED(cuptiGetTimestamp(&end));
  NEED(cuptiActivityFlushAll(0));
  std::map<uint32_t, std::string> calls;
  for (auto& a : all<CUpti_ActivityAPI>(CUPTI_ACTIVITY_KIND_RUNTIME)) {
    calls[a.correlationId] = call_name(a);
    if (a.start < begin || a.end < a.start || a.end > end) std::printf("times of %s\\n", call_name(a));
    if (a.returnValue != 0) std::printf("%s failed: %u\\n", call_name(a), a.returnValue);
  }
  for (auto& a : all<CUpti_ActivityAPI>(CUPTI_ACTIVITY_KIND_DRIVER)) std::printf("driver: %s\\n", call_name(a));
  uint64_t last = begin;
  for (auto& k : all<CUpti_ActivityKernel10>(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL)) {
    std::printf("%s by %s: grid %d %d %d, block %d %d %d, shared %d %d, device %u\\n", k.name, calls[k.correlationId].c_str(), k.gridX, k.gridY, k.gridZ, k.blockX, k.blockY,
                k.blockZ, k.staticSharedMemory, k.dynamicSharedMemory, k.deviceId);
    if (k.start < last || k.end < k.start || k.end > end) std::printf("times of the kernel\\n");
    last = k.end;
    for (auto& e : all<CUpti_ActivityExternalCorrelation>(CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION))
      std::printf("external: %d %d %d\\n", e.externalKind, (int)e.externalId, e.correlationId == k.correlationId);
  }
  for (auto& c : all<CUpti_ActivityMemcpy6>(CUPTI_ACTIVITY_KIND_MEMCPY)) {
    std::printf("copy by %s: %d, %d to %d, %d bytes, flags %d\\n", calls[c.correlationId].c_str(), c.copyKind, c.srcKind, c.dstKind, (int)c.bytes, c.flags);
    if (c.start < begin || c.end < c.start || c.end > end) std::printf("times of the copy\\n");
  }
  for (auto& m : all<CUpti_ActivityMemset4>(CUPTI_ACTIVITY_KIND_MEMSET))
    std::printf("fill by %s: %d bytes, kind %d, flags %d\\n", calls[m.correlationId].c_str(), (int)m.bytes, m.memoryKind, m.flags);
  for (auto& s : all<CUpti_ActivitySynchronization2>(CUPTI_ACTIVITY_KIND_SYNCHRONIZATION)) std::printf("synchronisation %d\\n", s.type);
  size_t dropped;
  NEED(cuptiActivityGetNumDroppedRecords(nullptr, 0, &dropped));
  std::printf("popped %d, dropped %zu, several buffers %d\\n", (int)popped, dropped, buffers > 1);
  // Nothing is recorded any more.
  records.clear();
  for (int kind = 1; kind < CUPTI_ACTIVITY_KIND_COUNT; ++kind) NEED(cuptiActivityDisable((CUpti_ActivityKind)kind));
  add<<<1, 64>>>(device);
  cudaDeviceSynchronize();
  NEED(cuptiActivityFlushAll(0));
  std::printf("then %zu\\n", records.size());
}
"""
SHOWN = """\
cudaFuncGetAttributes_v3020 failed: 1
driver: cuCtxSynchronize
_Z3addPi by cudaLaunchKernel_v7000: grid 64 1 1, block 32 2 1, shared 128 256, device 0
external: 3 77 1
copy by cudaMemcpyAsync_v3020: 2, 3 to 2, 16384 bytes, flags 1
copy by cudaMemcpy_v3020: 1, 1 to 3, 16384 bytes, flags 0
fill by cudaMemsetAsync_v3020: 100 bytes, kind 3, flags 1
fill by cudaMemset_v3020: 64 bytes, kind 3, flags 0
synchronisation 3
synchronisation 4
synchronisation 4
popped 77, dropped 0, several buffers {}
then 0
"""

GRAPH = """\
#include "profiler.h"
__global__ void first(int* x) { *x = 1; }
__global__ void second(int* x) { *x += 1; }
int main() {
  NEED(cuptiActivityRegisterCallbacks(requested, completed));
  NEED(cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL));
  NEED(cuptiActivityEnable(CUPTI_ACTIVITY_KIND_RUNTIME));
  NEED(cuptiActivityEnable(CUPTI_ACTIVITY_KIND_SYNCHRONIZATION));
  int* x;
  cudaMallocManaged(&x, sizeof *x);
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaEvent_t done;
  cudaEventCreate(&done);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
  first<<<1, 1, 0, a>>>(x);
  second<<<1, 1, 0, a>>>(x);
  cudaStreamEndCapture(a, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, a);
  cudaGraphLaunch(exec, a);
  cudaEventRecord(done, a);
  cudaStreamWaitEvent(b, done, 0);
  second<<<1, 1, 0, b>>>(x);
  cudaStreamSynchronize(b);
  NEED(cuptiActivityFlushAll(1));
  std::map<uint32_t, std::string> calls;
  for (auto& c : all<CUpti_ActivityAPI>(CUPTI_ACTIVITY_KIND_RUNTIME)) calls[c.correlationId] = call_name(c);
  std::map<uint32_t, int> launches;
  uint32_t graph_id = 0;
  for (auto& k : all<CUpti_ActivityKernel10>(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL)) {
    if (k.graphNodeId != 0) ++launches[k.correlationId], graph_id = graph_id == 0 ? k.graphId : graph_id;
    std::printf("%s by %s, node of a graph %d, of one %d\\n", k.name, calls[k.correlationId].c_str(), k.graphNodeId != 0, k.graphId == (k.graphNodeId ? graph_id : 0));
  }
  for (auto& l : launches) std::printf("%d kernels of a launch\\n", l.second);
}
"""
GRAPH_SHOWN = ("_Z5firstPi by cudaGraphLaunch_v10000, node of a graph 1, of one 1\n_Z6secondPi by cudaGraphLaunch_v10000, node of a graph 1, of one 1\n" * 2
               + "_Z6secondPi by cudaLaunchKernel_v7000, node of a graph 0, of one 1\n" + "2 kernels of a launch\n" * 2)

CALLBACKS = """\
#include "profiler.h"
__global__ void kernel() {}
struct Seen { int entered = 0, left = 0, nested = 0; bool kept = true; std::string text; } seen;
void told(void* user, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) {
  auto& s = *(Seen*)user;
  auto& d = *(const CUpti_CallbackData*)data;
  if (d.callbackSite == CUPTI_API_ENTER) {
    ++s.entered;
    *d.correlationData = d.correlationId * 3ull;
    int count;
    cudaGetDeviceCount(&count);  // is not called back
  } else {
    ++s.left;
    s.kept = s.kept && *d.correlationData == d.correlationId * 3ull;
    s.text += std::string(d.functionName) + " " + (d.symbolName ? d.symbolName : "-") + " " + std::to_string(*(cudaError_t*)d.functionReturnValue) + "\\n";
  }
  (void)domain, (void)id;
}
int main() {
  CUpti_SubscriberHandle subscriber, other;
  NEED(cuptiSubscribe(&subscriber, told, &seen));
  std::printf("second %d\\n", cuptiSubscribe(&other, told, &seen));
  NEED(cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000));
  NEED(cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_cudaMalloc_v3020));
  NEED(cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API));
  uint32_t enabled[2];
  NEED(cuptiGetCallbackState(enabled, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_cudaMalloc_v3020));
  NEED(cuptiGetCallbackState(enabled + 1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_cudaFree_v3020));
  kernel<<<1, 1>>>();
  void* p;
  cudaMalloc(&p, 64);
  cudaMalloc(nullptr, 64);
  cudaFree(p);
  cuCtxSynchronize();
  NEED(cuptiUnsubscribe(subscriber));
  kernel<<<1, 1>>>();
  cudaDeviceSynchronize();
  std::printf("%s%d %d %d %u %u\\n", seen.text.c_str(), seen.entered, seen.left, seen.kept, enabled[0], enabled[1]);
  std::printf("%d ", cuptiUnsubscribe(subscriber));
  NEED(cuptiSubscribe(&subscriber, told, &seen));
  std::printf("%d %d %d\\n", cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API, 999), cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE),
              cuptiEnableDomain(1, nullptr, CUPTI_CB_DOMAIN_RUNTIME_API));
  size_t count;
  CUpti_DomainTable table;
  NEED(cuptiSupportedDomains(&count, &table));
  const char* text;
  NEED(cuptiGetResultString(CUPTI_ERROR_INVALID_KIND, &text));
  std::printf("%zu %d %d %s\\n", count, table[0], table[1], text);
  NEED(cuptiFinalize());
}
"""
CALLED = """\
second 39
cudaLaunchKernel _Z6kernelv 0
cudaMalloc - 0
cudaMalloc - 1
cuCtxSynchronize - 0
4 4 1 1 0
0 1 27 1
2 1 2 CUPTI_ERROR_INVALID_KIND
"""

# A clock of the profiler's own, functions that are left out, and what is refused.
SETTINGS = """\
#include "profiler.h"
__global__ void kernel() {}
uint64_t ticks() { static uint64_t now = 1000; return __atomic_add_fetch(&now, 1, __ATOMIC_RELAXED); }
int main() {
  std::printf("%d ", cuptiActivityFlushAll(0));
  NEED(cuptiActivityRegisterTimestampCallback(ticks));
  NEED(cuptiActivityRegisterCallbacks(requested, completed));
  NEED(cuptiActivityEnable(CUPTI_ACTIVITY_KIND_KERNEL));
  NEED(cuptiActivityEnable(CUPTI_ACTIVITY_KIND_RUNTIME));
  NEED(cuptiActivityEnableLatencyTimestamps(1));
  NEED(cuptiActivityEnableRuntimeApi(CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000, 0));
  NEED(cuptiSetThreadIdType(CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM));
  kernel<<<1, 1>>>();
  cudaDeviceSynchronize();
  NEED(cuptiActivityFlushAll(0));
  for (auto& a : all<CUpti_ActivityAPI>(CUPTI_ACTIVITY_KIND_RUNTIME)) std::printf("%s %d ", call_name(a), a.threadId == a.processId);
  for (auto& k : all<CUpti_ActivityKernel10>(CUPTI_ACTIVITY_KIND_KERNEL))
    std::printf("%d %d %d\\n", k.queued > 1000 && k.queued < k.submitted, k.submitted <= k.start, k.end < 2000);
  size_t value = 5, bytes = sizeof value, got = 0;
  NEED(cuptiActivitySetAttribute(CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE, &bytes, &value));
  NEED(cuptiActivityGetAttribute(CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE, &bytes, &got));
  std::printf("%zu %d %d ", got, cuptiActivityEnable(CUPTI_ACTIVITY_KIND_INVALID), cuptiActivityEnable((CUpti_ActivityKind)99));
  std::printf("%d %d ", cuptiActivityEnable(CUPTI_ACTIVITY_KIND_OVERHEAD), cuptiActivityEnable(CUPTI_ACTIVITY_KIND_OVERHEAD));
  uint64_t id;
  std::printf("%d ", cuptiActivityPopExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM1, &id));
  std::printf("%d %d\\n", cuptiGetLastError(), cuptiGetLastError());
}
"""
SETTINGS_SHOWN = "0 cudaDeviceSynchronize_v3020 1 1 1 1\n5 21 21 27 27 18 18 0\n"

# Several threads launch while records come back; the program's functions for buffers make calls themselves.
THREADS = """\
#include "profiler.h"
#include <atomic>
#include <set>
#include <thread>
__global__ void count(int* x) { atomicAdd(x, 1); }
std::atomic<int> kernels{0}, calls{0};
void handed_over(CUcontext, uint32_t, uint8_t* buffer, size_t, size_t valid) {
  int device;
  cudaGetDevice(&device);
  cuptiActivityFlushAll(0);  // nothing, as buffers are being handed over
  CUpti_Activity* record = nullptr;
  while (cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS) {
    if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) ++kernels;
    if (record->kind == CUPTI_ACTIVITY_KIND_RUNTIME && std::strcmp(call_name(*(CUpti_ActivityAPI*)record), "cudaLaunchKernel_v7000") == 0) ++calls;
  }
  std::free(buffer);
}
int main() {
  buffer_bytes = 4096;
  NEED(cuptiActivityRegisterCallbacks(requested, handed_over));
  NEED(cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL));
  NEED(cuptiActivityEnable(CUPTI_ACTIVITY_KIND_RUNTIME));
  int* x;
  cudaMallocManaged(&x, sizeof *x);
  *x = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) threads.emplace_back([x, t] {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    for (int i = 0; i < 5000; ++i) {
      count<<<1, 1, 0, stream>>>(x);
      if (i % 1000 == t) NEED(cuptiActivityFlushAll(0));
    }
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
  });
  for (auto& thread : threads) thread.join();
  const bool before = kernels > 10000;
  NEED(cuptiActivityFlushAll(0));
  std::printf("%d: kernels %d, launches %d, before the last flush %d\\n", *x, kernels.load(), calls.load(), before);
}
"""


class Cupti(RiffleCase):
    def built(self, text):
        self.write("profiler.h", PROFILER)
        self.write("x.cu", text)
        self.compile("x.cu", "-o", "x", "-lcupti", "-lcuda")

    def rows(self):
        return [line.split("\t") for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]

    def shown(self, text, *arguments):
        self.built(text)
        result = self.program("x", *arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""), result.stdout)
        return result.stdout

    def test_activities(self):
        self.assertEqual(self.shown(ACTIVITY), SHOWN.format(0))
        small = self.program("x", "small")  # buffers
        self.assertEqual((small.returncode, small.stdout), (0, SHOWN.format(1)))

    def test_beside_other_observers(self):
        self.built(ACTIVITY)
        self.assertIn(SHOWN.format(0), self.riffle("trace", "./x").stdout)
        checked = self.riffle("check", "./x").stdout
        # The checked run keeps waits that others leave out.
        self.assertIn("_Z3addPi by cudaLaunchKernel_v7000: grid 64 1 1", checked)

    def test_threads(self):
        self.assertEqual(self.shown(THREADS), "20000: kernels 20000, launches 20000, before the last flush 1\n")

    def test_graphs(self):
        self.assertEqual(self.shown(GRAPH), GRAPH_SHOWN)

    def test_callbacks(self):
        self.built(CALLBACKS)
        result = self.program("x")
        self.assertEqual((result.returncode, result.stdout), (0, CALLED))
        self.assertEqual(result.stderr, "riffle: a CUPTI callback outside of the runtime API and the driver API is not supported yet\n")

    def test_settings(self):
        self.built(SETTINGS)
        result = self.program("x")
        self.assertEqual((result.returncode, result.stdout), (0, SETTINGS_SHOWN))
        self.assertEqual(result.stderr, "riffle: cuptiActivityEnable of CUPTI_ACTIVITY_KIND_OVERHEAD is not supported yet\n")

    def test_each_header_alone(self):
        include = self.riffle("info", "--toolkit").stdout.rstrip("\n") + "/include"
        for header in HEADERS:
            self.write("x.c", f"#include <cupti{header}.h>\nint main(void) {{ return 0; }}\n")
            made = self.run_command(["gcc", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{include}", "x.c"])
            self.assertEqual((made.returncode, made.stderr), (0, ""), header)

    def test_layouts(self):
        """The records of CUDA 13.0."""
        sizes = {"Kernel10": 216, "Kernel9": 208, "Memcpy6": 96, "Memset4": 88, "API": 40, "Synchronization2": 56, "ExternalCorrelation": 24,
                 "Memory4": 128, "Device5": 184, "Context3": 32, "GraphTrace2": 56}
        self.write("x.c", "#include <cupti.h>\n#include <stdio.h>\nint main(void) {\n"
                   + "".join(f'  printf("{name} %zu\\n", sizeof(CUpti_Activity{name}));\n' for name in sizes) + "  return 0;\n}\n")
        self.compile("x.c", "-o", "x", "-lcupti")
        self.assertEqual(self.program("x").stdout.split(), [text for name, size in sizes.items() for text in (name, str(size))])

    def test_what_is_not_built_says_so(self):
        missing = [name for _, name, _, _, built, _ in self.rows() if built == "no"]
        self.assertGreater(len(missing), 100)
        self.write("x.c", "".join(f"int {name}(void);\n" for name in missing) + "int main(void) { return 0"
                   + "".join(f" || {name}() != 27" for name in missing) + "; }\n")
        self.compile("x.c", "-o", "x", "-lcupti")
        result = self.program("x")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stderr.splitlines(), [f"riffle: {name} is not supported yet" for name in missing])

    def test_names(self):
        library = self.riffle("info", "--toolkit").stdout.rstrip("\n") + "/lib64/libcupti.so.13"
        exported = self.run_command(["nm", "-D", "--defined-only", library]).stdout
        self.assertEqual(sorted(re.findall(r" T (\w+)@@libcupti.so.13", exported)), sorted(row[1] for row in self.rows()))


if __name__ == "__main__":
    riffle_case.unittest.main()
