// SPDX-License-Identifier: Apache-2.0
// Loops and conditions that programs make of layers.
#include <cmath>

#include "made_network.h"

namespace riffle::tensorrt::test {
namespace {

using Int = std::vector<std::int32_t>;

ITensor& sum(Net& net, ITensor& a, ITensor& b) {
  return *net->addElementWise(a, b, ElementWiseOperation::kSUM)->getOutput(0);
}

TEST(Loops, CountsAndKeepsTheLastValue) {
  NEEDS_ENGINE();
  Net net;
  ITensor& x = net.input(dims({2}), {1, 10});
  ILoop* const loop = net->addLoop();
  loop->addTripLimit(net.constant(dims({}), Int{4}), TripLimit::kCOUNT);
  IRecurrenceLayer* const value = loop->addRecurrence(x);
  ITensor& doubled = sum(net, *value->getOutput(0), *value->getOutput(0));
  value->setInput(1, doubled);
  ILoopOutputLayer* const last = loop->addLoopOutput(*value->getOutput(0), LoopOutput::kLAST_VALUE);
  EXPECT_EQ(last->getLoop(), loop);
  EXPECT_EQ(last->getOutput(0)->getDimensions().d[0], 2);
  expect_near(net.run(last->getOutput(0)), {2}, {16, 160});
}

TEST(Loops, IterateOverAnAxisBothWaysAndConcatenate) {
  NEEDS_ENGINE();
  // Partial sums of the columns, from the first and from the last.
  for (const bool reverse : {false, true}) {
    Net net;
    ITensor& x = net.input(dims({2, 3}), {1, 2, 3, 10, 20, 30});
    ITensor& length = net.constant(dims({}), Int{3});
    ILoop* const loop = net->addLoop();
    loop->addTripLimit(length, TripLimit::kCOUNT);
    IIteratorLayer* const column = loop->addIterator(x, 1, reverse);
    IRecurrenceLayer* const total = loop->addRecurrence(net.constant(dims({2}), Floats{0, 0}));
    ITensor& next = sum(net, *total->getOutput(0), *column->getOutput(0));
    total->setInput(1, next);
    ILoopOutputLayer* const rows = loop->addLoopOutput(next, LoopOutput::kCONCATENATE, 0);
    ILoopOutputLayer* const columns = loop->addLoopOutput(next, LoopOutput::kCONCATENATE, 1);
    ILoopOutputLayer* const turned = loop->addLoopOutput(next, LoopOutput::kREVERSE, 1);
    for (ILoopOutputLayer* const output : {rows, columns, turned}) output->setInput(1, length);
    const Dims told = columns->getOutput(0)->getDimensions();
    EXPECT_EQ(told.nbDims, 2);
    EXPECT_EQ(told.d[1], 3);
    const auto outputs = net.run({rows->getOutput(0), columns->getOutput(0), turned->getOutput(0)});
    if (reverse) {
      expect_near(outputs[0], {3, 2}, {3, 30, 5, 50, 6, 60});
      expect_near(outputs[1], {2, 3}, {3, 5, 6, 30, 50, 60});
      expect_near(outputs[2], {2, 3}, {6, 5, 3, 60, 50, 30});
    } else {
      expect_near(outputs[0], {3, 2}, {1, 10, 3, 30, 6, 60});
      expect_near(outputs[1], {2, 3}, {1, 3, 6, 10, 30, 60});
      expect_near(outputs[2], {2, 3}, {6, 3, 1, 60, 30, 10});
    }
  }
}

TEST(Loops, RunWhileAConditionHoldsBeforeEachIteration) {
  NEEDS_ENGINE();
  // Doubles while it is below 100: from 3 to 192, and not once from 500.
  for (const auto& [start, end] : {std::pair{3.F, 192.F}, std::pair{500.F, 500.F}}) {
    Net net;
    ILoop* const loop = net->addLoop();
    IRecurrenceLayer* const value = loop->addRecurrence(net.input(dims({}), {start}));
    ITensor& limit = net.constant(dims({}), Floats{100});
    ITensor& goes_on =
        *net->addElementWise(*value->getOutput(0), limit, ElementWiseOperation::kLESS)
             ->getOutput(0);
    loop->addTripLimit(goes_on, TripLimit::kWHILE);
    value->setInput(1, sum(net, *value->getOutput(0), *value->getOutput(0)));
    ITensor* const last =
        loop->addLoopOutput(*value->getOutput(0), LoopOutput::kLAST_VALUE)->getOutput(0);
    expect_near(net.run(last), {}, {end});
  }
}

TEST(Loops, MayBeInsideLoops) {
  NEEDS_ENGINE();
  // Three times: add the sum of the value's two elements to each. The inner loop sums.
  Net net;
  ILoop* const outer = net->addLoop();
  outer->addTripLimit(net.constant(dims({}), Int{3}), TripLimit::kCOUNT);
  IRecurrenceLayer* const value = outer->addRecurrence(net.input(dims({2}), {1, 2}));
  ILoop* const inner = net->addLoop();
  inner->addTripLimit(net.constant(dims({}), Int{2}), TripLimit::kCOUNT);
  IIteratorLayer* const element = inner->addIterator(*value->getOutput(0));
  IRecurrenceLayer* const total = inner->addRecurrence(net.constant(dims({}), Floats{0}));
  total->setInput(1, sum(net, *total->getOutput(0), *element->getOutput(0)));
  ITensor& summed =
      *inner->addLoopOutput(*total->getOutput(0), LoopOutput::kLAST_VALUE)->getOutput(0);
  value->setInput(1, sum(net, *value->getOutput(0), summed));
  ITensor* const last =
      outer->addLoopOutput(*value->getOutput(0), LoopOutput::kLAST_VALUE)->getOutput(0);
  // {1,2} -> +3 {4,5} -> +9 {13,14} -> +27 {40,41}
  expect_near(net.run(last), {2}, {40, 41});
}

TEST(Loops, WithoutALimitAreRefused) {
  NEEDS_ENGINE();
  Net net;
  ILoop* const loop = net->addLoop();
  IRecurrenceLayer* const value = loop->addRecurrence(net.input(dims({1}), {1}));
  value->setInput(1, sum(net, *value->getOutput(0), *value->getOutput(0)));
  net->markOutput(
      *loop->addLoopOutput(*value->getOutput(0), LoopOutput::kLAST_VALUE)->getOutput(0));
  const std::unique_ptr<IBuilderConfig> config(net->getBuilder().createBuilderConfig());
  EXPECT_EQ(net->getBuilder().buildSerializedNetwork(net.network(), *config), nullptr);
  EXPECT_TRUE(net.logger().was_told("a loop has no trip limit"));
}

TEST(Conditions, ComputeTheBranchThatIsChosen) {
  NEEDS_ENGINE();
  // The branches: x + x and -x; the condition: the first element is above zero.
  for (const float first : {3.F, -3.F}) {
    Net net;
    ITensor& x = net.input(dims({2}), {first, 5});
    ITensor& head = *net->addGather(x, net.constant(dims({}), Int{0}), 0)->getOutput(0);
    ITensor& is_positive = *net->addElementWise(head, net.constant(dims({}), Floats{0}),
                                                ElementWiseOperation::kGREATER)
                                ->getOutput(0);
    IIfConditional* const conditional = net->addIfConditional();
    EXPECT_NE(conditional->setCondition(is_positive), nullptr);
    EXPECT_EQ(conditional->setCondition(is_positive), nullptr);
    EXPECT_TRUE(net.logger().was_told("the condition is set already"));
    ITensor& in = *conditional->addInput(x)->getOutput(0);
    ITensor& negative = *net->addUnary(in, UnaryOperation::kNEG)->getOutput(0);
    ITensor* const made = conditional->addOutput(sum(net, in, in), negative)->getOutput(0);
    EXPECT_EQ(made->getDimensions().d[0], 2);
    expect_near(net.run(made), {2}, first > 0 ? Floats{6, 10} : Floats{3, -5});
  }
}

TEST(Conditions, MayBeInsideLoops) {
  NEEDS_ENGINE();
  // Four times: halve an even number, or else take three times the number and one.
  Net net;
  ILoop* const loop = net->addLoop();
  loop->addTripLimit(net.constant(dims({}), Int{4}), TripLimit::kCOUNT);
  IRecurrenceLayer* const value = loop->addRecurrence(net.input(dims({}), {6}));
  ITensor &x = *value->getOutput(0), &two = net.constant(dims({}), Floats{2});
  ITensor& half = *net->addElementWise(x, two, ElementWiseOperation::kDIV)->getOutput(0);
  ITensor& is_even =
      *net->addElementWise(*net->addUnary(half, UnaryOperation::kFLOOR)->getOutput(0), half,
                           ElementWiseOperation::kEQUAL)
           ->getOutput(0);
  IIfConditional* const conditional = net->addIfConditional();
  conditional->setCondition(is_even);
  ITensor& in = *conditional->addInput(x)->getOutput(0);
  ITensor& halved = *net->addElementWise(in, two, ElementWiseOperation::kDIV)->getOutput(0);
  ITensor& tripled =
      *net->addElementWise(in, net.constant(dims({}), Floats{3}), ElementWiseOperation::kPROD)
           ->getOutput(0);
  ITensor& next =
      *conditional->addOutput(halved, sum(net, tripled, net.constant(dims({}), Floats{1})))
           ->getOutput(0);
  value->setInput(1, next);
  ITensor* const all = loop->addLoopOutput(next, LoopOutput::kCONCATENATE)->getOutput(0);
  expect_near(net.run(all), {4}, {3, 10, 5, 16});
}

}  // namespace
}  // namespace riffle::tensorrt::test
