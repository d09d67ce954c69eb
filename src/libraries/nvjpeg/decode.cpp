// SPDX-License-Identifier: Apache-2.0
// Decoding in one call, of one image and of batches. The image is decoded in the call, which so can say what is wrong with it; the
// copies to the program's memory are work of the stream.
#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

#include "libraries/nvjpeg/objects.h"

using namespace riffle::nvjpeg;

namespace {

nvjpegStatus_t decode_one(const nvjpegHandle& handle, const unsigned char* data, size_t length,
                          nvjpegOutputFormat_t format, std::shared_ptr<const Decoded>& decoded) {
  Info info;
  if (const nvjpegStatus_t status = read_header(data, length, info);
      status != NVJPEG_STATUS_SUCCESS)
    return status;
  auto image = std::make_shared<Decoded>();
  const nvjpegStatus_t status = decode(data, length, info, format, handle.interpolates(), *image);
  decoded = std::move(image);
  return status;
}

/// Threads that end with the call, as many as the program allows: each decodes the next image that none has taken.
template <class Decode>
void for_all(int count, int threads, Decode decode_image) {
  std::atomic<int> next{0};
  const auto work = [&] {
    for (int i = next++; i < count; i = next++) decode_image(i);
  };
  std::vector<std::jthread> others;
  try {
    while (static_cast<int>(others.size()) + 1 < std::min(threads, count))
      others.emplace_back(work);
  } catch (const std::system_error&) {  // those that have started do the work
  }
  work();
}

}  // namespace

RIFFLE_JPEG_ENTRY nvjpegJpegStateCreate(nvjpegHandle_t handle, nvjpegJpegState_t* state) {
  return handle == nullptr ? NVJPEG_STATUS_INVALID_PARAMETER : create(state);
}
RIFFLE_JPEG_ENTRY nvjpegJpegStateDestroy(nvjpegJpegState_t state) { return destroy(state); }

RIFFLE_JPEG_ENTRY nvjpegGetImageInfo(nvjpegHandle_t handle, const unsigned char* data,
                                     size_t length, int* nComponents,
                                     nvjpegChromaSubsampling_t* subsampling, int* widths,
                                     int* heights) {
  return invoke([&] {
    if (handle == nullptr || nComponents == nullptr || subsampling == nullptr ||
        widths == nullptr || heights == nullptr)
      return NVJPEG_STATUS_INVALID_PARAMETER;
    Info info;
    const nvjpegStatus_t status = read_header(data, length, info);
    if (status != NVJPEG_STATUS_SUCCESS) return status;
    *nComponents = info.components();
    *subsampling = subsampling_of(info.samples);
    for (int i = 0; i < NVJPEG_MAX_COMPONENT; ++i) {
      widths[i] = i < info.components() ? info.plane_width(i) : 0;
      heights[i] = i < info.components() ? info.plane_height(i) : 0;
    }
    return NVJPEG_STATUS_SUCCESS;
  });
}

RIFFLE_JPEG_ENTRY nvjpegDecode(nvjpegHandle_t handle, nvjpegJpegState_t state,
                               const unsigned char* data, size_t length,
                               nvjpegOutputFormat_t format, nvjpegImage_t* destination,
                               cudaStream_t stream) {
  return invoke([&] {
    if (handle == nullptr || state == nullptr || destination == nullptr || !is_format(format))
      return NVJPEG_STATUS_INVALID_PARAMETER;
    std::shared_ptr<const Decoded> decoded;
    const nvjpegStatus_t status = decode_one(*handle, data, length, format, decoded);
    return status == NVJPEG_STATUS_SUCCESS ? copy_out(std::move(decoded), *destination, stream)
                                           : status;
  });
}

RIFFLE_JPEG_ENTRY nvjpegDecodeBatchedInitialize(nvjpegHandle_t handle, nvjpegJpegState_t state,
                                                int batch_size, int max_cpu_threads,
                                                nvjpegOutputFormat_t format) {
  if (handle == nullptr || state == nullptr || batch_size < 1 || !is_format(format))
    return NVJPEG_STATUS_INVALID_PARAMETER;
  state->batch = batch_size;
  state->threads = std::max(1, max_cpu_threads);
  state->format = format;
  return NVJPEG_STATUS_SUCCESS;
}
/// There is nothing that would be allocated before.
RIFFLE_JPEG_ENTRY nvjpegDecodeBatchedPreAllocate(nvjpegHandle_t handle, nvjpegJpegState_t state,
                                                 int batch_size, int width, int height,
                                                 nvjpegChromaSubsampling_t, nvjpegOutputFormat_t) {
  return handle == nullptr || state == nullptr || batch_size < 1 || width < 1 || height < 1
             ? NVJPEG_STATUS_INVALID_PARAMETER
             : NVJPEG_STATUS_SUCCESS;
}
RIFFLE_JPEG_ENTRY nvjpegDecodeBatched(nvjpegHandle_t handle, nvjpegJpegState_t state,
                                      const unsigned char* const* data, const size_t* lengths,
                                      nvjpegImage_t* destinations, cudaStream_t stream) {
  return invoke([&] {
    if (handle == nullptr || state == nullptr || data == nullptr || lengths == nullptr ||
        destinations == nullptr)
      return NVJPEG_STATUS_INVALID_PARAMETER;
    if (state->batch == 0) return NVJPEG_STATUS_NOT_INITIALIZED;
    struct Result {
      nvjpegStatus_t status = NVJPEG_STATUS_SUCCESS;
      std::shared_ptr<const Decoded> image;
    };
    std::vector<Result> results(static_cast<size_t>(state->batch));
    for_all(state->batch, state->threads, [&](int i) {
      results[i].status = invoke([&] {
        return decode_one(*handle, data[i], lengths[i], state->format, results[i].image);
      });
    });
    for (const Result& result : results)
      if (result.status != NVJPEG_STATUS_SUCCESS) return result.status;
    for (size_t i = 0; i < results.size(); ++i) {
      const nvjpegStatus_t status = copy_out(results[i].image, destinations[i], stream);
      if (status != NVJPEG_STATUS_SUCCESS) return status;
    }
    return NVJPEG_STATUS_SUCCESS;
  });
}
