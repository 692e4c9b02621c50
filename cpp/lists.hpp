// Writing lists of decisions without a branch for each of them.
#pragma once

#include "position.hpp"

namespace aqua {

// Eight numbers that are added to at once. Compilers do not reliably find that out for arrays.
#ifdef __GNUC__
using Block = Action __attribute__((vector_size(16)));
#else
struct Block {
    Action numbers[8];
    friend Block operator+(Block block, Action more) {
        for (Action& number : block.numbers) number = static_cast<Action>(number + more);
        return block;
    }
};
#endif

// The numbers of the bits set in the lowest `Bytes` bytes of a word, ascending. They are looked up and written in
// blocks, a byte each; what a block has too much is overwritten by the next one or lies behind the list.
template <int Bytes>
class SetBits {
   public:
    explicit SetBits(std::uint64_t bits) {
        for (int byte = 0; byte < Bytes; ++byte) {
            const unsigned now = bits >> byte * 8 & 255;
            std::memcpy(&blocks_[byte], tables::SET_BITS + now * 8, sizeof(Block));
            starts_[byte] = size_;
            size_ += tables::BIT_COUNT[now];
        }
    }

    // Write `first` + each number, and return the end. There has to be room for eight more.
    Action* write(int first, Action* out) const {
        for (int byte = 0; byte < Bytes; ++byte) {
            const Block block = blocks_[byte] + static_cast<Action>(first + byte * 8);
            std::memcpy(out + starts_[byte], &block, sizeof block);
        }
        return out + size_;
    }

   private:
    Block blocks_[Bytes];
    int starts_[Bytes];
    int size_ = 0;
};

}  // namespace aqua
