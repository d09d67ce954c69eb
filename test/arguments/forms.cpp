// SPDX-License-Identifier: Apache-2.0
#include "forms.h"

#include <dlfcn.h>

#include <cstdio>
#include <map>
#include <set>

namespace {

constexpr int kVersions[] = {0,     1,     1999,  2000,  2010,  2020,  2030,  3000,  3010,  3020,
                             4000,  4010,  4020,  5000,  5050,  6000,  6050,  7000,  7050,  8000,
                             9000,  9010,  9020,  10000, 10010, 10020, 11000, 11010, 11020, 11030,
                             11040, 11050, 11060, 11070, 11080, 12000, 12010, 12020, 12030, 12040,
                             12050, 12060, 12070, 12080, 12090, 13000};

std::string without_suffixes(std::string name) {
  for (const char* const suffix : {"_ptsz", "_ptds"}) {
    if (const auto at = name.rfind(suffix); at != std::string::npos) name.resize(at);
  }
  const auto at = name.rfind("_v");
  return at != std::string::npos && at + 3 == name.size() ? name.substr(0, at) : name;
}

}  // namespace

void show_forms(const std::vector<Call>& calls) {
  void* const driver = dlopen("libcuda.so.1", RTLD_NOW);
  std::map<void*, std::set<std::string>> symbols;
  std::set<std::string> names;
  for (const Call& call : calls) {
    if (!call.is_of_driver) continue;
    names.insert(without_suffixes(call.symbol));
    symbols[dlsym(driver, call.symbol)].insert(call.symbol);
  }
  cuInit(0);
  for (const std::string& name : names) {
    for (const unsigned long long flags : {0, 1, 2}) {
      std::string line = name + " " + std::to_string(flags) + ":", last;
      for (const int version : kVersions) {
        void* function = nullptr;
        CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SUCCESS;
        const CUresult result = cuGetProcAddress(name.c_str(), &function, version, flags, &status);
        std::string found =
            "error " + std::to_string(result) + ", status " + std::to_string(status);
        if (result == CUDA_SUCCESS && function != nullptr) {
          found.clear();
          for (const std::string& symbol : symbols[function]) {
            // Several names of one function: that which was asked for tells most.
            if (found.empty() || without_suffixes(symbol) == name) found = symbol;
          }
          if (found.empty()) found = "a function without a symbol";
        }
        if (found != last) line += " " + std::to_string(version) + " " + found + ";";
        last = found;
      }
      std::printf("%s\n", line.c_str());
    }
  }
}
