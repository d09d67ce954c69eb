// SPDX-License-Identifier: Apache-2.0
// The patterns of test/race whose mistakes change a result: patterns NAME [fixed] prints it, patterns alone their names.
// Under some schedule each one prints something else than usual; its fixed twin never does.
#include <cuda_runtime.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>

namespace {

constexpr int kBytes = 256;

__global__ void add(unsigned char* out, const unsigned char* in) {
  out[threadIdx.x] = in[threadIdx.x] + 1;
}

struct World {
  cudaStream_t a, b, c;
  cudaEvent_t e, f;
  unsigned char *x, *y, *z;  // of the device, zero
  unsigned char *pinned, *other;
  unsigned char pageable[4 * kBytes];
  bool fixed;

  explicit World(bool is_fixed) : fixed(is_fixed) {
    for (cudaStream_t* each : {&a, &b, &c}) cudaStreamCreateWithFlags(each, cudaStreamNonBlocking);
    for (cudaEvent_t* each : {&e, &f}) cudaEventCreateWithFlags(each, cudaEventDisableTiming);
    for (unsigned char** each : {&x, &y, &z}) {
      cudaMalloc(each, 4 * kBytes);
      cudaMemset(*each, 0, 4 * kBytes);
    }
    for (unsigned char** each : {&pinned, &other}) {
      cudaMallocHost(each, 4 * kBytes);
      std::memset(*each, 0, 4 * kBytes);
    }
    std::memset(pageable, 7, sizeof pageable);
    cudaDeviceSynchronize();
  }
  void order(cudaStream_t first, cudaStream_t then) const {
    cudaEventRecord(e, first);
    cudaStreamWaitEvent(then, e);
  }
  void set(void* to, int value, cudaStream_t in) const { cudaMemsetAsync(to, value, kBytes, in); }
  void copy(void* to, const void* from, cudaStream_t in) const {
    cudaMemcpyAsync(to, from, kBytes, cudaMemcpyDefault, in);
  }
  /// The sum of the first bytes of device memory, after everything.
  int sum(const unsigned char* of, int bytes = kBytes) const {
    unsigned char copied[4 * kBytes];
    cudaDeviceSynchronize();
    cudaMemcpy(copied, of, bytes, cudaMemcpyDeviceToHost);
    int all = 0;
    for (int i = 0; i < bytes; ++i) all = all * 3 + copied[i];
    return all;
  }
};

int no_event(World& w) {
  w.set(w.x, 1, w.a);
  if (w.fixed) w.order(w.a, w.b);
  w.copy(w.y, w.x, w.b);
  return w.sum(w.y);
}

int kernels(World& w) {
  w.set(w.x, 1, w.a);
  add<<<1, kBytes, 0, w.a>>>(w.y, w.x);
  if (w.fixed) w.order(w.a, w.b);
  add<<<1, kBytes, 0, w.b>>>(w.z, w.y);
  return w.sum(w.z);
}

int early_read(World& w) {
  w.set(w.x, 5, w.a);
  w.copy(w.pinned, w.x, w.a);
  if (w.fixed) cudaStreamSynchronize(w.a);
  return w.pinned[0];
}

int overwritten_source(World& w) {
  for (int i = 0; i < 3; ++i) {
    std::memset(w.pinned, i + 1, kBytes);
    w.copy(w.x + i * kBytes, w.pinned, w.a);
    if (w.fixed) cudaStreamSynchronize(w.a);
  }
  return w.sum(w.x, 3 * kBytes);
}

int staged(World& w) {
  cudaMemcpy(w.x, w.pageable, kBytes, cudaMemcpyHostToDevice);
  if (w.fixed) cudaDeviceSynchronize();
  w.copy(w.y, w.x, w.a);
  return w.sum(w.y);
}

int early_record(World& w) {
  if (!w.fixed) cudaEventRecord(w.e, w.a);
  w.set(w.x, 1, w.a);
  if (w.fixed) cudaEventRecord(w.e, w.a);
  cudaStreamWaitEvent(w.b, w.e);
  w.copy(w.y, w.x, w.b);
  return w.sum(w.y);
}

int wait_before_record(World& w) {
  w.set(w.x, 1, w.a);
  if (!w.fixed) cudaStreamWaitEvent(w.b, w.e);
  cudaEventRecord(w.e, w.a);
  if (w.fixed) cudaStreamWaitEvent(w.b, w.e);
  w.copy(w.y, w.x, w.b);
  return w.sum(w.y);
}

int re_record(World& w) {
  cudaEventRecord(w.e, w.a);
  if (!w.fixed) cudaStreamWaitEvent(w.b, w.e);
  w.set(w.x, 1, w.a);
  cudaEventRecord(w.e, w.a);
  if (w.fixed) cudaStreamWaitEvent(w.b, w.e);
  w.copy(w.y, w.x, w.b);
  return w.sum(w.y);
}

int default_stream(World& w) {
  w.set(w.x, 1, nullptr);
  if (w.fixed) w.order(nullptr, w.b);
  w.copy(w.y, w.x, w.b);
  return w.sum(w.y);
}

int free_async(World& w) {
  void* p = nullptr;
  cudaMallocAsync(&p, kBytes, w.a);
  w.set(p, 1, w.a);
  w.order(w.a, w.b);
  w.copy(w.y, p, w.b);
  if (w.fixed) w.order(w.b, w.a);
  cudaFreeAsync(p, w.a);
  void* q = nullptr;
  cudaMallocAsync(&q, kBytes, w.a);
  w.set(q, 2, w.a);
  return w.sum(w.y);
}

int caching_allocator(World& w) {
  w.set(w.x, 1, w.a);
  w.order(w.a, w.b);
  w.copy(w.y, w.x, w.b);
  if (w.fixed) w.order(w.b, w.a);
  w.set(w.x, 2, w.a);  // given back, and handed out again on its stream
  return w.sum(w.y);
}

int double_buffer(World& w) {
  for (int i = 0; i < 4; ++i) {
    unsigned char* const half = w.x + i % 2 * kBytes;
    if (w.fixed && i > 1) cudaStreamWaitEvent(w.a, w.f);
    w.set(half, i + 1, w.a);
    w.order(w.a, w.b);
    w.copy(w.y + i * kBytes, half, w.b);
    cudaEventRecord(w.f, w.b);
  }
  return w.sum(w.y, 4 * kBytes);
}

int halo(World& w) {
  for (int step = 0; step < 2; ++step) {
    add<<<1, kBytes, 0, w.a>>>(w.x, w.z);                    // boundary
    add<<<1, kBytes, 0, w.b>>>(w.y + kBytes, w.y + kBytes);  // interior
    w.order(w.a, w.c);
    w.copy(w.z, w.x, w.c);  // halo
    if (w.fixed) {
      cudaEventRecord(w.f, w.c);
      cudaStreamWaitEvent(w.a, w.f);
    }
  }
  return w.sum(w.z);
}

int callback(World& w) {
  w.set(w.x, 3, w.a);
  w.copy(w.pinned, w.x, w.a);
  cudaLaunchHostFunc(
      w.a,
      [](void* world) {
        auto& own = *static_cast<World*>(world);
        own.other[0] = own.pinned[0];
      },
      &w);
  if (w.fixed) w.order(w.a, w.b);
  w.copy(w.y, w.other, w.b);
  return w.sum(w.y, 1);
}

int replayed_input(World& w) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(w.a, cudaStreamCaptureModeGlobal);
  w.copy(w.x, w.pinned, w.a);
  add<<<1, kBytes, 0, w.a>>>(w.y, w.x);
  cudaStreamEndCapture(w.a, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int i = 0; i < 2; ++i) {
    std::memset(w.pinned, i + 1, kBytes);
    cudaGraphLaunch(exec, w.a);
    w.copy(w.z + i * kBytes, w.y, w.a);
    if (w.fixed) cudaStreamSynchronize(w.a);
  }
  return w.sum(w.z, 2 * kBytes);
}

int branches(World& w) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(w.a, cudaStreamCaptureModeGlobal);
  w.order(w.a, w.b);
  w.set(w.x, 1, w.a);
  w.set(w.x, 2, w.a);
  if (w.fixed) w.order(w.a, w.b);
  w.copy(w.y, w.x, w.b);
  w.order(w.b, w.a);
  cudaStreamEndCapture(w.a, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, w.a);
  return w.sum(w.y);
}

int one_byte(World& w) {
  w.set(w.x, 1, w.a);
  if (w.fixed) w.order(w.a, w.b);
  cudaMemsetAsync(w.x + kBytes - 1, 2, kBytes, w.b);
  return w.sum(w.x);
}

int query_once(World& w) {
  w.set(w.x, 5, w.a);
  w.copy(w.pinned, w.x, w.a);
  if (w.fixed)
    while (cudaStreamQuery(w.a) == cudaErrorNotReady) {
    }
  else
    (void)cudaStreamQuery(w.a);
  return w.pinned[0];
}

int still_running(World& w) {
  w.set(w.x, 1, w.a);
  cudaEventRecord(w.e, w.a);
  const bool is_done = cudaEventQuery(w.e) == cudaSuccess;
  return w.fixed ? 0 : is_done;
}

/// Two orders must come together: the consumer before the producer, and the reset before the consumer.
int twice(World& w) {
  w.set(w.x, 1, w.a);
  w.copy(w.y, w.x, w.b);
  if (w.fixed) w.order(w.a, w.b);
  w.copy(w.z, w.x, w.b);
  if (w.fixed) w.order(w.b, w.c);
  w.set(w.z, 9, w.c);
  return w.fixed ? w.sum(w.z) : w.sum(w.z) * 2;
}

/// Two host threads that do not agree on who is first, in one stream.
int two_threads(World& w) {
  std::thread first([&] { w.set(w.x, 1, w.a); });
  if (w.fixed) first.join();
  std::thread second([&] { w.set(w.x, 2, w.a); });
  if (!w.fixed) first.join();
  second.join();
  return w.sum(w.x);
}

/// By a lock the threads see to it that nobody comes in between, but not to who is first.
int locked_threads(World& w) {
  std::mutex mutex;
  int turn = 0;
  std::condition_variable turned;
  const auto work = [&](int own) {
    cudaSetDevice(0);
    std::unique_lock<std::mutex> lock(mutex);
    if (w.fixed) turned.wait(lock, [&] { return turn == own; });
    w.set(w.x, own, w.a);
    w.copy(w.y + own * kBytes, w.x, w.b);
    cudaStreamSynchronize(w.a);
    w.copy(w.z + turn++ * kBytes, w.x, w.a);
    cudaDeviceSynchronize();
    turned.notify_all();
  };
  std::thread first(work, 0);
  std::thread second(work, 1);
  std::thread third(work, 2);
  first.join();
  second.join();
  third.join();
  return w.sum(w.z, 3 * kBytes);
}

/// A thread that looks at a flag, set when another one has enqueued, not when the work is done.
int flag_of_thread(World& w) {
  std::mutex mutex;
  std::condition_variable changed;
  bool ready = false;
  std::thread producer([&] {
    w.set(w.x, 4, w.a);
    if (w.fixed) cudaStreamSynchronize(w.a);
    const std::lock_guard<std::mutex> lock(mutex);
    ready = true;
    changed.notify_all();
  });
  {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return ready; });
  }
  w.copy(w.y, w.x, w.b);
  producer.join();
  return w.sum(w.y);
}

/// A copy is taken as done after a sleep.
int after_sleep(World& w) {
  w.set(w.x, 5, w.a);
  w.copy(w.pinned, w.x, w.a);
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  if (w.fixed) cudaStreamSynchronize(w.a);
  return w.pinned[0];
}

/// Memory that one stream has freed comes to another one, while a third still uses it.
int reused_elsewhere(World& w) {
  void* p = nullptr;
  cudaMallocAsync(&p, kBytes, w.a);
  w.set(p, 1, w.a);
  w.order(w.a, w.b);
  w.copy(w.y, p, w.b);
  if (w.fixed) w.order(w.b, w.a);
  cudaFreeAsync(p, w.a);
  cudaStreamSynchronize(w.a);
  void* q = nullptr;
  cudaMallocAsync(&q, kBytes, w.c);
  w.set(q, 2, w.c);
  return w.sum(w.y);
}

/// What is in fresh memory is taken for what the last owner left there.
int trusted_memory(World& w) {
  void* p = nullptr;
  void* q = nullptr;
  for (void** const each : {&p, &q}) cudaMallocAsync(each, kBytes, w.a);
  w.set(p, 0, w.a);
  w.set(q, 9, w.a);
  for (void* const each : {p, q}) cudaFreeAsync(each, w.a);
  cudaMallocAsync(&p, kBytes, w.a);
  if (w.fixed) w.set(p, 9, w.a);
  w.copy(w.y, p, w.a);
  return w.sum(w.y);
}

struct Pattern {
  const char* name;
  int (*run)(World& world);
};
constexpr Pattern kPatterns[] = {{"no_event", no_event},
                                 {"kernels", kernels},
                                 {"early_read", early_read},
                                 {"overwritten_source", overwritten_source},
                                 {"staged", staged},
                                 {"early_record", early_record},
                                 {"wait_before_record", wait_before_record},
                                 {"re_record", re_record},
                                 {"default_stream", default_stream},
                                 {"free_async", free_async},
                                 {"caching_allocator", caching_allocator},
                                 {"double_buffer", double_buffer},
                                 {"halo", halo},
                                 {"callback", callback},
                                 {"replayed_input", replayed_input},
                                 {"branches", branches},
                                 {"one_byte", one_byte},
                                 {"query_once", query_once},
                                 {"still_running", still_running},
                                 {"twice", twice},
                                 {"two_threads", two_threads},
                                 {"locked_threads", locked_threads},
                                 {"flag_of_thread", flag_of_thread},
                                 {"after_sleep", after_sleep},
                                 {"reused_elsewhere", reused_elsewhere},
                                 {"trusted_memory", trusted_memory}};

/// For the speed: a hundred operations in four streams.
int hundred(World& w) {
  for (int i = 0; i < 25; ++i) {
    add<<<1, kBytes, 0, w.a>>>(w.x, w.x);
    w.set(w.y, i, w.b);
    w.copy(w.z, w.y, w.b);
    w.copy(w.pinned, w.x, w.a);
  }
  return w.sum(w.x);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    for (const Pattern& each : kPatterns) std::puts(each.name);
    return 0;
  }
  World world(count > 2);
  const std::string name = arguments[1];
  if (name == "hundred") return std::printf("%d\n", hundred(world)), 0;
  for (const Pattern& each : kPatterns)
    if (name == each.name) return std::printf("%d\n", each.run(world)), 0;
  return 2;
}
