// SPDX-License-Identifier: Apache-2.0
// Forks, ends of processes and of threads, files and limits that are taken away.
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "attack.h"

static int status_of(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void work() {
  int* values = zeros();
  add_to<<<1, 64>>>(values, 5);
  GOOD(cudaDeviceSynchronize());
  EXPECT(values[63] == 5);
  GOOD(cudaFree(values));
}

ATTACK(fork_before_use) {
  const pid_t child = fork();
  work();
  if (child == 0) std::exit(0);
  return status_of(child);
}

// What CUDA says of a process that is forked from one with a context: it cannot be used there.
ATTACK(fork_with_context) {
  int* values = zeros();
  cudaStream_t stream;
  cudaEvent_t event;
  GOOD(cudaStreamCreate(&stream));
  GOOD(cudaEventCreate(&event));
  work();
  for (int round = 0; round < 3; ++round) {
    add_to<<<1, 64, 0, stream>>>(values, 1);
    const pid_t child = fork();
    if (child == 0) {
      int* other = nullptr;
      EXPECT(cudaMalloc(&other, 4) != cudaSuccess);
      add_to<<<1, 64, 0, stream>>>(values, 1);
      EXPECT(cudaGetLastError() != cudaSuccess);
      EXPECT(cudaStreamSynchronize(stream) != cudaSuccess);
      EXPECT(cudaDeviceSynchronize() != cudaSuccess);
      EXPECT(cudaEventRecord(event, stream) != cudaSuccess);
      EXPECT(cudaStreamQuery(stream) != cudaSuccess);
      (void)cudaStreamDestroy(stream);
      (void)cudaFree(values);
      (void)cudaDeviceReset();
      CUcontext context;
      (void)cuCtxCreate(&context, nullptr, 0, 0);
      std::exit(round);
    }
    EXPECT(status_of(child) == round);
    GOOD(cudaStreamSynchronize(stream));
    EXPECT(values[0] == round + 1);
  }
  return 0;
}

ATTACK(fork_from_many_threads) {
  work();
  in_threads(6, [](int index) {
    for (int round = 0; round < 15; ++round) {
      if (index % 2 == 0) {
        work();
        continue;
      }
      const pid_t child = fork();
      if (child == 0) {
        int count = 0;
        (void)cudaGetDeviceCount(&count);
        _exit(cudaDeviceSynchronize() == cudaSuccess ? 9 : 0);
      }
      EXPECT(status_of(child) == 0);
    }
  });
  work();
  return 0;
}

ATTACK(other_programs_are_started) {
  for (int round = 0; round < 5; ++round) {
    int* values = zeros();
    add_to<<<1, 64>>>(values, 5);
    EXPECT(std::system("exit 3") == 3 << 8);
    GOOD(cudaDeviceSynchronize());
    EXPECT(values[0] == 5);
  }
  return 0;
}

ATTACK(exit_in_a_host_function) {
  GOOD(cudaLaunchHostFunc(nullptr, [](void*) { std::exit(0); }, nullptr));
  (void)cudaDeviceSynchronize();
  for (;;) pause();
}

ATTACK(exit_in_a_callback) {
  GOOD(cudaStreamAddCallback(
      nullptr, [](cudaStream_t, cudaError_t, void*) { std::exit(0); }, nullptr, 0));
  for (;;) pause();
}

// Exit takes the program's kernels away while threads still launch them: a launch may be refused, but one that is accepted computes.
static void work_until_refused(std::atomic<int>& rounds) {
  for (;; ++rounds) {
    int* values = nullptr;
    if (cudaMallocManaged(&values, 64 * sizeof(int)) != cudaSuccess) return;
    std::memset(values, 0, 64 * sizeof(int));
    add_to<<<1, 64>>>(values, 5);
    if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) return;
    EXPECT(values[63] == 5);
    if (cudaFree(values) != cudaSuccess) return;
  }
}

ATTACK(exit_beside_work) {
  static std::atomic<int> rounds{0};
  std::thread([] { work_until_refused(rounds); }).detach();
  std::thread([] {
    for (;;) {
      int* values = nullptr;
      (void)cudaMallocAsync(&values, 4096, cudaStreamPerThread);
      (void)cudaFreeAsync(values, cudaStreamPerThread);
    }
  }).detach();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT(rounds > 0);
  std::exit(0);
}

ATTACK(quick_exit_beside_work) {
  std::thread([] {
    for (;;) work();
  }).detach();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  std::quick_exit(0);
}

// What threw in NVIDIA's thread ends the process; here too, and it must not hang.
ATTACK(a_host_function_throws) {
  const pid_t child = fork();
  if (child == 0) {
    std::set_terminate([] { _exit(7); });
    (void)cudaLaunchHostFunc(nullptr, [](void*) { throw 3; }, nullptr);
    (void)cudaDeviceSynchronize();
    _exit(8);
  }
  EXPECT(status_of(child) == 7);
  return 0;
}

// It would take with it what its thread holds: the process ends, with a message.
ATTACK(a_thread_ends_in_a_host_function) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(10);
    close(STDERR_FILENO);  // where it says so
    cudaStream_t stream;
    GOOD(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    (void)cudaLaunchHostFunc(stream, [](void*) { pthread_exit(nullptr); }, nullptr);
    work();  // another stream
    _exit(5);
  }
  const int status = status_of(child);
  EXPECT(status == 128 + SIGABRT);
  return 0;
}

static void* uses_and_ends(void* values) {
  add_to<<<1, 64, 0, cudaStreamPerThread>>>(static_cast<int*>(values), 1);
  pthread_exit(nullptr);
}
ATTACK(threads_end_with_work_in_flight) {
  int* values = zeros();
  for (int round = 0; round < 50; ++round) {
    pthread_t thread;
    GOOD(pthread_create(&thread, nullptr, uses_and_ends, values));
    GOOD(pthread_join(thread, nullptr));
    GOOD(cudaDeviceSynchronize());
    EXPECT(values[0] == round + 1);
  }
  return 0;
}

static void* waits_for_ever(void* flag) {
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, nullptr);
  int* done = zeros();
  spin<<<1, 1, 0, cudaStreamPerThread>>>(static_cast<int*>(flag), done);
  (void)cudaStreamSynchronize(cudaStreamPerThread);
  return nullptr;
}
ATTACK(a_waiting_thread_is_cancelled) {
  int* flag = zeros();
  pthread_t thread;
  GOOD(pthread_create(&thread, nullptr, waits_for_ever, flag));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  GOOD(pthread_cancel(thread));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  *static_cast<volatile int*>(flag) = 1;
  GOOD(pthread_join(thread, nullptr));
  work();
  return 0;
}

struct AtThreadsEnd {
  int* values = nullptr;
  ~AtThreadsEnd() {
    if (values == nullptr) return;
    add_to<<<1, 64>>>(values, 2);
    GOOD(cudaDeviceSynchronize());
    EXPECT(values[0] % 2 == 0);
    GOOD(cudaFree(values));
  }
};
static thread_local AtThreadsEnd at_threads_end;
ATTACK(destructors_of_threads) {
  in_threads(4, [](int) { at_threads_end.values = zeros(); });
  at_threads_end.values = zeros();
  return 0;
}

ATTACK(at_exit) {
  std::atexit([] { work(); });
  work();
  std::atexit([] { work(); });
  return 0;
}

ATTACK(at_exit_before_any_use) {
  std::atexit([] { work(); });
  return 0;
}

static void on_alarm(int) {}
static int with_alarms(int flags) {
  struct sigaction action = {};
  action.sa_handler = on_alarm;
  action.sa_flags = flags;
  sigaction(SIGALRM, &action, nullptr);
  const itimerval often = {{0, 500}, {0, 500}};
  setitimer(ITIMER_REAL, &often, nullptr);
  for (int round = 0; round < 100; ++round) work();
  cudaEvent_t event;
  int *flag = zeros(), *done = zeros();
  GOOD(cudaEventCreateWithFlags(&event, cudaEventBlockingSync));
  spin<<<1, 1>>>(flag, done);
  GOOD(cudaEventRecord(event));
  std::thread opens([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    *static_cast<volatile int*>(flag) = 1;
  });
  GOOD(cudaEventSynchronize(event));
  EXPECT(*done == 1);
  opens.join();
  return 0;
}
ATTACK(signals_while_waiting) { return with_alarms(0); }
ATTACK(signals_that_restart_calls) { return with_alarms(SA_RESTART); }

ATTACK(all_signals_blocked) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, nullptr);
  close(STDERR_FILENO);  // where the fault is told
  work();
  int* values = zeros();
  add_to<<<1, 64>>>(values + (std::size_t{1} << 40), 1);
  EXPECT(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  return 0;
}

// As daemons do.
ATTACK(descriptors_are_closed) {
  work();
  for (int descriptor = 3; descriptor < 1024; ++descriptor) close(descriptor);
  work();
  int* values = zeros();
  cudaMemcpyToSymbol(nullptr, nullptr, 0);
  (void)cudaGetLastError();
  add_to<<<3, 32>>>(values, 1);
  GOOD(cudaDeviceSynchronize());
  GOOD(cudaDeviceReset());
  work();
  return 0;
}
ATTACK(descriptors_are_closed_at_first) {
  for (int descriptor = 0; descriptor < 1024; ++descriptor)
    if (descriptor != 2) close(descriptor);
  work();
  return 0;
}
ATTACK(no_descriptors) {
  close(STDERR_FILENO);  // where the failure is told
  const rlimit few = {2, 2};
  GOOD(setrlimit(RLIMIT_NOFILE, &few));
  int* values = nullptr;
  if (cudaMallocManaged(&values, 4096) != cudaSuccess) return 0;
  add_to<<<1, 64>>>(values, 5);
  const cudaError_t launched = cudaGetLastError(), ended = cudaDeviceSynchronize();
  EXPECT((launched == cudaSuccess && ended == cudaSuccess && values[0] == 5) ||
         launched != cudaSuccess || ended != cudaSuccess);
  return 0;
}
ATTACK(no_threads) {
  const rlimit none = {0, 0};
  GOOD(setrlimit(RLIMIT_NPROC, &none));
  if (setuid(65534) != 0) return 0;
  int* values = nullptr;
  if (cudaMallocManaged(&values, 4096) != cudaSuccess) return 0;
  add_to<<<1, 64>>>(values, 5);
  const cudaError_t launched = cudaGetLastError(), ended = cudaDeviceSynchronize();
  EXPECT(launched != cudaSuccess || ended != cudaSuccess || values[0] == 5);
  return 0;
}

static void* small_work(void*) {
  work();
  return nullptr;
}
ATTACK(a_thread_with_a_small_stack) {
  for (const std::size_t bytes : {std::size_t{64} << 10, std::size_t{20} << 10}) {
    pthread_attr_t attributes;
    pthread_t thread;
    GOOD(pthread_attr_init(&attributes));
    GOOD(pthread_attr_setstacksize(&attributes, bytes));
    GOOD(pthread_create(&thread, &attributes, small_work, nullptr));
    GOOD(pthread_join(thread, nullptr));
  }
  return 0;
}

static jmp_buf before_callback;
ATTACK(a_jump_out_of_a_callback) {
  work();
  cudaFunction_t function;
  int blocks = 0, threads = 0;
  GOOD(cudaGetFuncBySymbol(&function, reinterpret_cast<const void*>(add_to)));
  for (int round = 0; round < 3; ++round) {
    if (setjmp(before_callback) == 0) {
      (void)cuOccupancyMaxPotentialBlockSize(
          &blocks, &threads, reinterpret_cast<CUfunction>(function),
          [](int) -> std::size_t { longjmp(before_callback, 1); }, 0, 0);
      return 1;
    }
    work();
  }
  GOOD(cudaLaunchHostFunc(
      nullptr,
      [](void*) {
        jmp_buf inside;
        if (setjmp(inside) == 0) longjmp(inside, 1);
      },
      nullptr));
  work();
  GOOD(cudaDeviceReset());
  work();
  return 0;
}

ATTACK(an_exception_out_of_a_callback) {
  work();
  cudaFunction_t function;
  int blocks = 0, threads = 0;
  GOOD(cudaGetFuncBySymbol(&function, reinterpret_cast<const void*>(add_to)));
  bool is_caught = false;
  try {
    const CUresult result = cuOccupancyMaxPotentialBlockSize(
        &blocks, &threads, reinterpret_cast<CUfunction>(function),
        [](int) -> std::size_t { throw 5; }, 0, 0);
    EXPECT(result != CUDA_SUCCESS);
  } catch (int) {
    is_caught = true;
  }
  EXPECT(!is_caught);  // none crosses the C boundary
  work();
  return 0;
}
