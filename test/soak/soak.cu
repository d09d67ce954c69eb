// SPDX-License-Identifier: Apache-2.0
// Many host threads do everything at once, at random: launches, copies, fills, host functions, events,
// waits, allocations, creations and destructions with work pending. At the end every stream must have run
// every operation once, and memory must not have grown.
//
//   soak [--seconds S | --steps N] [--threads T] [--seed S]
//
// Compiled as C++ (for the sanitizers) it does the same without kernels.
#include <cuda_runtime.h>

#include <unistd.h>
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
constexpr std::size_t kBytes = 64 << 10;

#ifdef __CUDACC__
__global__ void count(unsigned long long* counter, int times) {
  for (int i = 0; i < times; ++i) atomicAdd(counter, 1ULL);
}
#endif

// One stream and what it has been told to do. Whoever enqueues shares the slot; whoever replaces the
// stream has it alone: a program must not use a stream while it destroys it.
struct Slot {
  std::shared_mutex mutex;
  cudaStream_t stream = nullptr;
  cudaEvent_t event = nullptr;
  unsigned long long* counter = nullptr;  // on the device
  std::atomic<unsigned long long> launched{0};
  std::atomic<unsigned long long> functions{0};
  std::atomic<unsigned long long> functions_ran{0};
};
std::array<Slot, kSlots> slots;
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
    CHECK(cudaMalloc(&device_, kBytes));
    CHECK(cudaMallocHost(&pinned_, kBytes));
    pageable_.resize(kBytes, 3);
  }
  ~Host() {
    CHECK(cudaFree(device_));
    CHECK(cudaFreeHost(pinned_));
  }

  void step() {
    Slot& slot = slots[random_() % kSlots];
    const auto what = random_() % 100;
    if (what < 3) return replace_stream(slot);
    if (what < 5) return replace_event(slot);
    const std::shared_lock<std::shared_mutex> lock(slot.mutex);
    cudaStream_t stream = slot.stream;
    if (what < 35) return launch(slot, stream);
    if (what < 42) return call_host(slot, stream);
    if (what < 50) return CHECK(cudaEventRecord(slot.event, stream));
    if (what < 62) return wait_for_another(slot);
    if (what < 74) return copy(stream);
    if (what < 77) return CHECK(cudaStreamSynchronize(stream));
    if (what < 79) return CHECK(cudaEventSynchronize(slot.event));
    if (what < 84) return ask(cudaStreamQuery(stream));
    if (what < 88) return ask(cudaEventQuery(slot.event));
    if (what < 92) return allocate(stream);
    if (what < 95) return launch(slot, nullptr);
    if (what < 97) return own_objects();
    if (what < 98) return CHECK(cudaStreamSynchronize(nullptr));
    if (what < 99 && random_() % 16 == 0) return CHECK(cudaDeviceSynchronize());
    std::this_thread::yield();
  }

 private:
  void launch(Slot& slot, cudaStream_t stream) {
    const int times = static_cast<int>(random_() % 4);
    slot.launched += static_cast<unsigned>(times);
#ifdef __CUDACC__
    count<<<1 + random_() % 2, 1, 0, stream>>>(slot.counter, 0);
    count<<<1, 1, 0, stream>>>(slot.counter, times);
    CHECK(cudaGetLastError());
#else
    for (int i = 0; i < times; ++i) {
      CHECK(cudaLaunchHostFunc(
          stream, [](void* counter) { ++*static_cast<std::atomic<unsigned long long>*>(counter); },
          slot.counter));
    }
#endif
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

  void copy(cudaStream_t stream) {
    const std::size_t bytes = 1 + random_() % kBytes;
    switch (random_() % 5) {
      case 0:
        return CHECK(cudaMemcpyAsync(device_, pinned_, bytes, cudaMemcpyHostToDevice, stream));
      case 1:
        return CHECK(cudaMemcpyAsync(pinned_, device_, bytes, cudaMemcpyDeviceToHost, stream));
      case 2:
        return CHECK(cudaMemsetAsync(device_, 5, bytes, stream));
      case 3:
        return CHECK(cudaMemcpyAsync(device_, pageable_.data(), bytes, cudaMemcpyDefault, stream));
      default:
        return CHECK(cudaMemcpy(pageable_.data(), device_, bytes, cudaMemcpyDeviceToHost));
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
    CHECK(cudaMemsetAsync(device_, 9, 100, stream));
    CHECK(cudaEventRecord(event, stream));
    CHECK(cudaStreamWaitEvent(cudaStreamPerThread, event, 0));
    CHECK(cudaEventDestroy(event));
    CHECK(cudaStreamDestroy(stream));
  }

  void replace_stream(Slot& slot) {
    const std::unique_lock<std::shared_mutex> lock(slot.mutex);
    CHECK(cudaStreamDestroy(slot.stream));
    CHECK(cudaStreamCreateWithPriority(&slot.stream, random_() % 3 == 0 ? cudaStreamNonBlocking : 0,
                                       -static_cast<int>(random_() % 6)));
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
  char* device_ = nullptr;
  char* pinned_ = nullptr;
  std::vector<char> pageable_;
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
    counted = reinterpret_cast<std::atomic<unsigned long long>*>(slot.counter)->load();
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
    slot.counter = reinterpret_cast<unsigned long long*>(new std::atomic<unsigned long long>(0));
#endif
  }
  CHECK(cudaDeviceSynchronize());
  std::vector<std::thread> hosts;
  for (unsigned i = 0; i < options.threads; ++i) hosts.emplace_back(run_host, options, i);
  const bool is_flat = options.seconds == 0 || watch(options);
  for (std::thread& host : hosts) host.join();
  CHECK(cudaDeviceSynchronize());
  const bool is_right = verify();
  std::printf("%llu steps, seed %llu: %s\n", steps_done.load(), options.seed,
              !is_right  ? "WRONG"
              : !is_flat ? "memory grew"
                         : "right");
  return is_right && is_flat ? 0 : 1;
}
