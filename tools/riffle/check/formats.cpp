// SPDX-License-Identifier: Apache-2.0
#include "check/formats.h"

#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "version.h"

namespace riffle::tool::check {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const std::vector<Frame>& frames) {
  Json all = Json::array();
  for (const Frame& frame : frames)
    all.push_back({{"module", frame.module},
                   {"offset", frame.offset},
                   {"function", frame.function},
                   {"file", frame.file},
                   {"line", frame.line}});
  return all;
}

Json json_of(const Operation& operation) {
  return {{"what", operation.what},     {"name", operation.name},
          {"access", operation.access}, {"stream", operation.stream},
          {"ticket", operation.ticket}, {"node", operation.node},
          {"call", operation.call},     {"file", operation.file},
          {"line", operation.line},     {"block", operation.block},
          {"thread", operation.thread}, {"stack", json_of(operation.frames)}};
}

Json json_of(const Finding& finding) {
  Json object{{"tool", finding.tool},
              {"kind", finding.kind},
              {"severity", finding.is_error ? "error" : "performance"},
              {"title", title(finding)},
              {"text", finding.text},
              {"fix", finding.fix},
              {"operations", Json::array()}};
  for (const Operation& operation : finding.operations)
    object["operations"].push_back(json_of(operation));
  if (finding.memory)
    object["memory"] = {{"address", finding.memory->address},
                        {"bytes", finding.memory->bytes},
                        {"allocation", finding.memory->allocation},
                        {"allocation_bytes", finding.memory->allocation_bytes},
                        {"allocation_kind", finding.memory->allocation_kind},
                        {"variable", finding.memory->variable},
                        {"call", finding.memory->call},
                        {"stack", json_of(finding.memory->frames)}};
  return object;
}

std::string rule_of(const Finding& finding) {
  std::string id = finding.tool + "/" + finding.kind;
  for (char& c : id)
    if (c == ' ') c = '-';
  return id;
}

void add_line(Json& locations, const std::string& file, std::uint32_t line) {
  locations.push_back(
      {{"physicalLocation",
        {{"artifactLocation", {{"uri", file}}}, {"region", {{"startLine", line}}}}}});
}

/// The first of these places that is a line of a source.
void add_location(Json& locations, const std::vector<Frame>& frames) {
  for (const Frame& frame : frames) {
    if (frame.line == 0) continue;
    add_line(locations, frame.file, frame.line);
    return;
  }
}

/// Of one thread of a kernel: the line that it was in comes first.
void add_location(Json& locations, const Operation& operation) {
  if (!operation.thread.empty() && operation.line != 0)
    add_line(locations, operation.file, operation.line);
  add_location(locations, operation.frames);
}

std::string escaped(const std::string& text) {
  std::string all;
  for (const char c : text) {
    if (c == '&')
      all += "&amp;";
    else if (c == '<')
      all += "&lt;";
    else if (c == '>')
      all += "&gt;";
    else if (c == '"')
      all += "&quot;";
    else if (static_cast<unsigned char>(c) >= 0x20 || c == '\n')
      all += c;
  }
  return all;
}

}  // namespace

std::string json_of(const Report& report) {
  Json all{{"findings", Json::array()},
           {"summary",
            {{"errors", report.errors()},
             {"performance", report.findings.size() - report.errors()},
             {"suppressed", report.suppressed},
             {"ended", report.has_ended}}}};
  for (const Finding& finding : report.findings) all["findings"].push_back(json_of(finding));
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string sarif_of(const Report& report) {
  Json rules = Json::array();
  Json results = Json::array();
  std::set<std::string> known;
  for (const Finding& finding : report.findings) {
    const std::string rule = rule_of(finding);
    if (known.insert(rule).second)
      rules.push_back({{"id", rule}, {"shortDescription", {{"text", finding.kind}}}});
    Json locations = Json::array();
    for (const Operation& operation : finding.operations) add_location(locations, operation);
    if (finding.memory) add_location(locations, finding.memory->frames);
    results.push_back(
        {{"ruleId", rule},
         {"level", finding.is_error ? "error" : "note"},
         {"message", {{"text", title(finding) + ". " + finding.text + ". " + finding.fix}}},
         {"locations", locations}});
  }
  const Json all{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs",
       {{{"tool",
          {{"driver", {{"name", "riffle check"}, {"version", kVersion}, {"rules", rules}}}}},
         {"results", results}}}}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string junit_of(const Report& report) {
  std::string cases;
  for (const Finding& finding : report.findings) {
    if (!finding.is_error) continue;
    cases += fmt::format(
        "  <testcase classname=\"riffle.check.{}\" name=\"{}\">\n    <failure "
        "message=\"{}\">{}</failure>\n"
        "  </testcase>\n",
        escaped(finding.tool), escaped(title(finding)), escaped(finding.text),
        escaped(finding.fix));
  }
  const std::size_t errors = report.errors();
  if (errors == 0) cases = "  <testcase classname=\"riffle.check\" name=\"no findings\"/>\n";
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"riffle check\" tests=\"{}\" "
      "failures=\"{}\">\n{}</testsuite>\n",
      errors == 0 ? 1 : errors, errors, cases);
}

}  // namespace riffle::tool::check
