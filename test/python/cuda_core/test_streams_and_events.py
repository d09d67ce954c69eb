# SPDX-License-Identifier: Apache-2.0
"""Streams and events: kinds, order, times, protocols."""
import numpy as np
import pytest
from cuda.bindings import driver
from cuda.core import (LEGACY_DEFAULT_STREAM, PER_THREAD_DEFAULT_STREAM, Event, EventOptions, Stream, StreamOptions, launch)

from conftest import CONFIG, COUNT


@pytest.mark.parametrize("nonblocking", [True, False])
def test_streams_have_flags(device, nonblocking):
    stream = device.create_stream(options=StreamOptions(nonblocking=nonblocking))
    assert stream.is_nonblocking == nonblocking and stream.device is device and stream.context == device.context
    stream.close()
    assert stream.is_closed


def test_priorities_are_in_the_device_s_range(device):
    _, least, greatest = driver.cuCtxGetStreamPriorityRange()
    for priority in (least, greatest):
        assert device.create_stream(options=StreamOptions(priority=priority)).priority == priority
    with pytest.raises(ValueError):
        device.create_stream(options=StreamOptions(priority=greatest - 1))


def test_default_streams():
    assert int(LEGACY_DEFAULT_STREAM.handle) == 1 and int(PER_THREAD_DEFAULT_STREAM.handle) == 2
    LEGACY_DEFAULT_STREAM.sync()
    PER_THREAD_DEFAULT_STREAM.sync()


def test_streams_of_others(device, stream, kernel, floats):
    class Foreign:
        def __cuda_stream__(self):
            return 0, int(stream.handle)

    wrapped = device.create_stream(Foreign())
    assert int(wrapped.handle) == int(stream.handle)
    assert Stream.from_handle(int(stream.handle)) == wrapped
    assert stream.__cuda_stream__() == (0, int(stream.handle))
    launch(Foreign(), CONFIG, kernel("twice"), floats.address, np.int32(COUNT))
    stream.sync()
    floats.expect(lambda x: 2 * x)


def test_streams_are_equal_by_handle(device, stream):
    other = device.create_stream()
    assert stream != other and len({stream, other, Stream.from_handle(int(stream.handle))}) == 2


def test_a_stream_without_init_is_refused():
    with pytest.raises(RuntimeError):
        Stream()
    with pytest.raises(RuntimeError):
        Event()


def test_events_have_options(device):
    for timing in (True, False):
        for blocking in (True, False):
            event = device.create_event(options=EventOptions(timing_enabled=timing, blocking_sync=blocking))
            assert (event.is_timing_enabled, event.is_blocking_sync, event.is_ipc_enabled) == (timing, blocking, False)
            assert event.is_done and event.device is device and event.context == device.context


def test_time_between_events(stream, kernel, floats):
    timed = EventOptions(timing_enabled=True)
    first = stream.record(options=timed)
    launch(stream, CONFIG, kernel("twice"), floats.address, np.int32(COUNT))
    second = stream.record(options=timed)
    second.sync()
    assert first.is_done and second.is_done and second - first >= 0


def test_no_time_without_timing(stream):
    first, second = stream.record(), stream.record()
    second.sync()
    with pytest.raises(RuntimeError):
        second - first


def test_an_event_is_recorded_again(stream, device):
    event = device.create_event()
    assert stream.record(event) is event
    event.sync()
    assert stream.record(event) is event
    stream.sync()
    assert event.is_done


def test_waiting_orders_streams(device, stream, kernel, floats):
    other = device.create_stream()
    for _ in range(20):
        launch(stream, CONFIG, kernel("add"), floats.address, np.int32(COUNT), np.float32(1))
        other.wait(stream)
        launch(other, CONFIG, kernel("twice"), floats.address, np.int32(COUNT))
        stream.wait(other.record())
    stream.sync()

    def expected(x):
        for _ in range(20):
            x = (x + np.float32(1)) * np.float32(2)
        return x

    floats.expect(expected)


def test_closed_events_are_closed(stream):
    event = stream.record()
    event.close()
    assert event.is_closed and int(event.handle or 0) == 0
