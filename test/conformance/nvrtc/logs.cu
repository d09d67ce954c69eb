// SPDX-License-Identifier: Apache-2.0
// flags: -lnvrtc
// Logs that programs read: names that are not declared, headers that are not there, code of the host.
#include "program.h"

static void show(const char* source, const std::vector<const char*>& options = {}, const char* name = nullptr) {
  Program program(source, name);
  std::printf("%s\n", name_of(program.compile(options)));
  std::printf("%s---\n", program.log().c_str());
}

int main() {
  show("__global__ void k(int* a) { a[0] = 1; }");
  show("__global__ void k(int* a) {\n  a[0] = missing;\n}\n");
  show("__global__ void k(int* a) {\n\tmissing(1);\n  a[other] = 1;\n}\n", {}, "named.cu");
  show("\n#include \"not_there.h\"\n__global__ void k() {}\n");
  show("#include <not_there.h>\n", {"-I/usr/include/nvrtc-test"});
  show("__global__ void k() { uint32_t x; }\n");
  show("int host(int x) { return x; }\n__global__ void k(int* a) { a[0] = host(1); }\n");
  show("int host(int x) { return x; }\nint v;\n__global__ void k(int* a) { a[0] = host(v); }\n", {"-default-device"});
  show("int v;\n__device__ int w;\nconst int c = 3;\n__global__ void k(int* a) { a[0] = c; }\n");
  show("__host__ int host() { return 1; }\n");
  show("struct S {\n  int f() { return 1; }\n  static int x;\n};\n");
  show("__global__ void k() {\n  int unused;\n}\n");
  show("__global__ void k() {\n  int unused;\n}\n", {"-w"});
  show("__global__ void k() {\n  int unused;\n}\n", {"-no-err-no"});
  show("#line 7 \"elsewhere.cu\"\n__global__ void k() { missing; }\n");
  show("__global__ void k() {}\n", {"-include=not_there.h"});
}
