// A small generator of our own, so that a seed gives the same game on every machine.
#pragma once

#include <cstdint>

namespace aqua {

class Random {
   public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {  // splitmix64
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ull);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }
    int below(int bound) { return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(bound) >> 32); }
    float unit() { return static_cast<float>(next() >> 40) * 0x1p-24f; }

   private:
    std::uint64_t state_;
};

}  // namespace aqua
