// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/engine/traced_model.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <utility>

#include "libraries/tensorrt/base/log.h"
#include "libraries/tensorrt/engine/profile.h"
#include "trace/layers/layer_sink.h"

namespace riffle::tensorrt::ort {
namespace {

std::uint32_t own_thread() { return static_cast<std::uint32_t>(syscall(SYS_gettid)); }

}  // namespace

class TracedModel::Layers {
 public:
  explicit Layers(trace::LayerSink& sink) : sink_(sink) {
    // Handlers run in reverse order: this one before ONNX Runtime's own objects end, which its loading makes.
    static_cast<void>(library());
    Open& open = open_models();
    const std::lock_guard lock(open.mutex);
    open.all.insert(this);
    static const int is_registered = std::atexit(record_all);
    static_cast<void>(is_registered);
  }
  Layers(const Layers&) = delete;
  ~Layers() { close(); }

  std::string prefix() const { return folder_.prefix(); }
  void set_model(const Model& model) { model_ = &model; }

  void run(const auto& compute) {
    const std::shared_lock running(running_);
    if (model_ == nullptr) return compute();
    const Measured measured{*this, sink_.now()};  // also where it fails
    compute();
  }

  /// Ends the measuring. What is computed afterwards has no layers.
  void record() {
    const std::unique_lock none_runs(running_, std::chrono::seconds(1));
    // An inference that does not end does not keep the process from ending.
    if (!none_runs.owns_lock()) return sink_.lose(1);
    if (model_ == nullptr) return;
    const Model& model = *std::exchange(model_, nullptr);
    const std::vector<ProfileEvent> events = prefix().empty()
                                                 ? std::vector<ProfileEvent>()
                                                 : events_of(profile_text(model.end_profile()));
    folder_.remove();
    if (events.empty() && !runs_.empty()) sink_.lose(1);
    record(events);
  }
  /// Before the model ends.
  void close() {
    // A child has its parent's models: their locks may be held by threads that it does not have, and the profile is not its own.
    if (getpid() != process_) return folder_.release();
    Open& open = open_models();
    const std::lock_guard lock(open.mutex);
    if (open.all.erase(this) != 0) quietly([&] { record(); });
  }

 private:
  struct Run {
    std::uint64_t begin, end;
  };
  struct Measured {
    Layers& layers;
    std::uint64_t begin;
    ~Measured() {
      quietly([&] {
        const std::lock_guard lock(layers.mutex_);
        layers.runs_[own_thread()].push_back({begin, layers.sink_.now()});
      });
    }
  };
  /// A process that ends has models that were not destroyed.
  struct Open {
    const pid_t process = getpid();
    std::mutex mutex;
    std::set<Layers*> all;
  };
  /// Those of this process: a child begins with none.
  static Open& open_models() {
    static std::atomic<Open*> latest = nullptr;
    Open* found = latest;
    while (found == nullptr || found->process != getpid()) {
      auto made = std::make_unique<Open>();
      if (latest.compare_exchange_weak(found, made.get())) return *made.release();
    }
    return *found;
  }
  static void record_all() {
    quietly([] { record_each(open_models()); });
  }
  static void record_each(Open& open) {
    const std::lock_guard lock(open.mutex);
    for (Layers* const layers : open.all) quietly([&] { layers->record(); });
  }
  static void quietly(const auto& work) {
    try {
      work();
    } catch (...) {  // the program ends, and its results are right without layers
    }
  }

  /// A thread's inferences are in the profile in the order in which they were computed, after their nodes. They give each other's
  /// times: ONNX Runtime counts from an origin of its own.
  void record(const std::vector<ProfileEvent>& events) {
    std::map<std::uint32_t, std::size_t> next;
    std::map<std::uint32_t, std::vector<const ProfileEvent*>> nodes;
    std::vector<trace::Layer> layers;
    const auto ticks_per_us = static_cast<double>(sink_.ticks_per_us());
    for (const ProfileEvent& event : events) {
      if (event.what == ProfileEvent::What::kNode) {
        nodes[event.thread].push_back(&event);
        continue;
      }
      const std::vector<Run>& runs = runs_[event.thread];
      std::size_t& at = next[event.thread];
      // Of inferences that ONNX Runtime refuses the profile has nothing.
      const double length = event.duration_us * ticks_per_us;
      while (at < runs.size() && static_cast<double>(runs[at].end - runs[at].begin) < length) ++at;
      if (at >= runs.size()) continue;
      const Run run = runs[at++];
      const auto ticks_at = [&](double us) {
        const auto ticks = static_cast<std::int64_t>((us - event.begin_us) * ticks_per_us);
        const auto begin = static_cast<std::int64_t>(run.begin);
        const auto end = static_cast<std::int64_t>(run.end);
        return static_cast<std::uint64_t>(std::clamp(begin + ticks, begin, end));
      };
      for (const ProfileEvent* const node : std::exchange(nodes[event.thread], {}))
        layers.push_back({node->name.c_str(), node->thread, ticks_at(node->begin_us),
                          ticks_at(node->begin_us + node->duration_us)});
    }
    sink_.record(layers.data(), layers.size());
  }

  trace::LayerSink& sink_;
  const pid_t process_ = getpid();
  ProfileFolder folder_;
  const Model* model_ = nullptr;  ///< null once its layers are recorded
  std::shared_timed_mutex running_;
  std::mutex mutex_;
  std::map<std::uint32_t, std::vector<Run>> runs_;  ///< by thread; under `mutex_`
};

TracedModel::TracedModel(std::string_view bytes, int level, int threads)
    : layers_(riffle_layer_sink() == nullptr ? nullptr
                                             : std::make_unique<Layers>(*riffle_layer_sink())),
      model_(bytes, level, threads, Polling::kDuringInferences,
             layers_ == nullptr ? std::string() : layers_->prefix()) {
  if (layers_ != nullptr) layers_->set_model(model_);
}

TracedModel::~TracedModel() {
  if (layers_ != nullptr) layers_->close();
}

void TracedModel::run(const std::vector<const char*>& inputs,
                      const std::vector<const Value*>& values,
                      const std::vector<const char*>& outputs, std::vector<Value*>& results) const {
  const auto compute = [&] { model_.run(inputs, values, outputs, results); };
  if (layers_ == nullptr) return compute();
  layers_->run(compute);
}

}  // namespace riffle::tensorrt::ort
