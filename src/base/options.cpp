// SPDX-License-Identifier: Apache-2.0
// Parsing of the RIFFLE_* environment options.
#include "base/options.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string_view>

namespace riffle {
namespace {

/// Decimal digits, with a suffix K, M, G or T (powers of 1024) where `suffixes`.
std::optional<std::uint64_t> parse_number(std::string_view text, bool suffixes) {
  std::uint64_t value = 0;
  const auto [rest, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc() || rest == text.data()) return std::nullopt;
  std::string_view suffix(rest, static_cast<std::size_t>(text.data() + text.size() - rest));
  if (suffix.empty()) return value;
  if (!suffixes || suffix.size() != 1) return std::nullopt;
  constexpr std::string_view kLetters = "KMGTkmgt";
  const std::size_t letter = kLetters.find(suffix[0]);
  if (letter == std::string_view::npos) return std::nullopt;
  const unsigned shift = 10 * static_cast<unsigned>(letter % 4 + 1);
  if (value > std::numeric_limits<std::uint64_t>::max() >> shift) return std::nullopt;
  return value << shift;
}

std::string cache_directory(const std::function<const char*(const char*)>& environment) {
  const auto folder = [&](const char* name, const char* inside) -> std::string {
    const char* const value = environment(name);
    return value == nullptr || *value == '\0' ? std::string() : std::string(value) + inside;
  };
  std::string found = folder("RIFFLE_CACHE_DIR", "");
  if (found.empty()) found = folder("XDG_CACHE_HOME", "/riffle");
  if (found.empty()) found = folder("HOME", "/.cache/riffle");
  return found;
}

class Parser {
 public:
  Parser(const std::function<const char*(const char*)>& environment,
         std::vector<std::string>& complaints)
      : environment_(environment), complaints_(complaints) {}

  template <class Number>
  void number(const char* name, Number& target, std::uint64_t least, std::uint64_t most,
              bool suffixes = false) {
    const char* const text = environment_(name);
    if (text == nullptr || *text == '\0') return;
    const auto value = parse_number(text, suffixes);
    if (!value || *value < least || *value > most) {
      complain(name, text,
               "a number from " + std::to_string(least) + " to " + std::to_string(most) +
                   (suffixes ? ", K, M, G or T may follow" : ""));
      return;
    }
    target = static_cast<Number>(*value);
  }

  void text(const char* name, std::string& target) {
    if (const char* const value = environment_(name)) target = value;
  }

  template <class Value>
  void choice(const char* name, Value& target,
              std::initializer_list<std::pair<std::string_view, Value>> choices) {
    const char* const text = environment_(name);
    if (text == nullptr || *text == '\0') return;
    std::string names;
    for (const auto& [word, value] : choices) {
      if (word == text) {
        target = value;
        return;
      }
      names += (names.empty() ? "" : ", ") + std::string(word);
    }
    complain(name, text, "one of " + names);
  }

 private:
  void complain(const char* name, const char* seen, const std::string& needed) {
    complaints_.push_back(std::string(name) + "='" + seen + "' is not " + needed +
                          "; the default is used");
  }

  const std::function<const char*(const char*)>& environment_;
  std::vector<std::string>& complaints_;
};

}  // namespace

Options parse_options(const std::function<const char*(const char*)>& environment,
                      std::vector<std::string>& complaints) {
  constexpr std::uint64_t kAny = std::numeric_limits<std::uint64_t>::max();
  constexpr std::uint64_t kSecond = 1'000'000;  // in microseconds
  Options options;
  Parser parser(environment, complaints);
  parser.number("RIFFLE_WORKERS", options.workers, 1, 1024);
  parser.number("RIFFLE_DEVICES", options.devices, 0, 64);
  parser.number("RIFFLE_SEED", options.seed, 0, kAny);
  parser.choice<StrategyOption>("RIFFLE_STRATEGY", options.strategy,
                                {{"auto", StrategyOption::kAuto},
                                 {"simd", StrategyOption::kSimd},
                                 {"loop", StrategyOption::kLoop},
                                 {"region", StrategyOption::kRegion},
                                 {"fiber", StrategyOption::kFiber}});
  parser.number("RIFFLE_MEMORY", options.memory_bytes, std::uint64_t{1} << 20,
                std::uint64_t{1} << 46, true);
  parser.choice<bool>("RIFFLE_CACHE", options.cache, {{"on", true}, {"off", false}});
  options.cache_directory = cache_directory(environment);
  parser.number("RIFFLE_CACHE_SIZE", options.cache_bytes, 0, std::uint64_t{1} << 46, true);
  parser.text("RIFFLE_LOG", options.log);
  parser.text("RIFFLE_DUMP", options.dump);
  parser.number("RIFFLE_STACK", options.stack_bytes, std::uint64_t{64} << 10,
                std::uint64_t{1} << 30, true);
  parser.number("RIFFLE_ENGINE_SPIN_US", options.spin_us, 0, kSecond);
  parser.number("RIFFLE_ENGINE_SETTLE_NS", options.settle_ns, 0, kSecond);
  parser.number("RIFFLE_ENGINE_NAP_US", options.nap_us, 1, kSecond);
  parser.number("RIFFLE_ENGINE_QUIET_NAPS", options.quiet_naps, 1, kSecond);
  parser.number("RIFFLE_ENGINE_STUCK_US", options.stuck_us, 1, kSecond);
  parser.number("RIFFLE_ENGINE_WAIT_SPIN_US", options.wait_spin_us, 0, kSecond);
  parser.number("RIFFLE_ENGINE_BUDGET", options.budget, 1, kSecond);
  parser.number("RIFFLE_ENGINE_SHARE_NS", options.share_ns, 0, kSecond * 1000);
  parser.number("RIFFLE_ENGINE_SHARE_WAKE_NS", options.share_wake_ns, 0, kSecond * 1000);
  parser.number("RIFFLE_ENGINE_PENDING", options.pending_bytes, std::uint64_t{64} << 10,
                std::uint64_t{1} << 40, true);
  return options;
}

namespace {

const Options& read_once(bool complains) {
  // Never destroyed: workers may still read it while the process exits.
  static const Options* const instance = [complains] {
    std::vector<std::string> complaints;
    const auto* const parsed = new Options(parse_options(
        [](const char* name) -> const char* { return std::getenv(name); }, complaints));
    if (!complains) return parsed;
    for (const std::string& complaint : complaints)
      std::fprintf(stderr, "riffle: %s\n", complaint.c_str());
    return parsed;
  }();
  return *instance;
}

}  // namespace

const Options& options() { return read_once(true); }
const Options& options_of_programs() { return read_once(false); }

}  // namespace riffle
