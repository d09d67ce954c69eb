// SPDX-License-Identifier: Apache-2.0
#include "report/secrets.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace riffle::tool::report {
namespace {

using namespace std::string_view_literals;

constexpr std::array kPrefixes = {"RIFFLE_"sv, "CUDA_"sv,     "NVCC_"sv,
                                  "NCCL_"sv,   "OPENBLAS_"sv, "OMP_"sv};
constexpr std::array kNames = {"LD_LIBRARY_PATH"sv, "LD_PRELOAD"sv, "LIBRARY_PATH"sv,
                               "CPATH"sv,           "CUDACXX"sv,    "NVTX_INJECTION64_PATH"sv};
/// In a name: its value is nobody else's business.
constexpr std::array kSecretNames = {"TOKEN"sv,   "SECRET"sv, "PASSW"sv,   "CREDENTIAL"sv,
                                     "API_KEY"sv, "APIKEY"sv, "PRIVATE"sv, "AUTH"sv};
/// What tokens of well-known services begin with.
constexpr std::array kTokens = {"ghp_"sv,  "gho_"sv, "ghs_"sv, "github_pat_"sv, "glpat-"sv, "hf_"sv,
                                "pypi-"sv, "sk-"sv,  "xox"sv,  "AKIA"sv,        "eyJ"sv};
constexpr std::size_t kTokenBytes = 20;
constexpr std::string_view kLeftOut = "[left out]";

bool is_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '+';
}

/// "--api-key" as "__API_KEY".
std::string as_variable(std::string_view text) {
  std::string copy(text);
  std::ranges::transform(copy, copy.begin(),
                         [](unsigned char c) { return c == '-' ? '_' : std::toupper(c); });
  return copy;
}

bool names_a_secret(std::string_view name) {
  const std::string shout = as_variable(name);
  return std::ranges::any_of(kSecretNames,
                             [&](auto part) { return shout.find(part) != shout.npos; });
}

/// Letters and digits mixed, long; or what a service's tokens begin with, and not only that.
bool is_token(std::string_view word) {
  if (word.size() < 2 * kTokenBytes / 5) return false;
  if (std::ranges::any_of(kTokens, [&](auto start) { return word.starts_with(start); }))
    return true;
  const auto has = [&](int (*kind)(int)) {
    return std::ranges::any_of(word, [&](unsigned char c) { return kind(c) != 0; });
  };
  return word.size() >= kTokenBytes && has(std::isdigit) && has(std::isalpha) &&
         !word.starts_with("GPU-");
}

/// NAME=VALUE and --name=VALUE, where the name says that the value is a secret; USER:PASSWORD@ of an address.
std::size_t secret_from(std::string_view text) {
  if (const std::size_t equals = text.find('=');
      equals != text.npos && names_a_secret(text.substr(0, equals)))
    return equals + 1;
  if (const std::size_t scheme = text.find("://");
      scheme != text.npos && text.find('@', scheme) != text.npos)
    return scheme + 3;
  return text.npos;
}

}  // namespace

bool is_of_interest(std::string_view name) {
  return std::ranges::find(kNames, name) != kNames.end() ||
         std::ranges::any_of(kPrefixes, [&](auto prefix) { return name.starts_with(prefix); });
}

std::string without_secrets(std::string_view text) {
  if (const std::size_t from = secret_from(text); from != text.npos && from < text.size())
    return std::string(text.substr(0, from)).append(kLeftOut);
  std::string safe;
  while (!text.empty()) {
    const auto end = std::ranges::find_if_not(text, is_of_word);
    const std::string_view word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    safe += is_token(word) ? kLeftOut : word;
    text.remove_prefix(word.size());
    if (!text.empty()) {
      safe += text.front();
      text.remove_prefix(1);
    }
  }
  return safe;
}

std::string command_text(const std::vector<std::string>& words) {
  std::string text;
  bool is_value = false;
  for (const std::string& word : words) {
    text += text.empty() ? "" : " ";
    text += is_value ? std::string(kLeftOut) : without_secrets(word);
    is_value = word.starts_with('-') && word.find('=') == word.npos && names_a_secret(word);
  }
  return text;
}

std::string environment_text(const std::vector<std::string>& environment) {
  std::vector<std::string> lines;
  for (const std::string& variable : environment)
    if (is_of_interest(std::string_view(variable).substr(0, variable.find('='))))
      lines.push_back(without_secrets(variable) + "\n");
  std::ranges::sort(lines);
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

}  // namespace riffle::tool::report
