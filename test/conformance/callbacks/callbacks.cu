// SPDX-License-Identifier: Apache-2.0
// Callbacks and host functions.
#include "../cases.h"
#include "../gate.h"

namespace order_ {
__global__ void put(int *where, int value) { *where = value; }
static std::atomic<int> step{0};
static std::atomic<bool> go{false};
static int *pinned;

void CUDART_CB callback(cudaStream_t, cudaError_t status, void *data) {
  std::printf("callback %d: status %s, step %d, word %d\n", *static_cast<int *>(data), name_of(status), step++, *pinned);
}

void function(void *data) {
  std::printf("function %d: step %d, word %d\n", *static_cast<int *>(data), step++, *pinned);
}

void wait_for_go(void *) {
  while (!go) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

// Callbacks and host functions run once, in stream order, and hold up what follows in their stream only.
CASE(order) {
  prepare_gates();
  MUST(cudaHostAlloc(&pinned, 4, cudaHostAllocMapped));
  *pinned = 0;
  cudaStream_t a, b;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  put<<<1, 1, 0, a>>>(pinned, 1);
  MUST(cudaDeviceSynchronize());
  int numbers[] = {0, 1, 2, 3, 4, 5};
  put<<<1, 1, 0, a>>>(pinned, 10);
  MUST(cudaStreamAddCallback(a, callback, &numbers[0], 0));
  put<<<1, 1, 0, a>>>(pinned, 11);
  MUST(cudaLaunchHostFunc(a, function, &numbers[1]));
  MUST(cudaLaunchHostFunc(a, function, &numbers[2]));
  put<<<1, 1, 0, a>>>(pinned, 12);
  MUST(cudaStreamAddCallback(a, callback, &numbers[3], 0));
  SHOW(cudaStreamSynchronize(a));

  MUST(cudaLaunchHostFunc(a, wait_for_go, nullptr));
  put<<<1, 1, 0, a>>>(pinned, 13);
  SHOW(cudaStreamQuery(a));
  put<<<1, 1, 0, b>>>(pinned, 20);
  SHOW(cudaStreamSynchronize(b));
  show_value("word", *pinned);
  go = true;
  SHOW(cudaStreamSynchronize(a));
  show_value("word", *pinned);
}
}  // namespace order_

namespace arguments_ {
static cudaStream_t seen = cudaStream_t(99);
void CUDART_CB remember(cudaStream_t stream, cudaError_t, void *) { seen = stream; }
void function(void *) {}

// Refused arguments; the stream that a callback is told.
CASE(arguments) {
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  SHOW(cudaStreamAddCallback(stream, nullptr, nullptr, 0));
  SHOW(cudaStreamAddCallback(stream, remember, nullptr, 1));
  SHOW(cudaLaunchHostFunc(stream, nullptr, nullptr));
  MUST(cudaStreamAddCallback(stream, remember, nullptr, 0));
  MUST(cudaStreamSynchronize(stream));
  show_truth("told its stream", seen == stream);
  MUST(cudaStreamAddCallback(nullptr, remember, nullptr, 0));
  MUST(cudaStreamSynchronize(nullptr));
  show_value("told for stream 0", reinterpret_cast<std::intptr_t>(seen));
  MUST(cudaStreamAddCallback(cudaStreamLegacy, remember, nullptr, 0));
  MUST(cudaStreamSynchronize(nullptr));
  show_value("told for cudaStreamLegacy", reinterpret_cast<std::intptr_t>(seen));
  MUST(cudaStreamAddCallback(cudaStreamPerThread, remember, nullptr, 0));
  MUST(cudaStreamSynchronize(cudaStreamPerThread));
  show_value("told for cudaStreamPerThread", reinterpret_cast<std::intptr_t>(seen));
  SHOW(cudaLaunchHostFunc(nullptr, function, nullptr));
  SHOW(cudaDeviceSynchronize());
}
}  // namespace arguments_

struct Stream {
  cudaStream_t stream;
  int next = 0;
  int out_of_order = 0;
};

struct Note {
  Stream *stream;
  int index;
};

void note(void *data) {
  auto *n = static_cast<Note *>(data);
  n->stream->out_of_order += n->stream->next != n->index;
  n->stream->next++;
}

// A thousand host functions on twenty streams: all run, each stream's in order.
CASE(many) {
  std::vector<Stream> streams(20);
  std::vector<Note> notes(1000);
  for (auto &s : streams) MUST(cudaStreamCreateWithFlags(&s.stream, cudaStreamNonBlocking));
  for (int i = 0; i < 1000; ++i) {
    notes[i] = {&streams[i % 20], i / 20};
    MUST(cudaLaunchHostFunc(notes[i].stream->stream, note, &notes[i]));
  }
  SHOW(cudaDeviceSynchronize());
  int total = 0, wrong = 0;
  for (auto &s : streams) {
    total += s.next;
    wrong += s.out_of_order;
  }
  show_row("run, out of order", {total, wrong});
}

namespace api_calls_inside_ {
static void try_calls() {
  void *p = nullptr;
  cudaStream_t stream;
  int count = 0, device = 77;
  SHOW(cudaMalloc(&p, 64));
  SHOW(cudaFree(nullptr));
  SHOW(cudaMallocHost(&p, 64));
  SHOW(cudaStreamCreate(&stream));
  SHOW(cudaStreamQuery(nullptr));
  SHOW(cudaStreamSynchronize(nullptr));
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaMemset(p, 0, 1));
  SHOW(cudaGetDeviceCount(&count));
  SHOW(cudaGetDevice(&device));
  show_last_error("inside");
  show_last_error("inside, again");
}

void CUDART_CB callback(cudaStream_t, cudaError_t status, void *) {
  std::printf("callback, status %s\n", name_of(status));
  try_calls();
}

void function(void *) {
  std::printf("host function\n");
  try_calls();
}

// Calls of the runtime inside a callback are refused, apart from a few; the main thread's last error stays clean.
CASE(api_calls_inside) {
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaStreamAddCallback(stream, callback, nullptr, 0));
  SHOW(cudaStreamSynchronize(stream));
  MUST(cudaLaunchHostFunc(stream, function, nullptr));
  SHOW(cudaStreamSynchronize(stream));
  show_last_error("in the main thread");
}
}  // namespace api_calls_inside_

namespace after_destroy_ {
static std::atomic<int> calls{0};
void function(void *) { ++calls; }

// A callback queued in a stream that is then destroyed still runs.
CASE(after_destroy) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  Gate gate(stream);
  MUST(cudaLaunchHostFunc(stream, function, nullptr));
  SHOW(cudaStreamDestroy(stream));
  show_value("calls", calls);
  gate.open();
  SHOW(cudaDeviceSynchronize());
  show_value("calls", calls);
}
}  // namespace after_destroy_
