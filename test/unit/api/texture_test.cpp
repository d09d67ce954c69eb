// SPDX-License-Identifier: Apache-2.0
// Texture objects: what waiting work may still read stays, what nobody can read is used again.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <set>

#include "gate.h"
#include "riffle_device/image_layout.h"

namespace {

class TextureTest : public testing::Test {
 protected:
  void SetUp() override {
    cudaGetLastError();
    const cudaChannelFormatDesc format = {32, 0, 0, 0, cudaChannelFormatKindFloat};
    ASSERT_EQ(cudaMallocArray(&array_, &format, 4, 2), cudaSuccess);
    resource_.resType = cudaResourceTypeArray;
    resource_.res.array.array = array_;
  }
  void TearDown() override { EXPECT_EQ(cudaFreeArray(array_), cudaSuccess); }

  cudaTextureObject_t make() {
    constexpr cudaTextureDesc kPlain = {};
    cudaTextureObject_t texture = 0;
    EXPECT_EQ(cudaCreateTextureObject(&texture, &resource_, &kPlain, nullptr), cudaSuccess);
    return texture;
  }
  /// What kernels see.
  static unsigned kind_of(cudaTextureObject_t texture) {
    return reinterpret_cast<const volatile riffle_image*>(texture)->kind;
  }

 private:
  cudaArray_t array_ = nullptr;
  cudaResourceDesc resource_ = {};
};

TEST_F(TextureTest, StaysWhileWorkThatMayReadItWaits) {
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  Gate gate(stream);
  ASSERT_TRUE(gate.is_enqueued());
  const cudaTextureObject_t ended = make();
  ASSERT_EQ(cudaDestroyTextureObject(ended), cudaSuccess);
  for (int i = 0; i < 200; ++i) {  // more than storage holds before it grows
    const cudaTextureObject_t other = make();
    ASSERT_NE(other, ended);
    ASSERT_EQ(cudaDestroyTextureObject(other), cudaSuccess);
  }
  EXPECT_EQ(kind_of(ended), unsigned{RIFFLE_IMAGE_TEXTURE});
  cudaResourceDesc found = {};
  EXPECT_NE(cudaGetTextureObjectResourceDesc(&found, ended), cudaSuccess);
  gate.open();
  ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  ASSERT_EQ(cudaDestroyTextureObject(make()), cudaSuccess);
  EXPECT_EQ(kind_of(ended), unsigned{RIFFLE_IMAGE_NONE});
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

TEST_F(TextureTest, PlacesAreUsedAgain) {
  std::set<cudaTextureObject_t> seen;
  cudaTextureObject_t last = 0;
  for (int i = 0; i < 2000; ++i) {
    const cudaTextureObject_t texture = make();
    ASSERT_NE(texture, last);  // as late as possible
    seen.insert(last = texture);
    ASSERT_EQ(cudaDestroyTextureObject(texture), cudaSuccess);
    ASSERT_EQ(kind_of(texture), unsigned{RIFFLE_IMAGE_NONE});
  }
  EXPECT_LT(seen.size(), 1000u);
}

TEST_F(TextureTest, ObjectsThatLiveAreDistinct) {
  std::set<cudaTextureObject_t> living;
  for (int i = 0; i < 150; ++i) EXPECT_TRUE(living.insert(make()).second);
  for (const cudaTextureObject_t texture : living) {
    EXPECT_EQ(kind_of(texture), unsigned{RIFFLE_IMAGE_TEXTURE});
    EXPECT_EQ(cudaDestroyTextureObject(texture), cudaSuccess);
    EXPECT_EQ(kind_of(texture), unsigned{RIFFLE_IMAGE_NONE});
  }
}

}  // namespace
