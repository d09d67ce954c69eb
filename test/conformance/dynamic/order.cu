// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// The order of parents and children, and what they see of each other.
#include "../cases.h"

__device__ void spend(long long cycles) {
  long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

__device__ int used;
__device__ int log_of[64];

__global__ void note(int value, int cycles) {
  spend(cycles);
  log_of[atomicAdd(&used, 1)] = value;
}

__global__ void null_stream() {
  for (int i = 0; i < 6; ++i) note<<<1, 1>>>(i, (6 - i) * 20000);
}

__global__ void own_stream() {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  for (int i = 0; i < 6; ++i) note<<<1, 1, 0, stream>>>(10 + i, (6 - i) * 20000);
  cudaStreamDestroy(stream);
}

__global__ void threads_of_a_block() {
  for (int t = 0; t < int(blockDim.x); ++t) {
    if (t == int(threadIdx.x)) note<<<1, 1>>>(20 + t, (8 - t) * 20000);
    __syncthreads();
  }
}

__global__ void tails() {
  for (int i = 0; i < 4; ++i) note<<<1, 1, 0, cudaStreamTailLaunch>>>(30 + i, 10000);
  note<<<1, 1>>>(39, 300000);
  note<<<1, 1, 0, cudaStreamFireAndForget>>>(39, 300000);
  spend(100000);
}

__global__ void tail_with_children(int depth) {
  log_of[atomicAdd(&used, 1)] = 40 + depth;
  if (depth < 3) {
    tail_with_children<<<1, 1, 0, cudaStreamTailLaunch>>>(depth + 1);
    note<<<1, 1>>>(50 + depth, 200000);
  }
}

__global__ void two_tails_first_nested() {
  tail_with_children<<<1, 1, 0, cudaStreamTailLaunch>>>(2);
  note<<<1, 1, 0, cudaStreamTailLaunch>>>(60, 0);
}

__global__ void events() {
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEvent_t event;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  note<<<1, 1, 0, a>>>(70, 400000);
  cudaEventRecord(event, a);
  cudaStreamWaitEvent(b, event, 0);
  note<<<1, 1, 0, b>>>(71, 0);
  cudaEventRecord(event, b);
  cudaStreamWaitEvent(0, event, 0);
  note<<<1, 1>>>(72, 0);
  cudaEventDestroy(event);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}

__global__ void child_with_tail() {
  note<<<1, 1, 0, cudaStreamTailLaunch>>>(81, 200000);
  log_of[atomicAdd(&used, 1)] = 80;
}

// A child's tail launch is part of the child, for what follows in the stream.
__global__ void tail_of_a_child() {
  child_with_tail<<<1, 1>>>();
  note<<<1, 1>>>(82, 0);
}

// Children of a child are part of it too.
__global__ void grandchildren() {
  null_stream<<<1, 1>>>();
  note<<<1, 1>>>(90, 0);
}

__global__ void tails_of_two_blocks() {
  note<<<1, 1, 0, cudaStreamTailLaunch>>>(100, 0);
  if (threadIdx.x == 0) note<<<1, 1>>>(99, 100000);
}

void show_log(const char *what) {
  SHOW(cudaDeviceSynchronize());
  int n = 0, values[64], zero = 0;
  MUST(cudaMemcpyFromSymbol(&n, used, sizeof n));
  MUST(cudaMemcpyFromSymbol(values, log_of, sizeof values));
  show_row(what, std::vector<int>(values, values + n));
  MUST(cudaMemcpyToSymbol(used, &zero, sizeof zero));
}

// The order of children: of one block's NULL stream, of streams that the kernel makes, of tail launches.
CASE(order) {
  null_stream<<<1, 1>>>();
  show_log("NULL stream");
  own_stream<<<1, 1>>>();
  show_log("own stream");
  threads_of_a_block<<<1, 8>>>();
  show_log("threads of a block");
  tails<<<1, 1>>>();
  show_log("tails");
  tail_with_children<<<1, 1>>>(0);
  show_log("nested tails");
  two_tails_first_nested<<<1, 1>>>();
  show_log("two tails, the first with a tail");
  events<<<1, 1>>>();
  show_log("events");
  tail_of_a_child<<<1, 1>>>();
  show_log("tail of a child");
  grandchildren<<<1, 1>>>();
  show_log("grandchildren");
  tails_of_two_blocks<<<2, 2>>>();
  show_log("tails of two blocks");
}

__global__ void late(int *out, int value) {
  spend(2000000);
  *out = value;
}

__global__ void middle(int *out, int value) {
  late<<<1, 1, 0, cudaStreamFireAndForget>>>(out, value);
}

__global__ void parent(int *out, int value) { middle<<<1, 1>>>(out, value); }
__global__ void copy(int *to, const int *from) { *to = *from; }

__global__ void tail_parent(int *out, int value) {
  late<<<1, 1, 0, cudaStreamTailLaunch>>>(out, value);
}

// A grid is complete when its children are: what follows in its stream, events and every kind of wait see their work.
CASE(completion) {
  DeviceArray<int> out(16);
  int *p = out;
  cudaStream_t a, b;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  MUST(cudaStreamCreate(&b));
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  parent<<<1, 1, 0, a>>>(p, 1);
  copy<<<1, 1, 0, a>>>(p + 1, p);
  SHOW(cudaStreamSynchronize(a));
  show_row("next in the stream", out.read());
  parent<<<1, 1, 0, a>>>(p, 2);
  MUST(cudaEventRecord(event, a));
  MUST(cudaStreamWaitEvent(b, event, 0));
  copy<<<1, 1, 0, b>>>(p + 2, p);
  SHOW(cudaStreamSynchronize(b));
  show_row("behind an event", out.read());
  parent<<<1, 1, 0, a>>>(p, 3);
  show("query", cudaStreamQuery(a));
  MUST(cudaEventRecord(event, a));
  show("event query", cudaEventQuery(event));
  SHOW(cudaEventSynchronize(event));
  show_row("event synchronised", out.read());
  parent<<<1, 1, 0, b>>>(p, 4);
  copy<<<1, 1>>>(p + 3, p);
  SHOW(cudaStreamSynchronize(0));
  show_row("behind the legacy stream", out.read());
  tail_parent<<<1, 1, 0, a>>>(p, 5);
  copy<<<1, 1, 0, a>>>(p + 4, p);
  MUST(cudaMemcpyAsync(p + 5, p, 4, cudaMemcpyDefault, a));
  SHOW(cudaStreamSynchronize(a));
  show_row("behind a tail launch", out.read());
  int host = 0;
  parent<<<1, 1>>>(p, 6);
  SHOW(cudaMemcpy(&host, p, 4, cudaMemcpyDeviceToHost));
  show_value("copied", host);
  parent<<<1, 1, 0, a>>>(p, 7);
  MUST(cudaStreamDestroy(a));
  SHOW(cudaDeviceSynchronize());
  show_row("stream destroyed", out.read());
}

__global__ void sum(const int *in, int n, int *out) {
  int i = threadIdx.x;
  if (i < n) atomicAdd(out, in[i]);
}

__global__ void add_one(int *p) { p[threadIdx.x] += 1; }

__global__ void before_barrier(int *data, int *out) {
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) sum<<<1, 256>>>(data, 256, out);
}

__global__ void chain(int *data, int *out) {
  data[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 0; i < 10; ++i) add_one<<<1, 256>>>(data);
    sum<<<1, 256, 0, cudaStreamTailLaunch>>>(data, 256, out);
  }
}

__global__ void until_zero(int *counter, int *steps) {
  if (threadIdx.x != 0) return;
  ++*steps;
  if (--*counter > 0) until_zero<<<1, 32, 0, cudaStreamTailLaunch>>>(counter, steps);
}

__device__ int quick[1024];

__global__ void sort(int *a, int left, int right, int depth) {
  if (depth > 12 || right - left < 8) {
    for (int i = left + 1; i <= right; ++i) {
      int v = a[i], j = i - 1;
      for (; j >= left && a[j] > v; --j) a[j + 1] = a[j];
      a[j + 1] = v;
    }
    return;
  }
  int pivot = a[(left + right) / 2], i = left, j = right;
  while (i <= j) {
    while (a[i] < pivot) ++i;
    while (a[j] > pivot) --j;
    if (i <= j) {
      int t = a[i];
      a[i++] = a[j];
      a[j--] = t;
    }
  }
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  if (left < j) sort<<<1, 1, 0, s>>>(a, left, j, depth + 1);
  cudaStreamDestroy(s);
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  if (i < right) sort<<<1, 1, 0, s>>>(a, i, right, depth + 1);
  cudaStreamDestroy(s);
}

// What a child sees of its parent's writes, and a tail launch of the children's.
CASE(visibility) {
  DeviceArray<int> data(256), out(3);
  before_barrier<<<1, 256>>>(data.get(), out.get());
  chain<<<1, 256>>>(data.get(), out.get() + 1);
  SHOW(cudaDeviceSynchronize());
  show_row("sums", out.read());
  int start = 500;
  MUST(cudaMemcpy(data, &start, 4, cudaMemcpyHostToDevice));
  until_zero<<<1, 32>>>(data.get(), out.get() + 2);
  SHOW(cudaDeviceSynchronize());
  show_row("steps", out.read());
  std::vector<int> values(1024);
  unsigned seed = 1;
  for (int &v : values) v = (seed = seed * 1103515245 + 12345) >> 16;
  DeviceArray<int> array(values);
  sort<<<1, 1>>>(array.get(), 0, 1023, 0);
  SHOW(cudaDeviceSynchronize());
  auto sorted = array.read();
  int wrong = 0;
  for (int i = 1; i < 1024; ++i) wrong += sorted[i - 1] > sorted[i];
  show_value("out of order", wrong);
}

__global__ void add(int *out, int n) { atomicAdd(out, n); }

__global__ void in_block(int *out) {
  __shared__ cudaStream_t stream;
  __shared__ cudaEvent_t event;
  if (threadIdx.x == 0) {
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  }
  __syncthreads();
  add<<<1, 1, 0, stream>>>(out, threadIdx.x + 1);
  __syncthreads();
  if (threadIdx.x == 5) {
    printf("%s\n", cudaGetErrorName(cudaEventRecord(event, stream)));
    printf("%s\n", cudaGetErrorName(cudaStreamWaitEvent(0, event, 0)));
    printf("%s\n", cudaGetErrorName(cudaStreamDestroy(stream)));
    printf("%s\n", cudaGetErrorName(cudaEventDestroy(event)));
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  }
}

__global__ void not_destroyed(int *out) {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  add<<<1, 1, 0, stream>>>(out, 1000);
}

// Streams and events of one thread used by others: of its block, and what host streams are in a kernel.
CASE(shared_handles) {
  DeviceArray<int> out(4);
  in_block<<<1, 40>>>(out.get());
  SHOW(cudaDeviceSynchronize());
  not_destroyed<<<20, 1>>>(out.get() + 1);
  SHOW(cudaDeviceSynchronize());
  show_row("out", out.read());
}
