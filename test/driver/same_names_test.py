# SPDX-License-Identifier: Apache-2.0
"""Kernels and variables of one name in a program and its libraries, and instances of one template: each has its own."""
import riffle_case
from riffle_case import RiffleCase

# Every function asks for what is its own in another way.
PART = """\
#include <cuda_runtime.h>
#include <cuda.h>
__global__ void same(int* o) { *o = ID; }
template <class T> __global__ void instance(T* o) { *o = 10 * ID; }
namespace inner { template <int N> __global__ void number(int* o) { *o = ID + N; } }
__constant__ int constant = ID;
__device__ int plain = ID;
__managed__ int managed = ID;
__global__ void __launch_bounds__(ID * 32) bounded(int* o) { *o = constant + plain + managed; }
static int launched(void (*kernel)(int*)) {
  int* o;
  cudaMallocManaged(&o, 4);
  void* arguments[] = {&o};
  cudaLaunchKernel((const void*)kernel, 1, 1, arguments, 0, 0);
  cudaDeviceSynchronize();
  return *o;
}
static int in_a_graph(void (*kernel)(int*)) {
  int* o;
  cudaMallocManaged(&o, 4);
  cudaGraph_t graph; cudaGraphExec_t exec; cudaGraphNode_t node;
  void* arguments[] = {&o};
  cudaKernelNodeParams params = {(void*)kernel, 1, 1, 0, arguments, nullptr};
  cudaGraphCreate(&graph, 0);
  cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, 0);
  cudaDeviceSynchronize();
  return *o;
}
static int by_function(void (*kernel)(int*)) {
  int* o;
  cudaMallocManaged(&o, 4);
  cudaFunction_t function;
  cudaGetFuncBySymbol(&function, (const void*)kernel);
  void* arguments[] = {&o};
  cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, 0, arguments, nullptr);
  cudaDeviceSynchronize();
  return *o;
}
extern "C" int FN() {
  int c = 0, p = 0, three = 3 * ID;
  cudaFuncAttributes attributes;
  cudaMemcpyFromSymbol(&c, constant, 4);
  cudaMemcpyFromSymbol(&p, plain, 4);
  cudaFuncGetAttributes(&attributes, bounded);
  bool good = launched(same) == ID && launched(instance<int>) == 10 * ID && launched(inner::number<5>) == ID + 5 &&
              launched(bounded) == 3 * ID && in_a_graph(same) == ID && in_a_graph(instance<int>) == 10 * ID &&
              by_function(same) == ID && by_function(instance<int>) == 10 * ID && c == ID && p == ID && managed == ID &&
              attributes.maxThreadsPerBlock == ID * 32;
  cudaMemcpyToSymbol(plain, &three, 4);
  good = good && launched(bounded) == 5 * ID;
  cudaMemcpyToSymbol(plain, &c, 4);
  return good ? ID : -ID;
}
"""

MAIN = """\
#include <cstdio>
#include <dlfcn.h>
extern "C" int own();
#ifdef LINKED
extern "C" int f1(); extern "C" int f2();
int main() { printf("%d %d %d %d\\n", own(), f1(), f2(), own()); }
#else
int call(const char* library, const char* name, int flags, bool close) {
  void* handle = dlopen(library, flags);
  int value = ((int (*)())dlsym(handle, name))();
  if (close) dlclose(handle);
  return value;
}
int main() {
  printf("%d", own());
  printf(" %d", call("./l1.so", "f1", RTLD_NOW | RTLD_GLOBAL, false));
  printf(" %d", call("./l2.so", "f2", RTLD_NOW | RTLD_GLOBAL, false));
  for (int i = 0; i < 3; ++i) {
    printf(" %d", call("./l3.so", "f3", RTLD_NOW, true));
    printf(" %d", call("./l4.so", "f4", RTLD_NOW, true));
  }
  printf(" %d\\n", own());
}
#endif
"""


class SameNames(RiffleCase):
    def cc(self, *arguments):
        result = self.riffle("cc", *arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def libraries(self, count, *options):
        self.write("part.cu", PART)
        self.write("main.cu", MAIN)
        for number in range(1, count + 1):
            self.cc(*options, f"-DID={number}", f"-DFN=f{number}", "-shared", "-Xcompiler", "-fPIC", "part.cu", "-lcuda", "-o",
                    f"l{number}.so")
        self.cc(*options, "-DID=7", "-DFN=own", "-c", "part.cu", "-o", "own.o")

    def prints(self, text):
        result = self.program("x")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, text, ""))

    def test_linked_libraries(self):
        for options in (), ("-rdc=true",):
            with self.subTest(options=options):
                self.libraries(2, *options)
                self.cc(*options, "-DLINKED", "main.cu", "own.o", "./l1.so", "./l2.so", "-lcuda", "-o", "x")
                self.prints("7 1 2 7\n")

    def test_opened_libraries(self):
        self.libraries(4)
        self.cc("-Xcompiler", "-rdynamic", "main.cu", "own.o", "-lcuda", "-ldl", "-o", "x")
        self.prints("7 1 2" + " 3 4" * 3 + " 7\n")

    def test_files_of_a_program_have_instances_of_their_own(self):
        for number in 1, 2:
            self.write(f"{number}.cu", "template <class T> __global__ void kernel(T* o) { *o = %d; }\n" % number +
                       "int f%d() { int* o; cudaMallocManaged(&o, 4); kernel<<<1, 1>>>(o); cudaDeviceSynchronize();"
                       " return *o; }\n" % number)
        self.write("main.cu", '#include <cstdio>\nint f1(); int f2();\nint main() { printf("%d %d\\n", f1(), f2()); }\n')
        self.cc("main.cu", "1.cu", "2.cu", "-o", "x")
        self.prints("1 2\n")
        self.cc("-static-global-template-stub=false", "main.cu", "1.cu", "2.cu", "-o", "x")
        self.prints("1 1\n")

    def test_what_is_visible(self):
        self.write("x.cu", "__global__ void hidden() {}\n__global__ void shown() __attribute__((visibility(\"default\")));\n"
                   "__global__ void shown() {}\nnamespace open __attribute__((visibility(\"default\"))) {\n"
                   "__global__ void kernel() {} }\n__device__ int hidden_variable;\n")
        seen = {}
        for name, options in ("closed", ()), ("open", ("--device-entity-has-hidden-visibility=false",)):
            self.cc(*options, "-rdc=true", "-shared", "-Xcompiler", "-fPIC", "x.cu", "-o", f"{name}.so")
            symbols = self.run_command(["nm", "-D", "--defined-only", f"{name}.so"]).stdout
            seen[name] = [word for word in ("hiddenv", "shown", "kernel", "hidden_variable") if word in symbols]
        self.assertEqual(seen["closed"], ["shown", "kernel"])
        self.assertEqual(seen["open"], ["hiddenv", "shown", "kernel", "hidden_variable"])


riffle_case.main()
