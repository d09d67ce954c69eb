// SPDX-License-Identifier: Apache-2.0
// flags: -lnvrtc
// Eight threads, each with programs of its own: every one gets its own names, images and logs.
#include <thread>

#include "program.h"

static std::string work(int thread) {
  std::string seen;
  for (int round = 0; round < 3; ++round) {
    const std::string number = std::to_string(thread * 10 + round);
    const std::string source = "template <class T> __global__ void kernel_" + number + "(T* a) { a[0] = " + number + "; }\n";
    Program program(source.c_str());
    const std::string name = "kernel_" + number + "<float>";
    nvrtcAddNameExpression(program.handle, name.c_str());
    seen += name_of(program.compile({"-arch=sm_80"}));
    const char* lowered = "";
    nvrtcGetLoweredName(program.handle, name.c_str(), &lowered);
    seen += std::string(" ") + lowered + (program.cubin().empty() ? " empty" : "");
    Program wrong(("__global__ void k() { missing_" + number + "; }").c_str());
    seen += std::string(" ") + name_of(wrong.compile());
    const bool is_own = wrong.log().find("\"missing_" + number + "\" is undefined") != std::string::npos;
    seen += is_own ? " its own\n" : " another's\n";
  }
  return seen;
}

int main() {
  std::vector<std::string> seen(8);
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) threads.emplace_back([&seen, i] { seen[static_cast<size_t>(i)] = work(i); });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& text : seen) std::printf("%s", text.c_str());
}
