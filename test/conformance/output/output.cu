// SPDX-License-Identifier: Apache-2.0
// Text that kernels print.
#include "../cases.h"

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <string>

__global__ void kernel(const char *text, float f, int n, long long big, void *null) {
  printf("plain\n");
  printf("%d %i %u %x %X %o %c %%\n", n, -n, unsigned(-1), 0xbeef, 0xbeef, 8, 'q');
  printf("[%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%#x] [%#o]\n", n, n, n, n, n, n, 255, 8);
  printf("%lld %llu %llx %ld %hd\n", big, (unsigned long long)big, big, (long)big, short(n));
  printf("%f %e %g %G %.2f [%10.3f] [%-10.1f] %a\n", f, f, f, 1e-10, f, f, f, 1.0);
  printf("%s [%10s] [%-10s] [%.2s]\n", text, "right", "left", "cut");
  printf("%f %f %f\n", INFINITY, -INFINITY, 0.0);
  printf("%p\n", null);
}

__global__ void returns(int *out) {
  out[0] = printf("none\n");
  out[1] = printf("%d\n", 1);
  out[2] = printf("%d %d %f %s\n", 1, 2, 3.0, "four");
  out[3] = printf("");
  out[4] = printf("%%\n");
}

// printf in kernels: conversions, flags, widths, lengths, and what it returns.
CASE(formats) {
  DeviceArray<char> text(std::vector<char>{'h', 'i', 0});
  kernel<<<1, 1>>>(text, 1234.5678f, 42, -1234567890123ll, nullptr);
  SHOW(cudaDeviceSynchronize());
  DeviceArray<int> out(5);
  returns<<<1, 1>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("returned", out.read());
}

namespace many_lines_ {
__global__ void say() { printf("block %d thread %d of %d, %s\n", blockIdx.x, threadIdx.x, blockDim.x, "a line"); }

// Text from many threads: no line is lost or torn while the buffer holds them.
CASE(many_lines) {
  MUST(cudaFree(nullptr));
  std::fflush(stdout);
  int saved = dup(1);
  char name[] = "/tmp/conformance-XXXXXX";
  int file = mkstemp(name);
  dup2(file, 1);
  say<<<20, 50>>>();
  cudaError_t e = cudaDeviceSynchronize();
  std::fflush(stdout);
  dup2(saved, 1);
  std::vector<char> text(1 << 20);
  lseek(file, 0, SEEK_SET);
  long size = read(file, text.data(), text.size());
  unlink(name);
  std::printf("%s\n", name_of(e));
  std::vector<std::string> lines;
  std::string all(text.data(), size > 0 ? size : 0);
  for (std::size_t at = 0; at < all.size();) {
    std::size_t end = all.find('\n', at);
    if (end == std::string::npos) end = all.size();
    lines.push_back(all.substr(at, end - at));
    at = end + 1;
  }
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  int expected = 0;
  for (int b = 0; b < 20; ++b)
    for (int t = 0; t < 50; ++t)
      expected += std::binary_search(lines.begin(), lines.end(), "block " + std::to_string(b) + " thread " +
                                                                    std::to_string(t) + " of 50, a line");
  show_value("different lines", static_cast<long long>(lines.size()));
  show_value("expected ones", expected);
}
}  // namespace many_lines_

namespace order_and_flush_ {
__global__ void say(int what) { printf("kernel says %d\n", what); }

__global__ void lines(int n) {
  for (int i = 0; i < n; ++i) printf("thread %d line %d\n", int(threadIdx.x), i);
}

// When printed text appears: with each synchronisation; what one thread prints stays in order.
CASE(order_and_flush) {
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  say<<<1, 1, 0, s>>>(1);
  MUST(cudaStreamSynchronize(s));
  std::printf("host after stream synchronisation\n");
  std::fflush(stdout);
  say<<<1, 1, 0, s>>>(2);
  MUST(cudaDeviceSynchronize());
  std::printf("host after device synchronisation\n");
  std::fflush(stdout);
  say<<<1, 1>>>(3);
  say<<<1, 1>>>(4);
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  MUST(cudaEventRecord(event));
  MUST(cudaEventSynchronize(event));
  MUST(cudaDeviceSynchronize());
  lines<<<1, 1>>>(5);
  MUST(cudaDeviceSynchronize());
  say<<<1, 1>>>(5);
  MUST(cudaDeviceReset());
  std::printf("host after reset\n");
}
}  // namespace order_and_flush_
