// SPDX-License-Identifier: Apache-2.0
// flags: -lnvrtc
// Programs that find out by the log which header is missing and where, give it and compile again: the words, the name of
// the file that wants it, and its line.
#include <utility>

#include "program.h"

static void show(const std::string& includes,
                 const std::vector<std::pair<const char*, const char*>>& headers) {
  std::vector<const char*> names, texts;
  for (const auto& [name, text] : headers) {
    names.push_back(name);
    texts.push_back(text);
  }
  Program program("");
  nvrtcDestroyProgram(&program.handle);
  const std::string source = includes + "\n__global__ void k() { int main_unused; }\n";
  nvrtcCreateProgram(&program.handle, source.c_str(), "k.cu", static_cast<int>(headers.size()),
                     texts.data(), names.data());
  std::printf("%s\n", name_of(program.compile()));
  std::printf("%s---\n", program.log().c_str());
}

int main() {
  show(R"(#include "a.h")", {{"a.h", R"(#include "x/y.h"
)"}});
  show(R"(#include <a.h>)", {{"a.h", R"(
#include <x/y.h>
)"}});
  show(R"(#include "d/a.h")", {{"d/a.h", R"(#include "b.h"
)"}, {"b.h", R"(#include <zz>
)"}});
  show(R"(#include "/abs/a.h")", {{"/abs/a.h", R"(#include <zz>
)"}});
  show(R"(#include <a.h>)", {{"b.h", R"()"}});
}
