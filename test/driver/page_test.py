# SPDX-License-Identifier: Apache-2.0
"""The page of `riffle trace -o x.html` in a browser: what it draws, hovering, choosing, searching, zooming."""
import collections
import unittest

import browser
import riffle_case
from riffle_case import RiffleCase
from trace_test import PROGRAM


@unittest.skipUnless(browser.PROGRAM, "no Chromium; scripts/setup --tests installs it")
class Page(RiffleCase):
    def setUp(self):
        super().setUp()
        self.write("x.cu", PROGRAM)
        result = self.riffle("trace", "-o", "x.html", "x.cu")
        self.assertEqual(result.returncode, 3, result.stderr)
        self.browser = browser.Browser()
        self.addCleanup(self.browser.close)
        self.browser.open(self.path("x.html"))

    def place_of(self, name, kind="op"):
        """The middle of the first item of this name, in the window."""
        return self.browser.evaluate(
            "(() => { for (const lane of lanes) if (lane.kind === '%s') for (const item of lane.items)"
            " if (nameOf(lane, item).startsWith('%s')) { const box = canvas.getBoundingClientRect();"
            " return {x: box.left + (X(lane.source.begin[item]) + X(lane.source.end[item])) / 2, y: box.top + lane.y + 10}; }"
            " return null; })()" % (kind, name))

    def colours(self):
        rows = browser.pixels(self.browser.screenshot(180, 40, 600, 180))
        return collections.Counter(pixel for row in rows for pixel in row)

    def test_all_of_it(self):
        page = self.browser
        # Nothing is asked of any other place, and no script has failed.
        asked = [event["params"]["request"]["url"] for event in page.events
                 if event.get("method") == "Network.requestWillBeSent"]
        self.assertEqual([url for url in asked if not url.startswith("file://")], [])
        self.assertEqual([event for event in page.events if event.get("method") == "Runtime.exceptionThrown"], [])
        self.assertIn("9 operations in 3 streams", page.evaluate("document.getElementById('summary').textContent"))
        self.assertEqual(page.evaluate("[...new Set(lanes.map(lane => lane.group))].join()"),
                         "host threads,streams of device 0,who ran it,memory")
        self.assertEqual(page.evaluate("data.critical.length > 0 && data.explanations.length > 0"), True)
        self.assertIn("the legacy default stream waited",
                      page.evaluate("document.getElementById('explanations').textContent"))

        # The chart is not blank, and dark when asked to be.
        light = self.colours()
        self.assertGreater(len([colour for colour, count in light.items() if count > 50]), 5)
        self.assertGreater(sum(light.most_common(1)[0][0]), 700)
        page.evaluate("document.getElementById('theme').click()")
        page.frame()
        self.assertLess(sum(self.colours().most_common(1)[0][0]), 150)

        # Hovering tells about an operation, and leaves with the pointer.
        place = self.place_of("scale")
        page.mouse("mouseMoved", place["x"], place["y"])
        tip = page.evaluate("document.getElementById('tip').hidden ? '' : document.getElementById('tip').textContent")
        for text in ("scale(float*, float)", "grid: 64 x 2 x 1", "block: 32 x 4 x 1", "took: ", "called as: cudaLaunchKernel"):
            self.assertIn(text, tip)
        page.mouse("mouseMoved", 700, 790)
        self.assertTrue(page.evaluate("document.getElementById('tip').hidden"))

        # Of memory, what there is at that moment.
        place = page.evaluate("(() => { const lane = lanes.find(l => l.kind === 'memory'), box = canvas.getBoundingClientRect();"
                              " return {x: box.left + X(data.end) - 4, y: box.top + lane.y + 10}; })()")
        page.mouse("mouseMoved", place["x"], place["y"])
        tip = page.evaluate("document.getElementById('tip').textContent")
        for text in ("memory in use: 2.00 MiB", "device: 1.00 MiB", "pinned: 1.00 MiB"):
            self.assertIn(text, tip)

        # A click shows what it waited for.
        page.evaluate("show(lanes.filter(l => l.kind === 'op').flatMap(lane => lane.items.map(item => ({lane, item})))"
                      ".find(at => nameOf(at.lane, at.item).startsWith('add_one')))")
        page.frame()
        place = self.place_of("add_one")
        page.click(place["x"], place["y"])
        details = page.evaluate("document.getElementById('details').textContent")
        self.assertIn("add_one(float*)", details)
        self.assertRegex(details, "waited for, (by an event|default stream)")

        # Searching counts, and Enter goes there.
        page.evaluate("document.getElementById('search').focus()")
        page.type("scale")
        self.assertEqual(page.evaluate("document.getElementById('found').textContent"), "3 found")
        page.key("Enter")
        self.assertEqual(page.evaluate("document.getElementById('found').textContent"), "1 of 3")
        self.assertTrue(page.evaluate("nameOf(chosen.lane, chosen.item).startsWith('scale')"))

        # The wheel zooms around the pointer; "fit" shows everything again.
        page.evaluate("document.getElementById('fit').click()")
        page.frame()
        before = page.evaluate("[view.end - view.begin, T(600)]")
        page.mouse("mouseWheel", 600, 300, deltaX=0, deltaY=-400)
        after = page.evaluate("[view.end - view.begin, T(600)]")
        self.assertLess(after[0], before[0] * 0.5)
        self.assertAlmostEqual(after[1], before[1], delta=before[0] / 1000)
        page.evaluate("document.getElementById('fit').click()")
        self.assertAlmostEqual(page.evaluate("view.end - view.begin"), before[0], delta=2)


if __name__ == "__main__":
    riffle_case.main()
