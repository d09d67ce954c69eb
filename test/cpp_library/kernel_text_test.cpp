// SPDX-License-Identifier: Apache-2.0
// Types as text, and what sources say of their kernels' parameters.
#include <riffle/detail/kernel_text.h>
#include <riffle/detail/module.h>
#include <riffle/detail/parameter_type.h>

#include <gtest/gtest.h>

namespace {

using namespace riffle::detail;

ParameterType read(const char* text) { return type_of(std::string_view(text)); }

TEST(ParameterTypes, AreReadAsSourcesAndDemanglersWriteThem) {
  for (const char* text : {"float const*", "const float *", "const float *__restrict__",
                           "float const* const", " const float* __restrict__ "}) {
    const ParameterType type = read(text);
    EXPECT_EQ(type.kind, ParameterKind::kPointer) << text;
    EXPECT_EQ(type.pointee, ParameterKind::kFloating) << text;
    EXPECT_EQ(type.pointee_bytes, 4) << text;
    EXPECT_TRUE(type.is_pointee_const) << text;
  }
  EXPECT_FALSE(read("float*").is_pointee_const);
  EXPECT_FALSE(read("float* const").is_pointee_const);
  EXPECT_EQ(read("unsigned long long").bytes, 8);
  EXPECT_EQ(read("const unsigned").kind, ParameterKind::kInteger);
  EXPECT_EQ(read("bool").kind, ParameterKind::kBoolean);
  EXPECT_EQ(read("real").kind, ParameterKind::kUnknown);
  EXPECT_EQ(read("float**").pointee, ParameterKind::kPointer);
  EXPECT_EQ(read("").kind, ParameterKind::kUnknown);
}

TEST(ParameterTypes, TakeWhatMeansTheSame) {
  EXPECT_TRUE(is_accepted(read("int"), type_of<unsigned>()));
  EXPECT_TRUE(is_accepted(read("long long"), type_of<long>()));
  EXPECT_TRUE(is_accepted(read("float const*"), type_of<float*>()));
  EXPECT_TRUE(is_accepted(read("void*"), type_of<int*>()));
  EXPECT_TRUE(is_accepted(read("float*"), type_of<CUdeviceptr>()));
  EXPECT_TRUE(is_accepted(read("float*"), type_of<void*>()));
  EXPECT_TRUE(is_accepted(read("real"), type_of<double>()));
}

TEST(ParameterTypes, RefuseWhatMeansSomethingElse) {
  EXPECT_FALSE(is_accepted(read("float"), type_of<int>()));
  EXPECT_FALSE(is_accepted(read("float"), type_of<double>()));
  EXPECT_FALSE(is_accepted(read("int"), type_of<std::size_t>()));
  EXPECT_FALSE(is_accepted(read("bool"), type_of<char>()));
  EXPECT_FALSE(is_accepted(read("float*"), type_of<const float*>()));
  EXPECT_FALSE(is_accepted(read("float*"), type_of<double*>()));
  EXPECT_FALSE(is_accepted(read("float*"), type_of<int*>()));
  EXPECT_FALSE(is_accepted(read("float*"), type_of<float>()));
  EXPECT_FALSE(is_accepted(read("float*"), type_of<int>()));
  EXPECT_FALSE(is_accepted(read("long"), type_of<long*>()));
}

TEST(KernelText, FindsNamesOfParameters) {
  const auto kernels = kernels_in(R"cuda(
    // __global__ void hidden(int a)
    const char* text = "__global__ void quoted(int a)";
    extern "C" __global__ void __launch_bounds__(256, 2) add(const float *a /* in, first */, float* __restrict__ b,
        unsigned int n, std::pair<int, int> both, int table[4], unsigned int) { f(n); }
    template <typename T> __global__
    void scale(T* values, T by);
    __global__ void none(void) {}
  )cuda");
  ASSERT_EQ(kernels.size(), 3u);
  EXPECT_EQ(kernels[0].name, "add");
  ASSERT_EQ(kernels[0].parameters.size(), 6u);
  EXPECT_EQ(kernels[0].parameters[0].name, "a");
  EXPECT_EQ(kernels[0].parameters[0].type, "const float *");
  EXPECT_EQ(kernels[0].parameters[1].name, "b");
  EXPECT_EQ(kernels[0].parameters[2].name, "n");
  EXPECT_EQ(kernels[0].parameters[2].type, "unsigned int");
  EXPECT_EQ(kernels[0].parameters[3].name, "both");
  EXPECT_EQ(kernels[0].parameters[4].name, "table");
  EXPECT_EQ(read(kernels[0].parameters[4].type.c_str()).kind, ParameterKind::kPointer);
  EXPECT_EQ(kernels[0].parameters[5].name, "");
  EXPECT_EQ(kernels[1].name, "scale");
  EXPECT_EQ(kernels[1].parameters[1].name, "by");
  EXPECT_EQ(kernels[2].parameters.size(), 0u);
}

TEST(KernelText, EndsWithDamagedSources) {
  for (const char* source :
       {"__global__", "__global__ void f(", "__global__ void (", "__global__ \"",
        "/* __global__ void f(int a)", "__global__ void f(int a]>>}", "__global__ void f(,)",
        "__global__ __launch_bounds__(1"})
    EXPECT_LE(kernels_in(source).size(), 1u) << source;
}

TEST(KernelText, DividesSignatures) {
  const auto [name, types] =
      divided("void ns::scale<std::pair<int, float> >(float (*)(int, int), int const*)");
  EXPECT_EQ(name, "ns::scale<std::pair<int, float> >");
  EXPECT_EQ(types, (std::vector<std::string>{"float (*)(int, int)", "int const*"}));
  EXPECT_EQ(divided("plain").first, "plain");
  EXPECT_TRUE(divided("none()").second.empty());
}

}  // namespace
