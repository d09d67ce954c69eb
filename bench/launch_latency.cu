// SPDX-License-Identifier: Apache-2.0
// What a launch costs: in a burst, followed by a wait, after a rest, and when nobody waits but the
// host looks at memory.
#include <cuda.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "bench.h"
#include "check.h"
#include "rivals/rivals.h"

__global__ void empty() {}
__global__ void store(volatile int* flag, int value) { *flag = value; }

static double burst_ns(cudaStream_t stream, int repetitions) {
  constexpr int kBurst = 1000;
  bench::Samples samples;
  for (int i = 0; i < repetitions; ++i) {
    samples.add(bench::time_ns([&] {
                  for (int k = 0; k < kBurst; ++k) empty<<<1, 1, 0, stream>>>();
                }) /
                kBurst);
    CHECK(cudaGetLastError());
    CHECK(cudaStreamSynchronize(stream));
  }
  return samples.median();
}

// The driver's launch, of a kernel with arguments.
static double driver_burst_ns(cudaStream_t stream, int repetitions) {
  constexpr int kBurst = 1000;
  cudaKernel_t kernel;
  CUfunction function;
  CHECK(cudaGetKernel(&kernel, store));
  REQUIRE(cuKernelGetFunction(&function, kernel) == CUDA_SUCCESS);
  int* flag;
  CHECK(cudaMalloc(&flag, sizeof *flag));
  int value = 1;
  void* arguments[] = {&flag, &value};
  bench::Samples samples;
  for (int i = 0; i < repetitions; ++i) {
    CUresult result = CUDA_SUCCESS;
    samples.add(bench::time_ns([&] {
                  for (int k = 0; k < kBurst && result == CUDA_SUCCESS; ++k)
                    result =
                        cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, arguments, nullptr);
                }) /
                kBurst);
    REQUIRE(result == CUDA_SUCCESS);
    CHECK(cudaStreamSynchronize(stream));
  }
  CHECK(cudaFree(flag));
  return samples.median();
}

// When a block began, and on whose stack: each of those that share a launch has one of its own.
struct Begin {
  unsigned long long ns;
  unsigned long long stack;
};

// About a microsecond of arithmetic: a kernel that ends for sure, so that a waiting host may run blocks, too.
__global__ void note_begins(Begin* begins, int rounds, float by) {
  unsigned long long start = 0;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(start));
  volatile int local = 0;
  float x = threadIdx.x;
  for (int i = 0; i < rounds; ++i) x = x * by + 1;
  const bool is_never = x == 3.5f;
  if (threadIdx.x == 0)
    begins[blockIdx.x] = {start + is_never, reinterpret_cast<unsigned long long>(&local) >> 16};
}

// From a launch's first block to the first one that somebody else runs; launches in which nobody joins count as `never`.
static bench::Samples until_joined(cudaStream_t stream, int repetitions, long pause_us,
                                   double never) {
  constexpr int kBlocks = 500;
  constexpr int kWarp = 32;  // blocks of one thread run several at a time
  Begin* begins;
  CHECK(cudaMallocManaged(&begins, kBlocks * sizeof *begins));
  bench::Samples samples;
  for (int i = -10; i < repetitions;
       ++i) {  // the first ones are for what a block costs to be known
    if (pause_us > 0) bench::rest_us(pause_us);
    note_begins<<<kBlocks, kWarp, 0, stream>>>(begins, 400, 0.5f);
    CHECK(cudaStreamSynchronize(stream));
    const auto first = std::min_element(begins, begins + kBlocks,
                                        [](const Begin& a, const Begin& b) { return a.ns < b.ns; });
    unsigned long long joined = ~0ull;
    for (int block = 0; block < kBlocks; ++block)
      if (begins[block].stack != first->stack) joined = std::min(joined, begins[block].ns);
    if (i >= 0) samples.add(joined == ~0ull ? never : static_cast<double>(joined - first->ns));
  }
  CHECK(cudaFree(begins));
  return samples;
}

static bench::Samples launch_and_wait(cudaStream_t stream, int repetitions, long pause_us) {
  bench::Samples samples;
  for (int i = 0; i < repetitions; ++i) {
    if (pause_us > 0) bench::rest_us(pause_us);
    samples.add(bench::time_ns([&] {
      empty<<<1, 1, 0, stream>>>();
      CHECK(cudaStreamSynchronize(stream));
    }));
  }
  return samples;
}

// The host neither waits nor asks: it only reads memory until the kernel's store shows up.
static double start_while_polling_ns(cudaStream_t stream, int repetitions, long pause_us) {
  int* flag;
  CHECK(cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped));
  int* flag_on_device;
  CHECK(cudaHostGetDevicePointer(&flag_on_device, flag, 0));
  *flag = 0;
  bench::Samples samples;
  for (int i = 1; i <= repetitions; ++i) {
    bench::rest_us(pause_us);
    samples.add(bench::time_ns([&] {
      store<<<1, 1, 0, stream>>>(flag_on_device, i);
      while (*static_cast<volatile int*>(flag) != i) __builtin_ia32_pause();
    }));
    CHECK(cudaStreamSynchronize(stream));
  }
  CHECK(cudaFreeHost(flag));
  return samples.median();
}

// What a system call costs that wakes a thread, after a rest: the least that an enqueue would pay for it.
static double wake_ns(int repetitions, long pause_us) {
  std::atomic<int> word{0};
  const auto futex = [&word](int operation, int value) {
    syscall(SYS_futex, &word, operation | FUTEX_PRIVATE_FLAG, value, nullptr, nullptr, 0);
  };
  std::thread sleeper([&] {
    for (int seen = 0; seen >= 0; seen = word.load()) futex(FUTEX_WAIT, seen);
  });
  bench::Samples samples;
  for (int i = 1; i <= repetitions; ++i) {
    bench::rest_us(pause_us);
    samples.add(bench::time_ns([&] {
      word.store(i);
      futex(FUTEX_WAKE, 1);
    }));
  }
  word.store(-1);
  futex(FUTEX_WAKE, 1);
  sleeper.join();
  return samples.median();
}

int main(int argc, char** argv) {
  const bool quick = bench::is_quick(argc, argv);
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  launch_and_wait(stream, 1000, 0);  // compiles, warms up
  start_while_polling_ns(stream, 1, 0);

  const double enqueue = burst_ns(stream, quick ? 50 : 500);
  const double driver_enqueue = driver_burst_ns(stream, quick ? 50 : 500);
  const bench::Samples wait = launch_and_wait(stream, quick ? 5000 : 50000, 0);
  const double after_rest = launch_and_wait(stream, quick ? 50 : 300, 5000).median();
  const double wake = wake_ns(quick ? 50 : 300, 5000);
  const double polling_soon = start_while_polling_ns(stream, quick ? 50 : 300, 200);
  const double polling_late = start_while_polling_ns(stream, quick ? 50 : 300, 6000);

  const double rival_enqueue = rivals::opencl_enqueue_ns(1000);
  const double rival_wait = rivals::opencl_launch_and_wait_ns();
  bench::row_limit("enqueue an empty kernel, bursts of 1,000", enqueue, 80, "PoCL", rival_enqueue);
  bench::row_limit("cuLaunchKernel, two arguments, bursts of 1,000", driver_enqueue, 100);
  bench::row_limit("launch + cudaStreamSynchronize, back to back", wait.median(), 250, "PoCL",
                   rival_wait);
  bench::print_row("... the slowest one in a hundred", bench::show_ns(wait.quantile(0.99)), "", 0,
                   "", "");
  bench::row_limit("launch + cudaStreamSynchronize after 5 ms of rest", after_rest, 25e3);
  bench::print_row("... of this machine: to wake a thread after 5 ms", bench::show_ns(wake), "", 0,
                   "", "");
  bench::row_limit("launch until its store is seen, host polls, after 0.2 ms", polling_soon, 150e3);
  bench::row_limit("launch until its store is seen, host polls, after 6 ms", polling_late, 150e3);
  constexpr double kNever = 1e9;
  const bench::Samples joined = until_joined(stream, quick ? 50 : 300, 0, kNever);
  bench::row_limit("until an idle worker joins a launch, launches back to back", joined.median(),
                   2000);
  bench::print_row("... the slowest one in ten", bench::show_ns(joined.quantile(0.9)), "", 0, "",
                   "");
  bench::print_row("... after 5 ms of rest",
                   bench::show_ns(until_joined(stream, quick ? 20 : 100, 5000, kNever).median()),
                   "", 0, "", "");
  CHECK(cudaStreamDestroy(stream));
  return 0;
}
