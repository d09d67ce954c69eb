# SPDX-License-Identifier: Apache-2.0
"""Graphs by capture and node by node: order, branches, conditions, memory, callbacks, updates."""
import numpy as np
import pytest
from cuda.core import GraphMemoryResource, LaunchConfig, launch
from cuda.core.graph import GraphBuilder, GraphCompleteOptions, GraphDefinition

from conftest import CONFIG, COUNT, Floats

ONE = LaunchConfig(grid=1, block=1)


@pytest.fixture(scope="module")
def set_condition(compiled):
    """Sets a condition to the number in memory, which becomes one less."""
    return compiled('#include <cuda_runtime.h>\nextern "C" __global__ void set(cudaGraphConditionalHandle handle, int *left) '
                    "{ cudaGraphSetConditional(handle, *left); if (*left > 0) --*left; }").get_kernel("set")


def captured(device, build):
    builder = device.create_graph_builder().begin_building()
    build(builder)
    return builder.end_building()


def run(graph, stream, times=1):
    for _ in range(times):
        graph.launch(stream)
    stream.sync()


@pytest.mark.parametrize("mode", ["relaxed", "global", "thread_local"])
def test_a_chain(device, stream, kernel, floats, mode):
    builder = stream.create_graph_builder().begin_building(mode)
    assert builder.is_building
    launch(builder, CONFIG, kernel("twice"), floats.address, np.int32(COUNT))
    launch(builder, CONFIG, kernel("add"), floats.address, np.int32(COUNT), np.float32(1))
    graph = builder.end_building().complete()
    assert not builder.is_building
    floats.expect(lambda x: x)  # nothing has run yet
    run(graph, stream, 2)
    floats.expect(lambda x: 2 * (2 * x + 1) + 1)
    graph.close()
    assert graph.is_closed


def test_building_out_of_turn_is_refused(device):
    builder = device.create_graph_builder()
    with pytest.raises(RuntimeError):
        builder.end_building()
    with pytest.raises(RuntimeError):
        builder.complete()
    builder.begin_building()
    with pytest.raises(RuntimeError):
        builder.begin_building()
    builder.end_building()
    builder.close()
    assert builder.is_closed


@pytest.mark.parametrize("count", [2, 5])
def test_branches(device, stream, kernel, count):
    parts, total = [Floats() for _ in range(count)], Floats()

    def build(builder):
        branches = builder.split(count)
        assert len(branches) == count and branches[1].is_join_required
        for part, branch in zip(parts, branches):
            launch(branch, CONFIG, kernel("twice"), part.address, np.int32(COUNT))
        launch(GraphBuilder.join(*branches), CONFIG, kernel("twice"), total.address, np.int32(COUNT))

    run(captured(device, build).complete(), stream)
    for part in [*parts, total]:
        part.expect(lambda x: 2 * x)


def test_a_branch_that_is_not_joined(device, kernel, floats):
    builder = device.create_graph_builder().begin_building()
    _, right = builder.split(2)
    launch(right, CONFIG, kernel("twice"), floats.address, np.int32(COUNT))
    with pytest.raises(Exception):
        builder.end_building()


def test_callbacks(device, stream):
    seen = []

    def build(builder):
        builder.callback(lambda: seen.append(1))
        builder.callback(lambda: seen.append(2))

    run(captured(device, build).complete(), stream, 3)
    assert seen == [1, 2] * 3


@pytest.mark.parametrize("value", [0, 1])
def test_a_condition(device, stream, kernel, floats, counter, set_condition, value):
    counter.values[0] = value

    def build(builder):
        condition = builder.create_condition(default_value=0)
        launch(builder, ONE, set_condition, condition.handle, counter.address)
        first, second = builder.if_else(condition)
        for branch, number in ((first, 10), (second, 20)):
            branch.begin_building()
            launch(branch, CONFIG, kernel("add"), floats.address, np.int32(COUNT), np.float32(number))
            branch.end_building()

    run(captured(device, build).complete(), stream)
    floats.expect(lambda x: x + (10 if value else 20))


def test_a_loop(device, stream, kernel, floats, counter, set_condition):
    counter.values[0] = 6

    def build(builder):
        condition = builder.create_condition(default_value=1)
        body = builder.while_loop(condition)
        body.begin_building()
        launch(body, CONFIG, kernel("add"), floats.address, np.int32(COUNT), np.float32(1))
        launch(body, ONE, set_condition, condition.handle, counter.address)
        body.end_building()

    run(captured(device, build).complete(), stream)
    floats.expect(lambda x: x + 7)


@pytest.mark.parametrize("which", [0, 2, 9])
def test_a_switch(device, stream, kernel, floats, counter, set_condition, which):
    counter.values[0] = which

    def build(builder):
        condition = builder.create_condition(default_value=0)
        launch(builder, ONE, set_condition, condition.handle, counter.address)
        for number, case in enumerate(builder.switch(condition, 3)):
            case.begin_building()
            launch(case, CONFIG, kernel("add"), floats.address, np.int32(COUNT), np.float32(number + 1))
            case.end_building()

    run(captured(device, build).complete(), stream)
    floats.expect(lambda x: x + (which + 1 if which < 3 else 0))


def test_a_graph_in_a_graph(device, stream, kernel, floats):
    inner = captured(device, lambda b: launch(b, CONFIG, kernel("twice"), floats.address, np.int32(COUNT)))

    def build(builder):
        launch(builder, CONFIG, kernel("add"), floats.address, np.int32(COUNT), np.float32(1))
        builder.embed(inner)
        builder.embed(inner)

    run(captured(device, build).complete(), stream)
    floats.expect(lambda x: 4 * (x + 1))


def test_memory_of_the_graph(device, stream, kernel, floats):
    resource = GraphMemoryResource(device)

    def build(builder):
        buffer = resource.allocate(4 * COUNT, stream=builder)
        buffer.copy_from(floats.buffer, stream=builder)
        launch(builder, CONFIG, kernel("add"), int(buffer.handle), np.int32(COUNT), np.float32(3))
        floats.buffer.copy_from(buffer, stream=builder)
        buffer.close(builder)

    graph = captured(device, build).complete(GraphCompleteOptions(auto_free_on_launch=True))
    run(graph, stream, 2)
    floats.expect(lambda x: x + 6)
    assert resource.attributes.used_mem_high > 0
    graph.close()
    resource.trim()
    assert resource.attributes.reserved_mem_current == 0


def test_an_update(device, stream, kernel, floats):
    def one(number):
        return captured(device, lambda b: launch(b, CONFIG, kernel("add"), floats.address, np.int32(COUNT), np.float32(number)))

    graph = one(1).complete(GraphCompleteOptions(upload_stream=stream))
    run(graph, stream)
    graph.update(one(100))
    run(graph, stream)
    floats.expect(lambda x: x + 101)
    with pytest.raises(Exception):
        graph.update(captured(device, lambda b: b.callback(lambda: None)))


def test_a_launch_that_may_begin_early(device, stream, kernel, floats):
    early = LaunchConfig(grid=4, block=128, programmatic_stream_serialization=True)

    def build(builder):
        launch(builder, CONFIG, kernel("twice"), floats.address, np.int32(COUNT))
        launch(builder, early, kernel("add"), floats.address, np.int32(COUNT), np.float32(1))

    run(captured(device, build).complete(), stream)
    floats.expect(lambda x: 2 * x + 1)


def test_it_is_drawn(device, kernel, floats, tmp_path):
    builder = captured(device, lambda b: launch(b, CONFIG, kernel("twice"), floats.address, np.int32(COUNT)))
    builder.debug_dot_print(str(tmp_path / "graph.dot"))
    assert "digraph" in (tmp_path / "graph.dot").read_text()


# --- node by node ---

def test_nodes_and_edges(device, stream, kernel, floats):
    definition = GraphDefinition()
    fill = definition.memset(floats.buffer, 0, 4 * COUNT)
    add = fill.launch(CONFIG, kernel("add"), floats.address, np.int32(COUNT), np.float32(5))
    double = add.launch(CONFIG, kernel("twice"), floats.address, np.int32(COUNT))
    assert definition.nodes() == {fill, add, double} and definition.edges() == {(fill, add), (add, double)}
    assert set(add.pred) == {fill} and set(add.succ) == {double} and add.graph == definition
    assert add.grid == (4, 1, 1) and add.block == (128, 1, 1) and add.kernel == kernel("add")
    run(definition.instantiate(), stream)
    floats.expect(lambda x: 0 * x + 10)


def test_edges_are_changed(stream, kernel, floats):
    definition = GraphDefinition()
    double = definition.launch(CONFIG, kernel("twice"), floats.address, np.int32(COUNT))
    add = definition.launch(CONFIG, kernel("add"), floats.address, np.int32(COUNT), np.float32(1))
    add.succ.add(double)
    assert definition.edges() == {(add, double)}
    run(definition.instantiate(), stream)
    floats.expect(lambda x: 2 * (x + 1))
    add.succ.discard(double)
    assert not definition.edges()
    double.destroy()
    assert definition.nodes() == {add} and not double.is_valid


def test_memory_nodes(stream, kernel, floats):
    definition = GraphDefinition()
    memory = definition.allocate(4 * COUNT)
    assert memory.bytesize == 4 * COUNT and memory.device_id == 0
    there = memory.memcpy(memory.dptr, floats.buffer, 4 * COUNT)
    worked = there.launch(CONFIG, kernel("twice"), memory.dptr, np.int32(COUNT))
    back = worked.memcpy(floats.buffer, memory.dptr, 4 * COUNT)
    assert back.size == 4 * COUNT and back.src == memory.dptr
    assert back.deallocate(memory.dptr).dptr == memory.dptr
    run(definition.instantiate(), stream, 2)
    floats.expect(lambda x: 4 * x)


def test_nodes_of_events_callbacks_and_children(device, stream, kernel, floats):
    event, seen = device.create_event(), []
    child = GraphDefinition()
    child.launch(CONFIG, kernel("twice"), floats.address, np.int32(COUNT))
    definition = GraphDefinition()
    last = definition.record(event).wait(event).embed(child).callback(lambda: seen.append(1))
    assert len(definition.nodes()) == 4 and set(last.succ) == set()
    run(definition.instantiate(), stream, 2)
    assert seen == [1, 1] and event.is_done
    floats.expect(lambda x: 4 * x)


def test_a_condition_of_nodes(stream, kernel, floats, counter, set_condition):
    counter.values[0] = 3
    definition = GraphDefinition()
    condition = definition.create_condition(default_value=1)
    loop = definition.while_loop(condition)
    loop.body.launch(CONFIG, kernel("add"), floats.address, np.int32(COUNT), np.float32(2)).launch(
        ONE, set_condition, condition.handle, counter.address)
    assert loop.condition == condition and len(loop.branches) == 1
    run(definition.instantiate(), stream)
    floats.expect(lambda x: x + 8)


def test_an_executable_s_nodes_are_changed(stream, kernel, floats):
    definition = GraphDefinition()
    fill = definition.memset(floats.buffer, 0, 4 * COUNT)
    add = fill.launch(CONFIG, kernel("add"), floats.address, np.int32(COUNT), np.float32(5))
    graph = definition.instantiate()
    graph[add].update(config=CONFIG, kernel=kernel("add"), args=(floats.address, np.int32(COUNT), np.float32(9)))
    run(graph, stream)
    floats.expect(lambda x: 0 * x + 9)
    graph[fill].disable()
    assert not graph[fill].is_enabled
    run(graph, stream)
    floats.expect(lambda x: 0 * x + 18)
    graph[fill].enable()
    run(graph, stream)
    floats.expect(lambda x: 0 * x + 9)
