#include "rows.hpp"

#include <algorithm>
#include <initializer_list>

namespace aqua {

using namespace tables;

namespace {

// ---- plain rows, in the order of the weight file -----------------------------------------------------------------

// Of an aqueduct.
constexpr int A_CELL = 0;
constexpr int A_EXIT = A_CELL + CELL_COUNT * CONTENTS_SEEN;
constexpr int A_FED = A_EXIT + 3 * EXITS;
constexpr int A_ALLOWED = A_FED + 9;
constexpr int A_CAN = A_ALLOWED + 7;
constexpr int A_LENGTH = A_CAN + 2 * LAYS;
constexpr int A_PODIUM = A_LENGTH + LENGTHS;
constexpr int A_GAP = A_PODIUM + PODIUMS;
constexpr int A_RANK = A_GAP + GAPS;
constexpr int A_PROGRESS = A_RANK + 12;
constexpr int A_SIGHT = A_PROGRESS + LENGTHS * 8;
constexpr int A_NEXT_SIGHT = A_SIGHT + 4 * KINDS;
constexpr int A_ROOM_TWO = A_NEXT_SIGHT + 2 * KINDS;
constexpr int A_ROOM_FOUR = A_ROOM_TWO + ROOM_TWO;
constexpr int A_REGION = A_ROOM_FOUR + ROOM_FOUR;
constexpr int A_REGION_OWN = A_REGION + REGIONS;
constexpr int A_REGION_RIVAL = A_REGION_OWN + OWN_NEAR;
constexpr int A_PORT = A_REGION_RIVAL + RIVALS_NEAR;
constexpr int A_TURN = A_PORT + PORTS;
constexpr int A_OPEN = A_TURN + TURNS;
constexpr int A_EMPTY = A_OPEN + 6;
constexpr int A_BLOCKED = A_EMPTY + 15;
static_assert(A_BLOCKED + 1 == AQUEDUCT_ROWS);

// Of a seat.
constexpr int S_STANDING = 0;
constexpr int S_EXPECTED = S_STANDING + 64;
constexpr int S_LEAD = S_EXPECTED + 80;
constexpr int S_OPEN = S_LEAD + 41;
constexpr int S_TURN = S_OPEN + 7;
constexpr int S_HELD = S_TURN + TURNS;
constexpr int S_DUE = S_HELD + 5;
constexpr int S_ON = S_DUE + 4;
constexpr int S_MOVER = S_ON + 22;
constexpr int S_CAN = S_MOVER + 1;
constexpr int S_LONGEST = S_CAN + 7;
static_assert(S_LONGEST + LENGTHS == SEAT_ROWS);

// Of the board.
constexpr int B_TILE = 0;
constexpr int B_BUILDER = B_TILE + SQUARES * FACES;
constexpr int B_PODIUM = B_BUILDER + 5 * PATH;
constexpr int B_STOCK = B_PODIUM + 40;
constexpr int B_RESERVE = B_STOCK + 32;
constexpr int B_SETUP = B_RESERVE + 5;
constexpr int B_PHASE = B_SETUP + 16;
constexpr int B_LAID = B_PHASE + 18;
constexpr int B_DRY = B_LAID + 4;
constexpr int B_EMPTY = B_DRY + 4;
static_assert(B_EMPTY + 29 == BOARD_ROWS);

// ---- combinations ------------------------------------------------------------------------------------------------

// The plain rows for each value of a feature, or for each combination of values of some features.
struct Choices {
    Parts values;

    // All combinations; the value of the second feature changes first.
    Choices operator*(const Choices& second) const {
        Choices both;
        for (const auto& one : values)
            for (const auto& other : second.values) {
                both.values.push_back(one);
                for (int i = 0; i < other.count; ++i) both.values.back().add(other.rows[i]);
            }
        return both;
    }
    // The values of both, one after another.
    Choices operator+(const Choices& more) const {
        Choices both = *this;
        both.values.insert(both.values.end(), more.values.begin(), more.values.end());
        return both;
    }
};

Choices rows(std::initializer_list<int> numbers) {
    Choices one;
    one.values.emplace_back();
    for (const int row : numbers) one.values.back().add(row);
    return one;
}

// A row for each value.
Choices each(int first, int count) {
    Choices all;
    for (int row = first; row < first + count; ++row) all.values.emplace_back().add(row);
    return all;
}

// A row for each value but the first, which has none.
Choices but_first(int first, int count) { return rows({}) + each(first, count); }

void place(Parts& parts, int first, const Choices& choices) {
    std::copy(choices.values.begin(), choices.values.end(), parts.begin() + first);
}

Choices lays(int last) {
    return but_first(A_CAN + 2 * last, 2) * but_first(A_CAN + 2 * last - 2, 2) * but_first(A_CAN + 2 * last - 4, 2);
}

Choices kinds(int first) {  // a set of the five kinds of builders
    return but_first(first + 4, 1) * but_first(first + 3, 1) * but_first(first + 2, 1) * but_first(first + 1, 1) *
           but_first(first, 1);
}

Parts of_aqueducts() {
    namespace at = aqueduct_rows;
    Parts parts(at::COUNT);
    place(parts, at::SEAT, each(A_TURN, TURNS) * each(A_OPEN, 6));
    for (int length = 0; length < LENGTHS; ++length)
        for (int n = 0; n <= SQUARES; ++n)
            place(parts, at::LENGTH + length * STAGES + STAGE.of[n],
                  rows({A_LENGTH + length, A_PROGRESS + length * 8 + coarse_stage(n), A_EMPTY + fine_stage(n)}));
    place(parts, at::PODIUM, each(A_PODIUM, PODIUMS) * each(A_GAP, GAPS));
    place(parts, at::RANK,
          each(A_RANK, 12) * (each(A_REGION_OWN, OWN_NEAR) * each(A_REGION_RIVAL, RIVALS_NEAR) + rows({A_BLOCKED})));
    place(parts, at::PORT, each(A_PORT, PORTS));
    place(parts, at::ROOM, each(A_ROOM_TWO, ROOM_TWO) * each(A_ROOM_FOUR, ROOM_FOUR));
    place(parts, at::REGION, each(A_REGION, REGIONS) * each(A_NEXT_SIGHT, KINDS) * each(A_NEXT_SIGHT + KINDS, KINDS));
    for (int half = 0; half < 2; ++half) {
        const int sight = A_SIGHT + 2 * half * KINDS;
        place(parts, at::SIGHT + half * KINDS * KINDS, each(sight, KINDS) * each(sight + KINDS, KINDS));
    }
    static_assert(LAYS == 6);
    place(parts, at::LAY, each(A_ALLOWED, LAYS + 1) * lays(2) + lays(5));
    for (int turn = 0; turn < 3; ++turn)
        place(parts, at::EXIT + turn * CONTENTS_SEEN * EXITS * FEEDS,
              each(A_CELL + NEXT_CELLS[turn] * CONTENTS_SEEN, CONTENTS_SEEN) * each(A_EXIT + turn * EXITS, EXITS) *
                  but_first(A_FED + turn * (FEEDS - 1), FEEDS - 1));
    for (int pair = 0; pair < CELL_PAIRS; ++pair)
        place(parts, at::CELL + pair * CONTENTS_SEEN * CONTENTS_SEEN,
              each(A_CELL + PAIRED_CELLS[pair][0] * CONTENTS_SEEN, CONTENTS_SEEN) *
                  each(A_CELL + PAIRED_CELLS[pair][1] * CONTENTS_SEEN, CONTENTS_SEEN));
    return parts;
}

Parts of_seats() {
    namespace at = seat_rows;
    Parts parts(at::COUNT);
    place(parts, at::STANDING, each(S_STANDING, 64));
    place(parts, at::EXPECTED, each(S_EXPECTED, 80));
    place(parts, at::LEAD, each(S_LEAD, 41));
    place(parts, at::TURN, each(S_TURN, TURNS) * each(S_OPEN, 7) * but_first(S_MOVER, 1));
    place(parts, at::HELD, kinds(S_HELD) * but_first(S_DUE, 4));
    place(parts, at::CAN, each(S_CAN, 7) * each(S_LONGEST, LENGTHS));
    place(parts, at::ON, each(S_ON, 22));
    return parts;
}

Parts of_board() {
    namespace at = board_rows;
    Parts parts(at::COUNT);
    place(parts, at::EMPTY, each(B_EMPTY, 29));
    place(parts, at::TILE, each(B_TILE, SQUARES * FACES));
    place(parts, at::BUILDER, each(B_BUILDER, 5 * PATH));
    place(parts, at::PODIUM, each(B_PODIUM, 40));
    for (int half = 0; half < 2; ++half)
        place(parts, at::STOCK + half * 64, each(B_STOCK + half * 16, 8) * each(B_STOCK + half * 16 + 8, 8));
    place(parts, at::RESERVE, kinds(B_RESERVE));
    place(parts, at::SETUP, each(B_SETUP, 16));
    place(parts, at::PHASE, each(B_PHASE, 18) * but_first(B_LAID, 4) * each(B_DRY, 4));
    return parts;
}

template <int Slots, int Combined>
void take_apart(const Parts& parts, const Rows<Combined>& rows, Rows<Slots>& out) {
    out.count = 0;
    for (int i = 0; i < rows.count; ++i) {
        const auto& part = parts[rows.rows[i]];
        for (int j = 0; j < part.count; ++j) out.add(part.rows[j]);
    }
}

}  // namespace

const Parts& aqueduct_parts() {
    static const Parts parts = of_aqueducts();
    return parts;
}

const Parts& seat_parts() {
    static const Parts parts = of_seats();
    return parts;
}

const Parts& board_parts() {
    static const Parts parts = of_board();
    return parts;
}

void make_plain(const Features& features, PlainFeatures& out) {
    out.open = features.open;
    for (int at = 0; at < features.open; ++at) {
        out.aqueduct[at] = features.aqueduct[at];
        out.owner[at] = features.owner[at];
        take_apart(aqueduct_parts(), features.aqueducts[at], out.aqueducts[at]);
    }
    for (int seat = 0; seat < MAX_SEATS; ++seat) take_apart(seat_parts(), features.seats[seat], out.seats[seat]);
    take_apart(board_parts(), features.board, out.board);
}

}  // namespace aqua
