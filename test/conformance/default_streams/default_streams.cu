// SPDX-License-Identifier: Apache-2.0
// The legacy stream, in one order with all blocking streams, and the default stream of each thread.
#include "../cases.h"
#include "../gate.h"

namespace legacy_orders_blocking_ {
__global__ void put(int *where, int value) { *where = value; }

// The legacy stream waits for all blocking streams and they for it; non-blocking streams take no part.
CASE(legacy_orders_blocking) {
  prepare_gates();
  DeviceArray<int> word(3);
  cudaStream_t a, b, free_stream;
  MUST(cudaStreamCreate(&a));
  MUST(cudaStreamCreate(&b));
  MUST(cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking));
  put<<<1, 1>>>(word, 0);
  MUST(cudaDeviceSynchronize());

  std::printf("gate in blocking stream a\n");
  {
    Gate gate(a);
    put<<<1, 1, 0, b>>>(word, 1);
    SHOW(cudaStreamSynchronize(b));
    put<<<1, 1>>>(word + 1, 1);
    SHOW(cudaStreamQuery(nullptr));
    put<<<1, 1, 0, b>>>(word + 2, 1);
    SHOW(cudaStreamQuery(b));
    put<<<1, 1, 0, free_stream>>>(word + 2, 5);
    SHOW(cudaStreamSynchronize(free_stream));
  }
  SHOW(cudaDeviceSynchronize());
  show_row("words", word.read());

  std::printf("gate in the legacy stream\n");
  {
    Gate gate(nullptr);
    put<<<1, 1, 0, a>>>(word, 2);
    SHOW(cudaStreamQuery(a));
    put<<<1, 1, 0, free_stream>>>(word + 2, 6);
    SHOW(cudaStreamSynchronize(free_stream));
    SHOW(cudaStreamQuery(cudaStreamLegacy));
  }
  SHOW(cudaDeviceSynchronize());
  show_row("words", word.read());

  std::printf("gate in the non-blocking stream\n");
  {
    Gate gate(free_stream);
    put<<<1, 1>>>(word + 1, 3);
    SHOW(cudaStreamSynchronize(nullptr));
    put<<<1, 1, 0, a>>>(word, 3);
    SHOW(cudaStreamSynchronize(a));
    SHOW(cudaStreamQuery(free_stream));
  }
  SHOW(cudaDeviceSynchronize());
  show_row("words", word.read());
}
}  // namespace legacy_orders_blocking_

namespace blocking_and_legacy_interleaved_ {
__global__ void check(const int *words, int n, int expected, int *wrong) {
  for (int i = 0; i < n; ++i)
    if (static_cast<const volatile int *>(words)[i] != expected) atomicAdd(wrong, 1);
}

__global__ void put(int *where, int value) {
  for (int i = 0; i < 100; ++i) *static_cast<volatile int *>(where) = value;
}

// Blocking streams and the legacy stream in turn: each legacy operation separates what came before from what follows.
CASE(blocking_and_legacy_interleaved) {
  constexpr int kStreams = 6;
  DeviceArray<int> words(kStreams), wrong(1);
  std::vector<cudaStream_t> streams(kStreams);
  for (auto &s : streams) MUST(cudaStreamCreate(&s));
  for (int round = 1; round <= 50; ++round) {
    for (int i = 0; i < kStreams; ++i) put<<<1, 1, 0, streams[i]>>>(words + i, round);
    check<<<1, 1>>>(words, kStreams, round, wrong);
  }
  SHOW(cudaDeviceSynchronize());
  show_value("wrong", wrong.read()[0]);
}
}  // namespace blocking_and_legacy_interleaved_

// Asking the legacy stream is asking all blocking streams, even destroyed ones and even when it has no work itself.
CASE(legacy_query_covers) {
  prepare_gates();
  cudaStream_t a, free_stream;
  MUST(cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking));
  MUST(cudaStreamCreate(&a));
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  SHOW(cudaStreamQuery(nullptr));
  {
    Gate gate(a);
    SHOW(cudaStreamQuery(nullptr));
    SHOW(cudaStreamQuery(cudaStreamLegacy));
    MUST(cudaEventRecord(event, nullptr));
    SHOW(cudaEventQuery(event));
    SHOW(cudaStreamDestroy(a));
    SHOW(cudaStreamQuery(nullptr));
    gate.open();
    SHOW(cudaStreamSynchronize(nullptr));
    SHOW(cudaEventQuery(event));
  }
  {
    Gate gate(free_stream);
    SHOW(cudaStreamQuery(nullptr));
    SHOW(cudaStreamSynchronize(nullptr));
    MUST(cudaEventRecord(event, nullptr));
    SHOW(cudaEventSynchronize(event));
    SHOW(cudaStreamQuery(free_stream));
  }
  SHOW(cudaDeviceSynchronize());
}

// Synchronous copies and fills belong to the legacy stream: they wait for blocking streams and not for others.
CASE(copies_on_legacy) {
  prepare_gates();
  DeviceArray<int> a(16), b(16);
  int host[16] = {};
  MUST(cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost));
  cudaStream_t blocking, free_stream;
  MUST(cudaStreamCreate(&blocking));
  MUST(cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking));
  show_while_busy("cudaMemcpy D2H, blocking stream busy", blocking,
                  [&] { return cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost); });
  show_while_busy("cudaMemcpy D2H, non-blocking stream busy", free_stream,
                  [&] { return cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost); });
  show_while_busy("cudaMemcpy H2D, blocking stream busy", blocking,
                  [&] { return cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice); });
  show_while_busy("cudaMemcpy H2D, non-blocking stream busy", free_stream,
                  [&] { return cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice); });
  show_while_busy("cudaMemcpy D2D, blocking stream busy", blocking,
                  [&] { return cudaMemcpy(b, a, sizeof host, cudaMemcpyDeviceToDevice); });
  show_while_busy("cudaMemset, blocking stream busy", blocking, [&] { return cudaMemset(a, 1, sizeof host); });
  show_while_busy("cudaStreamSynchronize(0), blocking stream busy", blocking,
                  [&] { return cudaStreamSynchronize(nullptr); });
  show_while_busy("cudaStreamSynchronize(0), non-blocking stream busy", free_stream,
                  [&] { return cudaStreamSynchronize(nullptr); });
  show_while_busy("cudaDeviceSynchronize, non-blocking stream busy", free_stream,
                  [&] { return cudaDeviceSynchronize(); });
}

__global__ void bump(int *count, int *errors) {
  // Not atomic: right only when no two of these run at once.
  int before = *static_cast<volatile int *>(count);
  for (int i = 0; i < 50; ++i)
    if (*static_cast<volatile int *>(count) != before) *errors = 1;
  *static_cast<volatile int *>(count) = before + 1;
}

// Threads that all use the legacy stream: one order for all their work.
CASE(several_threads) {
  DeviceArray<int> count(1), errors(1);
  bump<<<1, 1>>>(count, errors);
  MUST(cudaDeviceSynchronize());
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      cudaStream_t mine;
      MUST(cudaStreamCreate(&mine));
      for (int i = 0; i < 100; ++i) {
        bump<<<1, 1>>>(count, errors);
        if (t == 0 && i % 10 == 0) MUST(cudaStreamSynchronize(nullptr));
      }
    });
  for (auto &t : threads) t.join();
  SHOW(cudaStreamSynchronize(nullptr));
  show_row("count, errors", {count.read()[0], errors.read()[0]});
}

namespace wait_event_on_legacy_ {
__global__ void put(int *where, int value) { *where = value; }

// Event waits on the legacy stream, and events recorded there, order blocking streams too.
CASE(wait_event_on_legacy) {
  prepare_gates();
  DeviceArray<int> word(2);
  put<<<1, 1>>>(word, 0);
  MUST(cudaDeviceSynchronize());
  cudaStream_t blocking, free_stream;
  MUST(cudaStreamCreate(&blocking));
  MUST(cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking));
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  {
    Gate gate(free_stream);
    MUST(cudaEventRecord(event, free_stream));
    SHOW(cudaStreamWaitEvent(nullptr, event, 0));
    SHOW(cudaStreamQuery(nullptr));
    put<<<1, 1, 0, blocking>>>(word, 1);
    SHOW(cudaStreamQuery(blocking));
  }
  SHOW(cudaDeviceSynchronize());
  {
    Gate gate(blocking);
    MUST(cudaEventRecord(event, nullptr));
    SHOW(cudaStreamWaitEvent(free_stream, event, 0));
    put<<<1, 1, 0, free_stream>>>(word + 1, 2);
    SHOW(cudaStreamQuery(free_stream));
  }
  SHOW(cudaDeviceSynchronize());
  show_row("words", word.read());
}
}  // namespace wait_event_on_legacy_

namespace per_thread_handle_ {
__global__ void put(int *where, int value) { *where = value; }

// cudaStreamPerThread: a blocking stream, one for each thread.
CASE(per_thread_handle) {
  prepare_gates();
  DeviceArray<int> word(2);
  put<<<1, 1, 0, cudaStreamPerThread>>>(word, 0);
  MUST(cudaDeviceSynchronize());
  cudaStream_t a;
  MUST(cudaStreamCreate(&a));

  std::printf("gate in this thread's stream\n");
  {
    Gate gate(cudaStreamPerThread);
    SHOW(cudaStreamQuery(cudaStreamPerThread));
    put<<<1, 1, 0, a>>>(word, 1);
    SHOW(cudaStreamSynchronize(a));
    std::thread([&] {
      SHOW(cudaStreamQuery(cudaStreamPerThread));
      put<<<1, 1, 0, cudaStreamPerThread>>>(word, 2);
      SHOW(cudaStreamSynchronize(cudaStreamPerThread));
    }).join();
    put<<<1, 1>>>(word + 1, 3);
    SHOW(cudaStreamQuery(nullptr));
  }
  SHOW(cudaDeviceSynchronize());

  std::printf("gate in the legacy stream\n");
  {
    Gate gate(nullptr);
    put<<<1, 1, 0, cudaStreamPerThread>>>(word, 4);
    SHOW(cudaStreamQuery(cudaStreamPerThread));
  }
  SHOW(cudaDeviceSynchronize());
  show_row("words", word.read());
}
}  // namespace per_thread_handle_

namespace per_thread_exit_ {
__global__ void put(int *where, int value) { *where = value; }

// The per-thread stream's work survives its thread, and the legacy stream still waits for it.
CASE(per_thread_exit) {
  prepare_gates();
  DeviceArray<int> word(1);
  put<<<1, 1>>>(word, 0);
  MUST(cudaDeviceSynchronize());
  Gate *gate = nullptr;
  std::thread([&] {
    gate = new Gate(cudaStreamPerThread);
    put<<<1, 1, 0, cudaStreamPerThread>>>(word, 7);
  }).join();
  SHOW(cudaStreamQuery(nullptr));
  SHOW(cudaStreamQuery(cudaStreamPerThread));
  gate->open();
  SHOW(cudaStreamSynchronize(nullptr));
  show_value("word", word.read()[0]);
  delete gate;
}
}  // namespace per_thread_exit_
