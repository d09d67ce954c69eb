// SPDX-License-Identifier: Apache-2.0
// A folder of photographs to grey, through N streams.
//
// Each stream has a lane: a host thread, pinned buffers and device buffers of its own. A lane takes
// the next picture, decodes it into pinned memory, enqueues copy, kernel and copy back into its
// stream, waits for that stream alone, checks every grey pixel against plain C++ and writes the
// result. With one lane all of this happens one after the other; with several, one lane decodes or
// encodes while another's picture is on the device:
//
//     lane 0: [decode][H2D][kernel][D2H][check][encode][decode]...
//     lane 1:    [decode][H2D][kernel][D2H][check][encode]...
//
//   build:  riffle cc -O2 -o image_batch image_batch.cu folder.cpp pictures.cpp -ljpeg -lpng (or
//   nvcc) run:    ./image_batch --streams 4 --out grey ~/Pictures
#include <cuda_runtime.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "../common/arguments.h"
#include "../common/check.h"
#include "../common/stopwatch.h"
#include "folder.h"
#include "pictures.h"
#include "progress.h"

static const char* const kUsage =
    "usage: image_batch [--streams N] [--out FOLDER] [--limit N] [--no-write]\n"
    "                   [--summary FILE] FOLDER\n"
    "  FOLDER         searched for .jpg, .jpeg and .png files, sub-folders too\n"
    "  --streams N    streams, each with its lane of buffers and a host thread (default 4)\n"
    "  --out FOLDER   where the grey pictures go, under the same names (default: grey)\n"
    "  --limit N      only the first N pictures\n"
    "  --no-write     check the pixels but write no files\n"
    "  --summary FILE write the numbers as key=value pairs there, not on the screen\n";

// Whole-number weights (those of ITU-R BT.601, in thousandths), so that device and reference agree
// to the last bit.
__host__ __device__ inline unsigned char grey_of(unsigned red, unsigned green, unsigned blue) {
  return static_cast<unsigned char>((299 * red + 587 * green + 114 * blue + 500) / 1000);
}

__global__ void rgb_to_grey(const unsigned char* rgb, unsigned char* grey, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const size_t i = static_cast<size_t>(y) * width + x;
  grey[i] = grey_of(rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2]);
}

// What all lanes share.
struct Batch {
  Batch(std::vector<Picture> found, std::string out_folder, bool write_files)
      : pictures(std::move(found)),
        out(std::move(out_folder)),
        write(write_files),
        progress(pictures.size()) {}

  const std::vector<Picture> pictures;
  const std::string out;
  const bool write;
  Progress progress;
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stop{false};  // set when an output cannot be written: no use in going on
  std::atomic<std::size_t> converted{0}, skipped{0}, wrong{0}, unwritten{0};
  std::atomic<unsigned long long> pixels{0};
};

// One stream with its buffers. They grow to the largest picture that comes along.
class Lane final : public PixelSink {
 public:
  Lane() { CHECK(cudaStreamCreate(&stream_)); }
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;
  ~Lane() {
    release();
    CHECK(cudaStreamDestroy(stream_));
  }

  void work_through(Batch& batch) {
    for (std::size_t i; !batch.stop && (i = batch.next++) < batch.pictures.size();) {
      const Picture& picture = batch.pictures[i];
      try {
        decode(read_file(picture.path), *this);
        to_grey();
        if (!right()) {
          ++batch.wrong;
          batch.progress.note("WRONG pixels in " + picture.path);
        }
        if (batch.write && !written(batch, picture)) break;
        ++batch.converted;
        batch.pixels += pixels();
      } catch (const PictureError& error) {
        ++batch.skipped;
        batch.progress.note("skipped " + picture.path + ": " + error.what());
      }
      batch.progress.step();
    }
  }

  // Called by the decoder when it knows the size.
  std::uint8_t* rgb_buffer(int width, int height) override {
    width_ = width;
    height_ = height;
    if (pixels() > room_) {
      release();
      room_ = pixels();
      CHECK(cudaMallocHost(&host_rgb_, 3 * room_));
      CHECK(cudaMallocHost(&host_grey_, room_));
      CHECK(cudaMalloc(&rgb_, 3 * room_));
      CHECK(cudaMalloc(&grey_, room_));
    }
    return host_rgb_;
  }

 private:
  std::size_t pixels() const { return static_cast<std::size_t>(width_) * height_; }

  void to_grey() {
    const dim3 block(16, 16);
    const dim3 grid((width_ + block.x - 1) / block.x, (height_ + block.y - 1) / block.y);
    CHECK(cudaMemcpyAsync(rgb_, host_rgb_, 3 * pixels(), cudaMemcpyHostToDevice, stream_));
    rgb_to_grey<<<grid, block, 0, stream_>>>(rgb_, grey_, width_, height_);
    CHECK_LAUNCH();
    CHECK(cudaMemcpyAsync(host_grey_, grey_, pixels(), cudaMemcpyDeviceToHost, stream_));
    CHECK(cudaStreamSynchronize(stream_));  // this stream only: the other lanes are not held up
  }

  // Every pixel, against plain C++ on the host.
  bool right() const {
    for (std::size_t i = 0; i < pixels(); ++i) {
      const std::uint8_t* rgb = host_rgb_ + 3 * i;
      if (host_grey_[i] != grey_of(rgb[0], rgb[1], rgb[2])) return false;
    }
    return true;
  }

  bool written(Batch& batch, const Picture& picture) const {
    const Format format = picture.is_png ? Format::kPng : Format::kJpeg;
    const std::string problem =
        write_file(batch.out, picture.name, encode_grey(host_grey_, width_, height_, format));
    if (problem.empty()) return true;
    ++batch.unwritten;
    if (!batch.stop.exchange(true)) batch.progress.note("cannot write " + problem);
    return false;
  }

  void release() {
    CHECK(cudaFreeHost(host_rgb_));
    CHECK(cudaFreeHost(host_grey_));
    CHECK(cudaFree(rgb_));
    CHECK(cudaFree(grey_));
    host_rgb_ = host_grey_ = rgb_ = grey_ = nullptr;
  }

  cudaStream_t stream_ = nullptr;
  int width_ = 0, height_ = 0;
  std::size_t room_ = 0;                                      // pixels that the buffers hold
  unsigned char *host_rgb_ = nullptr, *host_grey_ = nullptr;  // pinned
  unsigned char *rgb_ = nullptr, *grey_ = nullptr;            // on the device
};

// One line for people, one for programs: on the screen, or in a file of its own.
static bool report(const Batch& batch, long streams, double seconds,
                   const std::string& summary_path) {
  const double megapixels = 1e-6 * static_cast<double>(batch.pixels.load());
  const double images_per_s = static_cast<double>(batch.converted) / seconds;
  const double megabytes_per_s = 4 * megapixels / seconds;  // three bytes in, one byte out
  std::printf(
      "%zu pictures, %.1f megapixels in %.2f s: %.2f images/s, %.1f MB/s with %ld stream%s\n",
      batch.converted.load(), megapixels, seconds, images_per_s, megabytes_per_s, streams,
      streams == 1 ? "" : "s");
  std::FILE* out = summary_path.empty() ? stdout : std::fopen(summary_path.c_str(), "w");
  if (out == nullptr) {
    std::perror(summary_path.c_str());
    return false;
  }
  std::fprintf(out,
               "summary streams=%ld pictures=%zu skipped=%zu wrong=%zu unwritten=%zu seconds=%.4f "
               "images_per_s=%.3f mb_per_s=%.3f\n",
               streams, batch.converted.load(), batch.skipped.load(), batch.wrong.load(),
               batch.unwritten.load(), seconds, images_per_s, megabytes_per_s);
  return out == stdout || std::fclose(out) == 0;
}

int main(int argc, char** argv) {
  Arguments arguments(argc, argv, kUsage);
  const long streams = arguments.number("--streams", 4, 1, 1024);
  const std::string out = arguments.text("--out", "grey");
  const long limit = arguments.number("--limit", 1000000000, 1, 1000000000);
  const std::string summary = arguments.text("--summary", "");
  const bool no_write = arguments.flag("--no-write");
  const std::string folder = arguments.word();
  if (folder.empty()) arguments.fail("name a folder of pictures");
  arguments.finish();

  std::string problem;
  std::vector<Picture> pictures = find_pictures(folder, no_write ? "" : out, limit, problem);
  if (problem.empty() && !no_write) problem = prepare_output(folder, out);
  if (!problem.empty()) {
    std::fprintf(stderr, "image_batch: %s\n", problem.c_str());
    return kUsageError;
  }

  Batch batch(std::move(pictures), out, !no_write);
  bool summarised = false;
  {
    std::vector<std::unique_ptr<Lane>> lanes(
        std::min(static_cast<std::size_t>(streams), batch.pictures.size()));
    for (std::unique_ptr<Lane>& lane : lanes) lane = std::make_unique<Lane>();
    // The first launch of a process starts the device and may compile the kernel: not what we
    // measure.
    rgb_to_grey<<<1, 1>>>(nullptr, nullptr, 0, 0);
    CHECK_LAUNCH();
    CHECK(cudaDeviceSynchronize());

    const Stopwatch watch;
    std::vector<std::thread> threads;
    for (const std::unique_ptr<Lane>& lane : lanes) {
      threads.emplace_back([&batch, &lane] { lane->work_through(batch); });
    }
    for (std::thread& thread : threads) thread.join();
    summarised = report(batch, streams, watch.seconds(), summary);
  }
  if (batch.converted == 0) std::fprintf(stderr, "image_batch: not one picture could be read\n");
  return verdict(summarised && batch.converted > 0 && batch.wrong == 0 && batch.unwritten == 0);
}
