// SPDX-License-Identifier: Apache-2.0
// tools: race
// expect: race/race
// says: race: copy and host access on 1 byte of pinned memory
// The host meets closed pages in awkward places: in its allocator, whose lock it holds; in handlers of signals, which come while
// the thread is inside of a call; in one thread while others call. FIXED: it touches other bytes of these pages.
#include <sys/time.h>

#include <csignal>
#include <cstdlib>
#include <mutex>
#include <new>
#include <vector>

#include "case.h"

// ---- An allocator that keeps its list of free blocks in pinned memory ----

namespace pool {

constexpr size_t kBytes = 8192;
constexpr size_t kBlock = 64;
struct Free {
  Free* next;
};
inline std::mutex mutex;  // not to be locked twice
inline char* memory = nullptr;
inline Free* first = nullptr;
inline thread_local bool is_used = false;

inline void begin(char* bytes) {
  memory = bytes;
  for (size_t at = 0; at < kBytes; at += kBlock) first = new (bytes + at) Free{first};
}
inline void* take(size_t bytes) {
  const std::lock_guard lock(mutex);
  if (!is_used || bytes > kBlock) return std::malloc(bytes);
  Free* const block = first;
  first = block->next;
  return block;
}
inline void give(void* block) {
  const std::lock_guard lock(mutex);
  if (memory == nullptr || static_cast<char*>(block) < memory ||
      static_cast<char*>(block) >= memory + kBytes)
    return std::free(block);
  first = new (block) Free{first};
}

}  // namespace pool

void* operator new(size_t bytes) { return pool::take(bytes); }
void operator delete(void* block) noexcept { pool::give(block); }
void operator delete(void* block, size_t) noexcept { pool::give(block); }

inline void in_the_allocator(cudaStream_t s, char* device) {
  Pinned memory(pool::kBytes);
  pool::begin(memory);
  // The first free block is the last one.
  const size_t at = FIXED ? 4096 : pool::kBytes - pool::kBlock;
  cudaMemcpyAsync(memory + at, device, pool::kBlock, cudaMemcpyDeviceToHost, s);
  pool::is_used = true;
  int* const number = new int(3);
  pool::is_used = false;
  cudaStreamSynchronize(s);
  delete number;
}

// ---- A handler ----

inline volatile char* handled = nullptr;
inline std::atomic<int> times{0};

inline void in_a_handler(cudaStream_t s, char* device) {
  Pinned memory(4096);
  handled = memory + 4000;
  struct sigaction action{};
  action.sa_handler = [](int) {
    static_cast<void>(static_cast<char>(*handled));
    times.fetch_add(1);
  };
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
  itimerval often{{0, 100}, {0, 100}};
  setitimer(ITIMER_REAL, &often, nullptr);
  while (times.load() < 3000) {
    cudaMemcpyAsync(memory, device, 64, cudaMemcpyDeviceToHost, s);
    cudaMemcpyAsync(device, memory, 64, cudaMemcpyHostToDevice, s);
    cudaStreamSynchronize(s);
  }
  itimerval never{};
  setitimer(ITIMER_REAL, &never, nullptr);
}

// ---- Threads ----

inline void in_another_thread(cudaStream_t s, char* device) {
  constexpr size_t kBytes = 64 * 4096;
  Pinned memory(kBytes);
  std::atomic<bool> has_ended{false};
  std::thread reader([&] {
    for (size_t at = 100; !has_ended; at = (at + 4096) % kBytes)
      static_cast<void>(static_cast<char>(*static_cast<volatile char*>(memory + at)));
  });
  for (int i = 0; i < 500; ++i) {
    for (size_t page = 0; page < 8; ++page)
      cudaMemcpyAsync(memory + (i % 8 * 8 + page) * 4096, device, 64, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
  }
  has_ended = true;
  reader.join();
}

int main() {
  Streams<1> streams;
  Device device(4096);
  cudaMemset(device, 0, 4096);
  cudaDeviceSynchronize();
  in_the_allocator(streams[0], device);
  if (FIXED) {
    in_a_handler(streams[0], device);
    in_another_thread(streams[0], device);
  }
  return finish();
}
