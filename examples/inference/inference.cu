// SPDX-License-Identifier: Apache-2.0
// Pictures through a neural network, in N streams. Each stream has its own pinned memory, device memory and execution context;
// a picture is copied to the device, scaled and normalised by a kernel, put through the network by enqueueV3, its best class is
// found by a second kernel, and the answer is copied back. All of that is work of one stream: the host only hands it out.
// The same source builds with NVIDIA's TensorRT:
//   nvcc -O2 -std=c++17 inference.cu -lnvinfer -lnvonnxparser
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <vector>

#include "../common/arguments.h"
#include "../common/check.h"
#include "../common/stopwatch.h"
#include "network.h"

namespace {

constexpr char kUsage[] =
    "usage: inference --model FILE [--pictures N] [--repeat N] [--raw FILE]\n"
    "  --model FILE    an ONNX model that takes 1 x 3 x H x W and gives a score for each class\n"
    "  --pictures N    how many pictures (default 24)\n"
    "  --repeat N      how often all of them go through the network (default 1)\n"
    "  --raw FILE      write what the network got and gave, as floats, for comparison\n";

constexpr int kPictureWidth = 320, kPictureHeight = 240;
constexpr std::size_t kPictureBytes = std::size_t{kPictureWidth} * kPictureHeight * 3;

struct Answer {
  int best;
  float score;
};

/// RGB bytes to three planes of floats around 0, in the network's size: the nearest pixel of each place.
__global__ void prepare(const std::uint8_t* rgb, float* planes, int width, int height) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= width || y >= height) return;
  const int from_x = x * kPictureWidth / width, from_y = y * kPictureHeight / height;
  for (int channel = 0; channel < 3; ++channel) {
    const float value = rgb[(from_y * kPictureWidth + from_x) * 3 + channel];
    planes[(channel * height + y) * width + x] = (value - 127.5F) / 64.0F;
  }
}

/// The largest of the scores, by one block.
__global__ void find_best(const float* scores, int count, Answer* answer) {
  __shared__ Answer best[128];
  Answer mine{-1, -INFINITY};
  for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x))
    if (scores[i] > mine.score) mine = {i, scores[i]};
  best[threadIdx.x] = mine;
  for (unsigned step = blockDim.x / 2; step > 0; step /= 2) {
    __syncthreads();
    if (threadIdx.x >= step) continue;
    const Answer other = best[threadIdx.x + step];
    Answer& own = best[threadIdx.x];
    if (other.score > own.score || (other.score == own.score && other.best < own.best)) own = other;
  }
  if (threadIdx.x == 0) *answer = best[0];
}

/// Discs and stripes, each picture others.
std::vector<std::uint8_t> draw(int number) {
  std::vector<std::uint8_t> rgb(kPictureBytes);
  for (int y = 0; y < kPictureHeight; ++y)
    for (int x = 0; x < kPictureWidth; ++x) {
      const double away = std::hypot(x - 40 - number * 9 % 240, y - 30 - number * 17 % 180);
      const int stripe = (x * (number % 5 + 1) + y * (number % 3)) / 16 % 2;
      std::uint8_t* const pixel = &rgb[(static_cast<std::size_t>(y) * kPictureWidth + x) * 3];
      pixel[0] = static_cast<std::uint8_t>(away < 30 + number % 20 ? 230 : 60 * stripe);
      pixel[1] = static_cast<std::uint8_t>((x + number * 31) % 256);
      pixel[2] = static_cast<std::uint8_t>(away < 30 ? 20 : 200 - y / 2);
    }
  return rgb;
}

/// What one stream works with.
class Lane {
 public:
  explicit Lane(const Network& network) : network_(network) {
    CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    CHECK(cudaMallocHost(&staging_, kPictureBytes));
    CHECK(cudaMalloc(&rgb_, kPictureBytes));
    CHECK(cudaMalloc(&planes_, plane_floats() * sizeof(float)));
    CHECK(cudaMalloc(&scores_, network.results * sizeof(float)));
    CHECK(cudaMalloc(&answer_, sizeof(Answer)));
    CHECK(cudaEventCreateWithFlags(&staged_, cudaEventDisableTiming));
    context_.reset(network.engine->createExecutionContext());
    context_->setTensorAddress(network.input.c_str(), planes_);
    context_->setTensorAddress(network.output.c_str(), scores_);
  }
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;
  ~Lane() {
    cudaStreamSynchronize(stream_);
    context_.reset();
    cudaEventDestroy(staged_);
    for (void* const memory : {static_cast<void*>(rgb_), static_cast<void*>(planes_),
                               static_cast<void*>(scores_), static_cast<void*>(answer_)})
      cudaFree(memory);
    cudaFreeHost(staging_);
    cudaStreamDestroy(stream_);
  }

  /// Puts a picture's whole way into the stream. `answer` is pinned, and filled when the stream gets there.
  bool enqueue(const std::vector<std::uint8_t>& picture, Answer* answer) {
    CHECK(cudaEventSynchronize(staged_));  // the picture before has left the pinned memory
    std::copy(picture.begin(), picture.end(), staging_);
    CHECK(cudaMemcpyAsync(rgb_, staging_, kPictureBytes, cudaMemcpyHostToDevice, stream_));
    CHECK(cudaEventRecord(staged_, stream_));
    const dim3 block(32, 4), grid((network_.width + 31) / 32, (network_.height + 3) / 4);
    prepare<<<grid, block, 0, stream_>>>(rgb_, planes_, network_.width, network_.height);
    CHECK_LAUNCH();
    if (!context_->enqueueV3(stream_)) return false;
    find_best<<<1, 128, 0, stream_>>>(scores_, static_cast<int>(network_.results), answer_);
    CHECK_LAUNCH();
    CHECK(cudaMemcpyAsync(answer, answer_, sizeof(Answer), cudaMemcpyDeviceToHost, stream_));
    return true;
  }

  void wait() { CHECK(cudaStreamSynchronize(stream_)); }

  /// What the network got and gave for the last picture.
  void append_raw(std::ofstream& file) {
    wait();
    std::vector<float> values(plane_floats() + network_.results);
    CHECK(
        cudaMemcpy(values.data(), planes_, plane_floats() * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(values.data() + plane_floats(), scores_, network_.results * sizeof(float),
                     cudaMemcpyDeviceToHost));
    file.write(reinterpret_cast<const char*>(values.data()),
               static_cast<std::streamsize>(values.size() * sizeof(float)));
  }

 private:
  std::size_t plane_floats() const {
    return 3 * static_cast<std::size_t>(network_.height) * static_cast<std::size_t>(network_.width);
  }

  const Network& network_;
  cudaStream_t stream_ = nullptr;
  cudaEvent_t staged_ = nullptr;
  std::uint8_t *staging_ = nullptr, *rgb_ = nullptr;
  float *planes_ = nullptr, *scores_ = nullptr;
  Answer* answer_ = nullptr;
  std::unique_ptr<nvinfer1::IExecutionContext> context_;
};

constexpr int kMostStreams = 4;

/// All pictures through `streams` streams in turn. Returns pictures per second.
double classify(const Network& network, const std::vector<std::vector<std::uint8_t>>& pictures,
                int streams, long repeat, Answer* answers) {
  std::vector<std::unique_ptr<Lane>> lanes;
  for (int i = 0; i < streams; ++i) lanes.push_back(std::make_unique<Lane>(network));
  for (std::size_t i = 0; i < lanes.size(); ++i)  // the first inference of each is not timed
    if (!lanes[i]->enqueue(pictures[0], &answers[i])) return 0;
  for (auto& lane : lanes) lane->wait();
  const Stopwatch watch;
  for (long time = 0; time < repeat; ++time)
    for (std::size_t i = 0; i < pictures.size(); ++i)
      if (!lanes[i % lanes.size()]->enqueue(pictures[i], &answers[i])) return 0;
  for (auto& lane : lanes) lane->wait();
  return static_cast<double>(pictures.size()) * static_cast<double>(repeat) / watch.seconds();
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments(argc, argv, kUsage);
  const std::string model = arguments.text("--model", "");
  const long count = arguments.number("--pictures", 24, 1, 10000);
  const long repeat = arguments.number("--repeat", 1, 1, 10000);
  const std::string raw = arguments.text("--raw", "");
  arguments.finish();
  if (model.empty()) arguments.fail("--model is needed");

  Logger logger;
  const Network network = load_network(model, logger);
  std::vector<std::vector<std::uint8_t>> pictures;
  for (int i = 0; i < count; ++i) pictures.push_back(draw(i));
  Answer* answers = nullptr;
  CHECK(cudaMallocHost(&answers, (pictures.size() + kMostStreams) * sizeof(Answer)));
  std::printf("%ld pictures of %d x %d, a network for %d x %d with %zu classes\n", count,
              kPictureWidth, kPictureHeight, network.width, network.height, network.results);

  bool right = true;
  double most = 0;
  std::vector<Answer> expected;
  for (const int streams : {1, 2, kMostStreams}) {
    std::fill_n(answers, pictures.size(), Answer{-1, 0});
    const double rate = classify(network, pictures, streams, repeat, answers);
    most = std::max(most, rate);
    std::printf("%d stream%s %8.1f pictures/s  ", streams, streams == 1 ? ": " : "s:", rate);
    for (int i = 0; i < static_cast<int>(rate / most * 30); ++i) std::printf("#");
    std::printf("\n");
    if (expected.empty()) expected.assign(answers, answers + pictures.size());
    for (std::size_t i = 0; i < pictures.size(); ++i)
      if (answers[i].best != expected[i].best || answers[i].score != expected[i].score ||
          answers[i].best < 0) {
        std::printf("picture %zu: class %d (%g), expected %d (%g)\n", i, answers[i].best,
                    answers[i].score, expected[i].best, expected[i].score);
        right = false;
      }
  }
  if (!raw.empty()) {
    std::ofstream file(raw, std::ios::binary);
    Lane lane(network);
    for (const auto& picture : pictures) {
      right = lane.enqueue(picture, &answers[0]) && right;
      lane.append_raw(file);
    }
    right = file.good() && right;
  }
  CHECK(cudaFreeHost(answers));
  return verdict(right);
}
