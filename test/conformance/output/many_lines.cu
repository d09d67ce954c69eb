// SPDX-License-Identifier: Apache-2.0
// Text from many threads: no line is lost or torn while the buffer holds them.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "../transcript.h"

__global__ void say() { printf("block %d thread %d of %d, %s\n", blockIdx.x, threadIdx.x, blockDim.x, "a line"); }

int main() {
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
