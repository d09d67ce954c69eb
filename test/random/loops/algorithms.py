# SPDX-License-Identifier: Apache-2.0
"""Emits algorithms that people write for a thread's own vectors and matrices, each with loops of random forms."""
from emitter import Emitter, Matrix, Vector


class Algorithms(Emitter):
    def add(self, x, y):
        return f"({x} + {y})" if self.real else f"plus<T>({x}, {y})"

    def sub(self, x, y):
        return f"({x} - {y})" if self.real else f"minus<T>({x}, {y})"

    def mul(self, x, y):
        return f"({x} * {y})" if self.real else f"times<T>({x}, {y})"

    def div(self, x, y):
        if self.real:
            return self.mul(x, y) if self.fused else f"({x} / {y})"
        return f"(T)({x} / (T)(((int){y} & 7) + 1))"

    def fit(self, x):
        """Keeps values small where products and sums may be fused, so that they are exact."""
        return f"fold<T>({x})" if self.fused else x

    def number(self, x):
        """A small integer that depends on an element and is the same on both sides."""
        if not self.real:
            return f"(int)({x} & 63)"
        return f"(({x}) > (T)-1000 && ({x}) < (T)1000 ? (int)({x}) & 63 : 5)"

    def vector(self, most=None, n=None, fill=True):
        most = most or self.pick(6, 8, 9, 16, 24, 40, 80)
        v = Vector(self, most, n or self.size(most))
        if fill:
            self.any_way("0", self.pick(v.n, str(most)) if n is None else v.n, lambda i: self.line(f"{v(i)} = {self.given(i)};"), True)
        return v

    def matrix(self, most=None, n=None, fill=True):
        most = most or self.pick(3, 4, 6, 8, 10)
        m = Matrix(self, most, n or self.size(most))
        if fill:
            diagonal = self.chance(0.6)
            row = lambda i: self.any_way("0", m.n, lambda j: self.line(
                f"{m(i, j)} = {self.given(f'{i} * {m.n} + {j}')}{f' + ({i} == {j} ? (T)16 : (T)0)' if diagonal else ''};"))
            self.any_way("0", m.n, row)
        return m

    # One after the other.

    def recurrence(self, v):
        x, c = self.name(), self.pick("(T)0.5f", "(T)0.25f", "(T)2", "(T)3") if self.real else self.pick("(T)3", "(T)5", "(T)7")
        self.line(f"T {x} = {self.pick('(T)0', '(T)1', self.given('1'))};")
        first = self.pick("0", "a.first", "a.first", "g % 3", "1")
        go = self.pick(self.up, self.up, self.down)
        body = lambda i: (self.line(f"{x} = {self.fit(self.add(self.mul(x, c), v(i)))};"),
                          self.chance(0.4) and self.line(f"{v(i)} = {self.pick(x, self.fit(self.add(v(i), x)))};"))
        go(first, v.n, body)
        self.result(x)

    def filter(self, v):
        k = self.pick(1, 2, 3)
        c = self.given("2")
        if self.chance(0.5):
            self.up(str(k), v.n, lambda i: self.line(f"{v(i)} = {self.fit(self.sub(v(i), self.mul(c, v(f'{i} - {k}'))))};"))
        else:
            self.down("0", f"most<int>(0, {v.n} - {k})", lambda i: self.line(f"{v(i)} = {self.fit(self.add(self.mul(v(i), c), v(f'{i} + {k}')))};"))

    def prefix(self, v):
        total = self.name()
        self.line(f"T {total} = 0;")
        self.pick(self.up, self.down)("0", v.n, lambda i: self.line(self.pick(
            f"{total} = {self.fit(self.add(total, v(i)))}; {v(i)} = {total};", f"const T w = {v(i)}; {v(i)} = {total}; {total} = {self.fit(self.add(total, 'w'))};")))

    def passes(self, v):
        """Passes over a vector, each of which begins where the outer counter says."""
        x = self.name()
        self.line(f"T {x} = 0;")
        low = self.pick("(int){0}", "(int){0} + 1", "a.first", "(int){0} * 2", "(int){0} * a.step")
        high = self.pick(v.n, v.n, f"least<int>({v.n}, a.reps)", f"({v.n} + 1) / 2", f"least<int>((int){{0}} + 5, {v.n})")
        body = lambda i: self.line(f"{x} = {self.fit(self.add(x, v(i)))}; {self.pick('', f'{v(i)} = {self.fit(self.add(v(i), x))};', f'if ({v(i)} > {x}) break;')}")
        # The body may break, which would leave only one of the loops that `any_way` emits.
        def plain(i, o):
            self.inside(self.pick(f"for (int {i} = {low.format(o)}; {i} < {high.format(o)}; ++{i}) {{", f"for (int {i} = {low.format(o)}; {i} < {high.format(o)}; {i} += a.step) {{",
                                  f"for (int {i} = {high.format(o)} - 1; {i} >= {low.format(o)}; {i} -= {self.pick(1, 2, 3)}) {{"), body, i)
        self.up("0", self.pick("a.reps", "3", v.n), lambda o: plain(self.name(), o))
        self.result(x)

    def stencil(self, v):
        w = self.vector(v.most, v.n, fill=True)
        steps = self.pick("a.reps", "2", "g % 4", "a.reps * 2")
        edge = self.pick(1, 1, 2)
        high = f"most<int>(0, {v.n} - {edge})"
        sides = lambda one, i: self.fit(self.add(self.add(one(f"{i} - {edge}"), self.mul("(T)2", one(i))), one(f"{i} + {edge}")))
        self.up("0", steps, lambda k: (self.any_way(str(edge), high, lambda i: self.line(f"{w(i)} = {sides(v, i)};"), True),
                                       self.any_way(str(edge), high, lambda i: self.line(f"{v(i)} = {self.pick(w(i), self.fit(self.sub(w(i), v(i))))};"))))

    def relax(self, v):
        k, change = self.name(), self.name()
        high = f"most<int>(0, {v.n} - 1)"
        self.line(f"int {k} = 0; T {change};")
        body = lambda i: self.line(f"{{ const T w = {self.fit(self.div(self.add(v(f'{i} - 1'), v(f'{i} + 1')), '(T)2'))}; {change} = {self.fit(self.add(change, self.pick('w', v(i))))}; {v(i)} = w; }}")
        self.inside("do {", lambda: (self.line(f"{change} = 0;"), self.up("1", high, body)), tail=f"}} while ({change} > (T)9 && ++{k} < {self.pick('a.reps', '6', 'g % 5')});")
        self.result(f"(T){k}")

    def thomas(self, v):
        b, c = self.vector(v.most, v.n), self.vector(v.most, v.n)
        two = "(T)4"
        self.line(f"{c('0')} = {self.fit(self.div(c('0'), two))}; {v('0')} = {self.fit(self.div(v('0'), two))};")
        f = self.name()
        self.up("1", v.n, lambda i: self.line(
            f"const T {f} = {self.fit(self.sub(two, self.mul(b(i), c(f'{i} - 1'))))}; {c(i)} = {self.fit(self.div(c(i), f))}; {v(i)} = {self.fit(self.div(self.sub(v(i), self.mul(b(i), v(f'{i} - 1'))), f))};"))
        self.down("0", f"({v.n} - 1)", lambda i: self.line(f"{v(i)} = {self.fit(self.sub(v(i), self.mul(c(i), v(f'{i} + 1'))))};"))

    def convolve(self, v):
        w, x = self.vector(v.most, v.n), self.name()
        r = self.pick("a.first", "(g % 4)", "2", f"least<int>({v.n}, a.reps)")
        tap = lambda j, i: self.pick(f"(T)table(((int){j} + a.step) & 63)", "(T)2", self.given(j))
        def clipped(i):
            self.line(f"T {x} = 0;")
            self.up(f"most<int>(0, (int){i} - {r})", f"least<int>({v.n}, (int){i} + {r} + 1)", lambda j: self.line(f"{x} = {self.fit(self.add(x, self.mul(v(j), tap(j, i))))};"))
            self.line(f"{w(i)} = {x};")
        def tested(i):
            j = self.name()
            at = self.pick(f"least<int>(most<int>({j}, 0), {v.n} - 1)", f"({j} < 0 ? -{j} % {v.n} : {j} % {v.n})")
            self.line(f"T {x} = 0;")
            self.inside(f"for (int d = -{r}; d <= {r}; ++d) {{", lambda: self.line(f"const int {j} = (int){i} + d; {self.pick('', f'if ({j} < 0 || {j} >= {v.n}) continue; ')}{x} = {self.fit(self.add(x, v(at)))};"))
            self.line(f"{w(i)} = {x};")
        self.any_way("0", v.n, self.pick(clipped, tested))
        self.any_way("0", v.n, lambda i: self.line(f"{v(i)} = {w(i)};"), True)

    def product_of_polynomials(self, v):
        w = self.vector(v.most, v.n)
        u = self.vector(2 * v.most, f"(2 * {v.n})", fill=False)
        self.any_way("0", u.n, lambda i: self.line(f"{u(i)} = 0;"), True)
        self.any_way("0", v.n, lambda i: self.any_way("0", self.pick(v.n, f"{i} + 1"), lambda j: self.line(f"{u(f'{i} + {j}')} = {self.fit(self.add(u(f'{i} + {j}'), self.mul(v(i), w(j))))};")))
        self.read(u)

    def horner(self, v):
        x, z = self.name(), self.pick("(T)0.5f", self.given("0")) if self.real else self.given("0")
        self.line(f"T {x} = 0;")
        step = self.pick("1", "2", "3", "a.step")
        self.line(f"for (int i = {v.n} - 1; i >= {self.pick(0, 0, 1)}; i -= {step}) {x} = {self.fit(self.add(self.mul(x, z), v('i')))};")
        self.result(x)

    # Orders.

    def sort(self, v):
        less = self.pick("{0} > {1}", "{0} < {1}")
        form = self.pick("bubble", "insertion", "selection", "shell", "odd-even", "comb", "counting")
        swap = lambda i, j: f"{{ const T w = {v(i)}; {v(i)} = {v(j)}; {v(j)} = w; }}"
        if form == "bubble":
            self.up("0", v.n, lambda i: self.up("0", f"({v.n} - 1 - {i})", lambda j: self.line(f"if ({less.format(v(j), v(f'{j} + 1'))}) {swap(j, f'{j} + 1')}")))
        elif form == "insertion":
            self.up("1", v.n, lambda i: self.line(f"const T key = {v(i)}; int q = (int){i} - 1; while (q >= 0 && {less.format(v('q'), 'key')}) {{ {v('q + 1')} = {v('q')}; --q; }} {v('q + 1')} = key;"))
        elif form == "selection":
            b = self.name()
            self.up("0", v.n, lambda i: (self.line(f"int {b} = {i};"), self.any_way(f"{i} + 1", v.n, lambda j: self.line(f"if ({less.format(v(b), v(j))}) {b} = {j};")), self.line(swap(i, b))))
        elif form == "shell":
            gap = self.name()
            self.inside(f"for (int {gap} = {v.n} / 2; {gap} > 0; {self.pick(f'{gap} /= 2', f'{gap} >>= 1')}) {{", lambda: self.up(gap, v.n, lambda i: self.line(
                f"const T key = {v(i)}; int q = {i}; for (; q >= {gap} && {less.format(v(f'q - {gap}'), 'key')}; q -= {gap}) {v('q')} = {v(f'q - {gap}')}; {v('q')} = key;")))
        elif form == "odd-even":
            self.up("0", v.n, lambda k: self.line(f"for (int i = {k} & 1; i + 1 < {v.n}; i += 2) if ({less.format(v('i'), v('i + 1'))}) {swap('i', 'i + 1')}"))
        elif form == "comb":
            self.line(f"{{ int gap = {v.n}; bool moved = true; while (gap > 1 || moved) {{ gap = gap * 10 / 13; if (gap < 1) gap = 1; moved = false;")
            self.line(f"for (int i = 0; i + gap < {v.n}; ++i) if ({less.format(v('i'), v('i + gap'))}) {{ {swap('i', 'i + gap')} moved = true; }} }} }}")
        else:
            c, k = self.name(), self.pick("int", "unsigned char", "short")
            self.line(f"{k} {c}[17] = {{}};")
            key = lambda i: f"({self.number(v(i))} & 15)"
            w = self.vector(v.most, v.n)
            self.any_way("0", v.n, lambda i: self.line(f"{c}[{key(i)} + 1]++;"))
            self.up("0", "16", lambda i: self.line(f"{c}[{i} + 1] = ({k})({c}[{i} + 1] + {c}[{i}]);"))
            self.pick(self.up, self.down)("0", v.n, lambda i: self.line(f"{w(f'{c}[{key(i)}]++')} = {v(i)};"))
            self.read(w)

    def search(self, v):
        x, lo, hi, mid = self.name(), self.name(), self.name(), self.name()
        self.line(f"int {lo} = 0, {hi} = {v.n}; const T {x} = {self.given('3')};")
        self.line(f"while ({lo} < {hi}) {{ const int {mid} = ({lo} + {hi}) / 2; {self.pick('', f'if ({v(mid)} == {x}) break; ')}if ({v(mid)} < {x}) {lo} = {mid} + 1; else {hi} = {mid}; }}")
        self.result(f"(T)({lo} * 8 + {hi})")

    def best(self, v):
        best, at = self.name(), self.name()
        form = self.pick("largest", "kadane", "runs", "first")
        self.line(f"T {best} = {v('0')}; int {at} = 0;")
        if form == "largest":
            self.any_way("0", v.n, lambda i: self.line(f"if ({v(i)} {self.pick('>', '<', '>=')} {best}) {{ {best} = {v(i)}; {at} = {i}; }}"))
        elif form == "kadane":
            x = self.name()
            self.line(f"T {x} = 0;")
            self.up("0", v.n, lambda i: self.line(f"{x} = most<T>({v(i)}, {self.fit(self.sub(self.add(x, v(i)), '(T)20'))}); if ({x} > {best}) {{ {best} = {x}; {at} = {i}; }}"))
        elif form == "runs":
            self.line(f"for (int i = 0; i < {v.n};) {{ int j = i + 1; while (j < {v.n} && {v('j')} >= {v('j - 1')}) ++j; if (j - i > {at}) {{ {at} = j - i; {best} = {v('i')}; }} i = j; }}")
        else:
            self.line(f"while ({at} < {v.n} && {self.number(v(at))} % 7 != {self.random.randint(0, 6)}) {{ {best} = {self.fit(self.add(best, v(at)))}; if ({best} > (T)300) break; {at} += {self.pick(1, 1, 'a.step')}; }}")
        self.result(f"(T)({at} & 63)", best)

    def turn(self, v):
        form = self.pick("reverse", "rotate", "remove", "steps")
        if form == "reverse":
            self.line(f"for (int i = 0, j = {v.n} - 1; i < j; ++i, --j) {{ const T w = {v('i')}; {v('i')} = {v('j')}; {v('j')} = w; }}")
        elif form == "rotate":
            self.up("0", self.pick("a.first", "g % 3", "a.reps"), lambda k: (self.line(f"const T w{k} = {v('0')};"), self.up("1", v.n, lambda i: self.line(f"{v(f'{i} - 1')} = {v(i)};"), True),
                                                                           self.line(f"{v(f'{v.n} - 1')} = w{k};")) if k.isidentifier() else None)
        elif form == "remove":
            m = self.name()
            self.line(f"int {m} = 0;")
            self.up("0", v.n, lambda i: self.line(f"if ({self.number(v(i))} % 3 != 1) {v(m + '++')} = {v(i)};"))
            self.result(f"(T){m}")
        else:
            self.line(f"for (int i = 1; i < {v.n}; i *= {self.pick(2, 3)}) for (int j = i; j < {v.n}; j += i{self.pick('', ' + 1', ' * 2')}) {v('j')} = {self.fit(self.add(v('j'), v('j - i')))};")

    def chain(self, v):
        link, k = self.name(), self.pick("int", "short", "unsigned char")
        self.line(f"{k} {link}[{v.most}];")
        self.any_way("0", v.n, lambda i: self.line(f"{link}[{i}] = ({k})(({i} * {self.pick(1, 5, 7)} + {self.pick('a.first', 'g', '3')}) % {v.n});"))
        x = self.name()
        self.line(f"T {x} = 0; {{ int p = g % {v.n}; for (int q = 0; q < {self.pick('a.reps * 3', v.n, '7')}; ++q) {{ {x} = {self.fit(self.add(x, v('p')))}; {self.pick('', f'{v(chr(112))} = {x}; ')}p = {link}[p]; if (p == 0) break; }} }}")
        self.result(x)

    # Matrices.

    def lu(self, m):
        def column(k):
            def row(i):
                f = self.name()
                self.line(f"const T {f} = {self.fit(self.div(m(i, k), m(k, k)))};")
                if self.chance(0.6):
                    self.line(f"{m(i, k)} = {f};")
                self.any_way(f"{k} + 1", m.n, lambda j: self.line(f"{m(i, j)} = {self.fit(self.sub(m(i, j), self.mul(f, m(k, j))))};"), True)
            if self.chance(0.2):
                p, x = self.name(), self.name()
                self.line(f"int {p} = {k};")
                self.up(f"{k} + 1", m.n, lambda i: self.line(f"if ({m(i, k)} > {m(p, k)}) {p} = {i};"))
                self.inside(f"if ({p} != {k}) {{", self.up, "0", m.n, lambda j: self.line(f"const T {x} = {m(k, j)}; {m(k, j)} = {m(p, j)}; {m(p, j)} = {x};"))
            self.any_way(f"{k} + 1", m.n, row)
        self.up("0", self.pick(m.n, f"({m.n} - 1)", f"least<int>({m.n}, a.reps)"), column)

    def cholesky(self, m):
        x = self.name()
        root = f"std::sqrt({x})" if self.real and not self.fused else f"{x} | 1" if not self.real else f"{x}"
        def column(j):
            self.line(f"T {x} = {m(j, j)};")
            self.up("0", j, lambda k: self.line(f"{x} = {self.fit(self.sub(x, self.mul(m(j, k), m(j, k))))};"))
            self.line(f"{m(j, j)} = (T)({root});")
            def row(i):
                y = self.name()
                self.line(f"T {y} = {m(i, j)};")
                self.any_way("0", j, lambda k: self.line(f"{y} = {self.fit(self.sub(y, self.mul(m(i, k), m(j, k))))};"), True)
                self.line(f"{m(i, j)} = {self.fit(self.div(y, m(j, j)))};")
            self.any_way(f"{j} + 1", m.n, row)
        self.up("0", m.n, column)

    def solve(self, m):
        b = self.vector(m.most, m.n)
        x = self.name()
        def row(i, low, high):
            self.line(f"T {x} = {b(i)};")
            self.any_way(low, high, lambda j: self.line(f"{x} = {self.fit(self.sub(x, self.mul(m(i, j), b(j))))};"), True)
            self.line(f"{b(i)} = {self.fit(self.div(x, m(i, i)))};")
        if self.chance(0.6):
            self.up("0", m.n, lambda i: row(i, "0", i))
        if self.chance(0.6):
            self.down("0", m.n, lambda i: row(i, f"{i} + 1", m.n))
        self.read(b)

    def product(self, m):
        other, out = self.matrix(m.most, m.n), self.matrix(m.most, m.n, fill=False)
        form = self.pick("dot", "dot", "outer")
        if form == "dot":
            x = self.name()
            self.any_way("0", m.n, lambda i: self.any_way("0", m.n, lambda j: (self.line(f"T {x} = 0;"), self.up(self.pick("0", "0", i, j), m.n, lambda k: self.line(
                f"{x} = {self.fit(self.add(x, self.mul(m(i, k), self.pick(other(k, j), other(j, k)))))};"), True), self.line(f"{out(i, j)} = {x};"))))
        else:
            self.any_way("0", m.n, lambda i: self.any_way("0", m.n, lambda j: self.line(f"{out(i, j)} = 0;"), True))
            loops = self.random.sample("ijk", 3)
            def nest(at, names):
                if at == 3:
                    i, j, k = (names[one] for one in "ijk")
                    self.line(f"{out(i, j)} = {self.fit(self.add(out(i, j), self.mul(m(i, k), other(k, j))))};")
                else:
                    low = self.pick("0", "0", "0", *names.values())
                    self.any_way(low, m.n, lambda v: nest(at + 1, dict(names, **{loops[at]: v})))
            nest(0, {})
        self.read_all(out)

    def transpose(self, m):
        x = self.name()
        self.any_way("0", m.n, lambda i: self.any_way(*self.pick(("0", i), (f"{i} + 1", m.n)), lambda j: self.line(f"const T {x} = {m(i, j)}; {m(i, j)} = {m(j, i)}; {m(j, i)} = {x};")))

    def shortest(self, m):
        self.up("0", m.n, lambda k: self.any_way("0", m.n, lambda i: self.any_way("0", m.n, lambda j: self.line(f"{m(i, j)} = least<T>({m(i, j)}, {self.add(m(i, k), m(k, j))});"))))

    def triangle(self, m):
        x = self.name()
        self.line(f"T {x} = 0;")
        self.any_way("0", m.n, lambda i: self.any_way("0", f"{i} + 1", lambda j: self.any_way(*self.pick(("0", j), (j, m.n), (i, m.n)), lambda k: self.line(
            f"{x} = {self.fit(self.add(x, self.mul(m(i, k), self.pick(m(j, k), m(k, j)))))};"))))
        self.result(x)

    def grid(self, m):
        high = f"most<int>(1, {m.n} - 1)"
        sides = lambda i, j: self.fit(self.add(self.add(m(f"{i} - 1", j), m(i, f"{j} - 1")), self.add(m(f"{i} + 1", j), m(i, f"{j} + 1"))))
        self.up("0", self.pick("a.reps", "2", "g % 3"), lambda k: self.up("1", high, lambda i: self.pick(self.up, self.down)("1", high, lambda j: self.line(f"{m(i, j)} = {sides(i, j)};"))))

    def table_of_steps(self, m):
        """Dynamic programming: edit distances, common subsequences, paths."""
        one, two = self.given("{0}"), self.given("{0} + 9")
        self.any_way("0", m.n, lambda i: self.line(f"{m(i, '0')} = (T){i}; {m('0', i)} = (T){self.pick(i, '0')};"), False)
        differ = lambda i, j: f"({self.number(one.format(i))} % 3 != {self.number(two.format(j))} % 3)"
        def step(i, j):
            above, left, corner = m(f"{i} - 1", j), m(i, f"{j} - 1"), m(f"{i} - 1", f"{j} - 1")
            nearest = f"least<T>({above}, {left})"
            return self.pick(f"least<T>({self.add(nearest, '(T)1')}, {self.add(corner, f'(T){differ(i, j)}')})",
                             f"{differ(i, j)} ? most<T>({above}, {left}) : {self.add(corner, '(T)1')}",
                             self.fit(self.add(nearest, one.format(j))))
        self.up("1", m.n, lambda i: self.up("1", m.n, lambda j: self.line(f"{m(i, j)} = {step(i, j)};")))

    # Tables, bits, states and text.

    def knapsack(self, v):
        k, w = self.name(), self.name()
        self.inside(f"for (int {k} = 0; {k} < {self.pick('a.reps', '4', '(g % 5)')}; ++{k}) {{", lambda: (
            self.line(f"const int {w} = 1 + table(({k} + a.first) & 63) % 5;"),
            self.pick(self.down, self.down, self.up)(w, v.n, lambda j: self.line(f"{v(j)} = most<T>({v(j)}, {self.fit(self.add(v(f'{j} - {w}'), f'(T){w}'))});"))))

    def bits(self, v):
        x, n = self.name(), self.name()
        kind = self.pick("unsigned", "unsigned", "unsigned long long", "unsigned short")
        self.line(f"{kind} {x} = ({kind})({self.number(v('0'))} * 2654435u + (unsigned)g * {self.pick(1, 77, 40503)}u + 1u); int {n} = 0;")
        self.line(self.pick(
            f"while ({x}) {{ {x} &= {x} - 1; ++{n}; }}", f"for (; {x} != 0; {x} >>= 1) {n} += (int)({x} & 1);", f"while ({x} != 0 && !({x} & 1)) {{ {x} >>= 1; ++{n}; }}",
            f"while ({x} != 1 && {n} < 50) {{ {x} = ({kind})({x} & 1 ? 3 * {x} + 1 : {x} / 2); if ({x} == 0) break; ++{n}; }}",
            f"{{ {kind} y = ({kind})(a.step + 40); while (y) {{ const {kind} z = ({kind})({x} % y); {x} = y; y = z; ++{n}; }} {n} += (int){x}; }}",
            f"do {{ {n} = {n} * 2 + (int)({x} & 1); {x} = ({kind})({x} >> 1); }} while ({n} < 999 && {x} > 3);",
            f"for (int i = 0; i < a.reps * 4; ++i) {{ const {kind} bit = ({x} ^ ({x} >> 2) ^ ({x} >> 3)) & 1; {x} = ({kind})(({x} >> 1) | (bit << 15)); {n} ^= (int)({x} & 255); }}",
            f"{{ {kind} p = 1, b = {x} % 97, c = (unsigned)(a.reps + g % 9); for (; c; c >>= 1, b = ({kind})(b * b % 97)) if (c & 1) p = ({kind})(p * b % 97); {n} = (int)p; }}",
            f"{{ {kind} r = 0; while ((r + 1) * (r + 1) <= ({x} & 1023)) ++r; {n} = (int)r; }}"))
        self.result(f"(T)({n} & 63)")

    def states(self, v):
        st, n = self.name(), self.name()
        self.line(f"int {st} = 0, {n} = 0;")
        def step(i):
            self.line(f"const int c{st} = {self.number(self.pick(v(i), self.given(i)))} & 7;")
            self.line(f"switch ({st}) {{ case 0: {st} = c{st} < {self.random.randint(1, 5)} ? 1 : 0; break; case 1: if (c{st} & 1) {{ {st} = 2; ++{n}; }} else {st} = 3; break; "
                      f"case 2: {st} = c{st} == 3 ? 0 : 2; {n} += c{st}; {self.pick('break;', '[[fallthrough]];')} default: if (c{st} > 2) {st} = c{st} & 3; }}")
            if self.chance(0.3):
                self.line(f"{v(i)} = (T){st};")
        self.pick(self.up, self.down)("0", v.n, step)
        self.result(f"(T)(({n} * 4 + {st}) & 63)")

    def text(self, v):
        n, i = self.name(), self.name()
        length = self.pick("a.n", "(a.n + g % 5)", "a.reps")
        p, q = self.pick("g", "g * 3", "a.first"), self.pick("a.first * 2", "g + 7")
        one, two = (f"a.bytes + ({x}) % 300" for x in (p, q))
        kind = self.pick("int", "unsigned", "size_t", "short")
        self.line(f"int {n} = 0;")
        self.line(self.pick(
            f"{{ const unsigned char *x = {one}, *y = {two}, *end = x + {length}; while (x != end && *x % 3 {self.pick('==', '!=')} *y % 3) {{ ++x; ++y; ++{n}; }} }}",
            f"{{ {kind} i = 0; const unsigned char *x = {one}, *y = {two}; for (; i < ({kind}){length}; ++i) {{ if (x[i] != y[i]) {{ if (++{n} > 3) break; continue; }} if (x[i] % 5 == 0) break; }} {n} = {n} * 8 + (int)i; }}",
            f"{{ const unsigned char *x = {one}, *y = {two}; for (int i = 0; i + 3 <= {length}; ++i) {{ {kind} j = 0; while (j < 3 && x[i + j] % 4 == y[j] % 4) ++j; if (j == 3) {n} += i; }} }}",
            f"{{ const unsigned char* x = {one}; unsigned h = 5381; for (const unsigned char* e = x + {length}; x < e; ++x) h = h * 33 ^ *x; {n} = (int)(h >> 7); }}",
            f"{{ const unsigned char* x = {one}; int low = 0, high = {length} - 1; while (low < high) {{ if (x[low] % 2 != x[high] % 2) break; ++low; --high; }} {n} = low * 9 + high; }}",
            f"{{ const unsigned char* x = {one}; {kind} i = 0; while (i < ({kind}){length}) {{ unsigned w = x[i++]; while (i < ({kind}){length} && w < 400) w += x[i++]; {n} += (int)(w % 13); }} }}"))
        self.result(f"(T)({n} & 63)")

    def rows(self, v):
        """Sums a row or a column of the input through a pointer."""
        x, p = self.name(), self.name()
        k = self.pick("T", "T", "double", "long long") if self.type in ("float", "int", "double") else "T"
        kind = k if not self.real else self.pick("T", "double")
        self.line(f"{kind} {x} = 0;")
        value = f"({kind})(*{p} & 31)" if not self.real else f"({kind})*{p}"
        length = self.pick("a.n", "most<int>(a.n - g % 3, 0)", "a.reps")
        if self.chance(0.5):
            self.line(f"for (const T *{p} = a.in + g * a.pitch + {self.pick('0', 'a.first')}, *e = {p} + {length}; {p} {self.pick('<', '!=')} e; {self.pick('++' + p, p + '++')}) {x} += {value};")
        else:
            self.line(f"{{ const T* {p} = a.in + g; int left = {length}; while (left-- > 0) {{ {x} += {value}; {p} += a.all; }} }}")
        self.result(f"(T){x}")

    def row_by_matrix(self, v):
        """Multiplies rows or columns of the input by a vector or by a matrix that all threads read."""
        x, n = self.name(), f"least<int>({v.n}, 24)"
        own = self.pick("a.in[g * a.pitch + {0}]", "a.in[{0} * a.all + g]", "a.work[g * a.pitch + 8 + {0}]" if self.row_wise else "a.in[g * a.pitch + {0} + a.first]")
        other = self.pick("a.in[{0}]", "a.in[{0} * a.pitch + {1}]", "a.in[{1} * a.pitch + {0}]", "(T)table((int){0})", "a.in[{0} * {n} + {1}]").replace("{n}", n)
        low = self.pick("0", "0", "{1}", "a.first")
        def column(j):
            self.line(f"T {x} = 0;")
            self.any_way(low.format("", j), n, lambda k: self.line(f"{x} = {self.fit(self.add(x, self.mul(own.format(k), other.format(k, j))))};"), True)
            self.line(self.pick(f"{v(j)} = {x};", f"{v(j)} = {self.fit(self.add(v(j), x))};"))
        self.any_way("0", n, column)


VECTORS = ("recurrence", "filter", "prefix", "passes", "passes", "stencil", "relax", "thomas", "convolve", "product_of_polynomials", "horner", "sort", "sort", "search",
           "best", "turn", "chain", "knapsack", "bits", "states", "text", "rows", "row_by_matrix", "row_by_matrix")
MATRICES = ("lu", "lu", "cholesky", "solve", "product", "transpose", "shortest", "triangle", "grid", "table_of_steps")
