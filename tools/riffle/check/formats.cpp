// SPDX-License-Identifier: Apache-2.0
#include "check/formats.h"

#include <cctype>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "check/rules.h"
#include "version.h"

namespace riffle::tool::check {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const std::vector<StackFrame>& frames) {
  Json all = Json::array();
  for (const StackFrame& frame : frames)
    all.push_back({{"module", frame.module},
                   {"offset", frame.offset},
                   {"function", frame.function},
                   {"file", frame.file},
                   {"line", frame.line}});
  return all;
}

Json json_of(const ReportedOperation& operation) {
  return {{"process", operation.process},
          {"what", operation.what},
          {"name", operation.name},
          {"access", operation.access},
          {"stream", operation.stream},
          {"ticket", operation.ticket},
          {"node", operation.node},
          {"call", operation.call},
          {"file", operation.file},
          {"line", operation.line},
          {"block", operation.block},
          {"thread", operation.thread},
          {"stack", json_of(operation.frames)},
          {"code", json_of(operation.code)},
          {"node_call", operation.node_call},
          {"node_stack", json_of(operation.node_frames)}};
}

Json json_of(const ReportedFinding& finding) {
  Json object{{"tool", finding.tool},
              {"kind", finding.kind},
              {"rule", id_of_rule(finding)},
              {"fingerprint", fingerprint_of(finding)},
              {"severity", finding.is_error ? "error" : "performance"},
              {"title", title(finding)},
              {"text", finding.text},
              {"fix", finding.fix},
              {"processes", finding.processes},
              {"operations", Json::array()}};
  for (const ReportedOperation& operation : finding.operations)
    object["operations"].push_back(json_of(operation));
  if (finding.memory)
    object["memory"] = {{"address", finding.memory->address},
                        {"bytes", finding.memory->bytes},
                        {"allocation", finding.memory->allocation},
                        {"allocation_bytes", finding.memory->allocation_bytes},
                        {"allocation_kind", finding.memory->allocation_kind},
                        {"variable", finding.memory->variable},
                        {"call", finding.memory->call},
                        {"stack", json_of(finding.memory->frames)},
                        {"freed_call", finding.memory->freed_call},
                        {"freed_stack", json_of(finding.memory->freed_frames)}};
  return object;
}

Json json_of(const KernelCoverage& kernel) {
  return {{"kernel", kernel.kernel},
          {"blocks", kernel.blocks},
          {"all_blocks", kernel.all_blocks},
          {"cut_short", kernel.cut_short}};
}

std::string capitalised(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

/// Code hosts show the short description as the title of an alert.
Json sarif_of(const Rule& rule) {
  return {
      {"id", id_of(rule)},
      {"name", id_of(rule)},
      {"shortDescription", {{"text", capitalised(rule.kind)}}},
      {"fullDescription", {{"text", rule.what}}},
      {"help",
       {{"text", fmt::format("{} Fix: {}", rule.what, rule.fix)}, {"markdown", markdown_of(rule)}}},
      {"properties", {{"tags", {"cuda", rule.tool}}, {"precision", "very-high"}}}};
}

/// What code hosts show of a result without a place in the source: nothing. Then it is the folder that the tool ran in.
Json somewhere() {
  return {
      {"physicalLocation", {{"artifactLocation", {{"uri", "."}}}, {"region", {{"startLine", 1}}}}}};
}

/// What a URI may have in a path stands as it is.
std::string uri_path(const std::string& path) {
  constexpr std::string_view kPlain = "/-._~!$&'()*+,;=:@";
  std::string all;
  for (const char c : path) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || kPlain.contains(c))
      all += c;
    else
      all += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return all;
}

/// Code hosts know files by their paths from the folder that the tool was run in.
std::string uri_of(const std::string& file) {
  std::error_code none;
  const std::string folder = std::filesystem::current_path(none).string() + "/";
  if (file.starts_with(folder)) return uri_path(file.substr(folder.size()));
  if (!file.starts_with('/')) return uri_path(file);
  return "file://" + uri_path(file);
}

void add_line(Json& locations, const std::string& file, std::uint32_t line,
              const std::string& text) {
  locations.push_back(
      {{"physicalLocation",
        {{"artifactLocation", {{"uri", uri_of(file)}}}, {"region", {{"startLine", line}}}}},
       {"message", {{"text", text}}}});
}

/// The first of these places that is a line of a source.
void add_location(Json& locations, const std::vector<StackFrame>& frames, const std::string& text) {
  for (const StackFrame& frame : frames) {
    if (frame.line == 0) continue;
    add_line(locations, frame.file, frame.line, text);
    return;
  }
}

/// Of one thread of a kernel: the line that it was in comes first.
void add_location(Json& locations, const ReportedOperation& operation) {
  std::string text =
      operation.name.empty() ? operation.what : operation.what + " " + operation.name;
  if (!operation.process.empty()) text += ", " + operation.process;
  if (!operation.thread.empty() && operation.line != 0)
    add_line(locations, operation.file, operation.line, text);
  add_location(locations, operation.code, text);
  add_location(locations, operation.node_frames, text + ", " + operation.node_call);
  add_location(locations, operation.frames,
               operation.call.empty() ? text : text + ", " + operation.call);
}

std::string sentences_of(const ReportedFinding& finding) {
  std::string all = capitalised(title(finding));
  // What begins with the name of a function stays as it is.
  const auto begins_sentence = [](const std::string& text) {
    return text.substr(0, text.find_first_of(" :")).find_first_of("_ABCDEFGHIJKLMNOPQRSTUVWXYZ") ==
           std::string::npos;
  };
  for (const std::string& text : {finding.text, finding.fix})
    if (!text.empty() && !all.ends_with(text))
      all += ". " + (begins_sentence(text) ? capitalised(text) : text);
  if (!finding.processes.empty()) all += ". In " + text_of_processes(finding.processes);
  return all + ".";
}

/// As links, without which code hosts do not show the related locations: "See [the memory is allocated here](2)."
std::string links_to(const Json& related) {
  std::string all;
  for (const Json& place : related) {
    std::string text;
    for (const char c : place["message"]["text"].get<std::string>()) {
      if (c == '[' || c == ']' || c == '\\') text += '\\';
      text += c;
    }
    all += fmt::format("{}[{}]({})", all.empty() ? " See " : ", ", text,
                       place["id"].get<std::size_t>());
  }
  return all.empty() ? all : all + ".";
}

std::string escaped(const std::string& text);

/// The same in the next run: without addresses.
std::string name_of_case(const ReportedFinding& finding) {
  if (finding.operations.size() >= 2) return title(finding);
  std::string name =
      finding.tool == finding.kind ? finding.tool : finding.tool + ": " + finding.kind;
  if (!finding.operations.empty()) {
    const ReportedOperation& operation = finding.operations[0];
    return fmt::format("{}: {}", name, operation.name.empty() ? operation.call : operation.name);
  }
  return finding.memory ? fmt::format("{}: {}", name, finding.memory->allocation_kind) : name;
}

/// Where readers of the report find it: attributes that CI systems know.
std::string place_of_case(const ReportedFinding& finding) {
  for (const ReportedOperation& operation : finding.operations)
    for (const StackFrame& frame : operation.frames)
      if (frame.line != 0)
        return fmt::format(" file=\"{}\" line=\"{}\"", escaped(frame.file), frame.line);
  return {};
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
           {"looked_at", Json::array()},
           {"summary",
            {{"errors", report.errors()},
             {"performance", report.findings.size() - report.errors()},
             {"suppressed", report.suppressed},
             {"processes", report.processes},
             {"ended", report.ended == report.processes}}}};
  for (const ReportedFinding& finding : report.findings)
    all["findings"].push_back(json_of(finding));
  for (const KernelCoverage& kernel : report.looked_at) all["looked_at"].push_back(json_of(kernel));
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string sarif_of(const Report& report) {
  Json all_rules = Json::array();
  for (const Rule& rule : rules()) all_rules.push_back(sarif_of(rule));
  Json results = Json::array();
  for (const ReportedFinding& finding : report.findings) {
    Json places = Json::array();
    for (const ReportedOperation& operation : finding.operations) add_location(places, operation);
    if (finding.memory)
      add_location(places, finding.memory->frames, "the memory is allocated here");
    if (finding.memory)
      add_location(places, finding.memory->freed_frames, "the memory is freed here");
    Json& result = results.emplace_back();
    result = {{"ruleId", id_of_rule(finding)},
              {"level", finding.is_error ? "error" : "note"},
              {"message", {{"text", sentences_of(finding)}}},
              {"locations", Json::array()},
              {"partialFingerprints", {{"riffleFinding/v1", fingerprint_of(finding)}}}};
    // The format's other locations are where the same would have to be changed, too.
    if (places.empty()) places.push_back(somewhere());
    result["locations"].push_back(places[0]);
    places.erase(places.begin());
    if (places.empty()) continue;
    for (std::size_t i = 0; i < places.size(); ++i) places[i]["id"] = i + 1;
    result["message"]["text"] = sentences_of(finding) + links_to(places);
    result["relatedLocations"] = places;
  }
  const Json all{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs",
       {{{"tool",
          {{"driver", {{"name", "riffle check"}, {"version", kVersion}, {"rules", all_rules}}}}},
         {"results", results}}}}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string junit_of(const Report& report) {
  std::string cases;
  for (const ReportedFinding& finding : report.findings) {
    if (!finding.is_error) continue;
    cases += fmt::format(
        "  <testcase classname=\"riffle.check.{}\" name=\"{}\"{}>\n    <failure "
        "message=\"{}\" type=\"{}\">{}</failure>\n"
        "  </testcase>\n",
        escaped(finding.tool), escaped(name_of_case(finding)), place_of_case(finding),
        escaped(finding.text), id_of_rule(finding), escaped(text_of(finding)));
  }
  const std::size_t errors = report.errors();
  if (errors == 0) cases = "  <testcase classname=\"riffle.check\" name=\"no findings\"/>\n";
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"riffle check\" tests=\"{}\" "
      "failures=\"{}\" errors=\"0\" skipped=\"0\">\n{}</testsuite>\n",
      errors == 0 ? 1 : errors, errors, cases);
}

}  // namespace riffle::tool::check
