// SPDX-License-Identifier: Apache-2.0
// The page's data: lists by column, so that a million operations are a few arrays.
#include "trace/page.h"

#include <iterator>
#include <map>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "page_texts.h"
#include "say.h"
#include "trace/allocations.h"
#include "trace/analysis.h"
#include "trace/chrome.h"
#include "trace/texts.h"

namespace riffle::tool {
namespace {

class DataWriter {
 public:
  explicit DataWriter(const TraceTimeline& timeline)
      : timeline_(timeline), analysis_(analyse(timeline)) {}

  std::string write() {
    out_ = fmt::format("{{\"end\":{},\"summary\":{}", timeline_.end, json_text(summary()));
    list("names", timeline_.names, [](const std::string& name) { return json_text(name); });
    list("threads", timeline_.threads, [](const TracedThread& thread) {
      return fmt::format("{{\"id\":{},\"name\":{},\"worker\":{}}}", thread.id,
                         json_text(thread.name), thread.is_worker);
    });
    list("streams", timeline_.streams, [](const StreamLane& stream) {
      return fmt::format("{{\"id\":{},\"name\":{},\"device\":{}}}", stream.id,
                         json_text(stream.name), stream.device);
    });
    write_operations();
    write_calls();
    write_helps();
    write_ranges();
    write_layers();
    list("memory", memory_points(timeline_), [](const MemoryPoint& point) {
      return fmt::format("[{},{},{},{},{}]", point.at, point.bytes[0], point.bytes[1],
                         point.bytes[2], point.bytes[3]);
    });
    write_analysis();
    out_ += "}";
    return std::move(out_);
  }

 private:
  std::string summary() const {
    std::string text =
        fmt::format("{} in {}, {}, {}", counted(timeline_.operations.size(), "operation"),
                    counted(timeline_.streams.size(), "stream"),
                    counted(timeline_.calls.size(), "call"), duration_text(timeline_.end));
    if (!timeline_.has_ended) text += "; the program was killed";
    if (timeline_.lost != 0) text += fmt::format("; {} missing", counted(timeline_.lost, "record"));
    return text;
  }

  template <class Items, class Text>
  void list(std::string_view name, const Items& items, Text&& text) {
    fmt::format_to(std::back_inserter(out_), ",\"{}\":[", name);
    const char* comma = "";
    for (const auto& item : items) {
      fmt::format_to(std::back_inserter(out_), "{}{}", comma, text(item));
      comma = ",";
    }
    out_ += ']';
  }

  /// `"name":[...]` of each item's `value`.
  template <class Items, class Value>
  void column(std::string_view name, const Items& items, Value&& value) {
    fmt::format_to(std::back_inserter(out_), "{}\"{}\":[", first_column_ ? "" : ",", name);
    first_column_ = false;
    const char* comma = "";
    for (const auto& item : items) {
      fmt::format_to(std::back_inserter(out_), "{}{}", comma, value(item));
      comma = ",";
    }
    out_ += ']';
  }
  void begin(std::string_view name) {
    fmt::format_to(std::back_inserter(out_), ",\"{}\":{{", name);
    first_column_ = true;
  }

  void write_operations() {
    const auto& operations = timeline_.operations;
    begin("ops");
    column("stream", operations, [](const TracedOperation& o) { return o.stream; });
    column("name", operations, [](const TracedOperation& o) { return o.name; });
    column("type", operations, [](const TracedOperation& o) { return static_cast<int>(o.type); });
    column("call", operations, [](const TracedOperation& o) { return o.call; });
    column("thread", operations, [](const TracedOperation& o) { return o.thread; });
    column("enqueued", operations, [](const TracedOperation& o) { return o.enqueued; });
    column("begin", operations, [](const TracedOperation& o) { return o.begin; });
    column("end", operations, [](const TracedOperation& o) { return o.end; });
    column("bytes", operations, [](const TracedOperation& o) { return o.bytes; });
    column("shape", operations, [this](const TracedOperation& o) { return shape_of(o); });
    out_ += '}';
    list("shapes", shapes_, [](const std::string& shape) { return shape; });
  }

  /// What is the same for many operations is written once.
  std::size_t shape_of(const TracedOperation& operation) {
    std::string text = "[";
    for (const auto& [key, value] : facts_of(operation)) {
      if (key == "size" || key == "bandwidth") continue;  // the page works them out
      text +=
          fmt::format("{}[{},{}]", text.size() > 1 ? "," : "", json_text(key), json_text(value));
    }
    text += "]";
    const auto [known, is_new] = shape_numbers_.try_emplace(text, shapes_.size());
    if (is_new) shapes_.push_back(text);
    return known->second;
  }

  void write_calls() {
    begin("calls");
    column("thread", timeline_.calls, [](const ApiCall& c) { return c.thread; });
    column("name", timeline_.calls, [](const ApiCall& c) { return c.name; });
    column("begin", timeline_.calls, [](const ApiCall& c) { return c.begin; });
    column("end", timeline_.calls, [](const ApiCall& c) { return c.end; });
    column("result", timeline_.calls, [](const ApiCall& c) { return c.result; });
    out_ += '}';
  }

  void write_helps() {
    begin("helps");
    column("thread", timeline_.helps, [](const Help& h) { return h.thread; });
    column("op", timeline_.helps, [](const Help& h) { return h.operation; });
    column("begin", timeline_.helps, [](const Help& h) { return h.begin; });
    column("end", timeline_.helps, [](const Help& h) { return h.end; });
    out_ += '}';
  }

  void write_ranges() {
    begin("ranges");
    column("thread", timeline_.ranges, [](const NvtxRange& r) { return r.thread; });
    column("name", timeline_.ranges, [](const NvtxRange& r) { return r.name; });
    column("begin", timeline_.ranges, [](const NvtxRange& r) { return r.begin; });
    column("end", timeline_.ranges, [](const NvtxRange& r) { return r.end; });
    column("colour", timeline_.ranges, [](const NvtxRange& r) { return r.colour; });
    out_ += '}';
  }

  void write_layers() {
    begin("layers");
    column("op", timeline_.layers, [](const Layer& l) { return l.operation; });
    column("name", timeline_.layers, [](const Layer& l) { return l.name; });
    column("begin", timeline_.layers, [](const Layer& l) { return l.begin; });
    column("end", timeline_.layers, [](const Layer& l) { return l.end; });
    out_ += '}';
  }

  void write_analysis() {
    const auto pair = [](const auto& entry) {
      return fmt::format("[{},{}]", json_text(entry.first), json_text(entry.second));
    };
    list("edges", timeline_.edges, [](const OrderEdge& edge) {
      return fmt::format("[{},{},{}]", edge.before, edge.after, static_cast<int>(edge.kind));
    });
    list("gaps", analysis_.gaps, [](const Gap& gap) {
      return fmt::format("{{\"stream\":{},\"begin\":{},\"end\":{},\"text\":{}}}", gap.stream,
                         gap.begin, gap.end, json_text(gap.text));
    });
    list("critical", analysis_.critical, [](const CriticalStep& step) {
      return fmt::format("[{},{}]", step.operation, static_cast<int>(step.link));
    });
    list("criticalShares", analysis_.critical_shares, pair);
    list("figures", analysis_.figures, pair);
    list("explanations", analysis_.explanations,
         [](const std::string& text) { return json_text(text); });
  }

  const TraceTimeline& timeline_;
  const Analysis analysis_;
  std::string out_;
  bool first_column_ = true;
  std::vector<std::string> shapes_;
  std::map<std::string, std::size_t> shape_numbers_;
};

/// Nothing in the data may end the element that it is in.
std::string inside_script(std::string text) {
  for (std::size_t at = text.find("</"); at != std::string::npos; at = text.find("</", at + 3))
    text.insert(at + 1, "\\");
  for (std::size_t at = text.find("<!"); at != std::string::npos; at = text.find("<!", at + 6))
    text.replace(at, 1, "\\u003c");
  return text;
}

void put(std::string& page, std::string_view mark, const std::string& text) {
  page.replace(page.find(mark), mark.size(), text);
}

}  // namespace

std::string page_html(const TraceTimeline& timeline) {
  std::string page = kPageHtml;
  put(page, "/*css*/", kPageCss);
  put(page, "/*js*/", kPageJs);
  put(page, "/*data*/", inside_script(DataWriter(timeline).write()));
  return page;
}

}  // namespace riffle::tool
