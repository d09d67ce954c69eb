// SPDX-License-Identifier: Apache-2.0
// Parsing of the RIFFLE_* environment options.
#include "base/options.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

#include "base/cache_folder.h"
#include "base/schedule_plan.h"
#include "base/visible_devices.h"

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

constexpr std::string_view kPrefix = "RIFFLE_";

/// A name as short as LOG or CPU is near to much that is somebody else's.
constexpr std::size_t most_slips(std::string_view known) {
  return known.size() - kPrefix.size() < 5 ? 1 : 2;
}

/// Letters to add, drop or change.
std::size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t corner = std::exchange(row[0], i + 1);
    for (std::size_t k = 0; k < b.size(); ++k) {
      const std::size_t changed = corner + (a[i] == b[k] ? 0 : 1);
      corner = row[k + 1];
      row[k + 1] = std::min({changed, corner + 1, row[k] + 1});
    }
  }
  return row.back();
}

class OptionsParser {
 public:
  OptionsParser(const std::function<const char*(const char*)>& environment,
                std::vector<std::string>& complaints)
      : environment_(environment), complaints_(complaints) {}

  template <class Number>
  void number(const char* name, Number& target, std::uint64_t least, std::uint64_t most,
              bool suffixes = false) {
    const char* const text = value_of(name);
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
    if (const char* const value = value_of(name)) target = value;
  }

  void schedule(const char* name, std::string& target) {
    const char* const text = value_of(name);
    if (text == nullptr || *text == '\0') return;
    if (SchedulePlan::parse(text))
      target = text;
    else
      complain(name, text, "SEED, SEED/DEPTH/DECISIONS or at:STREAM.OPERATION,...");
  }

  template <class Value>
  void choice(const char* name, Value& target,
              std::initializer_list<std::pair<std::string_view, Value>> choices) {
    const char* const text = value_of(name);
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

  /// Names that are read elsewhere.
  void know(std::initializer_list<std::string_view> names) {
    known_.insert(known_.end(), names.begin(), names.end());
  }

  /// A name that is almost an option's is a slip of the pen that would be ignored in silence.
  void look_for_slips(std::span<const std::string_view> names) {
    for (const std::string_view name : names) {
      if (!name.starts_with(kPrefix) || std::ranges::find(known_, name) != known_.end()) continue;
      const auto near = std::ranges::find_if(known_, [&](std::string_view known) {
        return edits_between(name, known) <= most_slips(known);
      });
      if (near != known_.end())
        complaints_.push_back("unknown option " + std::string(name) + "; did you mean " +
                              std::string(*near) + "?");
    }
  }

 private:
  const char* value_of(const char* name) {
    known_.emplace_back(name);
    return environment_(name);
  }

  void complain(const char* name, const char* seen, const std::string& needed) {
    complaints_.push_back(std::string(name) + "='" + seen + "' is not " + needed +
                          "; the default is used");
  }

  const std::function<const char*(const char*)>& environment_;
  std::vector<std::string>& complaints_;
  std::vector<std::string_view> known_;
};

/// Names of all that is set.
std::vector<std::string_view> names_in_environment() {
  std::vector<std::string_view> names;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    names.push_back(text.substr(0, text.find('=')));
  }
  return names;
}

}  // namespace

bool Options::checks(std::string_view tool) const {
  return ("," + check_tools + ",").contains("," + std::string(tool) + ",");
}

Options parse_options(const std::function<const char*(const char*)>& environment,
                      std::span<const std::string_view> names,
                      std::vector<std::string>& complaints) {
  constexpr std::uint64_t kAny = std::numeric_limits<std::uint64_t>::max();
  constexpr std::uint64_t kSecond = 1'000'000;  // in microseconds
  Options options;
  OptionsParser parser(environment, complaints);
  parser.number("RIFFLE_WORKERS", options.workers, 1, 1024);
  parser.number("RIFFLE_DEVICES", options.devices, 0, 64);
  if (const char* const list = environment("CUDA_VISIBLE_DEVICES")) {
    options.visible_devices = visible_devices(list, options.devices);
  } else {
    for (std::uint32_t device = 0; device < options.devices; ++device)
      options.visible_devices.push_back(device);
  }
  parser.number("RIFFLE_SEED", options.seed, 0, kAny);
  parser.choice<StrategyOption>("RIFFLE_STRATEGY", options.strategy,
                                {{"auto", StrategyOption::kAuto},
                                 {"simd", StrategyOption::kSimd},
                                 {"loop", StrategyOption::kLoop},
                                 {"region", StrategyOption::kRegion},
                                 {"fiber", StrategyOption::kFiber}});
  parser.choice<std::uint32_t>("RIFFLE_WIDTH", options.width,
                               {{"auto", 0}, {"16", 16}, {"32", 32}, {"64", 64}, {"128", 128}});
  parser.choice<KernelsOption>("RIFFLE_KERNELS", options.kernels,
                               {{"auto", KernelsOption::kAuto},
                                {"together", KernelsOption::kTogether},
                                {"apart", KernelsOption::kApart}});
  parser.choice<SpecialiseOption>("RIFFLE_SPECIALISE", options.specialise,
                                  {{"off", SpecialiseOption::kOff},
                                   {"on", SpecialiseOption::kOn},
                                   {"now", SpecialiseOption::kNow}});
  parser.number("RIFFLE_MEMORY", options.memory_bytes, std::uint64_t{1} << 20,
                std::uint64_t{1} << 46, true);
  parser.choice<bool>("RIFFLE_CACHE", options.cache, {{"on", true}, {"off", false}});
  CacheFolder cache = choose_cache_folder(environment);
  options.cache_directory = std::move(cache.path);
  options.cache_is_temporary = cache.is_temporary;
  parser.number("RIFFLE_CACHE_SIZE", options.cache_bytes, 0, std::uint64_t{1} << 46, true);
  parser.choice<bool>("RIFFLE_PROGRESS", options.progress, {{"on", true}, {"off", false}});
  parser.text("RIFFLE_LOG", options.log);
  parser.text("RIFFLE_DUMP", options.dump);
  parser.text("RIFFLE_PASS_OFF", options.pass_off);
  parser.choice<bool>("RIFFLE_VERIFY", options.verify, {{"on", true}, {"off", false}});
  parser.choice<bool>("RIFFLE_REMARKS", options.remarks, {{"on", true}, {"off", false}});
  parser.text("RIFFLE_DUMP_IR", options.dump_folder);
  parser.text("RIFFLE_TRACE", options.trace_file);
  parser.choice<bool>("RIFFLE_TRACE_LAYERS", options.trace_layers, {{"on", true}, {"off", false}});
  parser.text("RIFFLE_CHECK", options.check_file);
  parser.text("RIFFLE_CHECK_TOOLS", options.check_tools);
  parser.schedule("RIFFLE_SCHEDULE", options.schedule);
  parser.text("RIFFLE_SCHEDULE_RECORD", options.schedule_record);
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
  parser.number("RIFFLE_ENGINE_WAVE_NS", options.wave_ns, 0, kSecond * 1000);
  parser.number("RIFFLE_ENGINE_PIECE", options.piece_bytes, 64, std::uint64_t{1} << 40, true);
  parser.number("RIFFLE_ENGINE_PENDING", options.pending_bytes, std::uint64_t{64} << 10,
                std::uint64_t{1} << 40, true);
  parser.know({"RIFFLE_ACCESSES", "RIFFLE_CACHE_DIR", "RIFFLE_COMPILER", "RIFFLE_CPU",
               "RIFFLE_ONNXRUNTIME", "RIFFLE_OPENBLAS"});
  parser.look_for_slips(names);
  return options;
}

namespace {

const Options& read_once(bool complains) {
  // Never destroyed: workers may still read it while the process exits.
  static const Options* const instance = [complains] {
    std::vector<std::string> complaints;
    const auto* const parsed =
        new Options(parse_options([](const char* name) -> const char* { return std::getenv(name); },
                                  names_in_environment(), complaints));
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
