// SPDX-License-Identifier: Apache-2.0
#include "base/schedule_plan.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace riffle {
namespace {

constexpr std::uint32_t kMost = 1'000'000'000;
constexpr std::uint32_t kMostDepth = 1000;

/// A step of splitmix64: every seed gives another sequence, 0 too.
std::uint64_t mix(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15U);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

template <class Number>
std::optional<Number> number_of(std::string_view text) {
  Number value = 0;
  const auto [rest, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || status != std::errc() || rest != text.data() + text.size())
    return std::nullopt;
  return value;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  if (text.empty()) return parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::unexpected<Error> wrong(std::string_view text) {
  return error(
      Code::kInvalidValue,
      "expected a schedule (SEED, SEED/DEPTH/DECISIONS or at:STREAM.OPERATION,...), got '" +
          std::string(text) + "'");
}

}  // namespace

Result<SchedulePlan> SchedulePlan::parse(std::string_view text) {
  SchedulePlan plan;
  if (text.starts_with("at:")) {
    for (std::string_view part : split(text.substr(3), ',')) {
      if (part.starts_with('m')) {
        const auto decision = number_of<std::uint32_t>(part.substr(1));
        if (!decision || *decision == 0) return wrong(text);
        plan.memory_list_.push_back(*decision);
        continue;
      }
      const std::vector<std::string_view> parts = split(part, '.');
      if (parts.size() != 2) return wrong(text);
      const bool is_host = parts[0].starts_with('h');
      const auto number = number_of<std::uint64_t>(parts[0].substr(is_host ? 1 : 0));
      const auto ticket = number_of<std::uint64_t>(parts[1]);
      if (!number || *number == 0 || *number >= kFirstHost || !ticket || *ticket == 0)
        return wrong(text);
      ++plan.list_[{is_host ? host_number(*number) : *number, *ticket}];
    }
    std::ranges::sort(plan.memory_list_);
    return plan;
  }
  const std::vector<std::string_view> parts = split(text, '/');
  if (parts.size() != 1 && parts.size() != 3) return wrong(text);
  const auto seed = number_of<std::uint64_t>(parts[0]);
  if (!seed) return wrong(text);
  plan.state_ = *seed;
  if (parts.size() == 1) {
    // From every second decision to one in 64: programs are short and long, and so is what must be put off.
    plan.anywhere_of_256_ = 256U >> (1 + plan.next_random() % 6);
    plan.at_first_of_256_ = static_cast<std::uint32_t>(plan.next_random() % 3) * 64;
    plan.memory_of_256_ = static_cast<std::uint32_t>(plan.next_random() % 3) * 64;
    return plan;
  }
  const auto depth = number_of<std::uint32_t>(parts[1]);
  const auto decisions = number_of<std::uint32_t>(parts[2]);
  if (!depth || *depth == 0 || *depth > kMostDepth || !decisions || *decisions == 0 ||
      *decisions > kMost)
    return wrong(text);
  plan.at_first_of_256_ = 128;
  plan.memory_of_256_ = 64;
  for (std::uint32_t i = 1; i < *depth; ++i)
    plan.at_decisions_.push_back(1 + static_cast<std::uint32_t>(plan.next_random() % *decisions));
  std::ranges::sort(plan.at_decisions_);
  return plan;
}

std::uint64_t SchedulePlan::next_random() { return mix(state_); }

bool SchedulePlan::with_probability(std::uint32_t of_256) {
  return of_256 != 0 && next_random() % 256 < of_256;
}

bool SchedulePlan::defers(std::uint64_t who, std::uint64_t ticket, bool is_first_time) {
  if (const auto named = list_.find({who, ticket}); named != list_.end()) {
    if (--named->second == 0) list_.erase(named);
    return true;
  }
  // What was due at a decision that did not take as many is void.
  while (next_at_ < at_decisions_.size() && at_decisions_[next_at_] < decisions_) ++next_at_;
  if (next_at_ < at_decisions_.size() && at_decisions_[next_at_] == decisions_) {
    ++next_at_;
    return true;
  }
  return with_probability(is_first_time ? std::max(anywhere_of_256_, at_first_of_256_)
                                        : anywhere_of_256_);
}

bool SchedulePlan::takes_other_memory() {
  ++memory_decisions_;
  if (next_in_memory_list_ < memory_list_.size() &&
      memory_list_[next_in_memory_list_] == memory_decisions_) {
    ++next_in_memory_list_;
    return true;
  }
  return with_probability(memory_of_256_);
}

std::string plan_text(const std::vector<Deferral>& deferrals) {
  std::string text = "at:";
  for (const Deferral& each : deferrals) {
    if (text.size() > 3) text += ',';
    if (each.is_memory != 0) {
      text += "m" + std::to_string(each.decision);
      continue;
    }
    text += is_host_number(each.who) ? "h" + std::to_string(each.who - kFirstHost)
                                     : std::to_string(each.who);
    text += "." + std::to_string(each.ticket);
  }
  return text;
}

}  // namespace riffle
