// SPDX-License-Identifier: Apache-2.0
// Work of several streams: what orders it, and what seems to.
#include "cases.h"

// expect: race/race
// A producer and a consumer on two streams, no event.
// FIXED: the consumer waits for an event after the producer.
CASE(no_event_race) {
  Streams<2> s;
  Device x(4096), y(4096);
#if FIXED
  Event done;
#endif
  cudaMemsetAsync(x, 1, 4096, s[0]);
#if FIXED
  cudaEventRecord(done, s[0]);
  cudaStreamWaitEvent(s[1], done);
#endif
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, s[1]);
  return finish();
}

// expect: race/race
// The event is recorded before the work that it should cover.
// FIXED: the event is recorded after all of it.
CASE(early_record_race) {
  Streams<2> s;
  Device x(4096), y(4096);
  Event done;
  cudaMemsetAsync(y, 0, 4096, s[0]);
#if !FIXED
  cudaEventRecord(done, s[0]);
#endif
  cudaMemsetAsync(x, 1, 4096, s[0]);
#if FIXED
  cudaEventRecord(done, s[0]);
#endif
  cudaStreamWaitEvent(s[1], done);
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, s[1]);
  return finish();
}

// expect: race/race
// The event is waited for before it was ever recorded: the wait is empty.
// FIXED: the record comes first.
CASE(wait_before_record_race) {
  Streams<2> s;
  Device x(4096), y(4096);
  Event done;
#if !FIXED
  cudaStreamWaitEvent(s[1], done);
#endif
  cudaMemsetAsync(x, 1, 4096, s[0]);
  cudaEventRecord(done, s[0]);
#if FIXED
  cudaStreamWaitEvent(s[1], done);
#endif
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, s[1]);
  return finish();
}

// expect: race/race
// The event is recorded again after the wait: the waiter keeps the earlier record.
// FIXED: there is a wait for each record.
CASE(re_record_race) {
  Streams<2> s;
  Device x(4096), y(4096);
  Event done;
  cudaMemsetAsync(x, 1, 4096, s[0]);
  cudaEventRecord(done, s[0]);
  cudaStreamWaitEvent(s[1], done);
  cudaMemsetAsync(x, 2, 4096, s[0]);
  cudaEventRecord(done, s[0]);
#if FIXED
  cudaStreamWaitEvent(s[1], done);
#endif
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, s[1]);
  return finish();
}

// expect: race/race
// The producer has certainly ended when the consumer comes, but nothing says so: another stream was waited for.
// FIXED: the event is complete when it is waited for; the wait counts all the same.
CASE(ordered_by_chance_race) {
  Streams<2> s;
  Device x(4096), y(4096);
#if FIXED
  Event done;
#endif
  cudaMemsetAsync(x, 1, 4096, s[0]);
#if FIXED
  cudaEventRecord(done, s[0]);
#endif
  let_everything_end();
#if FIXED
  cudaStreamWaitEvent(s[1], done);
#endif
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, s[1]);
  return finish();
}

// expect: race/race
// Asked once, and the answer ignored.
// FIXED: the host queries until the event is complete.
CASE(query_race) {
  Streams<2> s;
  Device x(4096), y(4096);
#if !FIXED
  hold(s[0]);
#endif
  cudaMemsetAsync(x, 1, 4096, s[0]);
#if FIXED
  while (cudaStreamQuery(s[0]) == cudaErrorNotReady) {
  }
#else
  (void)cudaStreamQuery(s[0]);
  let_go();
#endif
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, s[1]);
  return finish();
}

inline cudaError_t ask(cudaEvent_t event) { return cudaEventQuery(event); }

// expect: race/race race/race
// Asked until all has run; but nobody looks at the answers, which so tell nothing.
// FIXED: they are looked at, also those that a function hands on.
CASE(ignored_query_race) {
  Streams<2> s;
  Device x(4096), y(4096);
  Event done;
  cudaMemsetAsync(x, 1, 4096, s[0]);
#if FIXED
  while (cudaStreamQuery(s[0]) == cudaErrorNotReady) {
  }
#else
  for (int i = 0; i < 2000; ++i) cudaStreamQuery(s[0]);
#endif
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, s[1]);
  cudaEventRecord(done, s[1]);
#if FIXED
  while (ask(done) != cudaSuccess) {
  }
#else
  for (int i = 0; i < 2000; ++i) ask(done);
#endif
  cudaMemsetAsync(y, 2, 4096, s[0]);
  return finish();
}

// expect: race/race
// The wrong stream is waited for.
// FIXED: the host synchronises, in each of the ways there are.
CASE(synchronise_race) {
  Streams<2> s;
  Device x(4096), y(4096);
#if FIXED
  Event done;
#endif
  cudaMemsetAsync(x, 1, 4096, s[0]);
#if FIXED
  cudaStreamSynchronize(s[0]);
  cudaMemsetAsync(x, 2, 4096, s[1]);
  cudaDeviceSynchronize();
  cudaMemsetAsync(x, 3, 4096, s[0]);
  cudaEventRecord(done, s[0]);
  cudaEventSynchronize(done);
  cudaMemsetAsync(x, 4, 4096, s[1]);
  cudaEventRecord(done, s[1]);
  while (cudaEventQuery(done) == cudaErrorNotReady) {
  }
  cudaMemsetAsync(x, 5, 4096, s[0]);
#else
  cudaStreamSynchronize(s[1]);
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, s[1]);
#endif
  return finish();
}

// expect: race/race
// Two buffers, but one event for both: chunk i + 2 overwrites what chunk i still reads.
// FIXED: the producer waits until the half has been read.
CASE(double_buffer_race) {
  Streams<2> s;
  Device buffer(8192), out(65536);
#if FIXED
  Event filled, read[2];
#else
  Event filled;
#endif
  for (int i = 0; i < 4; ++i) {
    char* half = buffer + i % 2 * 4096;
#if FIXED
    cudaStreamWaitEvent(s[0], read[i % 2]);
#endif
    cudaMemsetAsync(half, i, 4096, s[0]);
    cudaEventRecord(filled, s[0]);
    cudaStreamWaitEvent(s[1], filled);
    cudaMemcpyAsync(out + i * 4096, half, 4096, cudaMemcpyDeviceToDevice, s[1]);
#if FIXED
    cudaEventRecord(read[i % 2], s[1]);
#endif
  }
  return finish();
}

// expect: race/race
// The copy of the halo is not ordered with the next step's boundary.
// FIXED: the copy is ordered.
CASE(halo_race) {
  Streams<2> s;
  Device field(4096), halo(64);
#if FIXED
  Event edge, copied;
#else
  Event edge;
#endif
  for (int step = 0; step < 2; ++step) {
#if FIXED
    cudaStreamWaitEvent(s[0], copied);
#endif
    cudaMemsetAsync(field + 4032, step, 64, s[0]);
    cudaEventRecord(edge, s[0]);
    cudaMemsetAsync(field, step, 4032, s[0]);
    cudaStreamWaitEvent(s[1], edge);
    cudaMemcpyAsync(halo, field + 4032, 64, cudaMemcpyDeviceToDevice, s[1]);
#if FIXED
    cudaEventRecord(copied, s[1]);
#endif
  }
  return finish();
}

__global__ void fill(int* out, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = value;
}

__global__ void add(int* out, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += in[i];
}

// expect: race/race
// A kernel reads what a kernel of another stream writes.
// FIXED: an event orders them.
CASE(kernels_race) {
  Streams<2> s;
  Device x(4096), y(4096);
#if !FIXED
  cudaMemset(x, 0, 4096);
  cudaMemset(y, 0, 4096);
  cudaDeviceSynchronize();
#endif
  int* const a = reinterpret_cast<int*>(static_cast<char*>(x));
  int* const b = reinterpret_cast<int*>(static_cast<char*>(y));
#if FIXED
  Event done;
#endif
  fill<<<4, 256, 0, s[0]>>>(a, 1024, 1);
#if FIXED
  fill<<<4, 256, 0, s[1]>>>(b, 1024, 0);
  cudaEventRecord(done, s[0]);
  cudaStreamWaitEvent(s[1], done);
#endif
  add<<<4, 256, 0, s[1]>>>(b, a, 1024);
  return finish();
}

// expect: race/race
// The default stream does not wait for a stream made with cudaStreamNonBlocking.
// FIXED: the default stream waits for blocking streams, and they wait for it.
CASE(default_stream_race) {
#if FIXED
  Streams<2> s(cudaStreamDefault);
#else
  Streams<1> s(cudaStreamNonBlocking);
#endif
  Device x(4096), y(4096);
  cudaMemsetAsync(x, 1, 4096, s[0]);
#if FIXED
  let_everything_end();
#endif
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, 0);
#if FIXED
  let_everything_end();
  cudaMemsetAsync(y, 2, 4096, s[1]);
#endif
  return finish();
}

// Disjoint chunks of one allocation on many streams, each with a part of pinned memory.
CASE(chunks_norace) {
  constexpr int kStreams = 8, kChunk = 1000;
  Streams<kStreams> s;
  Device x(kStreams * kChunk);
  Pinned in(kStreams * kChunk), out(kStreams * kChunk);
  for (int i = 0; i < kStreams; ++i) {
    cudaMemcpyAsync(x + i * kChunk, in + i * kChunk, kChunk, cudaMemcpyHostToDevice, s[i]);
    cudaMemcpyAsync(out + i * kChunk, x + i * kChunk, kChunk, cudaMemcpyDeviceToHost, s[i]);
  }
  return finish();
}

// The default stream waits for work of a stream that has been destroyed, also when that had ended.
CASE(destroyed_stream_norace) {
  Device x(4096), y(4096);
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMemsetAsync(x, 1, 4096, s);
  cudaStreamDestroy(s);
  let_everything_end();
  cudaMemcpyAsync(y, x, 4096, cudaMemcpyDeviceToDevice, 0);
  return finish();
}
