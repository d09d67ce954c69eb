// SPDX-License-Identifier: Apache-2.0
// flags: -lnvrtc
// Name expressions: instances of templates, variables, what is refused.
#define NVRTC_GET_TYPE_NAME 1
#include "program.h"

static const char* const kSource = R"(
template <class T> __global__ void fill(T* a) { a[0] = T(1); }
template <class T, int n> __global__ void scale(T* a) { a[0] *= n; }
template <class T> __device__ T storage;
namespace ns {
struct Pair { int a, b; };
__constant__ int constants[4];
__device__ int counter;
__global__ void kernel(int*, const Pair*) {}
template <int n> __device__ int helper() { return n; }
}
extern "C" __global__ void plain() {}
__device__ int overloaded(int) { return 1; }
__device__ float overloaded(float) { return 1; }
struct S { int x; };
)";

static void show(const std::vector<const char*>& names) {
  Program program(kSource);
  for (const char* name : names) {
    const nvrtcResult result = nvrtcAddNameExpression(program.handle, name);
    if (result != NVRTC_SUCCESS) std::printf("%s: %s\n", name, name_of(result));
  }
  std::printf("%s\n", name_of(program.compile({"-arch=sm_80", "-w"})));
  for (const char* name : names) {
    const char* lowered = "";
    const nvrtcResult result = nvrtcGetLoweredName(program.handle, name, &lowered);
    std::printf("%s: %s %s\n", name, name_of(result), lowered == nullptr ? "null" : lowered);
  }
}

int main() {
  show({"fill<int>", "&fill<float>", "fill<double*>", "fill<ns::Pair*>", "scale<unsigned char, 3>", "&storage<int>", "ns::kernel",
        "&ns::kernel", "&ns::constants", "&ns::counter", "plain", "(void(*)(int*, const ns::Pair*))ns::kernel"});
  show({"missing"});
  show({""});
  show({"overloaded"});
  show({"ns::counter"});
  show({"ns::helper<3>"});
  show({"S"});
  show({"3 + 4"});
  show({"fill<ns::missing>"});
  std::string text;
  nvrtcGetTypeName<const int&>(&text);
  std::printf("%s\n", text.c_str());
  nvrtcGetTypeName<std::vector<float>*>(&text);
  std::printf("%d\n", text.find("vector<float") != std::string::npos);
}
