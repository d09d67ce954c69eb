// SPDX-License-Identifier: Apache-2.0
// `riffle doctor`: what on this machine keeps programs from running as their user expects.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "commit.h"
#include "doctor/finding.h"
#include "help.h"
#include "say.h"
#include "version.h"

namespace riffle::tool {
namespace {

using doctor::Diagnosis;
using doctor::Findings;
using doctor::Level;

constexpr std::array kChecks = {
    doctor::check_installation,     doctor::check_compiler,  doctor::check_commands,
    doctor::check_linker_libraries, doctor::check_loader,    doctor::check_python,
    doctor::check_openblas,         doctor::check_cache,     doctor::check_permissions,
    doctor::check_memory,           doctor::check_processor, doctor::check_options};

constexpr std::string_view name_of(Level level) {
  constexpr std::array<std::string_view, 3> kNames = {"ok", "warning", "error"};
  return kNames[static_cast<std::size_t>(level)];
}

std::string help_text() {
  HelpPage page;
  page.section("NAME").literal("riffle doctor - find out what is wrong with this machine's setup");
  page.section("SYNOPSIS").literal("riffle doctor [--json]");
  page.section("DESCRIPTION")
      .paragraph(
          "Checks the installation, the compiler and its headers, commands and libraries of "
          "another CUDA toolkit that would be used instead of Riffle's, NVIDIA's Python packages, "
          "the cache, memory and permissions. Prints one line for each, and how to fix what is "
          "wrong. Changes nothing.");
  page.section("OPTIONS")
      .entry("--json", "Print the result as a JSON object.")
      .entry("-h, --help", "Print this page.");
  page.section("EXAMPLES").literal("riffle doctor\nriffle doctor --json | python3 -m json.tool");
  page.section("EXIT STATUS")
      .literal(
          "0  no errors; there may be warnings\n1  an error was found, or the options are wrong");
  return page.text();
}

void print_text(const Findings& findings) {
  for (const Diagnosis& finding : findings) {
    fmt::print("{:<8} {:<13} {}\n", name_of(finding.level), finding.check, finding.text);
    if (!finding.cure.empty()) fmt::print("{:<22} -> {}\n", "", finding.cure);
  }
  const auto count = [&](Level level) {
    return static_cast<std::size_t>(std::ranges::count(findings, level, &Diagnosis::level));
  };
  const auto errors = count(Level::kError), warnings = count(Level::kWarning);
  fmt::print("{}, {}\n", counted(errors, "error"), counted(warnings, "warning"));
}

void print_json(const Findings& findings) {
  nlohmann::json list = nlohmann::json::array();
  for (const Diagnosis& finding : findings)
    list.push_back({{"level", name_of(finding.level)},
                    {"check", finding.check},
                    {"text", finding.text},
                    {"cure", finding.cure}});
  fmt::print("{}\n",
             nlohmann::json{{"riffle", kVersion}, {"commit", commit()}, {"findings", list}}.dump(
                 2, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace

int doctor_command(const std::vector<std::string>& arguments) {
  bool json = false;
  for (const std::string& argument : arguments) {
    if (argument == "--json") {
      json = true;
    } else if (argument == "-h" || argument == "--help") {
      fmt::print("{}", help_text());
      return 0;
    } else {
      say("riffle doctor: unknown {} '{}'; see 'riffle doctor --help'\n",
          argument.starts_with('-') ? "option" : "argument", argument);
      return 1;
    }
  }
  Findings findings;
  for (const auto check : kChecks) std::ranges::move(check(), std::back_inserter(findings));
  json ? print_json(findings) : print_text(findings);
  return std::ranges::count(findings, Level::kError, &Diagnosis::level) == 0 ? 0 : 1;
}

}  // namespace riffle::tool
