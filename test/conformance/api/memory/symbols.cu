// SPDX-License-Identifier: Apache-2.0
// Variables of the device, by name.
#include "../../cases.h"
#include "../../capturing.h"
#include "../../gate.h"

namespace get_symbol_address_ {
static __device__ int numbers[4] = {1, 2, 3, 4};
static __device__ int others[4] = {5, 6, 7, 8};
static __constant__ int table[4] = {9, 10, 11, 12};
static __managed__ int shared_numbers[4] = {13, 14, 15, 16};

static __global__ void where(void **out) {
  out[0] = numbers;
  out[1] = others;
  out[2] = shared_numbers;
}

// cudaGetSymbolAddress: of device, constant and managed variables; it is where the variable lies; what is refused.
CASE(get_symbol_address) {
  int *p[4] = {};
  SHOW(cudaGetSymbolAddress(reinterpret_cast<void **>(&p[0]), numbers));
  SHOW(cudaGetSymbolAddress(reinterpret_cast<void **>(&p[1]), others));
  SHOW(cudaGetSymbolAddress(reinterpret_cast<void **>(&p[2]), shared_numbers));
  SHOW(cudaGetSymbolAddress(reinterpret_cast<void **>(&p[3]), table));
  void **seen;
  MUST(cudaMallocHost(&seen, 3 * sizeof(void *)));
  where<<<1, 1>>>(seen);
  SHOW(cudaDeviceSynchronize());
  show_row("the addresses that a kernel sees", {seen[0] == p[0], seen[1] == p[1], seen[2] == p[2]});
  for (int i = 0; i < 4; ++i) {
    int back[4];
    MUST(cudaMemcpy(back, p[i], 16, cudaMemcpyDefault));
    show_row("values", std::vector<int>(back, back + 4));
  }
  MUST(cudaMemset(p[0] + 1, 0, 8));
  int back[4];
  MUST(cudaMemcpyFromSymbol(back, numbers, 16));
  show_row("written through the address", std::vector<int>(back, back + 4));
  void *again;
  SHOW(cudaGetSymbolAddress(&again, numbers));
  show_truth("the same again", again == p[0]);
  show_truth("managed: the host's address", p[2] == shared_numbers);
  std::printf("refused\n");
  static int host_variable = 3;
  SHOW(cudaGetSymbolAddress(&again, static_cast<const void *>(&host_variable)));
  SHOW(cudaGetSymbolAddress(&again, static_cast<const void *>(nullptr)));
  SHOW(cudaGetSymbolAddress(&again, static_cast<const void *>(p[0])));
  show_last_error("after refused calls");
  show_captured("numbers", [&](cudaStream_t) { return cudaGetSymbolAddress(&again, numbers); });
}
}  // namespace get_symbol_address_

namespace get_symbol_size_ {
struct Pair {
  char a;
  double b;
};

static __device__ char byte;
static __device__ int numbers[5];
static __device__ Pair pairs[3];
static __device__ int large[1 << 16];
static __constant__ float table[7];
static __managed__ short shared_numbers[9];
static __device__ const int fixed[2] = {1, 2};

// cudaGetSymbolSize: of variables of each kind and type; what is refused.
CASE(get_symbol_size) {
  std::size_t size = 77;
  auto tell = [&](const char *what, cudaError_t error) {
    std::printf("%s: %s, %zu\n", what, name_of(error), size);
    size = 77;
  };
  tell("char", cudaGetSymbolSize(&size, byte));
  tell("int[5]", cudaGetSymbolSize(&size, numbers));
  tell("Pair[3]", cudaGetSymbolSize(&size, pairs));
  tell("int[65536]", cudaGetSymbolSize(&size, large));
  tell("__constant__ float[7]", cudaGetSymbolSize(&size, table));
  tell("__managed__ short[9]", cudaGetSymbolSize(&size, shared_numbers));
  tell("const int[2]", cudaGetSymbolSize(&size, fixed));
  std::printf("refused\n");
  static int host_variable = 3;
  tell("a variable of the host", cudaGetSymbolSize(&size, static_cast<const void *>(&host_variable)));
  tell("null", cudaGetSymbolSize(&size, static_cast<const void *>(nullptr)));
  void *address;
  MUST(cudaGetSymbolAddress(&address, numbers));
  tell("a variable's address on the device", cudaGetSymbolSize(&size, static_cast<const void *>(address)));
  show_last_error("after refused calls");
  show_captured("numbers", [&](cudaStream_t) { return cudaGetSymbolSize(&size, numbers); });
}
}  // namespace get_symbol_size_

namespace memcpy_to_symbol_ {
static __device__ int numbers[4] = {1, 2, 3, 4};
static __constant__ int table[4] = {5, 6, 7, 8};
static __managed__ int shared_numbers[4] = {9, 10, 11, 12};

static __global__ void read_all(int *out) {
  out[threadIdx.x] = numbers[threadIdx.x];
  out[4 + threadIdx.x] = table[threadIdx.x];
  out[8 + threadIdx.x] = shared_numbers[threadIdx.x];
}

// cudaMemcpyToSymbol: device, constant and managed variables, offsets, directions, what is refused, captures.
CASE(memcpy_to_symbol) {
  DeviceArray<int> out(12);
  auto show_all = [&](const char *what) {
    read_all<<<1, 4>>>(out);
    MUST(cudaDeviceSynchronize());
    show_row(what, out.read());
  };
  show_all("initially");
  const int host[4] = {100, 200, 300, 400};
  SHOW(cudaMemcpyToSymbol(numbers, host, 16));
  SHOW(cudaMemcpyToSymbol(table, host + 1, 8, 4));
  SHOW(cudaMemcpyToSymbol(shared_numbers, host, 4, 12));
  show_all("changed");
  DeviceArray<int> device(std::vector<int>{1, 2, 3, 4});
  SHOW(cudaMemcpyToSymbol(numbers, device.get(), 8, 8, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpyToSymbol(table, device.get(), 4, 0, cudaMemcpyDefault));
  show_all("from the device");
  SHOW(cudaMemcpyToSymbol(numbers, host, 0));
  SHOW(cudaMemcpyToSymbol(numbers, nullptr, 0));
  SHOW(cudaMemcpyToSymbol(numbers, host, 0, 16));
  std::printf("refused\n");
  static int host_variable = 3;
  SHOW(cudaMemcpyToSymbol(static_cast<const void *>(&host_variable), host, 4, 0, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpyToSymbol(static_cast<const void *>(nullptr), host, 4, 0, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpyToSymbol(numbers, nullptr, 4));
  SHOW(cudaMemcpyToSymbol(numbers, host, 17));
  SHOW(cudaMemcpyToSymbol(numbers, host, 4, 13));
  SHOW(cudaMemcpyToSymbol(numbers, host, 0, 17));
  SHOW(cudaMemcpyToSymbol(numbers, host, 0, 0, static_cast<cudaMemcpyKind>(5)));
  SHOW(cudaMemcpyToSymbol(numbers, host, 0, 0, static_cast<cudaMemcpyKind>(2)));
  SHOW(cudaMemcpyToSymbol(static_cast<const void *>(&host_variable), host, 0, 0, cudaMemcpyHostToDevice));
  for (int kind : {-1, 0, 2, 5})
    std::printf("kind %d: %s\n", kind,
                name_of(cudaMemcpyToSymbol(numbers, host, 4, 0, static_cast<cudaMemcpyKind>(kind))));
  SHOW(cudaMemcpyToSymbol(numbers, host, 4, 0, cudaMemcpyDeviceToDevice));
  show_last_error("after refused calls");
  show_all("unchanged");
  show_captured("16 bytes", [&](cudaStream_t) { return cudaMemcpyToSymbol(numbers, host, 16); });
}
}  // namespace memcpy_to_symbol_

namespace memcpy_to_symbol_async_ {
static __device__ int numbers[4] = {1, 2, 3, 4};
static __constant__ int table[4] = {5, 6, 7, 8};

static __global__ void read_all(int *out) {
  out[threadIdx.x] = numbers[threadIdx.x];
  out[4 + threadIdx.x] = table[threadIdx.x];
}

// cudaMemcpyToSymbolAsync: a variable changes in stream order, directions, what is refused, which calls wait, captures.
CASE(memcpy_to_symbol_async) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  DeviceArray<int> before(8), after(8);
  read_all<<<1, 4, 0, stream>>>(before);
  MUST(cudaStreamSynchronize(stream));
  int *pinned;
  MUST(cudaMallocHost(&pinned, 16));
  for (int i = 0; i < 4; ++i) pinned[i] = 100 * (i + 1);
  {
    Gate gate(stream);
    read_all<<<1, 4, 0, stream>>>(before);
    SHOW(cudaMemcpyToSymbolAsync(numbers, pinned, 12, 4, cudaMemcpyHostToDevice, stream));
    SHOW(cudaMemcpyToSymbolAsync(table, pinned, 4, 0, cudaMemcpyDefault, stream));
    read_all<<<1, 4, 0, stream>>>(after);
  }
  SHOW(cudaStreamSynchronize(stream));
  show_row("before", before.read());
  show_row("after", after.read());
  SHOW(cudaMemcpyToSymbolAsync(numbers, pinned, 4));
  SHOW(cudaMemcpyToSymbolAsync(numbers, pinned, 4, 0, cudaMemcpyHostToDevice, cudaStreamPerThread));
  SHOW(cudaMemcpyToSymbolAsync(numbers, pinned, 0, 0, cudaMemcpyHostToDevice, stream));
  std::printf("refused\n");
  SHOW(cudaMemcpyToSymbolAsync(static_cast<const void *>(pinned), pinned, 4, 0, cudaMemcpyHostToDevice, stream));
  SHOW(cudaMemcpyToSymbolAsync(numbers, nullptr, 4, 0, cudaMemcpyHostToDevice, stream));
  SHOW(cudaMemcpyToSymbolAsync(numbers, pinned, 16, 1, cudaMemcpyHostToDevice, stream));
  SHOW(cudaMemcpyToSymbolAsync(numbers, pinned, 0, 17, cudaMemcpyHostToDevice, stream));
  SHOW(cudaMemcpyToSymbolAsync(static_cast<const void *>(pinned), pinned, 0, 0, cudaMemcpyHostToDevice, stream));
  for (int kind : {-1, 0, 2, 5})
    std::printf("kind %d: %s\n", kind,
                name_of(cudaMemcpyToSymbolAsync(numbers, pinned, 4, 0, static_cast<cudaMemcpyKind>(kind), stream)));
  show_last_error("after refused calls");
  show_while_busy("pinned", stream, [&] {
    return cudaMemcpyToSymbolAsync(numbers, pinned, 16, 0, cudaMemcpyHostToDevice, stream);
  });
  show_captured("16 bytes", [&](cudaStream_t s) {
    return cudaMemcpyToSymbolAsync(numbers, pinned, 16, 0, cudaMemcpyHostToDevice, s);
  });
  show_captured("past the end", [&](cudaStream_t s) {
    return cudaMemcpyToSymbolAsync(numbers, pinned, 16, 1, cudaMemcpyHostToDevice, s);
  });
}
}  // namespace memcpy_to_symbol_async_

namespace memcpy_from_symbol_ {
static __device__ int numbers[4] = {1, 2, 3, 4};
static __constant__ int table[4] = {5, 6, 7, 8};
static __managed__ int shared_numbers[4] = {9, 10, 11, 12};

static __global__ void change() {
  numbers[threadIdx.x] += 100;
  shared_numbers[threadIdx.x] += 100;
}

// cudaMemcpyFromSymbol: device, constant and managed variables, offsets, directions, what is refused, captures.
CASE(memcpy_from_symbol) {
  int host[4] = {};
  auto show_host = [&](const char *what) { show_row(what, std::vector<int>(host, host + 4)); };
  SHOW(cudaMemcpyFromSymbol(host, numbers, 16));
  show_host("numbers");
  change<<<1, 4>>>();
  SHOW(cudaMemcpyFromSymbol(host, numbers, 8, 8));
  show_host("their second half first");
  SHOW(cudaMemcpyFromSymbol(host, table, 16));
  show_host("table");
  SHOW(cudaMemcpyFromSymbol(host, shared_numbers, 16, 0, cudaMemcpyDefault));
  show_host("managed");
  DeviceArray<int> device(4);
  SHOW(cudaMemcpyFromSymbol(device.get() + 1, numbers, 12, 0, cudaMemcpyDeviceToDevice));
  show_row("on the device", device.read());
  SHOW(cudaMemcpyFromSymbol(host, numbers, 0));
  SHOW(cudaMemcpyFromSymbol(nullptr, numbers, 0));
  std::printf("refused\n");
  static int host_variable = 3;
  SHOW(cudaMemcpyFromSymbol(host, static_cast<const void *>(&host_variable), 4, 0, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpyFromSymbol(host, static_cast<const void *>(nullptr), 4, 0, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpyFromSymbol(nullptr, numbers, 4));
  SHOW(cudaMemcpyFromSymbol(host, numbers, 17));
  SHOW(cudaMemcpyFromSymbol(host, numbers, 4, 13));
  SHOW(cudaMemcpyFromSymbol(host, numbers, 0, 17));
  SHOW(cudaMemcpyFromSymbol(host, numbers, 0, 0, static_cast<cudaMemcpyKind>(5)));
  SHOW(cudaMemcpyFromSymbol(host, numbers, 0, 0, static_cast<cudaMemcpyKind>(1)));
  SHOW(cudaMemcpyFromSymbol(host, static_cast<const void *>(&host_variable), 0, 0, cudaMemcpyDeviceToHost));
  for (int kind : {-1, 0, 1, 5})
    std::printf("kind %d: %s\n", kind,
                name_of(cudaMemcpyFromSymbol(host, numbers, 4, 0, static_cast<cudaMemcpyKind>(kind))));
  SHOW(cudaMemcpyFromSymbol(host, numbers, 4, 0, cudaMemcpyDeviceToDevice));
  show_last_error("after refused calls");
  show_captured("16 bytes", [&](cudaStream_t) { return cudaMemcpyFromSymbol(host, numbers, 16); });
}
}  // namespace memcpy_from_symbol_

namespace memcpy_from_symbol_async_ {
static __device__ int numbers[4] = {1, 2, 3, 4};
static __global__ void add(int v) { numbers[threadIdx.x] += v; }

// cudaMemcpyFromSymbolAsync: a variable is read in stream order, directions, what is refused, which calls wait, captures.
CASE(memcpy_from_symbol_async) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  int *pinned;
  MUST(cudaMallocHost(&pinned, 32));
  std::memset(pinned, 0, 32);
  DeviceArray<int> device(4);
  add<<<1, 4, 0, stream>>>(0);
  MUST(cudaStreamSynchronize(stream));
  {
    Gate gate(stream);
    SHOW(cudaMemcpyFromSymbolAsync(pinned, numbers, 16, 0, cudaMemcpyDeviceToHost, stream));
    add<<<1, 4, 0, stream>>>(10);
    SHOW(cudaMemcpyFromSymbolAsync(pinned + 4, numbers, 8, 8, cudaMemcpyDeviceToHost, stream));
    SHOW(cudaMemcpyFromSymbolAsync(device, numbers, 4, 0, cudaMemcpyDeviceToDevice, stream));
    show_value("before it runs", pinned[0]);
  }
  SHOW(cudaStreamSynchronize(stream));
  show_row("pinned", std::vector<int>(pinned, pinned + 8));
  show_row("device", device.read());
  SHOW(cudaMemcpyFromSymbolAsync(pinned, numbers, 4));
  SHOW(cudaMemcpyFromSymbolAsync(pinned, numbers, 4, 0, cudaMemcpyDefault, cudaStreamPerThread));
  SHOW(cudaMemcpyFromSymbolAsync(pinned, numbers, 0, 0, cudaMemcpyDeviceToHost, stream));
  std::printf("refused\n");
  SHOW(cudaMemcpyFromSymbolAsync(pinned, static_cast<const void *>(pinned), 4, 0, cudaMemcpyDeviceToHost, stream));
  SHOW(cudaMemcpyFromSymbolAsync(nullptr, numbers, 4, 0, cudaMemcpyDeviceToHost, stream));
  SHOW(cudaMemcpyFromSymbolAsync(pinned, numbers, 16, 1, cudaMemcpyDeviceToHost, stream));
  SHOW(cudaMemcpyFromSymbolAsync(pinned, numbers, 0, 17, cudaMemcpyDeviceToHost, stream));
  SHOW(cudaMemcpyFromSymbolAsync(pinned, static_cast<const void *>(pinned), 0, 0, cudaMemcpyDeviceToHost, stream));
  for (int kind : {-1, 0, 1, 5})
    std::printf("kind %d: %s\n", kind,
                name_of(cudaMemcpyFromSymbolAsync(pinned, numbers, 4, 0, static_cast<cudaMemcpyKind>(kind), stream)));
  show_last_error("after refused calls");
  show_while_busy("to pinned memory", stream, [&] {
    return cudaMemcpyFromSymbolAsync(pinned, numbers, 16, 0, cudaMemcpyDeviceToHost, stream);
  });
  int host[4];
  show_while_busy("to pageable memory", stream, [&] {
    return cudaMemcpyFromSymbolAsync(host, numbers, 16, 0, cudaMemcpyDeviceToHost, stream);
  });
  show_captured("16 bytes", [&](cudaStream_t s) {
    return cudaMemcpyFromSymbolAsync(pinned, numbers, 16, 0, cudaMemcpyDeviceToHost, s);
  });
}
}  // namespace memcpy_from_symbol_async_
