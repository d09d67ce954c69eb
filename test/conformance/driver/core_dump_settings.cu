// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuCoredumpGetAttribute, cuCoredumpSetAttribute and their global twins: sizes, what is kept, which attributes a context has.
#include "driver.h"

template <class T>
static void get(const char *name, CUcoredumpSettings attribute, std::size_t size = sizeof(T)) {
  T value{};
  const CUresult result = cuCoredumpGetAttribute(attribute, &value, &size);
  std::printf("%s: %s, %u, size %zu\n", name, name_of(result), static_cast<unsigned>(value), size);
}

template <class T>
static CUresult set(CUcoredumpSettings attribute, T value) {
  std::size_t size = sizeof value;
  return cuCoredumpSetAttribute(attribute, &value, &size);
}

template <class T>
static CUresult set_global(CUcoredumpSettings attribute, T value) {
  std::size_t size = sizeof value;
  return cuCoredumpSetAttributeGlobal(attribute, &value, &size);
}

static void show_file(std::size_t size) {
  char path[1024] = "untouched";
  std::printf("file: %s", name_of(cuCoredumpGetAttribute(CU_COREDUMP_FILE, path, &size)));
  std::printf(", size %zu, '%s'\n", size, path);
}

static void sizes() {
  for (int attribute = 0; attribute <= 9; ++attribute) {
    std::size_t of_context = 77, global = 77;
    const CUresult first = cuCoredumpGetAttribute(static_cast<CUcoredumpSettings>(attribute), nullptr, &of_context);
    const CUresult second = cuCoredumpGetAttributeGlobal(static_cast<CUcoredumpSettings>(attribute), nullptr, &global);
    std::printf("attribute %d: %s %zu, %s %zu\n", attribute, name_of(first), of_context, name_of(second), global);
  }
  bool on = false;
  SHOW(cuCoredumpGetAttribute(CU_COREDUMP_ENABLE_ON_EXCEPTION, &on, nullptr));
  get<unsigned>("flags, room for two bytes", CU_COREDUMP_GENERATION_FLAGS, 2);
}

static void files() {
  show_file(1024);
  show_file(2);
  char name[] = "dump.of.somebody";
  std::size_t size = sizeof name;
  SHOW(cuCoredumpSetAttribute(CU_COREDUMP_FILE, name, &size));
  show_file(1024);
  show_file(5);
  size = 4;
  SHOW(cuCoredumpSetAttribute(CU_COREDUMP_FILE, name, &size));
  show_file(1024);
  size = 0;
  SHOW(cuCoredumpSetAttribute(CU_COREDUMP_FILE, name, &size));
  size = 0;
  SHOW(cuCoredumpGetAttribute(CU_COREDUMP_FILE, name, &size));
  SHOW(cuCoredumpSetAttribute(CU_COREDUMP_PIPE, name, &size));
}

static void flags() {
  for (unsigned flags : {0x100u, 0x40u, 0x3fu, 0x80000000u, 0u}) {
    SHOW(set(CU_COREDUMP_GENERATION_FLAGS, flags));
    get<unsigned>("flags", CU_COREDUMP_GENERATION_FLAGS);
  }
  get<bool>("aborts", CU_COREDUMP_TRIGGER_HOST);
  SHOW(set(CU_COREDUMP_TRIGGER_HOST, false));
  get<unsigned>("flags", CU_COREDUMP_GENERATION_FLAGS);
  SHOW(set(CU_COREDUMP_LIGHTWEIGHT, true));
  get<unsigned>("flags", CU_COREDUMP_GENERATION_FLAGS);
  get<bool>("lightweight", CU_COREDUMP_LIGHTWEIGHT);
  SHOW(set(CU_COREDUMP_LIGHTWEIGHT, false));
  get<unsigned>("flags", CU_COREDUMP_GENERATION_FLAGS);
  get<bool>("user trigger", CU_COREDUMP_ENABLE_USER_TRIGGER);
  SHOW(set(CU_COREDUMP_ENABLE_USER_TRIGGER, true));
  SHOW(set(CU_COREDUMP_ENABLE_USER_TRIGGER, false));
}

int main() {
  use_primary();
  sizes();
  files();
  flags();
  // Contexts have what was chosen for all when they are made.
  SHOW(set_global(CU_COREDUMP_ENABLE_ON_EXCEPTION, true));
  get<bool>("enabled in the context of before", CU_COREDUMP_ENABLE_ON_EXCEPTION);
  make_context();
  get<bool>("enabled in a new one", CU_COREDUMP_ENABLE_ON_EXCEPTION);
  get<bool>("aborts in a new one", CU_COREDUMP_TRIGGER_HOST);
}
