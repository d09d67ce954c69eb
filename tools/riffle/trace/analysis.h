// SPDX-License-Identifier: Apache-2.0
// What a timeline means: how much ran at once, why streams were idle, and which chain of operations the
// whole took as long as.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "trace/timeline.h"

namespace riffle::tool {

enum class IdleReason : std::uint8_t {
  kHost,           ///< the program had not called yet
  kEvent,          ///< it waited for an operation of another stream, by an event
  kDefaultStream,  ///< the same by the rule of the legacy default stream
  kWorker,         ///< it was ready, but nobody ran it
};

/// A stream had nothing running between two operations, for one reason.
struct Gap {
  Index stream = kNone;
  Index next = kNone;  ///< the operation that came late
  Ns begin = 0;
  Ns end = 0;
  IdleReason reason = IdleReason::kHost;
  Index cause =
      kNone;  ///< the operation that was waited for; of kHost the name of the call that the thread was in
  std::string text;  ///< "waited for ..."
};

/// How an operation of the critical path follows the one before.
enum class PathLink : std::uint8_t {
  kStart,
  kStream,
  kEvent,
  kDefaultStream,
  kHost,
  kWorker,
  kGraph
};

struct CriticalStep {
  Index operation = kNone;
  PathLink link = PathLink::kStart;
};

struct Analysis {
  std::vector<std::pair<std::string, std::string>> figures;
  std::vector<Gap> gaps;                  ///< by stream and time; short ones are left out
  std::vector<std::string> explanations;  ///< of the gaps together, the longest first
  std::vector<CriticalStep> critical;     ///< first to last
  std::vector<std::pair<std::string, std::string>> critical_shares;
};

Analysis analyse(const TraceTimeline& timeline);

// Its parts.
std::vector<std::pair<std::string, std::string>> figures_of(const TraceTimeline& timeline);
std::vector<Gap> find_gaps(const TraceTimeline& timeline);
std::vector<std::string> explain(const TraceTimeline& timeline, const std::vector<Gap>& gaps);
std::vector<CriticalStep> critical_path(const TraceTimeline& timeline);

}  // namespace riffle::tool
