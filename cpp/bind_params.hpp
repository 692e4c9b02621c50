// The knobs of the search as they come from Python.
#pragma once

#include <pybind11/pybind11.h>

#include "evaluate.hpp"

namespace aqua {

inline Params make_params(const pybind11::dict& values) {
    Params params{};
#define AQUA_READ(name) params.name = values[#name].cast<float>();
    AQUA_PARAMS(AQUA_READ)
#undef AQUA_READ
    return params;
}

}  // namespace aqua
