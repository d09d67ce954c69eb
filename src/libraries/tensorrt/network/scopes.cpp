// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/network/scopes.h"

#include <algorithm>

namespace riffle::tensorrt {

Scopes::Scopes(const Layers& layers) : layers_(layers) {
  for (const Layer* const layer : layers) {
    for (const Tensor* const output : layer->outputs()) makers_[output] = layer;
    if (layer->block() != nullptr && !inside_.contains(layer->block()))
      find_inside(*layer->block());
  }
  // A block is inside another where its exits are. The innermost block of a layer is the one that is inside most.
  std::unordered_map<const LayerBlock*, int> depths;
  for (const Layer* const layer : layers)
    if (layer->side() == Layer::Side::kExit)
      for (const auto& [block, inside] : inside_)
        if (block != layer->block() && inside.contains(layer)) ++depths[layer->block()];
  for (const Layer* const layer : layers)
    for (const auto& [block, inside] : inside_) {
      if (!inside.contains(layer)) continue;
      const LayerBlock*& owner = owners_[layer];
      if (owner == nullptr || depths[block] > depths[owner]) owner = block;
    }
}

void Scopes::find_inside(const LayerBlock& block) {
  std::unordered_set<const Layer*>& inside = inside_[&block];
  std::unordered_set<const Tensor*> made;
  // Layers may take tensors of layers that were added later: the search repeats until it finds no more.
  for (bool has_grown = true; has_grown;) {
    has_grown = false;
    for (const Layer* const layer : layers_) {
      const bool is_own = layer->block() == &block;
      if (inside.contains(layer) || (is_own && layer->side() == Layer::Side::kExit)) continue;
      const bool depends = std::ranges::any_of(
          layer->inputs(), [&](const Tensor* input) { return made.contains(input); });
      if (!depends && !(is_own && layer->side() == Layer::Side::kEntry)) continue;
      inside.insert(layer);
      made.insert(layer->outputs().begin(), layer->outputs().end());
      has_grown = true;
    }
  }
}

bool Scopes::is_inside(const Layer& layer, const LayerBlock& block) const {
  return inside_.at(&block).contains(&layer);
}

std::unordered_set<const Layer*> Scopes::sources_of(const Tensor& tensor,
                                                    const LayerBlock& block) const {
  std::unordered_set<const Layer*> sources;
  std::vector<const Tensor*> open{&tensor};
  while (!open.empty()) {
    const auto maker = makers_.find(open.back());
    open.pop_back();
    if (maker == makers_.end() || !is_inside(*maker->second, block)) continue;
    if (!sources.insert(maker->second).second) continue;
    if (maker->second->block() == &block) continue;  // an entry
    for (const Tensor* const input : maker->second->inputs())
      if (input != nullptr) open.push_back(input);
  }
  return sources;
}

namespace {

/// A node that is all of a layer has the layer's name: profilers, inspectors and refitters know it by that. A layer that is lowered
/// twice, as conditions of loops are, has it once.
void lower_named(const Layer& layer, Lowering& to) {
  const std::size_t before = to.graph.nodes.size();
  layer.lower(to);
  if (to.graph.nodes.size() == before + 1 && to.is_new_name(to.layer))
    to.graph.nodes.back().name = to.layer;
}

}  // namespace

void Scopes::lower(Lowering& to, const LayerBlock* block,
                   const std::unordered_set<const Layer*>* only) const {
  std::unordered_set<const LayerBlock*> done;
  for (const Layer* const layer : layers_) {
    const auto owner = owners_.find(layer);
    if ((owner == owners_.end() ? nullptr : owner->second) != block) continue;
    if (only != nullptr && !only->contains(layer)) continue;
    to.layer = layer->getName();
    if (layer->block() == nullptr)
      lower_named(*layer, to);
    else if (layer->side() == Layer::Side::kExit && done.insert(layer->block()).second)
      layer->block()->lower(to, *this);
  }
}

namespace {

/// The layers, those first that others depend on: a program may set an input to a tensor of a layer that it has added later. What
/// a recurrence takes from the iteration before is no such dependence.
Layers in_order(const std::vector<std::unique_ptr<Layer>>& layers) {
  std::unordered_map<const Tensor*, const Layer*> makers;
  for (const auto& layer : layers)
    for (const Tensor* const output : layer->outputs()) makers[output] = layer.get();
  Layers order;
  std::unordered_set<const Layer*> seen;
  std::vector<std::pair<const Layer*, std::size_t>> open;  // with the input that is next
  for (const auto& first : layers) {
    if (seen.insert(first.get()).second) open.emplace_back(first.get(), 0);
    while (!open.empty()) {
      auto& [layer, next] = open.back();
      const bool is_entry = layer->side() == Layer::Side::kEntry;
      if (next == (is_entry ? 1 : layer->inputs().size())) {
        order.push_back(layer);
        open.pop_back();
        continue;
      }
      const auto maker = makers.find(layer->inputs()[next++]);
      if (maker != makers.end() && seen.insert(maker->second).second)
        open.emplace_back(maker->second, 0);
    }
  }
  return order;
}

/// A layer that cannot be lowered leaves the others as they are, apart from those that depend on it.
void lower_flat(const Layer& layer, Lowering& to) {
  const std::size_t before = to.graph.nodes.size();
  const auto fail = [&](const std::string& why) {
    to.keep_nodes(before);
    for (const Tensor* const output : layer.outputs()) to.failed[output] = why;
  };
  for (const Tensor* const input : layer.inputs())
    if (const auto failed = to.failed.find(input); failed != to.failed.end())
      return fail(std::string(failed->second));
  to.layer = layer.getName();
  try {
    layer.lower(to);
  } catch (const Failure& failure) {
    fail(failure.what());
  }
}

}  // namespace

void lower_layers(const std::vector<std::unique_ptr<Layer>>& layers, Lowering& to) {
  const Layers order = in_order(layers);
  if (!to.is_flat()) {
    Scopes(order).lower(to, nullptr);
    return;
  }
  for (const Layer* const layer : order) lower_flat(*layer, to);
}

}  // namespace riffle::tensorrt
