// SPDX-License-Identifier: Apache-2.0
// A loaded image and what is known of its kernels.
#pragma once

#include <riffle/detail/compiler.h>
#include <riffle/detail/kernel_text.h>
#include <riffle/detail/owner.h>
#include <riffle/detail/parameter_type.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <source_location>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace riffle::detail {

struct KernelParameter {
  std::string name;
  std::string type_text;
  ParameterType type;
  std::size_t offset_bytes = 0;
  std::size_t size_bytes = 0;

  /// "parameter 3 'scale' is float (4 bytes)".
  [[nodiscard]] std::string shown(std::size_t index) const {
    std::string text = "parameter " + std::to_string(index + 1);
    if (!name.empty()) text += " '" + name + "'";
    text += type_text.empty() ? " has " : " is " + type_text + " (";
    return text + std::to_string(size_bytes) + (type_text.empty() ? " bytes" : " bytes)");
  }
};

struct KernelFacts {
  CUfunction handle = nullptr;
  std::string lowered_name;  ///< as the image has it
  std::string signature;     ///< "ns::scale<float>(float*, int)", or the name of what is extern "C"
  std::string name;          ///< "ns::scale<float>"
  std::vector<KernelParameter> parameters;

  /// "(float* a, int n)".
  [[nodiscard]] std::string parameter_list() const {
    std::string text = "(";
    for (const KernelParameter& p : parameters) {
      if (text.size() > 1) text += ", ";
      text += p.type_text.empty() ? std::to_string(p.size_bytes) + " bytes" : p.type_text;
      if (!p.name.empty()) text += " " + p.name;
    }
    return text + ")";
  }
};

/// Divides "void ns::scale<float>(float*, int)" into "ns::scale<float>" and its parameters' types.
inline std::pair<std::string, std::vector<std::string>> divided(const std::string& demangled_name) {
  if (!demangled_name.ends_with(')')) return {demangled_name, {}};
  std::size_t open = demangled_name.size();
  int depth = 0;
  while (open > 0) {
    const char c = demangled_name[--open];
    if (c == ')') ++depth;
    if (c == '(' && --depth == 0) break;
  }
  const std::string_view all = demangled_name;
  std::size_t begin = open;
  depth = 0;
  while (begin > 0 && (all[begin - 1] != ' ' || depth > 0)) {
    --begin;
    if (all[begin] == '>') ++depth;
    if (all[begin] == '<') --depth;
  }
  std::vector<std::string> types;
  for (const std::string_view type : split_at_commas(all.substr(open + 1, all.size() - open - 2)))
    types.emplace_back(type);
  return {std::string(all.substr(begin, open - begin)), std::move(types)};
}

class Module {
 public:
  Module(std::shared_ptr<const CompiledSource> compiled, const std::string& source,
         const std::source_location& where)
      : owner_(where), compiled_(std::move(compiled)) {
    check(cuModuleLoadData(&handle_, compiled_->image.data()), "cuModuleLoadData", where);
    try {
      read_kernels(kernels_in(source), where);
    } catch (...) {
      cuModuleUnload(handle_);
      throw;
    }
  }
  ~Module() {
    owner_.release([&] { cuModuleUnload(handle_); });
  }
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  [[nodiscard]] CUmodule handle() const noexcept { return handle_; }
  [[nodiscard]] const CompiledSource& compiled() const noexcept { return *compiled_; }
  [[nodiscard]] const std::vector<KernelFacts>& kernels() const noexcept { return kernels_; }

  /// By signature, by name, by the name in the image, by the expression that instantiated it. Throws CUDA_ERROR_NOT_FOUND if none has
  /// that name or several have.
  [[nodiscard]] const KernelFacts& kernel(std::string_view name,
                                          const std::source_location& where) const {
    const auto lowered = compiled_->lowered_names.find(name);
    std::vector<const KernelFacts*> found;
    for (const KernelFacts& facts : kernels_) {
      if (facts.signature == name || facts.lowered_name == name ||
          (lowered != compiled_->lowered_names.end() && facts.lowered_name == lowered->second))
        return facts;
      if (facts.name == name) found.push_back(&facts);
    }
    if (found.size() == 1) return *found[0];
    std::string text = found.empty() ? "no kernel '" : "several kernels '";
    text += std::string(name) + "'; there are:";
    for (const KernelFacts& facts : kernels_) text += " " + facts.signature + ";";
    if (kernels_.empty()) text += " none";
    if (found.empty() && name.find('<') != std::string_view::npos)
      text += " (a template is instantiated by CompileOptions::names)";
    throw Error(CUDA_ERROR_NOT_FOUND, text, where);
  }

 private:
  void read_kernels(const std::vector<DeclaredKernel>& declared,
                    const std::source_location& where) {
    unsigned count = 0;
    check(cuModuleGetFunctionCount(&count, handle_), "cuModuleGetFunctionCount", where);
    std::vector<CUfunction> functions(count);
    if (count != 0)
      check(cuModuleEnumerateFunctions(functions.data(), count, handle_),
            "cuModuleEnumerateFunctions", where);
    for (const CUfunction function : functions)
      kernels_.push_back(facts_of(function, declared, where));
  }

  static KernelFacts facts_of(CUfunction function, const std::vector<DeclaredKernel>& declared,
                              const std::source_location& where) {
    KernelFacts facts;
    facts.handle = function;
    const char* lowered = nullptr;
    check(cuFuncGetName(&lowered, function), "cuFuncGetName", where);
    facts.lowered_name = lowered;
    facts.signature = demangled(lowered);
    const bool has_types = facts.signature != facts.lowered_name;
    auto [name, types] = divided(facts.signature);
    if (facts.signature.starts_with("void ")) facts.signature.erase(0, 5);
    facts.name = std::move(name);
    for (std::size_t i = 0;; ++i) {
      KernelParameter parameter;
      const CUresult result =
          cuFuncGetParamInfo(function, i, &parameter.offset_bytes, &parameter.size_bytes);
      if (result == CUDA_ERROR_INVALID_VALUE) break;  // there is no i-th
      check(result, "cuFuncGetParamInfo", where);
      if (has_types && i < types.size()) parameter.type_text = types[i];
      facts.parameters.push_back(std::move(parameter));
    }
    add_names(facts, declared, !has_types);
    for (KernelParameter& parameter : facts.parameters) {
      parameter.type = type_of(std::string_view(parameter.type_text));
      // Sizes come from the compiler: a type that says otherwise was a macro.
      const std::size_t bytes =
          parameter.type.kind == ParameterKind::kPointer ? sizeof(void*) : parameter.type.bytes;
      if (bytes != parameter.size_bytes) parameter.type = {};
    }
    return facts;
  }

  /// Names of parameters, and where the image has no types those that the source writes.
  static void add_names(KernelFacts& facts, const std::vector<DeclaredKernel>& declared,
                        bool takes_types) {
    std::string plain = facts.name.substr(0, facts.name.find('<'));
    if (const std::size_t scope = plain.rfind(':'); scope != std::string::npos)
      plain.erase(0, scope + 1);
    const auto is_this = [&](const DeclaredKernel& kernel) {
      return kernel.name == plain && kernel.parameters.size() == facts.parameters.size();
    };
    const auto first = std::find_if(declared.begin(), declared.end(), is_this);
    if (first == declared.end()) return;
    for (auto other = first; other != declared.end(); ++other) {
      if (!is_this(*other)) continue;
      for (std::size_t i = 0; i < facts.parameters.size(); ++i) {
        // Overloads have the same number of parameters; the names distinguish them.
        if (other->parameters[i].name != first->parameters[i].name) return;
      }
    }
    for (std::size_t i = 0; i < facts.parameters.size(); ++i) {
      facts.parameters[i].name = first->parameters[i].name;
      if (takes_types) facts.parameters[i].type_text = first->parameters[i].type;
    }
  }

  Owner owner_;
  std::shared_ptr<const CompiledSource> compiled_;
  CUmodule handle_ = nullptr;
  std::vector<KernelFacts> kernels_;
};

}  // namespace riffle::detail
