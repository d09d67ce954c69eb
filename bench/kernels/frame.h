// SPDX-License-Identifier: Apache-2.0
// What the programs of this folder share. Each is ordinary CUDA, its launch, and the same work by
// hand; the frame lets all versions take turns in one process, compares what they computed, and
// prints a row: | kernel | Riffle | by hand | ratio | target | verdict | PoCL | PoCL / Riffle | limit |
#pragma once

#include <cmath>
#include <functional>
#include <limits>

#include "../bench.h"
#include "../check.h"
#include "../rivals/opencl_kernels.h"
#include "../rivals/rivals.h"
#include "by_hand.h"

namespace bench {

/// The same elements twice: where CUDA has them and where the rivals do.
template <typename T>
struct Array {
  T* device;
  T* host;
  std::size_t count;
  std::size_t bytes() const { return count * sizeof(T); }
};

/// What a version leaves behind, and when two versions agree.
struct Result {
  void* device;
  void* host;
  std::size_t bytes;
  std::function<bool(const void* seen, const void* expected)> same;
};

template <typename T>
Result exact(const Array<T>& array) {
  return {array.device, array.host, array.bytes(),
          [bytes = array.bytes()](const void* seen, const void* expected) {
            return std::memcmp(seen, expected, bytes) == 0;
          }};
}

/// Equal but for rounding: |a - b| <= tolerance * (|b| + scale).
inline Result close(const Array<float>& array, double tolerance, double scale) {
  return {array.device, array.host, array.bytes(),
          [=, count = array.count](const void* seen, const void* expected) {
            for (std::size_t i = 0; i < count; ++i) {
              const double a = static_cast<const float*>(seen)[i];
              const double b = static_cast<const float*>(expected)[i];
              if (std::fabs(a - b) <= tolerance * (std::fabs(b) + scale)) continue;
              std::fprintf(stderr, "element %zu: %.9g, not %.9g\n", i, a, b);
              return false;
            }
            return true;
          }};
}

/// Equal but for a share of the elements, where one rounding decides about a branch.
template <typename T>
Result mostly(const Array<T>& array, double share) {
  return {array.device, array.host, array.bytes(),
          [=, count = array.count](const void* seen, const void* expected) {
            std::size_t wrong = 0;
            for (std::size_t i = 0; i < count; ++i) {
              wrong += static_cast<const T*>(seen)[i] != static_cast<const T*>(expected)[i];
            }
            if (static_cast<double>(wrong) <= share * static_cast<double>(count)) return true;
            std::fprintf(stderr, "%zu of %zu elements differ\n", wrong, count);
            return false;
          }};
}

/// A number in [0, 1) that looks random.
inline float noise(std::size_t i) {
  std::uint32_t x = static_cast<std::uint32_t>(i) * 2654435761u + 12345u;
  x = (x ^ (x >> 15)) * 2246822519u;
  x = (x ^ (x >> 13)) * 3266489917u;
  return static_cast<float>((x ^ (x >> 16)) >> 8) * 0x1p-24f;
}

struct Version {
  const char* name;
  std::function<void()> run;
};

struct Row {
  std::string name;
  double target = 0;  // at most so many times the fastest by hand; 0: none
  std::function<void()> riffle;
  std::vector<Version> by_hand;
  std::function<void()> opencl;  // enqueues; may be missing
  std::vector<Result> results;
  std::function<void()> before = [] {};  // puts inputs back, outside the measurement
  // The least that any version must do: bytes of memory, floating-point operations.
  double bytes = 0, flops = 0;
};

class Kernels {
 public:
  /// `opencl` is the same kernels in OpenCL C; null: there are none.
  Kernels(int argc, char** argv, const char* opencl)
      : quick_(is_quick(argc, argv)), opencl_(opencl) {}

  /// A size: small with --quick.
  int size(int full, int quick) const { return quick_ ? quick : full; }
  rivals::OpenClKernels& opencl() { return opencl_; }

  /// An array that is equal on both sides: zeros, or value(i).
  template <typename T>
  Array<T> array(std::size_t count) {
    Array<T> made{nullptr, static_cast<T*>(rivals::huge_bytes(count * sizeof(T))), count};
    CHECK(cudaMalloc(&made.device, made.bytes()));
    CHECK(cudaMemset(made.device, 0, made.bytes()));
    if (opencl_.exists()) opencl_.share(made.host, made.bytes());
    return made;
  }
  template <typename T, typename F>
  Array<T> array(std::size_t count, F&& value) {
    const Array<T> made = array<T>(count);
    for (std::size_t i = 0; i < count; ++i) made.host[i] = static_cast<T>(value(i));
    CHECK(cudaMemcpy(made.device, made.host, made.bytes(), cudaMemcpyHostToDevice));
    return made;
  }

  /// Checks all versions against Riffle, measures them in turn and prints the row.
  void row(const Row& row) {
    check(row);
    Samples riffle, opencl;
    std::vector<Samples> by_hand(row.by_hand.size());
    const double begin = now_ns();
    for (int i = 0; i < (quick_ ? 3 : 15) && (i < 3 || now_ns() - begin < 20e9); ++i) {
      riffle.add(measure(row, [&] { run_riffle(row); }));
      for (std::size_t k = 0; k < by_hand.size(); ++k) {
        by_hand[k].add(measure(row, row.by_hand[k].run));
      }
      if (has_opencl(row) && i < (quick_ ? 1 : 3)) {
        opencl.add(measure(row, [&] { run_opencl(row); }));
      }
    }
    print(row, riffle.median(), by_hand, opencl.median());
  }

 private:
  bool has_opencl(const Row& row) const { return row.opencl && opencl_.exists(); }
  void run_riffle(const Row& row) {
    row.riffle();
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
  }
  void run_opencl(const Row& row) {
    row.opencl();
    opencl_.finish();
  }
  double measure(const Row& row, const std::function<void()>& run) {
    row.before();
    CHECK(cudaDeviceSynchronize());
    rest_us(quick_ ? 100 : 1000);
    return time_ns(run);
  }

  // What was computed before must not pass for a result: every version starts from other bytes.
  void spoil(const Row& row) {
    for (const Result& result : row.results) {
      std::memset(result.host, 0xa5, result.bytes);
      CHECK(cudaMemset(result.device, 0xa5, result.bytes));
    }
    row.before();
  }
  void check(const Row& row) {
    spoil(row);
    run_riffle(row);
    std::vector<std::vector<char>> seen;
    for (const Result& result : row.results) {
      seen.emplace_back(result.bytes);
      CHECK(cudaMemcpy(seen.back().data(), result.device, result.bytes, cudaMemcpyDefault));
    }
    const auto compare = [&](const char* version, const std::function<void()>& run) {
      spoil(row);
      run();
      for (std::size_t i = 0; i < seen.size(); ++i) {
        if (row.results[i].same(seen[i].data(), row.results[i].host)) continue;
        std::fprintf(stderr, "%s: Riffle and %s computed different results (array %zu)\n",
                     row.name.c_str(), version, i);
        std::exit(1);
      }
    };
    for (const Version& version : row.by_hand) compare(version.name, version.run);
    if (has_opencl(row)) compare("PoCL", [&] { run_opencl(row); });
  }

  void print(const Row& row, double riffle, const std::vector<Samples>& by_hand, double opencl) {
    std::size_t best = 0;
    for (std::size_t k = 1; k < by_hand.size(); ++k) {
      if (by_hand[k].median() < by_hand[best].median()) best = k;
    }
    const double ratio = riffle / by_hand[best].median();
    char target[32] = "", times[32] = "";
    if (row.target > 0) std::snprintf(target, sizeof target, "<= %.2f", row.target);
    if (opencl > 0) std::snprintf(times, sizeof times, "%.1f", opencl / riffle);
    std::printf("| %s | %s | %s %s | %.2f | %s | %s | %s | %s | %s |\n", row.name.c_str(),
                show_ns(riffle).c_str(), row.by_hand[best].name,
                show_ns(by_hand[best].median()).c_str(), ratio, target,
                row.target <= 0       ? ""
                : ratio <= row.target ? "met"
                                      : "MISSED",
                opencl > 0 ? show_ns(opencl).c_str() : "", times, limit(row).c_str());
    std::fflush(stdout);
  }

  // What the machine itself allows: its memory and its arithmetic, measured in this run.
  std::string limit(const Row& row) {
    if (row.bytes <= 0 && row.flops <= 0) return "";
    if (machine_.bytes_per_ns == 0) machine_ = rivals::machine_limits(quick_);
    const double memory = row.bytes / machine_.bytes_per_ns;
    const double arithmetic = row.flops / machine_.flops_per_ns;
    return show_ns(std::max(memory, arithmetic)) +
           (memory > arithmetic ? " memory" : " arithmetic");
  }

  const bool quick_;
  rivals::OpenClKernels opencl_;
  rivals::MachineLimits machine_{};
};

}  // namespace bench
