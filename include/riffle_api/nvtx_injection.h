// SPDX-License-Identifier: Apache-2.0
// NVTX calls reach a profiler through tables of functions, which the library named by NVTX_INJECTION64_PATH fills. The binary
// interface is that of NVTX version 3, so that profilers made for NVIDIA's header work with this one.
//
// A library or program has one set of tables, whichever headers its parts include.
#pragma once

#include <dlfcn.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef __cplusplus
#define RIFFLE_NVTX_POINTER(type, value) (reinterpret_cast<type>(value))
extern "C" {
#else
#define RIFFLE_NVTX_POINTER(type, value) ((type)(value))
#endif

typedef void (*riffle_nvtx_function)(void);

enum { riffle_nvtx_core_functions = 16, riffle_nvtx_cudart_functions = 7 };

struct riffle_nvtx_tables {
  int state;  // 0: before the first call; 1: a library is being loaded; 2: the tables are final
  riffle_nvtx_function core[riffle_nvtx_core_functions];
  riffle_nvtx_function core2[riffle_nvtx_core_functions];
  riffle_nvtx_function cudart[riffle_nvtx_cudart_functions];
  // The tables' addresses, in the form that the library requests.
  riffle_nvtx_function* core_places[riffle_nvtx_core_functions];
  riffle_nvtx_function* core2_places[riffle_nvtx_core_functions];
  riffle_nvtx_function* cudart_places[riffle_nvtx_cudart_functions];
};

__attribute__((weak, visibility("hidden"))) struct riffle_nvtx_tables riffle_nvtx;

// Module numbers and export table numbers are NVTX's.
static inline int riffle_nvtx_table_of(int module, riffle_nvtx_function*** table, unsigned* size) {
  riffle_nvtx_function* functions = riffle_nvtx.core;
  riffle_nvtx_function** places = riffle_nvtx.core_places;
  unsigned count = riffle_nvtx_core_functions;
  if (module == 5) {
    functions = riffle_nvtx.core2;
    places = riffle_nvtx.core2_places;
  } else if (module == 4) {
    functions = riffle_nvtx.cudart;
    places = riffle_nvtx.cudart_places;
    count = riffle_nvtx_cudart_functions;
  } else if (module != 1) {
    return 0;
  }
  for (unsigned i = 1; i < count; ++i) places[i] = &functions[i];
  if (size != NULL) *size = count;
  if (table != NULL) *table = places;
  return 1;
}

struct riffle_nvtx_callbacks {
  size_t struct_size;
  int (*table_of)(int module, riffle_nvtx_function*** table, unsigned* size);
};

static inline const void* riffle_nvtx_export_table(uint32_t number) {
  static const struct riffle_nvtx_callbacks callbacks = {sizeof(struct riffle_nvtx_callbacks),
                                                         &riffle_nvtx_table_of};
  return number == 1 ? &callbacks : NULL;
}

static inline void riffle_nvtx_load(void) {
  typedef int (*start_function)(const void* (*export_table)(uint32_t number));
  const char* const path = getenv("NVTX_INJECTION64_PATH");
  void* const library = path != NULL && path[0] != 0 ? dlopen(path, RTLD_LAZY) : NULL;
  void* const symbol = library != NULL ? dlsym(library, "InitializeInjectionNvtx2") : NULL;
  if (symbol == NULL ||
      RIFFLE_NVTX_POINTER(start_function, symbol)(&riffle_nvtx_export_table) == 0) {
    if (library != NULL) dlclose(library);
  }
}

// Not inlined, because only the first call runs it.
__attribute__((noinline, unused)) static void riffle_nvtx_start(void) {
  int fresh = 0;
  if (__atomic_compare_exchange_n(&riffle_nvtx.state, &fresh, 1, 0, __ATOMIC_ACQ_REL,
                                  __ATOMIC_ACQUIRE)) {
    riffle_nvtx_load();
    __atomic_store_n(&riffle_nvtx.state, 2, __ATOMIC_RELEASE);
  }
  while (__atomic_load_n(&riffle_nvtx.state, __ATOMIC_ACQUIRE) != 2) sched_yield();
}

// Null if no library listens to this call.
static inline riffle_nvtx_function riffle_nvtx_find(const riffle_nvtx_function* place) {
  if (__atomic_load_n(&riffle_nvtx.state, __ATOMIC_ACQUIRE) != 2) riffle_nvtx_start();
  return *place;
}

#ifdef __cplusplus
}
#endif
