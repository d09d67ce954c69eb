// SPDX-License-Identifier: Apache-2.0
// Operations of a stream that run no kernel.
#include "../../cases.h"
#include "../../gate.h"

static std::atomic<int> calls{0};
static std::vector<int> order;

static void CUDART_CB note(cudaStream_t, cudaError_t status, void *which) {
  order.push_back(static_cast<int>(reinterpret_cast<std::intptr_t>(which)) + (status == cudaSuccess ? 0 : 1000));
  ++calls;
}

static void CUDART_CB ask(cudaStream_t stream, cudaError_t, void *) {
  std::printf("inside: %s\n", name_of(cudaStreamQuery(stream)));
}

__global__ void copy(int *to, const volatile int *from) { *to = *from; }
static int *shared_word;
static void CUDART_CB write_word(cudaStream_t, cudaError_t, void *) { *shared_word = 7; }

// cudaStreamAddCallback: once, in order, before what follows in the stream; no CUDA calls inside; refused in a capture.
CASE(stream_add_callback) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  SHOW(cudaStreamAddCallback(stream, nullptr, nullptr, 0));
  SHOW(cudaStreamAddCallback(stream, note, nullptr, 1));
  show_last_error("after refused calls");
  {
    Gate gate(stream);
    for (std::intptr_t i = 1; i <= 5; ++i) MUST(cudaStreamAddCallback(stream, note, reinterpret_cast<void *>(i), 0));
    show_value("calls while busy", calls);
    gate.open();
  }
  SHOW(cudaStreamSynchronize(stream));
  show_value("calls", calls);
  show_row("order", order);
  MUST(cudaStreamAddCallback(stream, ask, nullptr, 0));
  SHOW(cudaStreamSynchronize(stream));

  std::printf("what follows waits for it\n");
  DeviceArray<int> word(1);
  MUST(cudaHostAlloc(&shared_word, 4, cudaHostAllocMapped));
  *shared_word = 0;
  copy<<<1, 1, 0, stream>>>(word, shared_word);
  MUST(cudaStreamSynchronize(stream));
  MUST(cudaStreamAddCallback(stream, write_word, nullptr, 0));
  copy<<<1, 1, 0, stream>>>(word, shared_word);
  SHOW(cudaStreamSynchronize(stream));
  show_value("word", word.read()[0]);

  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  SHOW(cudaStreamAddCallback(stream, note, nullptr, 0));
  cudaGraph_t graph;
  SHOW(cudaStreamEndCapture(stream, &graph));
  show_value("calls", calls);
}

// cudaStreamAttachMemAsync: which memory, lengths, flags and streams are refused.
CASE(stream_attach_mem_async) {
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  char *managed, *device, *pinned;
  MUST(cudaMallocManaged(&managed, 8192));
  MUST(cudaMalloc(&device, 8192));
  MUST(cudaMallocHost(&pinned, 8192));
  for (unsigned flags : {cudaMemAttachGlobal, cudaMemAttachHost, cudaMemAttachSingle}) {
    std::printf("flags %u\n", flags);
    SHOW(cudaStreamAttachMemAsync(stream, managed, 0, flags));
    SHOW(cudaStreamAttachMemAsync(stream, managed, 8192, flags));
    SHOW(cudaStreamAttachMemAsync(nullptr, managed, 0, flags));
    SHOW(cudaStreamAttachMemAsync(cudaStreamLegacy, managed, 0, flags));
    SHOW(cudaStreamAttachMemAsync(cudaStreamPerThread, managed, 0, flags));
    SHOW(cudaStreamAttachMemAsync(stream, managed, 4096, flags));
    SHOW(cudaStreamAttachMemAsync(stream, managed, 8193, flags));
    SHOW(cudaStreamAttachMemAsync(stream, managed + 16, 0, flags));
    SHOW(cudaStreamAttachMemAsync(stream, device, 0, flags));
    SHOW(cudaStreamAttachMemAsync(stream, pinned, 0, flags));
    SHOW(cudaStreamAttachMemAsync(stream, nullptr, 0, flags));
  }
  SHOW(cudaStreamAttachMemAsync(stream, managed, 0, cudaMemAttachGlobal | cudaMemAttachHost));
  SHOW(cudaStreamAttachMemAsync(stream, managed, 0, 8));
  SHOW(cudaStreamAttachMemAsync(stream, managed));
  SHOW(cudaStreamSynchronize(stream));
  managed[0] = 1;
  SHOW(cudaStreamAttachMemAsync(stream, managed, 0, cudaMemAttachGlobal));
  SHOW(cudaStreamDestroy(stream));
  SHOW(cudaDeviceSynchronize());
}
