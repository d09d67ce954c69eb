// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// A surface reference that nothing is bound to: no place of it is inside.
#define CUDA_ENABLE_DEPRECATED
#include "driver.h"
constexpr const char *kImage = R"(
.version 7.0
.target sm_80
.address_size 64
.global .surfref surface;
.visible .entry k(.param .u64 out)
{
  .reg .u32 %x, %y, %r;
  .reg .u64 %p;
  mov.u32 %x, 0;
  mov.u32 %r, 5;
  suld.b.2d.b32.zero {%r}, [surface, {%x, %x}];
  ld.param.u64 %p, [out];
  st.global.u32 [%p], %r;
  ret;
}
)";
int main() {
  use_primary();
  CUmodule module;
  MUST(cuModuleLoadData(&module, kImage));
  CUdeviceptr out = allocate(4);
  void *arguments[] = {&out};
  MUST(cuLaunchKernel(function_of(module, "k"), 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  SHOW(cuCtxSynchronize());
  int got = -1;
  SHOW(cuMemcpyDtoH(&got, out, 4));
  show_value("got", got);
}
