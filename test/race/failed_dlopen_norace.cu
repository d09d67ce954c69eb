// SPDX-License-Identifier: Apache-2.0
// Libraries that are not there: what the loader says of them is whole until it is asked, and nothing of it is freed twice.
#include "case.h"

#include <dlfcn.h>
#include <cstdlib>
#include <cstring>

int main() {
  for (int i = 0; i < 3; ++i) {
    if (dlopen("libriffle_is_not_there.so", RTLD_NOW) != nullptr) return 1;
    // Calls that a checker stands in front of: their first use must leave the loader's message as it is.
    std::fputs("looked for a library\n", stderr);
    std::FILE* const file = std::tmpfile();
    std::fwrite("text", 1, 4, file);
    std::fclose(file);
    const char* const said = dlerror();
    if (said == nullptr || std::strstr(said, "libriffle_is_not_there.so") == nullptr) return 2;
    void* blocks[9];
    for (void*& block : blocks) block = std::malloc(24);
    for (void* block : blocks) std::free(block);
  }
  return finish();
}
