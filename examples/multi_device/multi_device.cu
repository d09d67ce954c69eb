// SPDX-License-Identifier: Apache-2.0
// One array over several devices, one host thread for each: every step smooths the array, and each
// device needs its neighbours' edge cells for that. The threads never wait for their devices: events
// order a device's copy after its neighbour's kernel, and the copies go from device to device.
//
// With one device the array is split all the same, into two parts that both live there.
//
//   build:  riffle cc -O2 -o multi_device multi_device.cu       (or nvcc)
//   run:    RIFFLE_DEVICES=4 ./multi_device
//           ./multi_device --parts 3 --cells 1000000 --steps 50
#include <cuda_runtime.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "../common/arguments.h"
#include "../common/check.h"
#include "../common/stopwatch.h"

static const char* const kUsage =
    "usage: multi_device [--parts N] [--cells N] [--steps N]\n"
    "  --parts N   parts of the array, dealt out to the devices (default: one per device, 2 at "
    "least)\n"
    "  --cells N   cells of the array (default 1000000)\n"
    "  --steps N   how often it is smoothed (default 40)\n";

// Cell 0 and cell count + 1 are copies of the neighbours' edges; beyond the array's ends there is 0.
__global__ void smooth(int* next, const int* now, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (i <= count) next[i] = (now[i - 1] + 2 * now[i] + now[i + 1]) / 4;
}

__host__ __device__ int first_value(int cell) {
  return static_cast<int>((cell * 2654435761u) % 1000003u);
}

__global__ void start(int* cells, int first, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (i <= count) cells[i] = first_value(first + i - 1);
}

// Host threads meet here. (C++20 has one of these.)
class Meeting {
 public:
  explicit Meeting(int threads) : threads_(threads) {}
  void wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    const unsigned long round = round_;
    if (++arrived_ == threads_) {
      arrived_ = 0;
      ++round_;
      all_here_.notify_all();
      return;
    }
    all_here_.wait(lock, [&] { return round_ != round; });
  }

 private:
  const int threads_;
  std::mutex mutex_;
  std::condition_variable all_here_;
  int arrived_ = 0;
  unsigned long round_ = 0;
};

// A part of the array: two buffers that take turns, and an event for each that says "written".
struct Part {
  int device = 0;
  int first = 0, count = 0;
  int* cells[2] = {nullptr, nullptr};
  cudaEvent_t written[2] = {nullptr, nullptr};
};

static const int kThreads = 256;
static int blocks_for(int count) { return (count + kThreads - 1) / kThreads; }

static void fetch_edges(Part& part, int turn, const Part* left, const Part* right,
                        cudaStream_t stream) {
  // cudaMemcpyPeerAsync works with and without peer access, and within one device too.
  if (left != nullptr) {
    CHECK(cudaStreamWaitEvent(stream, left->written[turn], 0));
    CHECK(cudaMemcpyPeerAsync(part.cells[turn], part.device, left->cells[turn] + left->count,
                              left->device, sizeof(int), stream));
  }
  if (right != nullptr) {
    CHECK(cudaStreamWaitEvent(stream, right->written[turn], 0));
    CHECK(cudaMemcpyPeerAsync(part.cells[turn] + part.count + 1, part.device,
                              right->cells[turn] + 1, right->device, sizeof(int), stream));
  }
}

// What the thread of one part does. The current device belongs to the thread.
static void run_part(std::vector<Part>& parts, int index, int steps, Meeting& meeting,
                     std::vector<int>& result) {
  Part& part = parts[index];
  const Part* const left = index > 0 ? &parts[index - 1] : nullptr;
  const Part* const right =
      index + 1 < static_cast<int>(parts.size()) ? &parts[index + 1] : nullptr;
  CHECK(cudaSetDevice(part.device));
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  const std::size_t bytes = (static_cast<std::size_t>(part.count) + 2) * sizeof(int);
  for (int turn = 0; turn < 2; ++turn) {
    CHECK(cudaMalloc(&part.cells[turn], bytes));
    CHECK(cudaMemsetAsync(part.cells[turn], 0, bytes, stream));
    CHECK(cudaEventCreateWithFlags(&part.written[turn], cudaEventDisableTiming));
  }
  start<<<blocks_for(part.count), kThreads, 0, stream>>>(part.cells[0], part.first, part.count);
  CHECK_LAUNCH();
  CHECK(cudaEventRecord(part.written[0], stream));

  for (int step = 0; step < steps; ++step) {
    // A wait for an event means the record made before it: the neighbours must have called
    // cudaEventRecord by now. Their kernels need not have run.
    meeting.wait();
    const int turn = step % 2;
    fetch_edges(part, turn, left, right, stream);
    // The buffer that is written now was read by the neighbours one step ago; the events that
    // fetch_edges waited for come after that.
    smooth<<<blocks_for(part.count), kThreads, 0, stream>>>(part.cells[1 - turn], part.cells[turn],
                                                            part.count);
    CHECK_LAUNCH();
    CHECK(cudaEventRecord(part.written[1 - turn], stream));
  }
  CHECK(cudaMemcpyAsync(result.data() + part.first, part.cells[steps % 2] + 1,
                        static_cast<std::size_t>(part.count) * sizeof(int), cudaMemcpyDeviceToHost,
                        stream));
  CHECK(cudaStreamSynchronize(stream));
  meeting.wait();  // nobody needs this part's memory and events any more
  CHECK(cudaStreamDestroy(stream));
  for (int turn = 0; turn < 2; ++turn) {
    CHECK(cudaFree(part.cells[turn]));
    CHECK(cudaEventDestroy(part.written[turn]));
  }
}

static std::vector<int> on_the_host(int cells, int steps) {
  std::vector<int> now(static_cast<std::size_t>(cells) + 2, 0), next(now);
  for (int i = 0; i < cells; ++i) now[i + 1] = first_value(i);
  for (int step = 0; step < steps; ++step) {
    for (int i = 1; i <= cells; ++i) next[i] = (now[i - 1] + 2 * now[i] + now[i + 1]) / 4;
    std::swap(now, next);
  }
  return std::vector<int>(now.begin() + 1, now.end() - 1);
}

// Direct access where the devices have it: copies between them then take the short way.
static void enable_access(int devices) {
  for (int from = 0; from < devices; ++from) {
    for (int to = 0; to < devices; ++to) {
      int can = 0;
      if (from != to) CHECK(cudaDeviceCanAccessPeer(&can, from, to));
      if (can == 0) continue;
      CHECK(cudaSetDevice(from));
      CHECK(cudaDeviceEnablePeerAccess(to, 0));
    }
  }
}

int main(int argc, char** argv) {
  int devices = 0;
  CHECK(cudaGetDeviceCount(&devices));
  Arguments arguments(argc, argv, kUsage);
  const int count = static_cast<int>(arguments.number("--parts", std::max(2, devices), 1, 64));
  const int cells = static_cast<int>(arguments.number("--cells", 1000000, count, 1 << 28));
  const int steps = static_cast<int>(arguments.number("--steps", 40, 0, 100000));
  arguments.finish();

  std::vector<Part> parts(static_cast<std::size_t>(count));
  for (int p = 0; p < count; ++p) {
    const long long length = cells;
    parts[p].device = p % devices;
    parts[p].first = static_cast<int>(length * p / count);
    parts[p].count = static_cast<int>(length * (p + 1) / count) - parts[p].first;
  }
  std::printf("%d cells in %d parts on %d device%s, %d steps\n", cells, count,
              std::min(count, devices), std::min(count, devices) == 1 ? "" : "s", steps);
  enable_access(devices);

  std::vector<int> result(static_cast<std::size_t>(cells));
  Meeting meeting(count);
  const Stopwatch watch;
  std::vector<std::thread> threads;
  for (int p = 0; p < count; ++p) {
    threads.emplace_back([&, p] { run_part(parts, p, steps, meeting, result); });
  }
  for (std::thread& thread : threads) thread.join();
  std::printf("%.1f ms\n", watch.milliseconds());

  const std::vector<int> wanted = on_the_host(cells, steps);
  const auto wrong = std::mismatch(result.begin(), result.end(), wanted.begin());
  if (wrong.first != result.end()) {
    std::printf("cell %ld is %d, not %d\n", static_cast<long>(wrong.first - result.begin()),
                *wrong.first, *wrong.second);
  }
  return verdict(wrong.first == result.end());
}
