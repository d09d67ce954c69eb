// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// PTX text that no compiler of this package has written: parameters, functions and calls, tables of addresses, variables of
// all spaces with their initial values, control flow; what is refused, and what the log says; two modules linked.
#include <cstring>
#include <string>

#include "driver.h"

static const std::string kHead = ".version 8.0\n.target sm_80\n.address_size 64\n";

static const std::string kFunctions = kHead + R"(
.func (.param .b32 r) twice (.param .b32 x);
.func (.param .b32 r) twice (.param .b32 x)
{
  .reg .b32 %r<3>;
  ld.param.u32 %r1, [x];
  shl.b32 %r2, %r1, 1;
  st.param.b32 [r+0], %r2;
  ret;
}
.func (.param .b32 r) negated (.param .b32 x)
{
  .reg .b32 %v;
  ld.param.b32 %v, [x];
  neg.s32 %v, %v;
  st.param.b32 [r], %v;
}
.func (.param .align 8 .b8 r[16]) swapped (.param .align 8 .b8 x[16])
{
  .reg .b64 %a, %b;
  ld.param.u64 %a, [x];
  ld.param.u64 %b, [x+8];
  st.param.b64 [r+0], %b;
  st.param.b64 [r+8], %a;
}
.func (.param .b32 r) factorial (.param .b32 x)
{
  .reg .b32 %n, %m;
  .reg .pred %p;
  ld.param.b32 %n, [x];
  setp.gt.s32 %p, %n, 1;
  mov.b32 %m, 1;
  @!%p bra done;
  {
    .reg .b32 temporary;
    .param .b32 argument;
    .param .b32 result;
    sub.s32 temporary, %n, 1;
    st.param.b32 [argument], temporary;
    call.uni (result), factorial, (argument);
    ld.param.b32 %m, [result];
  }
  mul.lo.s32 %m, %m, %n;
done:
  st.param.b32 [r], %m;
  ret;
}
.func add_to (.param .b64 to, .param .b32 what)
{
  .reg .b64 %to;
  .reg .b32 %old, %what;
  ld.param.b64 %to, [to];
  ld.param.b32 %what, [what];
  ld.u32 %old, [%to];
  add.s32 %old, %old, %what;
  st.u32 [%to], %old;
}
.global .align 8 .u64 choice[2] = {twice, negated};

.visible .entry calls (.param .u64 .ptr .global .align 4 out, .param .align 8 .b8 pair[24], .param .u8 small)
{
  .reg .b32 %r<16>;
  .reg .b64 %rd<16>;
  .reg .pred %p;
  ld.param.u64 %rd1, [out];
  cvta.to.global.u64 %rd1, %rd1;
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 32;
  add.s64 %rd1, %rd1, %rd2;
  {
    .param .b32 a;
    .param .b32 b;
    st.param.b32 [a], %r1;
    call.uni (b), twice, (a);
    ld.param.b32 %r2, [b];
  }
  st.global.u32 [%rd1], %r2;
  {
    .param .align 8 .b8 a[16];
    .param .align 8 .b8 b[16];
    ld.param.u64 %rd3, [pair];
    ld.param.u64 %rd4, [pair+8];
    st.param.b64 [a+0], %rd3;
    st.param.b64 [a+8], %rd4;
    call.uni (b), swapped, (a);
    ld.param.b64 %rd5, [b+0];
    ld.param.b64 %rd6, [b+8];
  }
  st.global.u32 [%rd1+4], %rd5;
  st.global.u32 [%rd1+8], %rd6;
  {
    .param .b32 a;
    .param .b32 b;
    st.param.b32 [a], %r1;
    call (b), factorial, (a);
    ld.param.b32 %r3, [b];
  }
  st.global.u32 [%rd1+12], %r3;
  ld.param.s8 %r4, [small];
  st.global.s32 [%rd1+16], %r4;
  and.b32 %r5, %r1, 1;
  mul.wide.u32 %rd7, %r5, 8;
  mov.u64 %rd8, choice;
  add.s64 %rd8, %rd8, %rd7;
  ld.global.u64 %rd9, [%rd8];
  {
    .param .b32 a;
    .param .b32 b;
    st.param.b32 [a], %r1;
    prototype_0 : .callprototype (.param .b32 _) _ (.param .b32 _);
    call (b), %rd9, (a), prototype_0;
    ld.param.b32 %r6, [b];
  }
  st.global.u32 [%rd1+20], %r6;
  mov.b32 %r7, 5;
  st.global.u32 [%rd1+24], %r7;
  setp.ne.s32 %p, %r5, 0;
  add.s64 %rd10, %rd1, 24;
  cvta.global.u64 %rd10, %rd10;
  {
    .param .b64 a;
    .param .b32 b;
    st.param.b64 [a], %rd10;
    st.param.b32 [b], %r1;
    @%p call.uni add_to, (a, b);
  }
  @%p ret;
  st.global.u32 [%rd1+28], 99;
}
)";

static const std::string kSpaces = kHead + R"(
.visible .const .align 4 .f32 factors[4] = {0f3F800000, 0f40000000, 0f40200000, 0f3FC00000};
.visible .global .align 8 .u64 counter = 40;
.visible .global .align 4 .b32 table[6] = {1, -2, 0x10, 0b11, 077};
.global .align 8 .u64 pointer = generic(table)+8;
.global .align 1 .b8 $text[3] = {104, 105};
.extern .shared .align 16 .b8 dynamic[];

.visible .entry spaces (.param .u64 out)
.maxntid 64, 1, 1
.minnctapersm 2
{
  .local .align 8 .b8 	__depot[24];
  .shared .align 4 .b8 	fixed[256];
  .reg .b64 %SP, %SPL;
  .reg .b32 %r<20>;
  .reg .f32 %f<8>;
  .reg .b64 %rd<20>;
  .reg .b16 %h<4>;
  .loc 1 2 3
  .pragma "nounroll";
  mov.u64 %SPL, __depot;
  cvta.local.u64 %SP, %SPL;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 32;
  add.s64 %rd1, %rd1, %rd2;
  // Neighbours in shared memory, by addresses of 32 bits.
  mov.u32 %r2, fixed;
  shl.b32 %r3, %r1, 2;
  add.s32 %r4, %r2, %r3;
  mul.lo.s32 %r5, %r1, 10;
  st.shared.u32 [%r4], %r5;
  st.shared.u16 [dynamic+2], 7;
  bar.sync 0;
  xor.b32 %r6, %r3, 4;
  add.s32 %r6, %r2, %r6;
  ld.shared.u32 %r7, [%r6];
  st.global.u32 [%rd1], %r7;
  ld.shared.u16 %r8, [dynamic+2];
  st.global.u32 [%rd1+4], %r8;
  // A table in constant memory.
  and.b32 %r9, %r1, 3;
  mul.wide.u32 %rd3, %r9, 4;
  mov.u64 %rd4, factors;
  add.s64 %rd4, %rd4, %rd3;
  ld.const.f32 %f1, [%rd4];
  st.global.f32 [%rd1+8], %f1;
  // An address in global memory.
  ld.global.u64 %rd5, [pointer];
  ld.u32 %r10, [%rd5+0];
  ld.global.u32 %r11, [table+16];
  add.s32 %r10, %r10, %r11;
  st.global.u32 [%rd1+12], %r10;
  // Local memory, indexed, by generic addresses and others.
  st.local.v2.u32 [%SPL+8], {%r1, %r5};
  and.b32 %r12, %r1, 1;
  mul.wide.u32 %rd6, %r12, 4;
  add.s64 %rd7, %SP, %rd6;
  ld.u32 %r13, [%rd7+8];
  st.global.u32 [%rd1+16], %r13;
  ld.global.u8 %h1, [$text+1];
  cvt.u32.u16 %r14, %h1;
  st.global.u32 [%rd1+20], %r14;
  atom.global.add.u64 %rd8, [counter], 1;
  st.global.u64 [%rd1+24], 5;
  ret;
}
)";

static const std::string kFlow = kHead + R"(
.visible .entry flow (.param .u64 out)
{
  .reg .b32 %r<12>;
  .reg .b64 %rd<4>;
  .reg .pred %p<4>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 32;
  add.s64 %rd1, %rd1, %rd2;
  and.b32 %r2, %r1, 3;
  mov.u32 %r3, 0;
  ts: .branchtargets $zero, $one, two, three$;
  brx.idx %r2, ts;
$zero:
  add.s32 %r3, %r3, 1000;
  bra $after;
$one:
  add.s32 %r3, %r3, 100;
two:
  add.s32 %r3, %r3, 10;
three$:
  add.s32 %r3, %r3, 1;
$after:
  st.global.u32 [%rd1], %r3;
  // Collatz: a loop that each thread leaves at another time.
  add.s32 %r4, %r1, 1;
  mov.u32 %r5, 0;
  setp.ne.s32 %p2, %r1, %r1;
again:
  setp.eq.s32 %p1, %r4, 1;
  @%p1 bra finished;
  and.b32 %r6, %r4, 1;
  setp.eq.s32 %p2, %r6, 0;
  shr.u32 %r7, %r4, 1;
  mad.lo.s32 %r8, %r4, 3, 1;
  selp.b32 %r4, %r7, %r8, %p2;
  add.s32 %r5, %r5, 1;
  bra.uni again;
finished:
  st.global.u32 [%rd1+4], %r5;
  setp.lt.and.s32 %p3|%p1, %r1, 4, %p2;
  selp.u32 %r9, 1, 0, %p3;
  selp.u32 %r10, 1, 0, %p1;
  st.global.v2.u32 [%rd1+8], {%r9, %r10};
  setp.ge.u32 %p2, %r1, 6;
  @%p2 exit;
  st.global.u32 [%rd1+16], 77;
  vote.sync.ballot.b32 %r11, !%p2, 0x3f;
  st.global.u32 [%rd1+20], %r11;
}
)";

static constexpr unsigned kThreads = 8, kWords = 8;

static void run(const char *title, const std::string &text, const char *entry, bool has_pair) {
  std::printf("%s\n", title);
  CUmodule module = nullptr;
  SHOW(cuModuleLoadData(&module, text.c_str()));
  CUfunction function = nullptr;
  SHOW(cuModuleGetFunction(&function, module, entry));
  CUdeviceptr out = 0;
  MUST(cuMemAlloc(&out, kThreads * kWords * 4));
  MUST(cuMemsetD32(out, 0, kThreads * kWords));
  unsigned long long pair[3] = {11, 22, 33};
  signed char small = -3;
  void *arguments[] = {&out, pair, &small};
  void *only[] = {&out};
  SHOW(cuLaunchKernel(function, 1, 1, 1, kThreads, 1, 1, 64, nullptr, has_pair ? arguments : only, nullptr));
  SHOW(cuCtxSynchronize());
  unsigned words[kThreads * kWords];
  MUST(cuMemcpyDtoH(words, out, sizeof words));
  for (unsigned t = 0; t < kThreads; ++t) {
    std::printf(" ");
    for (unsigned i = 0; i < kWords; ++i) std::printf(" %d", static_cast<int>(words[t * kWords + i]));
    std::printf("\n");
  }
  CUdeviceptr address = 0;
  size_t bytes = 0;
  for (const char *name : {"counter", "table", "factors", "pointer", "$text", "nothing"}) {
    const CUresult result = cuModuleGetGlobal(&address, &bytes, module, name);
    if (result == CUDA_SUCCESS) std::printf("  %s: %zu bytes\n", name, bytes);
  }
  if (cuModuleGetGlobal(&address, &bytes, module, "counter") == CUDA_SUCCESS) {
    unsigned long long counter = 0;
    MUST(cuMemcpyDtoH(&counter, address, sizeof counter));
    std::printf("  counter %llu\n", counter);
  }
  int registers = 0;
  SHOW(cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function));
  std::printf("  at most %d threads\n", registers);
  SHOW(cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function));
  std::printf("  %d bytes of shared memory\n", registers);
  MUST(cuMemFree(out));
  SHOW(cuModuleUnload(module));
}

static void refuse(const char *title, const std::string &text) {
  std::printf("%s\n", title);
  char log[4096] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
  CUmodule module = nullptr;
  SHOW(cuModuleLoadDataEx(&module, text.c_str(), 2, options, values));
  std::printf("  the log says something: %s\n", log[0] != '\0' ? "yes" : "no");
  std::printf("  it names line 6: %s\n", std::strstr(log, "line 6") != nullptr ? "yes" : "no");
}

static void link() {
  std::printf("two modules\n");
  const std::string caller = kHead + R"(
.extern .func (.param .b32 r) elsewhere (.param .b32 x);
.extern .global .align 4 .u32 added;
.visible .entry go (.param .u64 out)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, 20;
  {
    .param .b32 a;
    .param .b32 b;
    st.param.b32 [a], %r1;
    call.uni (b), elsewhere, (a);
    ld.param.b32 %r2, [b];
  }
  ld.global.u32 %r3, [added];
  add.s32 %r2, %r2, %r3;
  st.global.u32 [%rd1], %r2;
  ret;
}
)";
  const std::string callee = kHead + R"(
.visible .global .align 4 .u32 added = 2;
.visible .func (.param .b32 r) elsewhere (.param .b32 x)
{
  .reg .b32 %v;
  ld.param.b32 %v, [x];
  mul.lo.s32 %v, %v, 2;
  st.param.b32 [r], %v;
  ret;
}
)";
  for (const bool whole : {false, true}) {
    CUlinkState state = nullptr;
    MUST(cuLinkCreate(0, nullptr, nullptr, &state));
    SHOW(cuLinkAddData(state, CU_JIT_INPUT_PTX, const_cast<char *>(caller.c_str()), caller.size() + 1, "caller.ptx", 0, nullptr, nullptr));
    if (whole)
      SHOW(cuLinkAddData(state, CU_JIT_INPUT_PTX, const_cast<char *>(callee.c_str()), callee.size() + 1, "callee.ptx", 0, nullptr, nullptr));
    void *cubin = nullptr;
    size_t size = 0;
    const CUresult linked = cuLinkComplete(state, &cubin, &size);
    std::printf("linked: %s\n", linked == CUDA_SUCCESS ? "yes" : "no");
    if (linked == CUDA_SUCCESS) {
      CUmodule module = nullptr;
      SHOW(cuModuleLoadData(&module, cubin));
      CUfunction function = nullptr;
      SHOW(cuModuleGetFunction(&function, module, "go"));
      CUdeviceptr out = 0;
      MUST(cuMemAlloc(&out, 4));
      void *arguments[] = {&out};
      SHOW(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
      int result = 0;
      MUST(cuMemcpyDtoH(&result, out, 4));
      std::printf("  %d\n", result);
      MUST(cuMemFree(out));
      SHOW(cuModuleUnload(module));
    }
    SHOW(cuLinkDestroy(state));
  }
}

int main() {
  MUST(cuInit(0));
  make_context();
  run("functions", kFunctions, "calls", true);
  run("spaces", kSpaces, "spaces", false);
  run("control flow", kFlow, "flow", false);
  refuse("no such instruction", kHead + ".visible .entry k()\n{\n  frobnicate.u32 %r1;\n}\n");
  refuse("a register that is not declared", kHead + ".visible .entry k()\n{\n  add.s32 %r1, %r1, 1;\n}\n");
  refuse("a label that is not there", kHead + ".visible .entry k()\n{\n  bra nowhere;\n}\n");
  refuse("a body that does not end", kHead + ".visible .entry k()\n{\n  ret;\n");
  refuse("a function that is not there", kHead + ".visible .entry k()\n{\n  call missing;\n}\n");
  refuse("a function that is only declared", kHead + ".extern .func missing;\n.visible .entry k()\n{ call missing; }\n");
  refuse("an entry twice", kHead + ".visible .entry k() { ret; }\n.visible .entry k() { ret; }\n");
  refuse("no target", ".version 8.0\n.address_size 64\n.visible .entry k() { ret; }\n");
  refuse("no text", "");
  link();
}
