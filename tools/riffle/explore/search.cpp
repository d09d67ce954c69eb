// SPDX-License-Identifier: Apache-2.0
#include "explore/search.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <unordered_set>
#include <utility>
#include <vector>

#include <poll.h>

#include <fmt/format.h>

namespace riffle::tool::explore {
namespace {

constexpr int kProgressMs = 200;

struct Running {
  std::uint64_t number = 0;
  std::string schedule;
  std::unique_ptr<Trial> trial;
};

class Search {
 public:
  Search(const Subject& subject, const Outcome& usual, const Numbering& numbering,
         const SearchBudget& budget)
      : subject_(subject), usual_(usual), numbering_(numbering), budget_(budget) {
    result_.next = budget.first;
    orders_.insert("at:");
  }

  Result<SearchResult> run(const std::function<void(const SearchResult&)>& progress) {
    const SteadyClock::time_point start = SteadyClock::now();
    std::uint64_t number = budget_.first;
    const std::uint64_t end = budget_.first + budget_.count;
    for (;;) {
      result_.duration = SteadyClock::now() - start;
      const bool goes_on = !result_.found && !is_interrupted() && result_.duration < budget_.time;
      while (goes_on && number != end && running_.size() < budget_.jobs) {
        std::string schedule = numbering_.schedule(number);
        auto trial = Trial::start(subject_, schedule);
        if (!trial) return std::unexpected(trial.error());
        running_.push_back({number++, std::move(schedule), std::move(*trial)});
      }
      if (is_interrupted()) break;
      if (running_.empty()) break;
      wait();
      progress(result_);
    }
    result_.was_interrupted = is_interrupted();
    result_.next = running_.empty()
                       ? number
                       : std::ranges::min_element(running_, {}, &Running::number)->number;
    result_.orders = orders_.size();
    return std::move(result_);
  }

 private:
  /// Until something has ended or is late, or there is progress to show.
  void wait() {
    std::vector<pollfd> waited;
    for (const Running& each : running_)
      waited.push_back({.fd = each.trial->descriptor(), .events = POLLIN, .revents = 0});
    poll(waited.data(), waited.size(), kProgressMs);
    const SteadyClock::time_point now = SteadyClock::now();
    for (std::size_t i = waited.size(); i-- > 0;) {
      if (waited[i].revents != 0)
        take(i);
      else if (now > running_[i].trial->deadline())
        running_[i].trial->time_out();
    }
  }

  void take(std::size_t index) {
    Running ended = std::move(running_[index]);
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(index));
    Outcome outcome = ended.trial->finish();
    ++result_.runs;
    orders_.insert(plan_text(outcome.deferrals));
    result_.orders = orders_.size();
    result_.unsteered += outcome.unsteered;
    if (outcome.unsteered.any()) ++result_.unsteered_runs;
    std::string differs = difference(subject_, usual_, outcome);
    if (differs.empty()) return;
    if (result_.found && result_.found->number < ended.number) return;
    result_.found = {ended.number, std::move(ended.schedule), std::move(differs),
                     std::move(outcome)};
    // Those before it may differ too: so the answer does not depend on who is faster.
    std::erase_if(running_,
                  [&](const Running& each) { return each.number > result_.found->number; });
  }

  const Subject& subject_;
  const Outcome& usual_;
  const Numbering& numbering_;
  const SearchBudget& budget_;
  std::vector<Running> running_;
  std::unordered_set<std::string> orders_;
  SearchResult result_;
};

}  // namespace

std::string Numbering::schedule(std::uint64_t number) const {
  const std::uint64_t own = seed + number - 1;
  if (depth == 0 && number % 2 == 1) return fmt::format("{}", own);
  const std::uint64_t deep = depth != 0 ? depth : 2 + number / 2 % 2;
  return fmt::format("{}/{}/{}", own, deep, decisions);
}

Result<SearchResult> search(const Subject& subject, const Outcome& usual,
                            const Numbering& numbering, const SearchBudget& budget,
                            const std::function<void(const SearchResult&)>& progress) {
  return Search(subject, usual, numbering, budget).run(progress);
}

}  // namespace riffle::tool::explore
