#include "features.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>

#include "nearness.hpp"
#include "rules.hpp"

namespace aqua {

using namespace tables;

namespace {

// ---- constant geometry ------------------------------------------------------------------------------------------

constexpr int STEP_COLUMN[4] = {0, 1, 0, -1}, STEP_ROW[4] = {-1, 0, 1, 0};

// What a square of a `Scene` shows: OUTSIDE, the content of the board, or if it is empty FREE and a bit for each seat
// with a workman before it.
constexpr int OUTSIDE = 0, FREE = 16, SHOWN = 32;

// Who faces a square from a side, beside the seats: an aqueduct whose workman is gone, or nobody.
constexpr int GONE = MAX_SEATS, NOBODY = GONE + 1;

// From a port with the water: columns, rows and path squares, and the squares around the one that it faces.
struct View {
    std::uint8_t lines[2];
    std::uint8_t seen[4];            // the path squares ahead, to the right, behind and to the left
    std::uint8_t next[2];            // the same one step on, to the left and to the right
    std::uint8_t cells[CELL_COUNT];  // SQUARES beyond the edge
};

struct Geometry {
    SquareMask not_first, not_last;              // all squares but those of the first and of the last column
    View views[PORTS] = {};
    std::uint8_t turned[4][FACES + 1] = {};      // a face as it looks with the water going north
    std::uint8_t seen[MAX_SEATS][4][SHOWN] = {};  // the content of a cell for a seat whose water goes to a side
    // Where water runs to that leaves to a side, by what is shown there: an outcome of `exit_outcome`, or ON if it runs on.
    static constexpr std::uint8_t ON = EXITS;
    std::uint8_t exits[4][SHOWN] = {};
    std::uint8_t feeds[MAX_SEATS][NOBODY + 1] = {};  // who else faces a square, for a seat
    std::uint8_t states[64] = {};                    // three lays by bits: which can be had, and which twice
    constexpr Geometry() {
        for (int a = 0; a < SQUARES; ++a) {
            if (a % COLUMNS) not_first.set(a);
            if (a % COLUMNS != COLUMNS - 1) not_last.set(a);
        }
        for (int port = 0; port < PORTS; ++port) {
            const int side = port & 3, right = (side + 1) & 3;
            const int column = (port >> 2) % COLUMNS + STEP_COLUMN[side], row = (port >> 2) / COLUMNS + STEP_ROW[side];
            View& view = views[port];
            view.lines[0] = COLUMN[port >> 2];
            view.lines[1] = ROW[port >> 2];
            for (int turn = 0; turn < 4; ++turn) view.seen[turn] = SIGHT[(port & ~3) + ((side + turn) & 3)];
            if (NEIGHBOR[port] >= 0) {
                view.next[0] = SIGHT[(NEIGHBOR[port] & ~3) + ((side + 3) & 3)];
                view.next[1] = SIGHT[(NEIGHBOR[port] & ~3) + right];
            }
            for (int i = 0; i < CELL_COUNT; ++i) {
                const int c = column + CELLS[i].ahead * STEP_COLUMN[side] + CELLS[i].right * STEP_COLUMN[right];
                const int r = row + CELLS[i].ahead * STEP_ROW[side] + CELLS[i].right * STEP_ROW[right];
                const bool inside = c >= 0 && c < COLUMNS && r >= 0 && r < ROWS;
                view.cells[i] = static_cast<std::uint8_t>(inside ? r * COLUMNS + c : SQUARES);
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
        for (int seat = 0; seat < MAX_SEATS; ++seat)
            for (int other = 0; other < NOBODY; ++other)
                feeds[seat][other] = static_cast<std::uint8_t>(other == GONE ? 3 : other == seat ? 1 : 2);
        for (int bits = 0; bits < 64; ++bits)
            for (int lay = 0, digit = 1; lay < 3; ++lay, digit *= 3)
                if (bits >> lay & 1) states[bits] = static_cast<std::uint8_t>(states[bits] + digit * (1 + (bits >> (lay + 3) & 1)));
    }
};
constexpr Geometry GEOMETRY;

// ---- helpers -----------------------------------------------------------------------------------------------------

// A set of squares.
struct Squares {
    std::uint64_t words[2] = {};
    void add(int square) { words[square >> 6] |= 1ull << (square & 63); }
    bool has(int square) const { return words[square >> 6] >> (square & 63) & 1; }
    bool operator==(const Squares&) const = default;
    Squares operator|(const Squares& o) const { return {{words[0] | o.words[0], words[1] | o.words[1]}}; }
    Squares operator&(const Squares& o) const { return {{words[0] & o.words[0], words[1] & o.words[1]}}; }
    Squares up(int by) const { return {{words[0] << by, words[1] << by | words[0] >> (64 - by)}}; }
    Squares down(int by) const { return {{words[0] >> by | words[1] << (64 - by), words[1] >> by}}; }
    int count() const { return count_bits(words[0], words[1]); }
};

Squares of_words(const std::uint64_t* words) { return {{words[0], words[1]}}; }

// All empty squares that can be reached from one over their sides: two steps at a time.
Squares region(Squares empty, Squares from) {
    const Squares not_first = of_words(GEOMETRY.not_first.words), not_last = of_words(GEOMETRY.not_last.words);
    Squares reached = from, before;
    do {
        before = reached;
        reached = (reached | (reached.up(1) & not_first) | (reached.down(1) & not_last)) & empty;
        reached = (reached | reached.up(COLUMNS) | reached.down(COLUMNS)) & empty;
    } while (reached != before);
    return reached;
}

// The bucket for the size of a region.
struct RegionBuckets {
    std::uint8_t of[SQUARES + 1] = {};
    constexpr RegionBuckets() {
        constexpr int LIMITS[] = {1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 30, 40, 60};
        static_assert(std::size(LIMITS) + 1 == REGIONS);
        for (int size = 0; size <= SQUARES; ++size)
            for (const int limit : LIMITS) of[size] = static_cast<std::uint8_t>(of[size] + (size > limit));
    }
};
constexpr RegionBuckets REGION_BUCKET;

// The podiums with room for two, as a bit set.
constexpr std::uint32_t FOR_TWO = [] {
    std::uint32_t podiums = 0;
    for (int value = 1; value < PODIUMS; ++value) podiums |= static_cast<std::uint32_t>(PODIUM_ROOM[value] == 2) << value;
    return podiums;
}();

// The podiums that somebody stands on, as a bit set.
unsigned taken_podiums(const Position& p) {
    unsigned taken = 0;
    for (int value = PODIUMS - 1; value > 0; --value) taken = 2 * taken + (p.podiums[value] != 0);
    return 2 * taken;
}

// Which kinds of builders there are some of, as a bit set.
unsigned kinds_in(const std::uint8_t* counts) {
    return (counts[1] != 0) | (counts[2] != 0) << 1 | (counts[3] != 0) << 2 | (counts[4] != 0) << 3 | (counts[5] != 0) << 4;
}

// What each seat may have at the end, in hundredths of a point: lengths with what they may grow, then the race for podiums.
void expected_points(const Position& p, const Layout& layout, const int* grown, unsigned taken, int* points) {
    constexpr int LANES = 16;  // a power of two, for the compiler
    static_assert(AQUEDUCTS <= LANES);
    int lengths[AQUEDUCTS], keys[LANES] = {}, ranks[LANES] = {}, count = 0;
    std::uint8_t seats[AQUEDUCTS], order[AQUEDUCTS];
    for (unsigned rest = p.on_board; rest; rest &= rest - 1, ++count) {
        const int aqueduct = std::countr_zero(rest);
        lengths[count] = p.lengths[aqueduct] * 100 + grown[aqueduct];
        keys[count] = lengths[count] * LANES + LANES - count;  // of equal ones the first comes first
        seats[count] = layout.seats[aqueduct];
    }
    // The longest first, without a branch that depends on lengths: how many come before each.
    for (int i = 0; i < count; ++i)
        for (int j = 0; j < LANES; ++j) ranks[j] += keys[i] > keys[j];
    for (int i = 0; i < count; ++i) order[ranks[i]] = static_cast<std::uint8_t>(i);
    std::uint32_t on[PODIUMS] = {};  // workmen of each seat, a byte each
    for (unsigned rest = taken; rest; rest &= rest - 1) {
        const int value = std::countr_zero(rest);
        for (int workmen = p.podiums[value]; workmen; workmen >>= 4) {
            const int seat = layout.color_seats[(workmen & 15) - 1];
            on[value] += 1u << 8 * seat;
            points[seat] += value * 100;
        }
    }
    std::uint32_t room = p.room;
    for (int i = 0; i < count; ++i) {
        const int at = order[i], length = std::min(lengths[at], (PODIUMS - 1) * 100);
        const int value = std::bit_width(room & ((2u << length / 100) - 1)) - 1;
        points[seats[at]] += value * 100 + length % 100 * 4 / 5;
        on[value] += 1u << 8 * seats[at];
        const std::uint32_t bit = 1u << value;
        room &= ~bit | (FOR_TWO & ~taken) | 1;
        taken |= bit;
    }
    taken &= ~1u;
    for (int bonus = 400; taken && bonus > 100; bonus -= 100) {
        const int value = std::bit_width(taken) - 1;
        taken ^= 1u << value;
        for (int seat = 0; seat < layout.players; ++seat) points[seat] += bonus * static_cast<int>(on[value] >> 8 * seat & 255);
    }
}

// ---- the parts of a position -------------------------------------------------------------------------------------

// What is asked about many times.
struct Scene {
    const Position& p;
    const Layout& layout;
    const int players;
    const Squares empty;
    const int empties;
    std::uint8_t shown[SQUARES + 1];
    std::uint8_t standing[16];  // by aqueduct, the seat whose workman stands at its end
    std::uint8_t ranks[16];     // by aqueduct, how many with a workman are as long
    Squares faced[MAX_SEATS] = {};
    int open[MAX_SEATS] = {}, longest[MAX_SEATS] = {};
    int turns[MAX_SEATS], from_mover[MAX_SEATS], first_rows[MAX_SEATS];
    int can[MAX_SEATS] = {}, grown[AQUEDUCTS] = {};  // what becomes known aqueduct by aqueduct

    struct Region {
        Squares squares;
        int bucket, crowds[MAX_SEATS];  // how many of a seat's and of other squares have a workman before them
    };
    Region regions[MAX_OPEN];
    int region_count = 0;

    Scene(const Position& position, const Layout& where)
        : p(position), layout(where), players(where.players), empty(of_words(position.empty)), empties(empty.count()) {
        for (int square = 0; square < SQUARES; ++square) shown[square] = p.board[square] == EMPTY ? FREE : p.board[square];
        shown[SQUARES] = OUTSIDE;
        std::fill_n(standing, AQUEDUCTS, std::uint8_t{GONE});
        std::fill_n(standing + AQUEDUCTS, 16 - AQUEDUCTS, std::uint8_t{NOBODY});
        for (int seat = 0; seat < players; ++seat) {
            turns[seat] = (players - 2) * 4 + (seat >= p.turn ? seat - p.turn : seat - p.turn + players);
            from_mover[seat] = seat >= p.mover ? seat - p.mover : seat - p.mover + players;
        }
        rank();
        for (unsigned rest = p.on_board; rest; rest &= rest - 1) {
            const int aqueduct = std::countr_zero(rest), seat = layout.seats[aqueduct];
            standing[aqueduct] = static_cast<std::uint8_t>(seat);
            ++open[seat];
            longest[seat] = std::max(longest[seat], static_cast<int>(p.lengths[aqueduct]));
            if (p.blocked >> aqueduct & 1) continue;
            const int square = NEIGHBOR[p.ends[aqueduct]] >> 2;
            faced[seat].add(square);
            shown[square] |= static_cast<std::uint8_t>(1 << seat);
        }
        for (int seat = 0; seat < players; ++seat) first_rows[seat] = aqueduct_rows::SEAT + turns[seat] * 6 + open[seat] - 1;
    }

    void rank() {
        std::uint8_t lengths[16] = {}, counts[16] = {};
        std::memcpy(lengths, p.lengths, sizeof p.lengths);
        for (unsigned rest = p.on_board; rest; rest &= rest - 1) {
            const std::uint8_t length = p.lengths[std::countr_zero(rest)];
            for (int i = 0; i < 16; ++i) counts[i] = static_cast<std::uint8_t>(counts[i] + (length >= lengths[i]));
        }
        std::memcpy(ranks, counts, sizeof ranks);
    }

    const Region& region_of(int square) {
        for (int i = 0; i < region_count; ++i)
            if (regions[i].squares.has(square)) return regions[i];
        Region& fresh = regions[region_count++];
        Squares start;
        start.add(square);
        fresh.squares = region(empty, start);
        fresh.bucket = REGION_BUCKET.of[fresh.squares.count()];
        int facing[MAX_SEATS], all = 0;
        for (int seat = 0; seat < players; ++seat) all += facing[seat] = (fresh.squares & faced[seat]).count();
        for (int seat = 0; seat < players; ++seat)
            fresh.crowds[seat] = clamped(facing[seat] - 1, OWN_NEAR - 1) * RIVALS_NEAR + std::min(all - facing[seat], RIVALS_NEAR - 1);
        return fresh;
    }
};

void see_aqueduct(Scene& scene, int aqueduct, Rows<aqueduct_rows::SLOTS>& out) {
    namespace at = aqueduct_rows;
    const Position& p = scene.p;
    const int seat = scene.layout.seats[aqueduct], length = clamped(p.lengths[aqueduct], LENGTHS - 1);
    std::uint16_t* row = out.rows;
    const auto add = [&](int number) { *row++ = static_cast<std::uint16_t>(number); };
    add(scene.first_rows[seat]);
    add(at::LENGTH + length * STAGES + STAGE.of[scene.empties]);
    const std::uint32_t above = p.room >> std::min(length + 1, 31);
    add(at::PODIUM + podium_for(p, p.lengths[aqueduct]) * GAPS + (above ? clamped(std::countr_zero(above), 8) : 9));
    const int rank = scene.ranks[aqueduct] - 1;  // not himself
    if (p.blocked >> aqueduct & 1) {
        add(at::RANK + rank * at::CROWDS + at::CROWDS - 1);
        out.count = static_cast<int>(row - out.rows);
        return;
    }
    const int end = p.ends[aqueduct], side = end & 3, beyond = NEIGHBOR[end], square = beyond >> 2;
    const View& view = GEOMETRY.views[end];
    const Scene::Region& around = scene.region_of(square);
    add(at::RANK + rank * at::CROWDS + around.crowds[seat]);
    add(at::PORT + end);

    // room to grow: at least the square itself, at most the 13 and 41 squares within two and four steps
    const int near = near_count(p.empty, square);
    add(at::ROOM + (near - 1) * ROOM_FOUR + count_in(p.empty, WITHIN_FOUR.masks[square]) / 3);
    // whom he sees, and whom he would see to his sides one step on
    const int ahead[4] = {p.path[view.seen[0]], p.path[view.seen[1]], p.path[view.seen[2]], p.path[view.seen[3]]};
    add(at::REGION + (around.bucket * KINDS + p.path[view.next[0]]) * KINDS + p.path[view.next[1]]);
    add(at::SIGHT + ahead[0] * KINDS + ahead[1]);
    add(at::SIGHT + (KINDS + ahead[2]) * KINDS + ahead[3]);
    const int sees = (ahead[0] != 0) + (ahead[1] != 0) + (ahead[2] != 0) + (ahead[3] != 0);
    scene.grown[aqueduct] = expected_growth(near, sees, scene.empties, scene.players, scene.open[seat]);

    // what he could have laid now
    const unsigned allowed = allowed_lays(p, square, beyond & 3);
    const unsigned sight = p.sight[view.lines[0]] | p.sight[view.lines[1]];
    const unsigned a = sight, b = sight >> LAYS, c = sight >> 2 * LAYS, d = sight >> 3 * LAYS;
    const unsigned once = allowed & (a | b | c | d), twice = (a & b) | ((a | b) & (c | d)) | (c & d);
    add(at::LAY + BIT_COUNT[allowed] * LAY_STATES + GEOMETRY.states[(once & 7) | (twice & 7) << 3]);
    add(at::LAY + (LAYS + 1) * LAY_STATES + GEOMETRY.states[once >> 3 | (twice >> 3 & 7) << 3]);
    scene.can[seat] += once != 0;

    // what lies around the square before him; where water would run that left it to the left, ahead or to the right
    const std::uint8_t* seen_as = GEOMETRY.seen[seat][side];
    const auto look = [&](auto turn) {  // three times the code, for the numbers in it are then constants
        constexpr int CELL = NEXT_CELLS[turn()], FIRST = turn() * CONTENTS_SEEN;
        const int leave = (side + 3 + turn()) & 3, there = scene.shown[view.cells[CELL]];
        int outcome = GEOMETRY.exits[leave][there];
        if (outcome == Geometry::ON) outcome = exit_outcome(follow(p.board, square << 2 | leave), square);
        const int feed = GEOMETRY.feeds[seat][scene.standing[p.feeder[square] >> leave * 4 & 15]];
        add(at::EXIT + ((FIRST + seen_as[there]) * EXITS + outcome) * FEEDS + feed);
    };
    look(std::integral_constant<int, 0>{});
    look(std::integral_constant<int, 1>{});
    look(std::integral_constant<int, 2>{});
    for (int i = 0; i < CELL_PAIRS; ++i)
        add(at::CELL + (i * CONTENTS_SEEN + seen_as[scene.shown[view.cells[PAIRED_CELLS[i][0]]]]) * CONTENTS_SEEN +
            seen_as[scene.shown[view.cells[PAIRED_CELLS[i][1]]]]);
    out.count = static_cast<int>(row - out.rows);
}

void see_seats(const Scene& scene, unsigned taken, Features& out) {
    namespace at = seat_rows;
    const Position& p = scene.p;
    const Layout& layout = scene.layout;
    int points[MAX_SEATS] = {}, standing[MAX_SEATS] = {};
    expected_points(p, layout, scene.grown, taken, points);
    for (int seat = 0; seat < MAX_SEATS; ++seat) out.seats[seat].count = 0;
    for (unsigned rest = taken; rest; rest &= rest - 1) {
        const int value = std::countr_zero(rest);
        int first = -1;
        for (int workmen = p.podiums[value]; workmen; workmen >>= 4) {
            const int seat = layout.color_seats[(workmen & 15) - 1];
            standing[seat] += value;
            out.seats[scene.from_mover[seat]].add(first == seat ? at::ON + (value == 3 ? 20 : 21) : at::ON + value - 1);
            first = seat;
        }
    }
    for (int seat = 0; seat < scene.players; ++seat) {
        auto& rows = out.seats[scene.from_mover[seat]];
        int best = -100000;
        for (int other = 0; other < scene.players; ++other)
            if (other != seat) best = std::max(best, points[other]);
        rows.add(at::STANDING + clamped(standing[seat], 63));
        rows.add(at::EXPECTED + clamped((points[seat] + 50) / 100, 79));
        rows.add(at::LEAD + clamped((points[seat] - best + 2050) / 100, 40));
        rows.add(at::TURN + (scene.turns[seat] * 7 + scene.open[seat]) * 2 + (seat == p.mover));
        rows.add(at::HELD + kinds_in(p.held[seat]) * 5 + clamped(p.due[seat], 4));
        rows.add(at::CAN + scene.can[seat] * LENGTHS + clamped(scene.longest[seat], LENGTHS - 1));
    }
}

void see_board(const Scene& scene, unsigned taken, Rows<BOARD_SLOTS>& rows) {
    namespace at = board_rows;
    const Position& p = scene.p;
    std::uint16_t* row = rows.rows;
    const auto add = [&](int number) { *row++ = static_cast<std::uint16_t>(number); };
    add(at::EMPTY + clamped(scene.empties / 3, 28));
    for (int word = 0; word < 2; ++word)
        for (std::uint64_t rest = scene.layout.tiles[word] & ~p.empty[word]; rest; rest &= rest - 1) {
            const int square = word * 64 + std::countr_zero(rest);
            add(at::TILE + square * FACES + p.board[square] - 1);
        }
    for (std::uint64_t rest = p.occupied; rest; rest &= rest - 1) {
        const int path = std::countr_zero(rest) + 1;
        add(at::BUILDER + (p.path[path] - 1) * PATH + path - 1);
    }
    for (unsigned rest = taken; rest; rest &= rest - 1) {
        const int value = std::countr_zero(rest);
        add(at::PODIUM + (value - 1) * 2 + !(p.room >> value & 1));
    }
    const auto stock = [&](int kind) { return clamped((p.stock[kind] + 2) / 3, 7); };
    add(at::STOCK + stock(1) * 8 + stock(2));
    add(at::STOCK + 64 + stock(3) * 8 + stock(4));
    add(at::RESERVE + kinds_in(p.reserve));
    if (p.phase == PHASE_SETUP)
        for (int kind = 1; kind <= 4; ++kind) add(at::SETUP + (kind - 1) * 4 + clamped(p.setup_left[kind], 3));
    add(at::PHASE + (((scene.players - 2) * 6 + clamped(p.phase, 5)) * 5 + p.laid) * 4 + clamped(p.dry, 3));
    rows.count = static_cast<int>(row - rows.rows);
}

}  // namespace

void extract(const Position& p, const Layout& layout, Features& out) {
    Scene scene(p, layout);
    out.open = 0;
    for (unsigned rest = p.on_board; rest; rest &= rest - 1) {
        const int aqueduct = std::countr_zero(rest), at = out.open++;
        out.aqueduct[at] = static_cast<std::uint8_t>(aqueduct);
        out.owner[at] = static_cast<std::uint8_t>(scene.from_mover[layout.seats[aqueduct]]);
        see_aqueduct(scene, aqueduct, out.aqueducts[at]);
    }
    const unsigned taken = taken_podiums(p);
    see_seats(scene, taken, out);
    see_board(scene, taken, out.board);
}

}  // namespace aqua
