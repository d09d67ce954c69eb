// SPDX-License-Identifier: Apache-2.0
// libcudart_static.a holds no runtime: a process has one, whatever its parts were linked with. Each of its symbols jumps to the
// function of libcudart.so.13. That library is loaded when the program starts, as if it were needed; a function is looked for when
// it is called for the first time.
//
// Code of plain C without a library of ours: it becomes a part of users' programs.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define RIFFLE_HIDDEN __attribute__((visibility("hidden")))

// In the file of symbols, which src/api/table/entry_points.py makes.
extern const char riffle_static_path[] RIFFLE_HIDDEN;  // `riffle` writes it over a mark
extern const char riffle_static_library[] RIFFLE_HIDDEN;
extern const char* const riffle_static_names[] RIFFLE_HIDDEN;
extern void* riffle_static_slots[] RIFFLE_HIDDEN;

// Set once to a value that every thread would set; read without a lock.
static void* loaded_library;

// Another toolkit's library of this name is no runtime for this program; a symbol of Riffle's alone tells them apart.
static void* open_runtime(const char* name) {
  void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return NULL;
  // Global, like a library that the program needs: tools that were loaded before look for functions in it.
  if (dlvsym(library, "cuInit", "riffle_cuda") != NULL) return dlopen(name, RTLD_NOW | RTLD_GLOBAL);
  (void)dlclose(library);
  return NULL;
}

// The variable says where build systems find the toolkit.
static void* open_runtime_of(const char* variable) {
  const char* const folder = secure_getenv(variable);
  char path[PATH_MAX];
  if (folder == NULL || folder[0] != '/') return NULL;
  const int length = snprintf(path, sizeof path, "%s/lib64/%s", folder, riffle_static_library);
  if (length < 0 || (size_t)length >= sizeof path) return NULL;
  return open_runtime(path);
}

static void* load(void) {
  void* library = __atomic_load_n(&loaded_library, __ATOMIC_ACQUIRE);
  if (library != NULL) return library;
  if (riffle_static_path[0] == '/') library = open_runtime(riffle_static_path);
  if (library == NULL) library = open_runtime(riffle_static_library);
  if (library == NULL) library = open_runtime_of("CUDA_PATH");
  if (library == NULL) library = open_runtime_of("CUDA_HOME");
  __atomic_store_n(&loaded_library, library, __ATOMIC_RELEASE);
  return library;
}

// Before constructors of the program, which register kernels. What is missing is told by the first call.
__attribute__((constructor(101))) static void load_early(void) {
  const int before = errno;
  (void)load();
  errno = before;
}

// The function of slot `index`. A program that calls what is not there ends as the loader would end it.
RIFFLE_HIDDEN void* riffle_static_find(unsigned index) {
  const int before = errno;
  void* const library = load();
  void* const function = library != NULL ? dlsym(library, riffle_static_names[index]) : NULL;
  if (function == NULL) {
    const char* const reason = dlerror();
    fprintf(stderr, "%s: %s: %s\n", program_invocation_name,
            library == NULL
                ? "cannot load Riffle's CUDA runtime; LD_LIBRARY_PATH can name its folder, or "
                  "CUDA_PATH the toolkit's"
                : "what is found as the CUDA runtime is older than this program; "
                  "LD_LIBRARY_PATH can name the right folder",
            reason != NULL ? reason : "what is found under its name is another library");
    _Exit(127);
  }
  __atomic_store_n(&riffle_static_slots[index], function, __ATOMIC_RELEASE);
  errno = before;
  return function;
}

// The index is in r11. Everything that may hold an argument is kept.
__asm__(
    ".text\n.hidden riffle_static_first_call\n.globl riffle_static_first_call\n"
    ".type riffle_static_first_call, @function\n.balign 16\n"
    "riffle_static_first_call:\n.cfi_startproc\n"
    "pushq %rdi\n.cfi_adjust_cfa_offset 8\npushq %rsi\n.cfi_adjust_cfa_offset 8\n"
    "pushq %rdx\n.cfi_adjust_cfa_offset 8\npushq %rcx\n.cfi_adjust_cfa_offset 8\n"
    "pushq %r8\n.cfi_adjust_cfa_offset 8\npushq %r9\n.cfi_adjust_cfa_offset 8\n"
    "pushq %rax\n.cfi_adjust_cfa_offset 8\n"
    "subq $128, %rsp\n.cfi_adjust_cfa_offset 128\n"
    "movups %xmm0, (%rsp)\nmovups %xmm1, 16(%rsp)\nmovups %xmm2, 32(%rsp)\nmovups %xmm3, 48(%rsp)\n"
    "movups %xmm4, 64(%rsp)\nmovups %xmm5, 80(%rsp)\nmovups %xmm6, 96(%rsp)\nmovups %xmm7, "
    "112(%rsp)\n"
    "movl %r11d, %edi\ncall riffle_static_find\nmovq %rax, %r11\n"
    "movups (%rsp), %xmm0\nmovups 16(%rsp), %xmm1\nmovups 32(%rsp), %xmm2\nmovups 48(%rsp), %xmm3\n"
    "movups 64(%rsp), %xmm4\nmovups 80(%rsp), %xmm5\nmovups 96(%rsp), %xmm6\nmovups 112(%rsp), "
    "%xmm7\n"
    "addq $128, %rsp\n.cfi_adjust_cfa_offset -128\n"
    "popq %rax\n.cfi_adjust_cfa_offset -8\npopq %r9\n.cfi_adjust_cfa_offset -8\n"
    "popq %r8\n.cfi_adjust_cfa_offset -8\npopq %rcx\n.cfi_adjust_cfa_offset -8\n"
    "popq %rdx\n.cfi_adjust_cfa_offset -8\npopq %rsi\n.cfi_adjust_cfa_offset -8\n"
    "popq %rdi\n.cfi_adjust_cfa_offset -8\n"
    "jmpq *%r11\n.cfi_endproc\n.size riffle_static_first_call, .-riffle_static_first_call\n");
