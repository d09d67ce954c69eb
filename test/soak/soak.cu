// SPDX-License-Identifier: Apache-2.0
// Many host threads do everything at once, at random: launches, copies, fills, host functions, events,
// waits, graphs (captured, instantiated, launched, updated, destroyed), memory from pools, creations and
// destructions with work pending. At the end every stream must have run every operation once, and memory
// must not have grown.
//
//   soak [--seconds S | --steps N] [--threads T] [--seed S]
//
// Compiled as C++ (for the sanitizers) it does the same with host functions for kernels. The program has
// no races: what a slot's memory is used for, its stream orders.
#include <cuda_runtime.h>

#include <unistd.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <random>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

#define CHECK(call) check((call), __LINE__, #call)

namespace {

void check(cudaError_t result, int line, const char* text) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "soak: line %d: %s: %s\n", line, text, cudaGetErrorName(result));
  std::abort();
}

constexpr int kSlots = 24;
constexpr int kMostTimes = 4;
constexpr std::size_t kBytes = 64 << 10;

#ifdef __CUDACC__
using Counter = unsigned long long;
__global__ void count(Counter* counter, int times) {
  for (int i = 0; i < times; ++i) atomicAdd(counter, 1ULL);
}
#else
using Counter = std::atomic<unsigned long long>;
#endif
struct Addition {
  Counter* counter;
  int times;
};

// One stream and what it has been told to do. Whoever enqueues shares the slot; whoever replaces the
// stream has it alone: a program must not use a stream while it destroys it.
struct Slot {
  std::shared_mutex mutex;
  cudaStream_t stream = nullptr;
  cudaEvent_t event = nullptr;
  Counter* counter = nullptr;  // on the device
  std::array<Addition, kMostTimes> additions;
  char* device = nullptr;
  char* pinned = nullptr;
  std::atomic<unsigned long long> launched{0};
  std::atomic<unsigned long long> functions{0};
  std::atomic<unsigned long long> functions_ran{0};
  // An executable graph is used by one thread at a time; its launches pend all the same.
  std::mutex graph_mutex;
  cudaGraphExec_t exec = nullptr;
  int graph_times = 0;
  int graph_shape = 0;
};
std::array<Slot, kSlots> slots;
// Waiting for the device is not allowed while any of its streams captures.
std::shared_mutex captures;
std::atomic<unsigned long long> steps_done{0};
std::atomic<bool> is_time_over{false};

struct Options {
  double seconds = 0;
  unsigned long long steps = 20000;
  unsigned threads = 8;
  unsigned long long seed = 1;
};

class Host {
 public:
  explicit Host(unsigned long long seed) : random_(seed) {
    pageable_.resize(kBytes, 3);
    CHECK(cudaStreamCreateWithFlags(&capturing_, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&branch_, cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&fork_, cudaEventDisableTiming));
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    CHECK(cudaMemPoolCreate(&pool_, &properties));
    unsigned long long threshold = random_() % 3 == 0 ? 0 : random_() % (256 << 20);
    CHECK(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &threshold));
  }
  ~Host() {
    CHECK(cudaMemPoolDestroy(pool_));  // what is freed but pends lives on
    CHECK(cudaEventDestroy(fork_));
    CHECK(cudaStreamDestroy(branch_));
    CHECK(cudaStreamDestroy(capturing_));
  }

  void step() {
    Slot& slot = slots[random_() % kSlots];
    const auto what = random_() % 120;
    if (what < 3) return replace_stream(slot);
    if (what < 5) return replace_event(slot);
    const std::shared_lock<std::shared_mutex> lock(slot.mutex);
    cudaStream_t stream = slot.stream;
    if (what < 35) return launch(slot, stream);
    if (what < 42) return call_host(slot, stream);
    if (what < 50) return CHECK(cudaEventRecord(slot.event, stream));
    if (what < 62) return wait_for_another(slot);
    if (what < 74) return copy(slot, stream);
    if (what < 77) return CHECK(cudaStreamSynchronize(stream));
    if (what < 79) return CHECK(cudaEventSynchronize(slot.event));
    if (what < 84) return ask(cudaStreamQuery(stream));
    if (what < 88) return ask(cudaEventQuery(slot.event));
    if (what < 92) return allocate(stream);
    if (what < 95) return launch(slot, nullptr);
    if (what < 97) return own_objects();
    if (what < 98) return CHECK(cudaStreamSynchronize(nullptr));
    if (what < 99) return wait_for_device();
    if (what < 108) return launch_graph(slot, stream);
    if (what < 111) return update_graph(slot);
    if (what < 112) return drop_graph(slot);
    if (what < 118) return use_pool(stream);
    std::this_thread::yield();
  }

  static void drop_graph(Slot& slot) {
    const std::lock_guard<std::mutex> lock(slot.graph_mutex);
    if (slot.exec != nullptr) CHECK(cudaGraphExecDestroy(slot.exec));
    slot.exec = nullptr;
  }

 private:
  void launch(Slot& slot, cudaStream_t stream) {
    const int times = static_cast<int>(random_() % kMostTimes);
    slot.launched += static_cast<unsigned>(times);
#ifdef __CUDACC__
    count<<<1 + random_() % 2, 1, 0, stream>>>(slot.counter, 0);
#endif
    add(slot, stream, times);
  }

  static void add(Slot& slot, cudaStream_t stream, int times) {
#ifdef __CUDACC__
    count<<<1, 1, 0, stream>>>(slot.counter, times);
    CHECK(cudaGetLastError());
#else
    const auto run = [](void* user) {
      const auto& addition = *static_cast<Addition*>(user);
      *addition.counter += static_cast<unsigned>(addition.times);
    };
    CHECK(cudaLaunchHostFunc(stream, run, &slot.additions[static_cast<std::size_t>(times)]));
#endif
  }

  // Graphs of a slot: an addition; with bit 0 of the shape, a branch beside it; with bit 1, memory of
  // the graph's own.
  cudaGraph_t capture(Slot& slot, int times, int shape) {
    const std::shared_lock<std::shared_mutex> lock(captures);
    cudaGraph_t graph = nullptr;
    CHECK(cudaStreamBeginCapture(capturing_, cudaStreamCaptureModeThreadLocal));
    add(slot, capturing_, times);
    if ((shape & 1) != 0) {
      CHECK(cudaEventRecord(fork_, capturing_));
      CHECK(cudaStreamWaitEvent(branch_, fork_, 0));
      add(slot, branch_, 0);
      add(slot, capturing_, 0);
      CHECK(cudaEventRecord(fork_, branch_));
      CHECK(cudaStreamWaitEvent(capturing_, fork_, 0));
    }
    if ((shape & 2) != 0) {
      void* own = nullptr;
      CHECK(cudaMallocAsync(&own, kBytes, capturing_));
      CHECK(cudaMemsetAsync(own, 7, kBytes, capturing_));
      CHECK(cudaFreeAsync(own, capturing_));
    }
    CHECK(cudaStreamEndCapture(capturing_, &graph));
    return graph;
  }

  void launch_graph(Slot& slot, cudaStream_t stream) {
    const std::lock_guard<std::mutex> lock(slot.graph_mutex);
    if (slot.exec == nullptr) {
      slot.graph_times = static_cast<int>(random_() % kMostTimes);
      slot.graph_shape = static_cast<int>(random_() % 4);
      cudaGraph_t graph = capture(slot, slot.graph_times, slot.graph_shape);
      CHECK(cudaGraphInstantiate(&slot.exec, graph, 0));
      CHECK(cudaGraphDestroy(graph));
    }
    slot.launched += static_cast<unsigned>(slot.graph_times);
    CHECK(cudaGraphLaunch(slot.exec, stream));
  }

  // Launches that pend keep what they were launched with. Memory nodes cannot be updated.
  void update_graph(Slot& slot) {
    const std::lock_guard<std::mutex> lock(slot.graph_mutex);
    if (slot.exec == nullptr || (slot.graph_shape & 2) != 0) return;
    slot.graph_times = static_cast<int>(random_() % kMostTimes);
    cudaGraph_t graph = capture(slot, slot.graph_times, slot.graph_shape);
    cudaGraphExecUpdateResultInfo info{};
    CHECK(cudaGraphExecUpdate(slot.exec, graph, &info));
    CHECK(cudaGraphDestroy(graph));
  }

  // Memory that another stream frees, after it has waited for its user.
  void use_pool(cudaStream_t stream) {
    void* memory = nullptr;
    const std::size_t bytes = 1 + random_() % (random_() % 8 == 0 ? 8 << 20 : kBytes);
    CHECK(cudaMallocFromPoolAsync(&memory, bytes, pool_, stream));
    CHECK(cudaMemsetAsync(memory, 4, std::min(bytes, kBytes), stream));
    if (random_() % 2 == 0) {
      CHECK(cudaEventRecord(fork_, stream));
      CHECK(cudaStreamWaitEvent(branch_, fork_, 0));
      stream = branch_;
    }
    CHECK(cudaFreeAsync(memory, stream));
    if (random_() % 32 == 0) CHECK(cudaMemPoolTrimTo(pool_, random_() % (1 << 20)));
  }

  void wait_for_device() {
    if (random_() % 16 != 0) return;
    const std::unique_lock<std::shared_mutex> lock(captures);
    CHECK(cudaDeviceSynchronize());
  }

  void call_host(Slot& slot, cudaStream_t stream) {
    ++slot.functions;
    CHECK(cudaLaunchHostFunc(
        stream, [](void* user) { ++static_cast<Slot*>(user)->functions_ran; }, &slot));
  }

  // Both slots are shared, the lower one first: the other may be about to be replaced.
  void wait_for_another(Slot& slot) {
    Slot& other = slots[random_() % kSlots];
    if (&other == &slot || !other.mutex.try_lock_shared()) return;
    CHECK(cudaStreamWaitEvent(slot.stream, other.event, 0));
    other.mutex.unlock_shared();
  }

  void copy(Slot& slot, cudaStream_t stream) {
    const std::size_t bytes = 1 + random_() % kBytes;
    char* const device = slot.device;
    char* const pinned = slot.pinned;
    char* const pageable = pageable_.data();
    switch (random_() % 5) {
      case 0:
        return CHECK(cudaMemcpyAsync(device, pinned, bytes, cudaMemcpyHostToDevice, stream));
      case 1:
        return CHECK(cudaMemcpyAsync(pinned, device, bytes, cudaMemcpyDeviceToHost, stream));
      case 2:
        return CHECK(cudaMemsetAsync(device, 5, bytes, stream));
      case 3:
        return CHECK(cudaMemcpyAsync(device, pageable, bytes, cudaMemcpyDefault, stream));
      default:
        return CHECK(cudaMemcpyAsync(pageable, device, bytes, cudaMemcpyDeviceToHost, stream));
    }
  }

  void allocate(cudaStream_t stream) {
    void* memory = nullptr;
    const std::size_t bytes = 1 + random_() % kBytes;
    if (random_() % 2 == 0) {
      CHECK(cudaMallocAsync(&memory, bytes, stream));
      CHECK(cudaMemsetAsync(memory, 1, bytes, stream));
      CHECK(cudaFreeAsync(memory, stream));
    } else {
      CHECK(cudaMalloc(&memory, bytes));
      CHECK(cudaFree(memory));
    }
  }

  // A stream and an event of this thread alone, gone before their work is done.
  void own_objects() {
    cudaStream_t stream;
    cudaEvent_t event;
    CHECK(cudaStreamCreateWithPriority(&stream, random_() % 2 == 0 ? cudaStreamNonBlocking : 0,
                                       -static_cast<int>(random_() % 6)));
    CHECK(cudaEventCreateWithFlags(&event, random_() % 2 == 0 ? cudaEventDisableTiming : 0));
    void* memory = nullptr;
    CHECK(cudaMallocAsync(&memory, 100, stream));
    CHECK(cudaMemsetAsync(memory, 9, 100, stream));
    CHECK(cudaFreeAsync(memory, stream));
    CHECK(cudaEventRecord(event, stream));
    CHECK(cudaStreamWaitEvent(cudaStreamPerThread, event, 0));
    CHECK(cudaEventDestroy(event));
    CHECK(cudaStreamDestroy(stream));
  }

  void replace_stream(Slot& slot) {
    const std::unique_lock<std::shared_mutex> lock(slot.mutex);
    CHECK(cudaEventRecord(fork_, slot.stream));
    CHECK(cudaStreamDestroy(slot.stream));
    CHECK(cudaStreamCreateWithPriority(&slot.stream, random_() % 3 == 0 ? cudaStreamNonBlocking : 0,
                                       -static_cast<int>(random_() % 6)));
    CHECK(cudaStreamWaitEvent(slot.stream, fork_, 0));  // the slot's memory is the new one's now
  }

  void replace_event(Slot& slot) {
    const std::unique_lock<std::shared_mutex> lock(slot.mutex);
    CHECK(cudaEventDestroy(slot.event));
    CHECK(cudaEventCreateWithFlags(&slot.event, random_() % 2 == 0 ? cudaEventDisableTiming : 0));
  }

  void ask(cudaError_t answer) {
    if (answer != cudaErrorNotReady) CHECK(answer);
  }

  std::mt19937_64 random_;
  std::vector<char> pageable_;
  cudaStream_t capturing_ = nullptr;
  cudaStream_t branch_ = nullptr;
  cudaEvent_t fork_ = nullptr;
  cudaMemPool_t pool_ = nullptr;
};

double resident_mib() {
  long pages = 0;
  if (std::FILE* statm = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(statm, "%*s %ld", &pages) != 1) pages = 0;
    std::fclose(statm);
  }
  return static_cast<double>(pages) * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

void run_host(const Options& options, unsigned index) {
  // A new object now and then: allocations of all kinds come and go, and so do per-thread streams.
  for (unsigned long long done = 0, life = 0; !is_time_over; ++life) {
    std::thread([&] {
      Host host(options.seed * 1000003 + index * 1009 + life);
      for (int i = 0; i < 2000 && !is_time_over; ++i) {
        if (options.seconds == 0 && done++ >= options.steps) return;
        host.step();
        ++steps_done;
      }
    }).join();
    if (options.seconds == 0 && done >= options.steps) return;
  }
}

bool verify() {
  bool good = true;
  for (int i = 0; i < kSlots; ++i) {
    Slot& slot = slots[i];
    unsigned long long counted = 0;
#ifdef __CUDACC__
    CHECK(cudaMemcpy(&counted, slot.counter, sizeof counted, cudaMemcpyDeviceToHost));
#else
    counted = slot.counter->load();
#endif
    if (counted == slot.launched && slot.functions_ran == slot.functions) continue;
    std::fprintf(stderr, "soak: slot %d: %llu of %llu counts, %llu of %llu host functions\n", i,
                 counted, slot.launched.load(), slot.functions_ran.load(), slot.functions.load());
    good = false;
  }
  return good;
}

// Prints how it goes; the memory of the second quarter is what the rest is compared with.
bool watch(const Options& options) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  double base = 0;
  for (int tick = 1; !is_time_over; ++tick) {
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    const double elapsed = std::chrono::duration<double>(Clock::now() - start).count();
    if (base == 0 && elapsed > options.seconds / 2) base = resident_mib();
    if (tick % 20 == 0) {
      std::printf("%.0f s: %llu steps, %.1f MiB resident\n", elapsed, steps_done.load(),
                  resident_mib());
      std::fflush(stdout);
    }
    if (elapsed >= options.seconds) is_time_over = true;
  }
  const double end = resident_mib();
  std::printf("%.1f MiB resident at half time, %.1f MiB at the end\n", base, end);
  return options.seconds < 20 || end < base * 1.1 + 8;
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    if (name == "--seconds") options.seconds = std::atof(argv[i + 1]);
    if (name == "--steps") options.steps = std::strtoull(argv[i + 1], nullptr, 10);
    if (name == "--threads") options.threads = static_cast<unsigned>(std::atoi(argv[i + 1]));
    if (name == "--seed") options.seed = std::strtoull(argv[i + 1], nullptr, 10);
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv);
  for (Slot& slot : slots) {
    CHECK(cudaStreamCreate(&slot.stream));
    CHECK(cudaEventCreate(&slot.event));
#ifdef __CUDACC__
    CHECK(cudaMalloc(&slot.counter, sizeof *slot.counter));
    CHECK(cudaMemset(slot.counter, 0, sizeof *slot.counter));
#else
    slot.counter = new Counter(0);
#endif
    for (int times = 0; times < kMostTimes; ++times) slot.additions[times] = {slot.counter, times};
    CHECK(cudaMalloc(&slot.device, kBytes));
    CHECK(cudaMallocHost(&slot.pinned, kBytes));
    std::memset(slot.pinned, 2, kBytes);
    CHECK(cudaMemset(slot.device, 1, kBytes));
  }
  CHECK(cudaDeviceSynchronize());
  std::vector<std::thread> hosts;
  for (unsigned i = 0; i < options.threads; ++i) hosts.emplace_back(run_host, options, i);
  const bool is_flat = options.seconds == 0 || watch(options);
  for (std::thread& host : hosts) host.join();
  for (Slot& slot : slots) Host::drop_graph(slot);
  CHECK(cudaDeviceSynchronize());
  const bool is_right = verify();
  std::printf("%llu steps, seed %llu: %s\n", steps_done.load(), options.seed,
              !is_right  ? "WRONG"
              : !is_flat ? "memory grew"
                         : "right");
  return is_right && is_flat ? 0 : 1;
}
