# SPDX-License-Identifier: Apache-2.0
"""`riffle trace`: what is recorded of a program, however it ends, and what is written about it."""
import collections
import json
import os
import re
import signal
import subprocess

import riffle_case
from riffle_case import RiffleCase

# Two streams and the default stream; the host waits once. What is enqueued, and where, is the same in every run.
PROGRAM = """\
#include <cstdio>
#include <cstdlib>
#include <csignal>
#include <unistd.h>
__global__ void scale(float* x, float f) {
  float v = x[threadIdx.x];
  for (int k = 0; k < 20000; ++k) v = v * f + 1.0f;
  x[threadIdx.x] = v;
}
__global__ void add_one(float* x) { x[threadIdx.x] += 1.0f; }
static void on_host(void*) {}
int main(int count, char** arguments) {
  float *host, *device;
  cudaMallocHost(&host, 1 << 20);
  cudaMalloc(&device, 1 << 20);
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEvent_t done;
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  cudaMemcpyAsync(device, host, 1 << 20, cudaMemcpyHostToDevice, a);
  for (int i = 0; i < 3; ++i) scale<<<dim3(64, 2), dim3(32, 4), 128, a>>>(device, 1.5f);
  cudaEventRecord(done, a);
  cudaStreamWaitEvent(b, done);
  add_one<<<1, 128, 0, b>>>(device);
  cudaMemsetAsync(device, 0, 4096, b);
  cudaLaunchHostFunc(b, on_host, nullptr);
  add_one<<<1, 128>>>(device);
  if (count > 1) {
    cudaStreamSynchronize(a);
    if (std::atoi(arguments[1]) == 0) _exit(9);
    std::raise(std::atoi(arguments[1]));
  }
  cudaDeviceSynchronize();
  cudaMemcpy(host, device, 1 << 16, cudaMemcpyDeviceToHost);
  std::puts("done");
  return 3;
}
"""

# The same kernel through the driver's door.
DRIVER_PROGRAM = """\
#include <atomic>
#include <cuda.h>
#include <thread>
__global__ void scale(float* x, float f) {
  float v = x[threadIdx.x];
  for (int k = 0; k < 20000; ++k) v = v * f + 1.0f;
  x[threadIdx.x] = v;
}
// Stream a is busy until stream b waits for it.
static std::atomic<bool> let_go{false};
static void hold(void*) { while (!let_go) std::this_thread::yield(); }
int main() {
  CUcontext context;
  cuInit(0);
  cuDevicePrimaryCtxRetain(&context, 0);
  cuCtxSetCurrent(context);
  CUstream a, b;
  cuStreamCreate(&a, CU_STREAM_NON_BLOCKING);
  cuStreamCreateWithPriority(&b, CU_STREAM_NON_BLOCKING, 0);
  CUevent done;
  cuEventCreate(&done, CU_EVENT_DISABLE_TIMING);
  CUdeviceptr memory;
  cuMemAlloc(&memory, 4096);
  cudaFunction_t function;
  cudaGetFuncBySymbol(&function, (const void*)scale);
  float factor = 0.5f, host;
  void* arguments[] = {&memory, &factor};
  cuLaunchHostFunc(a, hold, nullptr);
  cuLaunchKernel((CUfunction)function, 2, 1, 1, 64, 1, 1, 0, a, arguments, nullptr);
  cuEventRecord(done, a);
  cuStreamWaitEvent(b, done, 0);
  cuMemsetD8Async(memory, 0, 4096, b);
  let_go = true;
  cuStreamSynchronize(b);
  cuMemcpyDtoH(&host, memory, sizeof host);
  return cuStreamQuery((CUstream)1) == CUDA_SUCCESS && cuEventQuery(nullptr) != CUDA_SUCCESS ? 0 : 1;
}
"""


class Tracing(RiffleCase):
    def setUp(self):
        super().setUp()
        self.write("x.cu", PROGRAM)

    def events(self, name="x.json"):
        return json.loads(self.read(name))["traceEvents"]

    def trace(self, *arguments, code=3):
        result = self.riffle("trace", *arguments)
        self.assertEqual(result.returncode, code, result.stderr)
        return result

    def test_operations_and_calls(self):
        result = self.trace("-o", "x.json", "x.cu")
        self.assertEqual(result.stdout, "done\n")
        self.assertRegex(result.stderr, r"riffle trace: 9 operations in 3 streams, \d+ calls, .*: x.json\n")
        events = self.events()
        for event in events:
            self.assertIn(event["ph"], "XMsfiC")
            self.assertTrue(event["ph"] == "M" or event["ts"] >= 0)
        streams = {event["tid"]: event["args"]["name"] for event in events
                   if event["name"] == "thread_name" and event["pid"] >= 10}
        operations = [event for event in events if event["ph"] == "X" and event["pid"] >= 10]
        self.assertEqual(collections.Counter(event["name"] for event in operations), {
            "scale(float*, float)": 3, "add_one(float*)": 2, "memcpy H2D": 1, "memcpy D2H": 1, "memset": 1,
            "host function on_host(void*)": 1})
        self.assertEqual(sorted(set(re.sub(r"\d+", "N", name) for name in streams.values())),
                         ["default stream", "stream N"])
        scale = next(event for event in operations if event["name"].startswith("scale"))
        self.assertEqual((scale["args"]["grid"], scale["args"]["block"]), ("64 x 2 x 1", "32 x 4 x 1"))
        self.assertEqual(scale["args"]["dynamic shared memory"], "128 B")
        copy = next(event for event in operations if event["name"] == "memcpy H2D")
        self.assertEqual((copy["args"]["size"], copy["args"]["from"], copy["args"]["to"]),
                         ("1.00 MiB", "pinned", "device"))
        memory = [event["args"] for event in events if event["ph"] == "C"]
        self.assertEqual([(point["pinned"], point["device"]) for point in memory], [(1 << 20, 0), (1 << 20, 1 << 20)])
        calls = collections.Counter(event["name"] for event in events if event.get("cat") == "cuda")
        self.assertEqual((calls["cudaLaunchKernel"], calls["cudaMalloc"], calls["cudaDeviceSynchronize"]), (5, 1, 1))

    def test_order_in_a_stream_and_arrows(self):
        self.trace("-o", "x.json", "x.cu")
        events = self.events()
        lanes = collections.defaultdict(list)
        for event in events:
            if event["ph"] == "X" and event["pid"] >= 10:
                lanes[event["tid"]].append((event["ts"], event["ts"] + event["dur"]))
        for lane in lanes.values():
            for (_, end), (begin, _) in zip(lane, lane[1:]):
                self.assertGreaterEqual(begin, end - 0.002)
        arrows = collections.Counter(event["cat"] for event in events if event["ph"] == "s")
        self.assertEqual(arrows["launch"], 9)
        # The kernels of stream a take long: both others had to wait for them.
        self.assertEqual((arrows["event"], arrows["default stream"]), (1, 1))
        self.assertEqual(arrows, collections.Counter(event["cat"] for event in events if event["ph"] == "f"))

    def test_driver_calls(self):
        self.write("d.cu", DRIVER_PROGRAM)
        self.trace("-o", "d.json", "-lcuda", "d.cu", code=0)
        events = self.events("d.json")
        calls = {event["name"]: event for event in events if event.get("cat") == "cuda"}
        for name in ("cuCtxSetCurrent", "cuStreamCreate", "cuMemAlloc_v2", "cuLaunchKernel", "cuStreamSynchronize"):
            self.assertIn(name, calls)
        # Each call is one, whatever does its work.
        self.assertEqual([name for name in calls if name.startswith("cuda")], ["cudaGetFuncBySymbol"])
        self.assertEqual(calls["cuEventQuery"]["args"]["result"], 400)
        self.assertNotIn("result", calls["cuLaunchKernel"].get("args", {}))
        lanes = sorted(event["args"]["name"] for event in events
                       if event["name"] == "thread_name" and event["pid"] >= 10)
        self.assertEqual([re.sub(r"\d+", "N", name) for name in lanes], ["default stream", "stream N", "stream N"])
        arrows = collections.Counter(event["cat"] for event in events if event["ph"] == "s")
        self.assertEqual((arrows["launch"], arrows["event"], arrows["default stream"]), (4, 1, 0))

    def test_tables(self):
        result = self.trace("--stats", "x.cu")
        for title in ("cuda_api_sum", "cuda_gpu_kern_sum", "cuda_gpu_mem_time_sum", "cuda_gpu_mem_size_sum"):
            self.assertIn(f"({title}):", result.stdout)
        memory = next(line.split() for line in result.stdout.splitlines() if line.endswith("  pinned"))
        self.assertEqual(memory, ["1.049", "1", "1.049", "1.049", "pinned"])
        row = next(line for line in result.stdout.splitlines() if line.endswith("scale(float*, float)"))
        self.assertEqual(row.split()[2], "3")
        sizes = [line.split() for line in result.stdout.splitlines() if line.endswith("[CUDA memcpy Host-to-Device]")]
        self.assertEqual(sizes[1][:2], ["1.049", "1"])

    def test_a_killed_program(self):
        for number in (signal.SIGABRT, signal.SIGKILL):
            result = self.trace("-o", "x.json", "x.cu", str(int(number)), code=128 + number)
            self.assertIn(f"signal {int(number)}", result.stderr)
            names = [event["name"] for event in self.events() if event["ph"] == "X" and event["pid"] >= 10]
            self.assertEqual(names.count("scale(float*, float)"), 3)
            self.assertFalse(json.loads(self.read("x.json"))["otherData"]["ended"])

    def test_a_program_that_leaves_at_once(self):
        self.trace("-o", "x.json", "x.cu", "0", code=9)
        names = [event["name"] for event in self.events() if event["ph"] == "X" and event["pid"] >= 10]
        self.assertEqual(names.count("scale(float*, float)"), 3)

    def test_a_forked_child_is_not_recorded(self):
        self.write("y.cu", "#include <unistd.h>\n#include <sys/wait.h>\nint main() {\n  int n;\n  cudaFree(0);\n"
                           "  if (fork() == 0) { for (int i = 0; i < 1000; ++i) cudaGetDevice(&n); _exit(0); }\n"
                           "  wait(nullptr);\n  cudaGetDevice(&n);\n  return 0;\n}\n")
        self.trace("-o", "y.json", "y.cu", code=0)
        names = [event["name"] for event in self.events("y.json") if event.get("cat") == "cuda"]
        self.assertEqual(names, ["cudaFree", "cudaGetDevice"])

    def test_a_recording_of_its_own(self):
        self.compile("-o", "prog", "x.cu")
        environment = dict(self.environment, RIFFLE_TRACE=self.path("rec"))
        self.assertEqual(self.run_command([self.path("prog")], env=environment).returncode, 3)
        self.trace("-o", "x.json", "--recording", "rec", code=0)
        self.assertEqual(len([e for e in self.events() if e["ph"] == "X" and e["pid"] >= 10]), 9)
        # It is not written over.
        again = self.run_command([self.path("prog")], env=environment)
        self.assertEqual(again.returncode, 3)
        self.assertIn("already holds a recording", again.stderr)

    def test_threads(self):
        self.write("t.cu", "#include <thread>\n#include <vector>\nint main() {\n  std::vector<std::thread> all;\n"
                           "  for (int t = 0; t < 8; ++t) all.emplace_back([] { cudaStream_t s; cudaStreamCreate(&s);\n"
                           "    for (int i = 0; i < 1000; ++i) { cudaMemsetAsync(nullptr, 0, 0, s); cudaStreamQuery(s); } });\n"
                           "  for (auto& t : all) t.join();\n}\n")
        self.trace("-o", "t.json", "t.cu", code=0)
        calls = [event for event in self.events("t.json") if event.get("cat") == "cuda"]
        self.assertEqual(len(calls), 8 * 2001)
        self.assertEqual(len(set(event["tid"] for event in calls)), 8)

    NVTX = """\
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtCudaRt.h>
#include <cstdio>
#include <unistd.h>
int main() {
  nvtxEventAttributes_t coloured = {};
  coloured.version = NVTX_VERSION;
  coloured.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  coloured.colorType = NVTX_COLOR_ARGB;
  coloured.color = 0xff00ff00;
  coloured.messageType = NVTX_MESSAGE_TYPE_ASCII;
  coloured.message.ascii = "coloured";
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  nvtxNameCudaStreamA(stream, "uploads");
  nvtxNameOsThreadA(getpid(), "the host");
  nvtxDomainHandle_t domain = nvtxDomainCreateA("library");
  int levels[] = {nvtxRangePushA("outer"), nvtxRangePushEx(&coloured), nvtxDomainRangePushEx(domain, &coloured)};
  nvtxMarkW(L"m\u00e4rk");
  nvtxRangeId_t range = nvtxRangeStartA("started");
  cudaMemsetAsync(nullptr, 0, 0, stream);
  int* memory;
  cudaMalloc(&memory, 4096);
  cudaMemsetAsync(memory, 0, 4096, stream);
  cudaStreamSynchronize(stream);
  nvtxRangeEnd(range);
  int popped[] = {nvtxRangePop(), nvtxDomainRangePop(domain), nvtxRangePop(), nvtxRangePop()};
  std::printf("%d %d %d, %d %d %d %d\\n", levels[0], levels[1], levels[2], popped[0], popped[1], popped[2], popped[3] < 0);
}
"""

    def test_nvtx(self):
        self.write("n.cu", self.NVTX)
        result = self.trace("-o", "n.json", "--stats", "n.cu", code=0)
        self.assertTrue(result.stdout.startswith("0 1 0, 1 0 0 1\n"), result.stdout)
        self.assertIn("(nvtx_sum):", result.stdout)
        events = self.events("n.json")
        marks = [event["name"] for event in events if event["ph"] == "i"]
        self.assertEqual(marks, ["m\u00e4rk"])
        ranges = {event["name"]: (event["ts"], event["ts"] + event["dur"]) for event in events
                  if event.get("cat") == "nvtx" and event["ph"] == "X"}
        self.assertEqual(set(ranges), {"outer", "coloured", "library:coloured", "started"})
        self.assertLessEqual(ranges["outer"][0], ranges["coloured"][0])
        self.assertGreaterEqual(ranges["outer"][1], ranges["coloured"][1])
        memset = next(event for event in events if event["name"] == "memset" and event["pid"] >= 10)
        self.assertTrue(ranges["started"][0] < memset["ts"] < ranges["started"][1])
        lanes = [event["args"]["name"] for event in events if event["name"] == "thread_name"]
        self.assertIn("uploads", lanes)
        self.assertIn("the host", lanes)
        # Without a profiler: as documented.
        plain = self.riffle("run", "n.cu")
        self.assertEqual(plain.stdout, "-2 -2 -2, -2 -2 -2 1\n")

    NVTX_CPP = """\
#include <nvtx3/nvtx3.hpp>
#include <cstdio>
#include <thread>
struct library { static constexpr const char* name = "library"; };
struct wide { static constexpr const wchar_t* name = L"wide"; };
struct phase { static constexpr const char* name = "phase"; static constexpr uint32_t id = 7; };
struct text { static constexpr const char* message = "kept text"; };
static void in_function() { NVTX3_FUNC_RANGE(); nvtx3::mark("inside"); }
static void in_library(bool tell) { NVTX3_FUNC_RANGE_IF_IN(library, tell); nvtx3::mark_in<library>(nvtx3::message("in it"), nvtx3::payload{3.5}); }
int main() {
  const std::string own = "own string";
  in_function(); in_library(false); in_library(true);
  {
    nvtx3::scoped_range outer{"outer", nvtx3::rgb{127, 255, 0}, nvtx3::payload{42}};
    nvtx3::scoped_range_in<wide> inner{own, nvtx3::color{0xff0000ff}, nvtx3::category{3}, "second is not taken"};
    nvtx3::scoped_range_in<library> kept{nvtx3::registered_string_in<library>::get<text>(), nvtx3::named_category_in<library>::get<phase>(), nvtx3::argb{1,2,3,4}};
  }
  nvtx3::unique_range moved{"moved"};
  std::thread([range = std::move(moved)] {}).join();
  nvtx3::range_handle handle = nvtx3::start_range("by hand");
  nvtx3::end_range(handle);
  nvtx3::end_range_in<library>(nvtx3::start_range_in<library>("library by hand"));
  nvtx3::event_attributes attributes{nvtx3::payload{uint64_t{9}}, nvtx3::message{"all"}};
  nvtx3::mark(attributes);
  return attributes.get()->payload.ullValue == 9 && nvtx3::range_handle{} == nullptr ? 0 : 1;
}
"""

    def test_nvtx_for_cpp(self):
        self.write("n.cu", self.NVTX_CPP)
        self.write("n.cpp", self.NVTX_CPP)
        include = os.path.join(os.path.dirname(__file__), "..", "..", "include")
        built = self.run_command(["g++", "-Wall", "-Wextra", "-Werror", "-std=c++14", "-I", include, "-o", "gnu", "n.cpp",
                                  "-lpthread", "-ldl"])
        self.assertEqual((built.returncode, built.stderr), (0, ""))
        disabled = self.run_command(["g++", "-Wall", "-Wextra", "-Werror", "-std=c++17", "-DNVTX_DISABLE", "-fsyntax-only",
                                     "-I", include, "n.cpp"])
        self.assertEqual((disabled.returncode, disabled.stderr), (0, ""))
        for program in ("n.cu", "./gnu"):
            self.trace("-o", "n.json", program, code=0)
            events = self.events("n.json")
            marks = [event["name"] for event in events if event["ph"] == "i"]
            self.assertEqual(marks, ["inside", "library:in it", "library:in it", "all"])
            ranges = [event["name"] for event in events if event.get("cat") == "nvtx" and event["ph"] == "X"]
            self.assertEqual(sorted(ranges), sorted([
                "in_function", "library:in_library", "outer", "wide:own string", "library:kept text", "moved", "by hand",
                "library:library by hand"]))

    GRAPH = """\
__global__ void left(int* x) { x[0] += 1; }
__global__ void right(int* x) { x[1] += 1; }
__global__ void join(int* x) { x[2] += x[0] + x[1]; }
int main() {
  int* x;
  cudaMalloc(&x, 4096);
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaEvent_t fork, done;
  cudaEventCreate(&fork);
  cudaEventCreate(&done);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
  cudaMemsetAsync(x, 0, 4096, a);
  cudaEventRecord(fork, a);
  cudaStreamWaitEvent(b, fork);
  left<<<1, 1, 0, a>>>(x);
  right<<<1, 1, 0, b>>>(x);
  cudaEventRecord(done, b);
  cudaStreamWaitEvent(a, done);
  join<<<1, 1, 0, a>>>(x);
  cudaStreamEndCapture(a, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int i = 0; i < 2; ++i) cudaGraphLaunch(exec, a);
  cudaStreamSynchronize(a);
  cudaEventRecord(done, a);
  cudaEventSynchronize(done);
  cudaStreamWaitEvent(b, done);
  left<<<1, 1, 0, b>>>(x);
  return cudaDeviceSynchronize();
}
"""

    def test_arrows_in_graphs_and_of_waits_that_were_over(self):
        self.write("g.cu", self.GRAPH)
        self.trace("-o", "g.json", "g.cu", code=0)
        arrows = collections.Counter(event["cat"] for event in self.events("g.json") if event["ph"] == "s")
        self.assertEqual((arrows["graph"], arrows["event, over"], arrows["event"]), (8, 1, 0))

    def test_nothing_is_left_behind(self):
        before = set(os.listdir("/dev/shm"))
        self.trace("-o", "x.json", "x.cu")
        left = set(name for name in os.listdir("/dev/shm") if name.startswith("riffle-trace."))
        self.assertLessEqual(left, before)

    def test_mistakes(self):
        for arguments, text in (((), "no program"), (("-o", "x.txt", "x.cu"), "expected a file name that ends in .html or .json, got 'x.txt'"),
                                (("-o",), "needs a file"), (("--recording", "none"), "none"),
                                (("--recording", "x.cu"), "is not a recording"),
                                (("--recording", "tmp"), "cannot read 'tmp': it is a folder"),
                                (("--recording", "x", "x.cu"), "takes no program")):
            result = self.trace(*arguments, code=1)
            self.assertIn(text, result.stderr)
        self.write("n.cu", "int main() {}\n")
        self.assertIn("did not use CUDA", self.trace("--stats", "n.cu", code=0).stdout)
        self.assertIn("nothing was recorded", self.trace("--stats", "/bin/true", code=1).stderr)
        self.assertIn("SYNOPSIS", self.trace("--help", code=0).stdout)


if __name__ == "__main__":
    riffle_case.main()
