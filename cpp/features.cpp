#include "features.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

#include "nearness.hpp"
#include "rules.hpp"

namespace aqua {

using namespace tables;

namespace {

// ---- constant geometry ------------------------------------------------------------------------------------------

constexpr int STEP_COLUMN[4] = {0, 1, 0, -1}, STEP_ROW[4] = {-1, 0, 1, 0};

// The squares looked at around the square before a workman: steps ahead and to the right, seen with the water.
struct Cell {
    int ahead, right;
};
constexpr Cell CELLS[] = {{0, -2}, {0, -1}, {0, 1},  {0, 2},   {1, -2}, {1, -1}, {1, 0},   {1, 1},  {1, 2},
                          {2, -1}, {2, 0},  {2, 1},  {3, 0},   {-1, -2}, {-1, -1}, {-1, 1}, {-1, 2}};
constexpr int CELL_COUNT = static_cast<int>(std::size(CELLS));

// What a square of a `Scene` shows: OUTSIDE, the content of the board, or if it is empty FREE and a bit for each seat
// with a workman before it.
constexpr int OUTSIDE = 0, FREE = 16, SHOWN = 32;
constexpr int LEFT = 1, AHEAD = 6, RIGHT = 2;  // of the cells, the neighbors

struct Geometry {
    SquareMask not_first, not_last;              // all squares but those of the first and of the last column
    std::uint8_t cells[PORTS][CELL_COUNT] = {};  // the squares around the one that a port faces; SQUARES beyond the edge
    std::uint8_t turned[4][FACES + 1] = {};      // a face as it looks with the water going north
    std::uint8_t seen[MAX_SEATS][4][SHOWN] = {};  // the content of a cell for a seat whose water goes to a side
    // Where water runs to that leaves to a side, by what is shown there: an outcome of `exit_outcome`, or ON if it runs on.
    static constexpr std::uint8_t ON = EXITS;
    std::uint8_t exits[4][SHOWN] = {};
    constexpr Geometry() {
        for (int a = 0; a < SQUARES; ++a) {
            if (a % COLUMNS) not_first.set(a);
            if (a % COLUMNS != COLUMNS - 1) not_last.set(a);
        }
        for (int port = 0; port < PORTS; ++port) {
            const int side = port & 3, right = (side + 1) & 3;
            const int column = (port >> 2) % COLUMNS + STEP_COLUMN[side], row = (port >> 2) / COLUMNS + STEP_ROW[side];
            for (int i = 0; i < CELL_COUNT; ++i) {
                const int c = column + CELLS[i].ahead * STEP_COLUMN[side] + CELLS[i].right * STEP_COLUMN[right];
                const int r = row + CELLS[i].ahead * STEP_ROW[side] + CELLS[i].right * STEP_ROW[right];
                const bool inside = c >= 0 && c < COLUMNS && r >= 0 && r < ROWS;
                cells[port][i] = static_cast<std::uint8_t>(inside ? r * COLUMNS + c : SQUARES);
            }
        }
        for (int side = 0; side < 4; ++side)
            for (int face = 1; face <= FACES; ++face)
                for (int other = 1; other <= FACES; ++other) {
                    bool same = FACE_KIND[face] == FACE_KIND[other];
                    for (int from = 0; from < 4 && same; ++from) {
                        const int leaves = THROUGH[face << 2 | ((from + side) & 3)];
                        same = THROUGH[other << 2 | from] == (leaves < 0 ? -1 : (leaves - side + 4) % 4);
                    }
                    if (same) turned[side][face] = static_cast<std::uint8_t>(other);
                }
        for (int side = 0; side < 4; ++side)
            for (int shown = 1; shown < SHOWN; ++shown) {
                const bool tile = shown <= FACES, free = shown >= FREE;
                for (int seat = 0; seat < MAX_SEATS; ++seat) {
                    const int facing = shown - FREE;
                    const int before = facing >> seat & 1 ? 2 : facing ? 3 : 1;
                    seen[seat][side][shown] = static_cast<std::uint8_t>(free ? before : tile ? 3 + turned[side][shown] : 13);
                }
                const bool channel = tile && THROUGH[shown << 2 | (side ^ 2)] >= 0;
                exits[side][shown] = free ? 1 : channel ? ON : 0;
            }
    }
};
constexpr Geometry GEOMETRY;
constexpr std::uint64_t ALL_SQUARES[] = {~0ull, (1ull << (SQUARES - 64)) - 1};

// ---- rows --------------------------------------------------------------------------------------------------------

// Of an aqueduct.
constexpr int CONTENTS_SEEN = 14;  // beyond the edge; empty: free, faced by an own or a rival's workman; nine faces; a wall
constexpr int A_CELL = 0;
constexpr int A_EXIT = A_CELL + CELL_COUNT * CONTENTS_SEEN;
constexpr int A_FED = A_EXIT + 3 * EXITS;
constexpr int A_ALLOWED = A_FED + 9;
constexpr int A_CAN = A_ALLOWED + 7;
constexpr int A_LENGTH = A_CAN + 2 * LAYS;
constexpr int LENGTHS = 25;
constexpr int A_PODIUM = A_LENGTH + LENGTHS;
constexpr int A_GAP = A_PODIUM + PODIUMS;
constexpr int A_RANK = A_GAP + 10;
constexpr int A_PROGRESS = A_RANK + 12;
constexpr int A_SIGHT = A_PROGRESS + LENGTHS * 8;
constexpr int A_NEXT_SIGHT = A_SIGHT + 24;
constexpr int A_ROOM_TWO = A_NEXT_SIGHT + 12;
constexpr int A_ROOM_FOUR = A_ROOM_TWO + 13;
constexpr int A_REGION = A_ROOM_FOUR + 14;
constexpr int A_REGION_OWN = A_REGION + 15;
constexpr int A_REGION_RIVAL = A_REGION_OWN + 4;
constexpr int A_PORT = A_REGION_RIVAL + 5;
constexpr int A_TURN = A_PORT + PORTS;
constexpr int A_OPEN = A_TURN + 12;
constexpr int A_EMPTY = A_OPEN + 6;
constexpr int A_BLOCKED = A_EMPTY + 15;
static_assert(A_BLOCKED + 1 == AQUEDUCT_ROWS);

// Of a seat.
constexpr int S_STANDING = 0;
constexpr int S_EXPECTED = S_STANDING + 64;
constexpr int S_LEAD = S_EXPECTED + 80;
constexpr int S_OPEN = S_LEAD + 41;
constexpr int S_TURN = S_OPEN + 7;
constexpr int S_HELD = S_TURN + 12;
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

// ---- helpers -----------------------------------------------------------------------------------------------------

// A set of squares.
struct Squares {
    std::uint64_t low = 0, high = 0;
    static Squares of(int square) {
        return square < 64 ? Squares{1ull << square, 0} : Squares{0, 1ull << (square - 64)};
    }
    static Squares of(const std::uint64_t* words) { return {words[0], words[1]}; }
    explicit operator bool() const { return low | high; }
    bool operator==(const Squares&) const = default;
    Squares operator|(Squares o) const { return {low | o.low, high | o.high}; }
    Squares operator&(Squares o) const { return {low & o.low, high & o.high}; }
    Squares without(Squares o) const { return {low & ~o.low, high & ~o.high}; }
    Squares up(int by) const { return {low << by, high << by | low >> (64 - by)}; }
    Squares down(int by) const { return {low >> by | high << (64 - by), high >> by}; }
    int count() const { return std::popcount(low) + std::popcount(high); }
};

// All empty squares that can be reached from one over their sides.
Squares region(Squares empty, Squares from) {
    const Squares not_first = Squares::of(GEOMETRY.not_first.words), not_last = Squares::of(GEOMETRY.not_last.words);
    Squares reached = from, before;
    while (reached != before) {
        before = reached;
        reached = (reached | (reached.up(1) & not_first) | (reached.down(1) & not_last) | reached.up(COLUMNS) |
                   reached.down(COLUMNS)) &
                  empty;
    }
    return reached;
}

int region_bucket(int size) {
    constexpr int LIMITS[] = {1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 30, 40, 60};
    int bucket = 0;
    while (bucket < 14 && size > LIMITS[bucket]) ++bucket;
    return bucket;
}

// The podiums with room for two, as a bit set.
constexpr std::uint32_t FOR_TWO = [] {
    std::uint32_t podiums = 0;
    for (int value = 1; value < PODIUMS; ++value) podiums |= static_cast<std::uint32_t>(PODIUM_ROOM[value] == 2) << value;
    return podiums;
}();

// The podiums that somebody stands on, as a bit set.
unsigned taken_podiums(const Position& p) {
    unsigned taken = 0;
    for (int value = 1; value < PODIUMS; ++value) taken |= static_cast<unsigned>(p.podiums[value] != 0) << value;
    return taken;
}

// What each seat may have at the end, in hundredths of a point: lengths with what they may grow, then the race for podiums.
void expected_points(const Position& p, const Layout& layout, const int* grown, unsigned taken, int* points) {
    constexpr int LANES = 16;  // a power of two, for the compiler
    static_assert(AQUEDUCTS <= LANES);
    int lengths[LANES], ranks[LANES] = {}, count = 0;
    std::uint8_t seats[LANES], order[LANES];
    std::fill_n(lengths, LANES, -1);
    for (unsigned rest = p.on_board; rest; rest &= rest - 1, ++count) {
        const int aqueduct = std::countr_zero(rest);
        lengths[count] = p.lengths[aqueduct] * 100 + grown[aqueduct];
        seats[count] = layout.seats[aqueduct];
    }
    // The longest first, without a branch that depends on lengths: how many come before each.
    for (int i = 0; i < count; ++i) {
        const int length = lengths[i];
        for (int j = 0; j < LANES; ++j) ranks[j] += (length > lengths[j]) | ((length == lengths[j]) & (i < j));
    }
    for (int i = 0; i < count; ++i) order[ranks[i]] = static_cast<std::uint8_t>(i);
    int on[PODIUMS][MAX_SEATS] = {};
    for (unsigned rest = taken; rest; rest &= rest - 1) {
        const int value = std::countr_zero(rest);
        for (int workmen = p.podiums[value]; workmen; workmen >>= 4) {
            const int seat = layout.color_seats[(workmen & 15) - 1];
            ++on[value][seat];
            points[seat] += value * 100;
        }
    }
    std::uint32_t room = p.room;
    for (int i = 0; i < count; ++i) {
        const int at = order[i], length = std::min(lengths[at], (PODIUMS - 1) * 100);
        const int value = std::bit_width(room & ((2u << length / 100) - 1)) - 1;
        points[seats[at]] += value * 100 + length % 100 * 4 / 5;
        ++on[value][seats[at]];
        const std::uint32_t bit = 1u << value;
        room &= ~bit | (FOR_TWO & ~taken) | 1;
        taken |= bit;
    }
    taken &= ~1u;
    for (int bonus = 400; taken && bonus > 100; bonus -= 100) {
        const int value = std::bit_width(taken) - 1;
        taken ^= 1u << value;
        for (int seat = 0; seat < layout.players; ++seat) points[seat] += bonus * on[value][seat];
    }
}

}  // namespace

void extract(const Position& p, const Layout& layout, Features& out) {
    const int players = layout.players;
    const auto seen_from = [&](int from, int seat) { return seat >= from ? seat - from : seat - from + players; };
    const Squares empty = Squares::of(p.empty);
    const int empties = empty.count();

    // what every square shows, and where workmen face empty squares: the squares of each seat
    std::uint8_t shown[SQUARES + 1];
    for (int square = 0; square < SQUARES; ++square) shown[square] = p.board[square] == EMPTY ? FREE : p.board[square];
    shown[SQUARES] = OUTSIDE;
    Squares faced[MAX_SEATS] = {};
    int open[MAX_SEATS] = {}, can[MAX_SEATS] = {}, longest[MAX_SEATS] = {};
    std::int8_t lengths[16];  // of aqueducts with a workman, and of none
    std::fill_n(lengths, 16, std::int8_t{-1});
    for (unsigned rest = p.on_board; rest; rest &= rest - 1) {
        const int aqueduct = std::countr_zero(rest), seat = layout.seats[aqueduct];
        ++open[seat];
        lengths[aqueduct] = static_cast<std::int8_t>(p.lengths[aqueduct]);
        longest[seat] = std::max(longest[seat], static_cast<int>(p.lengths[aqueduct]));
        if (p.blocked >> aqueduct & 1) continue;
        const int square = NEIGHBOR[p.ends[aqueduct]] >> 2;
        faced[seat] = faced[seat] | Squares::of(square);
        shown[square] |= static_cast<std::uint8_t>(1 << seat);
    }

    struct Region {
        Squares squares;
        int bucket, facing[MAX_SEATS], all;
    };
    Region regions[MAX_OPEN];
    int region_count = 0;
    int grown[AQUEDUCTS] = {};
    out.open = 0;
    for (unsigned rest = p.on_board; rest; rest &= rest - 1) {
        const int aqueduct = std::countr_zero(rest), seat = layout.seats[aqueduct];
        const int length = clamped(p.lengths[aqueduct], LENGTHS - 1);
        const int at = out.open++;
        out.aqueduct[at] = static_cast<std::uint8_t>(aqueduct);
        out.owner[at] = static_cast<std::uint8_t>(seen_from(p.mover, seat));
        auto& rows = out.aqueducts[at];
        rows.count = 0;

        rows.add(A_LENGTH + length);
        rows.add(A_PODIUM + podium_for(p, p.lengths[aqueduct]));
        const std::uint32_t above = p.room >> std::min(length + 1, 31);
        rows.add(A_GAP + (above ? clamped(std::countr_zero(above), 8) : 9));
        std::int8_t rank = -1;  // not himself
        for (const std::int8_t other : lengths) rank = static_cast<std::int8_t>(rank + (other >= lengths[aqueduct]));
        rows.add(A_RANK + rank);
        rows.add(A_PROGRESS + length * 8 + clamped(empties / 11, 7));
        rows.add(A_TURN + (players - 2) * 4 + seen_from(p.turn, seat));
        rows.add(A_OPEN + open[seat] - 1);
        rows.add(A_EMPTY + clamped(empties / 6, 14));
        if (p.blocked >> aqueduct & 1) {
            rows.add(A_BLOCKED);
            continue;
        }
        const int end = p.ends[aqueduct], side = end & 3, beyond = NEIGHBOR[end], square = beyond >> 2;
        rows.add(A_PORT + end);

        // what lies around the square before him
        const std::uint8_t* cells = GEOMETRY.cells[end];
        const std::uint8_t* seen_as = GEOMETRY.seen[seat][side];
        for (int i = 0; i < CELL_COUNT; ++i) rows.add(A_CELL + i * CONTENTS_SEEN + seen_as[shown[cells[i]]]);
        // where water would run that left it to the left, ahead or to the right; and who else stands before it
        const unsigned others = p.fed[square] & ~(1u << (beyond & 3));
        constexpr int NEXT[] = {LEFT, AHEAD, RIGHT};
        for (int turn = 0; turn < 3; ++turn) {
            const int leave = (side + 3 + turn) & 3;
            int outcome = GEOMETRY.exits[leave][shown[cells[NEXT[turn]]]];
            if (outcome == Geometry::ON) outcome = exit_outcome(follow(p.board, square << 2 | leave), square);
            rows.add(A_EXIT + turn * EXITS + outcome);
            if (others >> leave & 1) {
                const int feeder = p.feeder[square] >> leave * 4 & 15;
                const bool stands = p.on_board >> feeder & 1;
                rows.add(A_FED + turn * 3 + (!stands ? 2 : layout.seats[feeder] == seat ? 0 : 1));
            }
        }
        // what he could have laid now
        constexpr unsigned EACH_LAY = (1u << LAYS) - 1;
        const unsigned allowed = allowed_lays(p, square, beyond & 3);
        const unsigned sight = p.sight[COLUMN[end >> 2]] | p.sight[ROW[end >> 2]];
        const unsigned a = sight, b = sight >> LAYS, c = sight >> 2 * LAYS, d = sight >> 3 * LAYS;
        const unsigned once = a | b | c | d, twice = (a & b) | ((a | b) & (c | d)) | (c & d);
        rows.add(A_ALLOWED + std::popcount(allowed));
        const unsigned lays = allowed & once & EACH_LAY;
        for (unsigned left = lays; left; left &= left - 1) {
            const int lay = std::countr_zero(left);
            rows.add(A_CAN + lay * 2 + static_cast<int>(twice >> lay & 1));
        }
        can[seat] += lays != 0;
        // whom he sees, and whom he would see to his sides one step on
        const std::uint8_t* seen = SIGHT + (end >> 2) * 4;
        const std::uint8_t* next = SIGHT + square * 4;
        int sees = 0;
        for (int turn = 0; turn < 4; ++turn) {
            const int kind = p.path[seen[(side + turn) & 3]];
            rows.add(A_SIGHT + turn * 6 + kind);
            sees += kind != 0;
        }
        rows.add(A_NEXT_SIGHT + p.path[next[(side + 3) & 3]]);
        rows.add(A_NEXT_SIGHT + 6 + p.path[next[(side + 1) & 3]]);
        // room to grow
        const int near = near_count(p.empty, square);
        rows.add(A_ROOM_TWO + clamped(near - 1, 12));
        rows.add(A_ROOM_FOUR + clamped(count_in(p.empty, WITHIN_FOUR.masks[square]) / 3, 13));
        const Squares here = Squares::of(square);
        int within = 0;
        while (within < region_count && !(regions[within].squares & here)) ++within;
        Region& around = regions[within];
        if (within == region_count) {
            ++region_count;
            around.squares = region(empty, here);
            around.bucket = region_bucket(around.squares.count());
            around.all = 0;
            for (int other = 0; other < players; ++other)
                around.all += around.facing[other] = (around.squares & faced[other]).count();
        }
        rows.add(A_REGION + around.bucket);
        rows.add(A_REGION_OWN + clamped(around.facing[seat] - 1, 3));
        rows.add(A_REGION_RIVAL + clamped(around.all - around.facing[seat], 4));

        grown[aqueduct] = expected_growth(near, sees, empties, players, open[seat]);
    }

    const unsigned taken = taken_podiums(p);
    int points[MAX_SEATS] = {}, standing[MAX_SEATS] = {};
    expected_points(p, layout, grown, taken, points);
    for (int seat = 0; seat < MAX_SEATS; ++seat) out.seats[seat].count = 0;
    for (unsigned rest = taken; rest; rest &= rest - 1) {
        const int value = std::countr_zero(rest);
        int first = -1;
        for (int workmen = p.podiums[value]; workmen; workmen >>= 4) {
            const int seat = layout.color_seats[(workmen & 15) - 1];
            standing[seat] += value;
            out.seats[seen_from(p.mover, seat)].add(first == seat ? S_ON + (value == 3 ? 20 : 21) : S_ON + value - 1);
            first = seat;
        }
    }
    for (int seat = 0; seat < players; ++seat) {
        auto& rows = out.seats[seen_from(p.mover, seat)];
        int best = -100000;
        for (int other = 0; other < players; ++other)
            if (other != seat) best = std::max(best, points[other]);
        rows.add(S_STANDING + clamped(standing[seat], 63));
        rows.add(S_EXPECTED + clamped((points[seat] + 50) / 100, 79));
        rows.add(S_LEAD + clamped((points[seat] - best + 2050) / 100, 40));
        rows.add(S_OPEN + open[seat]);
        rows.add(S_TURN + (players - 2) * 4 + seen_from(p.turn, seat));
        for (int kind = 1; kind <= 5; ++kind)
            if (p.held[seat][kind]) rows.add(S_HELD + kind - 1);
        if (p.due[seat]) rows.add(S_DUE + clamped(p.due[seat] - 1, 3));
        if (seat == p.mover) rows.add(S_MOVER);
        rows.add(S_CAN + can[seat]);
        rows.add(S_LONGEST + clamped(longest[seat], LENGTHS - 1));
    }

    auto& rows = out.board;
    rows.count = 0;
    for (int word = 0; word < 2; ++word)
        for (std::uint64_t rest = ALL_SQUARES[word] & ~p.empty[word]; rest; rest &= rest - 1) {
            const int square = word * 64 + std::countr_zero(rest), there = p.board[square];
            rows.add(B_TILE + square * FACES + there - 1);
            rows.count -= there >= RESERVOIR || layout.start_board[square] != EMPTY;  // no tile; cheaper than a branch
        }
    for (std::uint64_t rest = p.occupied; rest; rest &= rest - 1) {
        const int path = std::countr_zero(rest) + 1;
        rows.add(B_BUILDER + (p.path[path] - 1) * PATH + path - 1);
    }
    for (unsigned rest = taken; rest; rest &= rest - 1) {
        const int value = std::countr_zero(rest);
        rows.add(B_PODIUM + (value - 1) * 2 + !(p.room >> value & 1));
    }
    for (int kind = 1; kind <= 4; ++kind) rows.add(B_STOCK + (kind - 1) * 8 + clamped((p.stock[kind] + 2) / 3, 7));
    for (int kind = 1; kind <= 5; ++kind)
        if (p.reserve[kind]) rows.add(B_RESERVE + kind - 1);
    if (p.phase == PHASE_SETUP)
        for (int kind = 1; kind <= 4; ++kind) rows.add(B_SETUP + (kind - 1) * 4 + clamped(p.setup_left[kind], 3));
    rows.add(B_PHASE + (players - 2) * 6 + clamped(p.phase, 5));
    if (p.laid) rows.add(B_LAID + p.laid - 1);
    rows.add(B_DRY + clamped(p.dry, 3));
    rows.add(B_EMPTY + clamped(empties / 3, 28));
}

}  // namespace aqua
