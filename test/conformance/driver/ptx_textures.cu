// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// Forms of tex and tld4 that CUDA C++ has no function for: offsets in elements, whole numbers as coordinates, a depth to
// compare with (textures of CUDA have no comparison), texels of half. A hash of what twelve threads read.
#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#define MUST(call)                                             \
  do {                                                         \
    if ((call) != CUDA_SUCCESS) {                              \
      std::printf("line %d: %s failed\n", __LINE__, #call);    \
      std::exit(1);                                            \
    }                                                          \
  } while (0)

constexpr unsigned kThreads = 12;

struct Form {
  const char* name;
  const char* instruction;
};
struct Shape {
  unsigned width, height, depth, flags;
  std::vector<Form> forms;
};

std::string module_of(const char* instruction) {
  return std::string(
             ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 t, .param .u64 o) {\n"
             ".reg .b64 %rd<8>; .reg .f32 %f<20>; .reg .b32 %r<20>; .reg .pred %p<3>;\n"
             "ld.param.u64 %rd1,[t]; ld.param.u64 %rd2,[o];\n"
             "mov.u32 %r1,%tid.x; mul.lo.u32 %r2,%r1,3; and.b32 %r2,%r2,3; shr.u32 %r3,%r1,1; and.b32 %r3,%r3,1; and.b32 %r4,%r1,1;\n"
             "cvt.rn.f32.u32 %f1,%r1; fma.rn.f32 %f1,%f1,0f3F400000,0fBF000000;\n"
             "cvt.rn.f32.u32 %f2,%r2; fma.rn.f32 %f2,%f2,0f3F200000,0f3E800000;\n"
             "cvt.rn.f32.u32 %f3,%r3; add.f32 %f3,%f3,0f3E800000; mov.f32 %f4,0f3F000000; mov.f32 %f5,0f3F000000;\n"
             "mov.b32 %r10,0; mov.b32 %r11,0; mov.b32 %r12,0; mov.b32 %r13,0;\n") +
         instruction +
         "\nmul.wide.u32 %rd3,%r1,16; add.s64 %rd3,%rd3,%rd2; st.global.v4.b32 [%rd3],{%r10,%r11,%r12,%r13}; ret;\n}\n";
}

void fill(CUarray array, const Shape& shape) {
  const unsigned rows = shape.height != 0 ? shape.height : 1, slices = shape.depth != 0 ? shape.depth : 1;
  std::vector<float> values(shape.width * rows * slices * 4);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>((i * 37) % 101) / 64.0f;
  CUDA_MEMCPY3D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = values.data();
  copy.srcPitch = copy.WidthInBytes = shape.width * 16;
  copy.srcHeight = copy.Height = rows;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.Depth = slices;
  MUST(cuMemcpy3D(&copy));
}

CUtexObject texture_of(CUarray array, int mode) {
  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  CUDA_TEXTURE_DESC texture{};
  const CUaddress_mode modes[] = {CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_BORDER, CU_TR_ADDRESS_MODE_WRAP};
  for (auto& each : texture.addressMode) each = modes[mode >> 1];
  texture.filterMode = (mode & 1) != 0 ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT;
  if (mode >= 4) texture.flags = CU_TRSF_NORMALIZED_COORDINATES;
  CUtexObject made = 0;
  MUST(cuTexObjectCreate(&made, &resource, &texture, nullptr));
  return made;
}

void show(const Form& form, const std::vector<CUtexObject>& textures, CUdeviceptr out) {
  CUmodule module;
  CUfunction kernel;
  MUST(cuModuleLoadData(&module, module_of(form.instruction).c_str()));
  MUST(cuModuleGetFunction(&kernel, module, "k"));
  std::printf("%s:", form.name);
  for (CUtexObject texture : textures) {
    void* arguments[] = {&texture, &out};
    MUST(cuLaunchKernel(kernel, 1, 1, 1, kThreads, 1, 1, 0, nullptr, arguments, nullptr));
    std::vector<unsigned> words(kThreads * 4);
    MUST(cuMemcpyDtoH(words.data(), out, words.size() * 4));
    unsigned long long hash = 14695981039346656037ull;
    for (unsigned word : words) hash = (hash ^ word) * 1099511628211ull;
    std::printf(" %016llx", hash);
  }
  std::printf("\n");
  MUST(cuModuleUnload(module));
}

#define TEXELS "{%r10,%r11,%r12,%r13}"

int main() {
  const Shape shapes[] = {
      {8, 0, 0, 0,
       {{"o1p", "tex.1d.v4.f32.f32 " TEXELS ",[%rd1,{%f1}],{2};"},
        {"o1i", "tex.1d.v4.f32.s32 " TEXELS ",[%rd1,{%r1}],{2};"},
        {"o1l", "tex.level.1d.v4.f32.f32 " TEXELS ",[%rd1,{%f1}],%f4,{2};"},
        {"o1", "tex.1d.v4.f32.f32 " TEXELS ",[%rd1,{%f1}],{-1};"},
        {"o1r", "mov.b32 %r5,-1; tex.1d.v4.f32.f32 " TEXELS ",[%rd1,{%f1}],{%r5};"}}},
      {8, 0, 2, CUDA_ARRAY3D_LAYERED, {{"oa1", "tex.a1d.v4.f32.f32 " TEXELS ",[%rd1,{%r4,%f1}],{2};"}}},
      {8, 5, 0, CUDA_ARRAY3D_TEXTURE_GATHER,
       {{"o2", "tex.2d.v4.f32.f32 " TEXELS ",[%rd1,{%f1,%f2}],{-1,2};"},
        {"o2r", "mov.b32 %r5,15; mov.b32 %r6,18; tex.2d.v4.f32.f32 " TEXELS ",[%rd1,{%f1,%f2}],{%r5,%r6};"},
        {"o2i", "tex.2d.v4.f32.s32 " TEXELS ",[%rd1,{%r1,%r2}],{-1,1};"},
        {"p2i", "tex.2d.v4.f32.s32 " TEXELS ",[%rd1,{%r1,%r2}];"},
        {"o2l", "tex.level.2d.v4.f32.f32 " TEXELS ",[%rd1,{%f1,%f2}],%f4,{-1,2};"},
        {"o2b", "tex.base.2d.v4.f32.f32 " TEXELS ",[%rd1,{%f1,%f2}],{-1,2};"},
        {"o2g", "tex.grad.2d.v4.f32.f32 " TEXELS ",[%rd1,{%f1,%f2}],{%f4,%f4},{%f5,%f5},{-1,2};"},
        {"c2v", "tex.2d.v4.f32.f32 " TEXELS ",[%rd1,{%f1,%f2}],%f4;"},
        {"oc2v", "tex.2d.v4.f32.f32 " TEXELS ",[%rd1,{%f1,%f2}],{-1,2},%f4;"},
        {"to4", "tld4.g.2d.v4.f32.f32 " TEXELS ",[%rd1,{%f1,%f2}],{-1,2};"},
        {"tc4", "tld4.r.2d.v4.f32.f32 " TEXELS ",[%rd1,{%f1,%f2}],%f4;"},
        {"h2", "tex.2d.v2.f16x2.f32 {%r10,%r11},[%rd1,{%f1,%f2}];"}}},
      {8, 5, 2, CUDA_ARRAY3D_LAYERED,
       {{"oa2", "tex.a2d.v4.f32.f32 " TEXELS ",[%rd1,{%r4,%f1,%f2,%f2}],{-1,1};"},
        {"pa2i", "tex.a2d.v4.f32.s32 " TEXELS ",[%rd1,{%r4,%r1,%r2,%r2}];"},
        {"ta4", "tld4.g.a2d.v4.f32.f32 " TEXELS ",[%rd1,{%r4,%f1,%f2,%f2}];"}}},
      {8, 5, 4, 0,
       {{"o3", "tex.3d.v4.f32.f32 " TEXELS ",[%rd1,{%f1,%f2,%f3,%f3}],{1,-1,1,0};"},
        {"p3i", "tex.3d.v4.f32.s32 " TEXELS ",[%rd1,{%r1,%r2,%r3,%r3}];"}}},
  };
  CUcontext context;
  CUdeviceptr out;
  MUST(cuInit(0));
  MUST(cuDevicePrimaryCtxRetain(&context, 0));
  MUST(cuCtxSetCurrent(context));
  MUST(cuMemAlloc(&out, kThreads * 16));
  for (const Shape& shape : shapes) {
    CUDA_ARRAY3D_DESCRIPTOR layout{};
    layout.Width = shape.width;
    layout.Height = shape.height;
    layout.Depth = shape.depth;
    layout.Format = CU_AD_FORMAT_FLOAT;
    layout.NumChannels = 4;
    layout.Flags = shape.flags;
    CUarray array;
    MUST(cuArray3DCreate(&array, &layout));
    fill(array, shape);
    std::vector<CUtexObject> textures;
    for (int mode = 0; mode < 6; ++mode) textures.push_back(texture_of(array, mode));
    for (const Form& form : shape.forms) show(form, textures, out);
  }
}
