// SPDX-License-Identifier: Apache-2.0
// What the benchmarks share: a clock, repetitions, and rows of the table that scripts/bench prints.
//
// Every program measures Riffle and its rival in turn, in one process and one run: on a machine
// with neighbours only such ratios mean something. Figures are the median of the repetitions unless
// the row says otherwise; the rival gets the same treatment.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

namespace bench {

inline double now_ns() {
  return std::chrono::duration<double, std::nano>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

inline void rest_us(long us) { std::this_thread::sleep_for(std::chrono::microseconds(us)); }

/// The repetitions of one measurement, in nanoseconds.
class Samples {
 public:
  void add(double ns) { ns_.push_back(ns); }
  double median() const { return quantile(0.5); }
  double least() const { return quantile(0); }
  double quantile(double q) const {
    std::vector<double> sorted = ns_;
    std::sort(sorted.begin(), sorted.end());
    return sorted.empty()
               ? 0
               : sorted[static_cast<std::size_t>(q * static_cast<double>(sorted.size() - 1))];
  }

 private:
  std::vector<double> ns_;
};

/// Runs and times f once.
template <typename F>
double time_ns(F&& f) {
  const double start = now_ns();
  f();
  return now_ns() - start;
}

/// True when `--quick` was given: fewer repetitions and smaller sizes.
inline bool is_quick(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--quick") == 0) return true;
  }
  return false;
}

inline std::string show_ns(double ns) {
  char text[32];
  if (ns < 1e4) {
    std::snprintf(text, sizeof text, "%.*f ns", ns < 100 ? 1 : 0, ns);
  } else if (ns < 1e6) {
    std::snprintf(text, sizeof text, "%.1f us", ns * 1e-3);
  } else {
    std::snprintf(text, sizeof text, "%.*f ms", ns < 1e8 ? 2 : 0, ns * 1e-6);
  }
  return text;
}

/// | name | Riffle | rival | Riffle / rival | target | verdict |
inline void print_row(const std::string& name, const std::string& riffle, const std::string& rival,
                      double ratio, const std::string& target, const std::string& verdict) {
  char text[32] = "";
  if (ratio > 0) std::snprintf(text, sizeof text, "%.2f", ratio);
  std::printf("| %s | %s | %s | %s | %s | %s |\n", name.c_str(), riffle.c_str(), rival.c_str(),
              text, target.c_str(), verdict.c_str());
  std::fflush(stdout);
}

/// A time that must not exceed a fixed limit. `rival_ns` = 0: the rival is not installed.
inline void row_limit(const std::string& name, double ns, double limit_ns,
                      const std::string& rival = "", double rival_ns = 0) {
  print_row(name, show_ns(ns), rival_ns > 0 ? rival + " " + show_ns(rival_ns) : "",
            rival_ns > 0 ? ns / rival_ns : 0, "<= " + show_ns(limit_ns),
            ns <= limit_ns ? "met" : "MISSED");
}

/// A time that must not exceed the rival's by more than a factor; 0 = only for comparison.
inline void row_ratio(const std::string& name, double ns, const std::string& rival, double rival_ns,
                      double most) {
  char target[32] = "";
  if (most > 0) std::snprintf(target, sizeof target, "<= %.2f x", most);
  print_row(name, show_ns(ns), rival + " " + show_ns(rival_ns), ns / rival_ns, target,
            most <= 0               ? ""
            : ns <= most * rival_ns ? "met"
                                    : "MISSED");
}

}  // namespace bench
