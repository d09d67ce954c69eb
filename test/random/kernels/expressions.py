# SPDX-License-Identifier: Apache-2.0
"""Expressions of random kernels: operations whose result CUDA leaves no choice in."""


class Expressions:
    """Needs: random (random.Random), features, pick()."""

    def constant(self, kind):
        if kind in ("float", "double"):
            value = self.pick("0", "1", "-1", "0.5", "3.25", "1e-3", "-7e4", "1.0e30", "16777217")
            return f"({kind}){value}"
        value = self.pick(0, 1, 2, 3, 7, 31, 255, 0x80000000, 0xFFFFFFFF, self.random.getrandbits(32))
        return f"{value}u" if kind == "unsigned" else f"{self.pick(value, self.random.getrandbits(64))}ull"

    def leaf(self, kind, scope):
        names = scope.variables[kind] + scope.readable[kind]
        if names and self.random.random() < 0.8:
            return self.random.choice(names)
        return self.constant(kind)

    def expression(self, kind, scope, depth=0):
        if depth > 3 or self.random.random() < 0.15 + 0.2 * depth:
            return self.leaf(kind, scope)
        below = lambda other=kind: self.expression(other, scope, depth + 1)
        if kind in ("float", "double"):
            return self.real(kind, below, scope)
        return self.integer(kind, below, scope)

    def integer(self, kind, below, scope):
        bits = 31 if kind == "unsigned" else 63
        signed = "int" if kind == "unsigned" else "long long"
        form = self.random.randrange(16)
        if form < 5:
            return f"({below()} {self.pick('+', '-', '*', '&', '|', '^')} {below()})"
        if form == 5:
            return f"({below()} {self.pick('<<', '>>')} ({below('unsigned')} & {bits}u))"
        if form == 6:
            return f"(({kind})((({signed}){below()}) >> ({below('unsigned')} & {bits}u)))"
        if form == 7:
            return f"({below()} {self.pick('/', '%')} (({below()} & 1023u) | 1u))"
        if form == 8:
            return f"(({kind})((({signed}){below()}) {self.pick('/', '%')} (({signed})(({below()} & 255u) | 1u))))"
        if form == 9:
            return f"({self.condition(scope)} ? {below()} : {below()})"
        if form == 10:
            return f"{self.pick('min', 'max')}({below()}, {below()})"
        if form == 11:
            return f"(({kind})({self.pick('min', 'max')}(({signed}){below()}, ({signed}){below()})))"
        if form == 12 and kind == "unsigned":
            return self.pick(f"(unsigned)__popc({below()})", f"(unsigned)__clz({below()})", f"__brev({below()})",
                             f"(unsigned)__ffs({below()})", f"__umulhi({below()}, {below()})",
                             f"__funnelshift_l({below()}, {below()}, {below()})",
                             f"__byte_perm({below()}, {below()}, {below()} & 0x7777u)")
        if form == 12:
            return self.pick(f"(unsigned long long)__popcll({below()})", f"__umul64hi({below()}, {below()})",
                             f"(unsigned long long)__clzll({below()})")
        if form == 13:
            real = self.real_kind()
            return f"(({kind})bits_of({self.expression(real, scope, 2)}))"
        if form == 14:
            return f"(({kind})({signed}){self.expression(self.real_kind(), scope, 2)})"
        return f"(({kind})({self.pick('signed char', 'short', 'unsigned char', 'int')}){below('unsigned')})"

    def real_kind(self):
        return self.pick("float", "double") if "double" in self.features else "float"

    def real(self, kind, below, scope):
        form = self.random.randrange(11)
        if form < 5:
            return f"({below()} {self.pick('+', '-', '*')} {below()})"
        if form == 5:
            return f"({below()} / {below()})"
        if form == 6:
            return f"({self.condition(scope)} ? {below()} : {below()})"
        if form == 7:
            return f"{self.pick('fmin', 'fmax')}({below()}, {below()})"
        if form == 8:
            call = self.pick("fabs", "floor", "ceil", "trunc", "rint", "sqrt")
            return f"{call}({below()})"
        if form == 9:
            return f"fma({below()}, {below()}, {below()})"
        other = self.pick("unsigned", "unsigned long long")
        cast = self.pick("", "(int)" if other == "unsigned" else "(long long)")
        return f"(({kind}){cast}{self.expression(other, scope, 2)})"

    def condition(self, scope):
        kind = self.pick("unsigned", "unsigned", "unsigned long long", self.real_kind())
        left, right = self.expression(kind, scope, 2), self.expression(kind, scope, 2)
        if kind == "unsigned" and self.random.random() < 0.4:
            return f"(({left}) & {self.pick(1, 2, 3, 4, 8)}u)"
        if kind == "unsigned" and self.random.random() < 0.4:
            return f"((int){left} {self.pick('<', '>', '<=')} (int){right})"
        return f"({left} {self.pick('<', '>', '<=', '>=', '==', '!=')} {right})"
