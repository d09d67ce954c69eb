# SPDX-License-Identifier: Apache-2.0
# The forms of cublas.h, which have no handle: made of the routines that have one.
import collections
import re

Form = collections.namedtuple("Form", "result name parameters arguments")

LETTERS = {"cublasOperation_t": "operation", "cublasFillMode_t": "fill_mode", "cublasSideMode_t": "side_mode",
           "cublasDiagType_t": "diag_type"}
PARAMETER = re.compile(r"(?P<type>.*?)(?P<name>\w+)$")


def logged(result, name, parameters, arguments):
    """What an entry does first."""
    types = ", ".join(re.sub(r"\s*(\w+)(\[\])?$", lambda m: "*" if m[2] else "", part) for part in parameters.split(", "))
    return f'if (is_logging()) log_call("{result} {name}", "{types}", "{parameters}", {arguments});'


def is_value(stem, scalar, type_text, name):
    """Scalars that are only read; of rotg, b is also written where numbers are real."""
    if stem == "rotg":
        return name == "b" and scalar.startswith("cu")
    return type_text.startswith("const ") and (name in ("alpha", "beta") or stem == "rot" and name in ("c", "s"))


def form(symbol, stem, scalar, parameters):
    """`parameters` are those behind the handle, with the types filled in."""
    result, declared, arguments = "void", [], []
    for part in parameters.split(", "):
        match = PARAMETER.match(part)
        type_text, name = match["type"].strip(), match["name"]
        if stem == "trmm" and name in ("C", "ldc"):
            arguments.append({"C": "B", "ldc": "ldb"}[name])  # in place
        elif type_text in LETTERS:
            declared.append(f"char {name}")
            arguments.append(f"{LETTERS[type_text]}({name})")
        elif name == "result":
            result = type_text.rstrip("*").strip()
            arguments.append("&result")
        elif is_value(stem, scalar, type_text, name):
            declared.append(f"{type_text.removeprefix('const ').rstrip('*').strip()} {name}")
            arguments.append("&" + name)
        else:
            declared.append(part.removeprefix("const ") if stem == "trmm" and name == "B" else part)
            arguments.append(name)
    return Form(result, symbol.removesuffix("_v2"), ", ".join(declared), ", ".join(arguments))


def declaration(legacy):
    return f"{legacy.result} CUBLASWINAPI {legacy.name}({legacy.parameters});\n"


def entry(legacy, body):
    call = f"legacy([&](cublasHandle_t handle) {{ return riffle::cublas::{body}(handle, {legacy.arguments}); }});"
    if legacy.result != "void":
        call = f"{legacy.result} result{{}}; {call} return result;"
    names = ", ".join(re.search(r"\w+$", part)[0] for part in legacy.parameters.split(", "))
    log = logged(legacy.result, legacy.name, legacy.parameters, names)
    return f'extern "C" RIFFLE_EXPORT {legacy.result} {legacy.name}({legacy.parameters}) {{ {log} {call} }}\n'
