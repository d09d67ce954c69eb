// SPDX-License-Identifier: Apache-2.0
#include "compiler/front/run_time/predefined.h"

#include <llvm/ADT/StringSet.h>

namespace riffle::front {
namespace {

/// NVRTC 13.0 predefines these, as was asked of it. Clang defines each in the standards in which NVRTC does.
constexpr const char* kShared[] = {
    "__STDCPP_DEFAULT_NEW_ALIGNMENT__",
    "__STDC_HOSTED__",
    "__STDC__",
    "__cplusplus",
    "__LP64__",
    "__EXCEPTIONS",
    "__CUDA_ARCH__",
    "__CUDA_ARCH_FEAT_SM90_ALL",
    "__CUDA_ARCH_SPECIFIC__",
    "__CUDA_ARCH_FAMILY_SPECIFIC__",
    "__cpp_aggregate_bases",
    "__cpp_aggregate_nsdmi",
    "__cpp_aggregate_paren_init",
    "__cpp_alias_templates",
    "__cpp_aligned_new",
    "__cpp_attributes",
    "__cpp_binary_literals",
    "__cpp_capture_star_this",
    "__cpp_char8_t",
    "__cpp_concepts",
    "__cpp_conditional_explicit",
    "__cpp_consteval",
    "__cpp_constexpr",
    "__cpp_constexpr_dynamic_alloc",
    "__cpp_constinit",
    "__cpp_decltype",
    "__cpp_decltype_auto",
    "__cpp_deduction_guides",
    "__cpp_delegating_constructors",
    "__cpp_designated_initializers",
    "__cpp_enumerator_attributes",
    "__cpp_exceptions",
    "__cpp_fold_expressions",
    "__cpp_generic_lambdas",
    "__cpp_guaranteed_copy_elision",
    "__cpp_hex_float",
    "__cpp_if_constexpr",
    "__cpp_impl_three_way_comparison",
    "__cpp_inheriting_constructors",
    "__cpp_init_captures",
    "__cpp_initializer_lists",
    "__cpp_inline_variables",
    "__cpp_lambdas",
    "__cpp_namespace_attributes",
    "__cpp_nested_namespace_definitions",
    "__cpp_noexcept_function_type",
    "__cpp_nontype_template_args",
    "__cpp_nontype_template_parameter_auto",
    "__cpp_nsdmi",
    "__cpp_range_based_for",
    "__cpp_raw_strings",
    "__cpp_ref_qualifiers",
    "__cpp_return_type_deduction",
    "__cpp_rtti",
    "__cpp_rvalue_references",
    "__cpp_sized_deallocation",
    "__cpp_static_assert",
    "__cpp_structured_bindings",
    "__cpp_template_template_args",
    "__cpp_threadsafe_static_init",
    "__cpp_unicode_characters",
    "__cpp_unicode_literals",
    "__cpp_user_defined_literals",
    "__cpp_using_enum",
    "__cpp_variable_templates",
    "__cpp_variadic_templates",
    "__cpp_variadic_using",
};

/// What NVRTC's compiler defines besides, or to another value than clang.
constexpr char kVersion[] =
    "__CUDACC_VER__ \"__CUDACC_VER__ is no longer supported. Use __CUDACC_VER_MAJOR__, "
    "__CUDACC_VER_MINOR__, and __CUDACC_VER_BUILD__ instead.\"";
constexpr const char* kOwn[] = {"_BOOL 1",
                                "_WCHAR_T 1",
                                "__ARRAY_OPERATORS 1",
                                "__PLACEMENT_DELETE 1",
                                "__RTTI 1",
                                "__SIGNED_CHARS__ 1",
                                "__EDG__ 1",
                                "__EDG_VERSION__ 606",
                                "__EDG_SIZE_TYPE__ unsigned long",
                                "__EDG_PTRDIFF_TYPE__ long",
                                "__NVCC_DIAG_PRAGMA_SUPPORT__ 1",
                                "__cpp_threadsafe_static_init 200806L",
                                "__PRAGMA_REDEFINE_EXTNAME 1",
                                kVersion};
constexpr const char* kOwn11[] = {"__cpp_static_assert 200410L"};
constexpr const char* kOwn17[] = {"__cpp_static_assert 201411L",
                                  "__cpp_structured_bindings 201606L"};
constexpr const char* kOwn20[] = {"__cpp_impl_destroying_delete 201806L",
                                  "__cpp_char8_t 201811L",
                                  "__cpp_consteval 201811L",
                                  "__cpp_constexpr 201907L",
                                  "__cpp_deduction_guides 201907L",
                                  "__cpp_nontype_template_args 201911L"};

template <std::size_t N>
void define(std::string& text, const char* const (&macros)[N]) {
  for (const llvm::StringRef macro : macros) {
    text += "#undef " + macro.split(' ').first.str() + '\n';
    text += "#define " + macro.str() + '\n';
  }
}

}  // namespace

std::string predefined_as_nvrtc(llvm::StringRef predefined, llvm::StringRef standard) {
  llvm::StringSet<> shared;
  for (const char* name : kShared) shared.insert(name);
  std::string text;
  for (predefined = predefined.split("<command line>").first; !predefined.empty();) {
    llvm::StringRef line;
    std::tie(line, predefined) = predefined.split('\n');
    if (!line.consume_front("#define ")) continue;
    const llvm::StringRef name = line.take_until([](char c) { return c == ' ' || c == '('; });
    if (!shared.contains(name)) text += "#undef " + name.str() + '\n';
  }
  define(text, kOwn);
  if (standard == "c++17" || standard == "c++20") {
    define(text, kOwn17);
  } else {
    define(text, kOwn11);
    text += "#undef __STDCPP_DEFAULT_NEW_ALIGNMENT__\n";
    if (standard != "c++14") text += "#undef __cpp_template_template_args\n";
  }
  if (standard == "c++20") define(text, kOwn20);
  return text;
}

}  // namespace riffle::front
