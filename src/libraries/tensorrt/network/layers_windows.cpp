// SPDX-License-Identifier: Apache-2.0
// Layers that move a window over spatial dimensions.
#include <algorithm>

#include "libraries/tensorrt/network/network.h"

namespace riffle::tensorrt {
namespace {

Dims filled(int count, std::int64_t value) {
  Dims dims{count, {}};
  std::fill_n(dims.d, count, value);
  return dims;
}

std::int64_t product_of(const Dims& dims) {
  std::int64_t product = 1;
  for (int i = 0; i < dims.nbDims; ++i) product *= dims.d[i];
  return product;
}

void check_window(const Dims& window) {
  require(window.nbDims == 2 || window.nbDims == 3, "expected a window of two or three dimensions");
  require(std::all_of(window.d, window.d + window.nbDims, [](std::int64_t d) { return d > 0; }),
          "expected a window whose dimensions are positive");
}

/// Settings that convolutions and poolings share. The padding before and the one after are set together or apart.
template <class Base>
class Windowed : public Base {
 public:
  void setPaddingNd(Dims const& padding) noexcept override {
    this->pre_padding = this->post_padding = padding;
  }
  Dims getPaddingNd() const noexcept override { return this->pre_padding; }

 protected:
  Windowed(Network& network, LayerType type, int spatial) : Base(network, type) {
    this->stride_nd = filled(spatial, 1);
    this->pre_padding = this->post_padding = filled(spatial, 0);
  }

  void add_padding(onnx::OnnxNode& node, const Dims& more = {}) const {
    switch (this->padding_mode) {
      case PaddingMode::kSAME_UPPER:
        node.with("auto_pad", std::string_view("SAME_UPPER"));
        return;
      case PaddingMode::kSAME_LOWER:
        node.with("auto_pad", std::string_view("SAME_LOWER"));
        return;
      default:
        break;
    }
    std::vector<std::int64_t> pads = vector_of(this->pre_padding),
                              post = vector_of(this->post_padding);
    for (int i = 0; i < more.nbDims; ++i) post.at(static_cast<std::size_t>(i)) += more.d[i];
    pads.insert(pads.end(), post.begin(), post.end());
    node.with("pads", pads);
  }
  void check_spatial(Lowering& to, int spatial) const {
    const int dims = this->rank(to);
    if (dims != spatial + 2)
      throw Failure(ErrorCode::kINVALID_ARGUMENT,
                    joined("layer '", Layer::getName(), "': a window of ", spatial,
                           " dimensions needs an input of ", spatial + 2, ", got ", dims));
  }
};

/// A convolution or its opposite.
template <class Public, class Table>
class Convolving : public Windowed<LayerOf<Public, Table>> {
 public:
  std::int32_t most_inputs() const override { return 3; }  // weights and bias may be tensors

 protected:
  Convolving(Network& network, LayerType type, std::int64_t maps, const Dims& kernel,
             const Weights& weights, const Weights& bias)
      : Windowed<LayerOf<Public, Table>>(network, type, kernel.nbDims) {
    require(maps > 0, "expected at least one output map");
    check_window(kernel);
    require(weights.count >= 0 && bias.count >= 0,
            "expected counts of weights that are not negative");
    require(weights.count == 0 || weights.values != nullptr, "the weights of the kernel are null");
    require(bias.count == 0 || bias.count == maps, "expected as many bias weights as output maps");
    require(weights.count % (maps * product_of(kernel)) == 0 || type == LayerType::kDECONVOLUTION,
            "the number of kernel weights must be a multiple of output maps times window");
    this->nb_output_maps = maps;
    this->nb_groups = 1;
    this->kernel_size_nd = kernel;
    this->kernel_weights = weights;
    this->bias_weights = bias;
    this->dilation_nd = filled(kernel.nbDims, 1);
  }

  /// Inputs of the node. `fixed` is the extent of the kernel's dimension at `fixed_at`, 0 or 1; the other follows.
  std::vector<std::string> operands(Lowering& to, std::int64_t fixed, std::size_t fixed_at) const {
    std::vector<std::string> values{this->input(0), this->input(1)};
    if (!this->has_input(1)) {
      const std::int64_t count = this->kernel_weights.count;
      const std::int64_t rest = fixed * product_of(this->kernel_size_nd);
      if (rest == 0 || count == 0 || count % rest != 0)
        throw Failure(ErrorCode::kINVALID_ARGUMENT,
                      joined("layer '", Layer::getName(), "': ", count,
                             " kernel weights do not fit the window, maps and groups"));
      std::vector<std::int64_t> dims{fixed, count / rest};
      if (fixed_at == 1) std::swap(dims[0], dims[1]);
      for (const std::int64_t extent : vector_of(this->kernel_size_nd)) dims.push_back(extent);
      values[1] = this->weights_like(to, this->kernel_weights, dims, this->input(0));
    }
    if (this->has_input(2))
      values.push_back(this->input(2));
    else if (this->bias_weights.count > 0)
      values.push_back(
          this->weights_like(to, this->bias_weights, {this->bias_weights.count}, this->input(0)));
    return values;
  }
  onnx::OnnxNode& add_node(Lowering& to, std::string_view op,
                           std::vector<std::string> values) const {
    return to.node(op, std::move(values), {this->output()})
        .with("kernel_shape", vector_of(this->kernel_size_nd))
        .with("strides", vector_of(this->stride_nd))
        .with("dilations", vector_of(this->dilation_nd))
        .with("group", this->nb_groups);
  }
};

class Convolution final : public Convolving<IConvolutionLayer, ConvolutionLayerDefaults> {
 public:
  Convolution(Network& network, std::int64_t maps, const Dims& kernel, const Weights& weights,
              const Weights& bias)
      : Convolving(network, LayerType::kCONVOLUTION, maps, kernel, weights, bias) {}

  void lower(Lowering& to) const override {
    check_spatial(to, this->kernel_size_nd.nbDims);
    const Dims more = more_padding(to);
    add_padding(add_node(to, "Conv", operands(to, this->nb_output_maps, 0)), more);
  }

 private:
  /// Rounding up adds a last window, which reaches past the padding: that much is padded more.
  Dims more_padding(Lowering& to) const {
    const int count = this->kernel_size_nd.nbDims;
    Dims more = filled(count, 0);
    if (this->padding_mode != PaddingMode::kEXPLICIT_ROUND_UP) return more;
    const Dims dims = to.dims_of(*inputs_[0]);
    for (int i = 0; i < count; ++i) {
      const std::int64_t stride = this->stride_nd.d[i];
      if (stride == 1) continue;
      if (dims.d[i + 2] < 0)
        throw Failure(ErrorCode::kUNSUPPORTED_STATE,
                      joined("layer '", Layer::getName(),
                             "': Riffle does not round a convolution's dimensions up where they "
                             "are dynamic"));
      const std::int64_t window = this->dilation_nd.d[i] * (this->kernel_size_nd.d[i] - 1) + 1;
      const std::int64_t rest =
          (dims.d[i + 2] + this->pre_padding.d[i] + this->post_padding.d[i] - window) % stride;
      if (rest != 0) more.d[i] = stride - rest;
    }
    return more;
  }
};

class Deconvolution final : public Convolving<IDeconvolutionLayer, DeconvolutionLayerDefaults> {
 public:
  Deconvolution(Network& network, std::int64_t maps, const Dims& kernel, const Weights& weights,
                const Weights& bias)
      : Convolving(network, LayerType::kDECONVOLUTION, maps, kernel, weights, bias) {}

  void lower(Lowering& to) const override {
    check_spatial(to, this->kernel_size_nd.nbDims);
    require(this->nb_groups > 0, "expected at least one group");
    add_padding(
        add_node(to, "ConvTranspose", operands(to, this->nb_output_maps / this->nb_groups, 1)));
  }
};

class Pooling final : public Windowed<LayerOf<IPoolingLayer, PoolingLayerDefaults>> {
 public:
  Pooling(Network& network, PoolingType type, const Dims& window)
      : Windowed(network, LayerType::kPOOLING, window.nbDims) {
    check_window(window);
    require(type >= PoolingType::kMAX && type <= PoolingType::kMAX_AVERAGE_BLEND,
            "unknown type of pooling");
    this->pooling_type = type;
    this->window_size_nd = window;
    this->average_count_excludes_padding = true;
  }

  void lower(Lowering& to) const override {
    check_spatial(to, this->window_size_nd.nbDims);
    switch (this->pooling_type) {
      case PoolingType::kMAX:
        add_node(to, "MaxPool", output());
        break;
      case PoolingType::kAVERAGE:
        add_node(to, "AveragePool", output());
        break;
      case PoolingType::kMAX_AVERAGE_BLEND: {
        const std::string most = to.fresh(), mean = to.fresh();
        add_node(to, "MaxPool", most);
        add_node(to, "AveragePool", mean);
        const std::string a = to.value("Mul", {most, to.scalar_like(1 - this->blend_factor, most)});
        const std::string b = to.value("Mul", {mean, to.scalar_like(this->blend_factor, mean)});
        to.node("Add", {a, b}, {output()});
        break;
      }
    }
  }

 private:
  void add_node(Lowering& to, std::string_view op, const std::string& made) const {
    onnx::OnnxNode& node = to.node(op, {input(0)}, {made})
                               .with("kernel_shape", vector_of(this->window_size_nd))
                               .with("strides", vector_of(this->stride_nd));
    add_padding(node);
    if (this->padding_mode == PaddingMode::kEXPLICIT_ROUND_UP)
      node.with("ceil_mode", std::int64_t{1});
    if (op == "AveragePool" && !this->average_count_excludes_padding)
      node.with("count_include_pad", std::int64_t{1});
  }
};

class Lrn final : public LayerOf<ILRNLayer, LRNLayerDefaults> {
 public:
  Lrn(Network& network, std::int64_t window, float alpha, float beta, float k)
      : LayerOf(network, LayerType::kLRN) {
    require(window > 0 && window % 2 == 1, "expected an odd window");
    this->window_size = window;
    this->alpha = alpha;
    this->beta = beta;
    this->k = k;
  }
  void lower(Lowering& to) const override {
    to.node("LRN", {input(0)}, {output()})
        .with("size", this->window_size)
        .with("alpha", this->alpha)
        .with("beta", this->beta)
        .with("bias", this->k);
  }
};

/// Adds zeros around the last two dimensions, or takes away where the padding is negative.
class Padding final : public LayerOf<IPaddingLayer, PaddingLayerDefaults> {
 public:
  Padding(Network& network, const Dims& pre, const Dims& post)
      : LayerOf(network, LayerType::kPADDING) {
    require(pre.nbDims == 2 && post.nbDims == 2, "expected padding of two dimensions");
    this->pre_padding_nd = pre;
    this->post_padding_nd = post;
  }
  void lower(Lowering& to) const override {
    std::vector<std::int64_t> pads = vector_of(this->pre_padding_nd);
    for (const std::int64_t pad : vector_of(this->post_padding_nd)) pads.push_back(pad);
    to.node("Pad", {input(0), to.constant(pads), "", to.constant({-2, -1})}, {output()});
  }
};

class GridSample final : public LayerOf<IGridSampleLayer, GridSampleLayerDefaults> {
 public:
  explicit GridSample(Network& network) : LayerOf(network, LayerType::kGRID_SAMPLE) {
    this->interpolation_mode = InterpolationMode::kLINEAR;
    this->sample_mode = SampleMode::kFILL;
  }
  void lower(Lowering& to) const override {
    static constexpr const char* kModes[] = {"nearest", "linear", "cubic"};
    const bool clamps = this->sample_mode == SampleMode::kCLAMP;
    const bool reflects = this->sample_mode == SampleMode::kREFLECT;
    require(clamps || reflects || this->sample_mode == SampleMode::kFILL,
            "expected a sample mode kCLAMP, kFILL or kREFLECT");
    const std::string_view padding = clamps ? "border" : reflects ? "reflection" : "zeros";
    to.node("GridSample", {input(0), input(1)}, {output()})
        .with("mode", std::string_view(kModes[static_cast<int>(this->interpolation_mode)]))
        .with("padding_mode", padding)
        .with("align_corners", std::int64_t{this->align_corners});
  }
};

}  // namespace

IConvolutionLayer* LayerFunctions::addConvolutionNd(ITensor& input, int64_t maps,
                                                    Dims const& kernel, Weights weights,
                                                    Weights bias) noexcept {
  return add_new<Convolution>("INetworkDefinition::addConvolutionNd", {&input}, maps, kernel,
                              weights, bias);
}
IDeconvolutionLayer* LayerFunctions::addDeconvolutionNd(ITensor& input, int64_t maps,
                                                        Dims const& kernel, Weights weights,
                                                        Weights bias) noexcept {
  return add_new<Deconvolution>("INetworkDefinition::addDeconvolutionNd", {&input}, maps, kernel,
                                weights, bias);
}
IPoolingLayer* LayerFunctions::addPoolingNd(ITensor& input, PoolingType type,
                                            Dims const& window) noexcept {
  return add_new<Pooling>("INetworkDefinition::addPoolingNd", {&input}, type, window);
}
ILRNLayer* LayerFunctions::addLRN(ITensor& input, int64_t window, float alpha, float beta,
                                  float k) noexcept {
  return add_new<Lrn>("INetworkDefinition::addLRN", {&input}, window, alpha, beta, k);
}
IPaddingLayer* LayerFunctions::addPaddingNd(ITensor& input, Dims const& pre,
                                            Dims const& post) noexcept {
  return add_new<Padding>("INetworkDefinition::addPaddingNd", {&input}, pre, post);
}
IGridSampleLayer* LayerFunctions::addGridSample(ITensor& input, ITensor& grid) noexcept {
  return add_new<GridSample>("INetworkDefinition::addGridSample", {&input, &grid});
}

}  // namespace riffle::tensorrt
