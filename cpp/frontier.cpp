#include "frontier.hpp"

#include <algorithm>
#include <bit>

#include "rules.hpp"

namespace aqua {

using namespace tables;

namespace {

constexpr int HIGHEST = PODIUMS - 1;

std::uint64_t mix(std::uint64_t value) {
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ull;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebull;
    return value ^ (value >> 31);
}

// Different facts get different numbers: what it is about in the highest byte, the fact in the others.
std::uint64_t key_of(int about, std::uint64_t fact) {
    return mix((static_cast<std::uint64_t>(about) << 56 | fact) + 0x9e3779b97f4a7c15ull);
}

enum About { SQUARE = 1, LINK, AQUEDUCT, STOCK, IDLE };

// The squares connected with one that an aqueduct faces, and what a single stream of water could gain on them.
struct Region {
    int sides = 0;   // that lead to another square of the region
    int passes = 0;  // of squares, if each side is used once
    int ahead = 0;   // steps over loose tiles between two squares, counted from both
    int astray = 0;  // steps over loose tiles that lead nowhere

    // A stream enters by a side of its own and may leave the last square by any; every other side it uses is one of
    // the region's, and each only once.
    int growth() const { return std::min(sides / 2 + 1, passes + 2) + ahead / 2 + astray; }
};

class Flood {
   public:
    Flood(const Position& position, Frontier& out) : p_(position), out_(out) { out.live[0] = out.live[1] = 0; }

    // The growth of the region around a square.
    int growth(int square) {
        if (has(square)) return growths_[region_[square]];
        Region region;
        int waiting[SQUARES], count = 0;
        const auto reach = [&](int next) {
            if (has(next)) return;
            out_.live[next >> 6] |= 1ull << (next & 63);
            region_[next] = static_cast<std::uint8_t>(regions_);
            waiting[count++] = next;
        };
        reach(square);
        while (count) {
            const int at = waiting[--count];
            out_.key ^= key_of(SQUARE, static_cast<std::uint64_t>(at * 16 + p_.fed[at]));
            int sides = 0;
            for (unsigned dry = ~p_.fed[at] & 15u; dry; dry &= dry - 1) {
                const int port = at * 4 + std::countr_zero(dry), next = NEIGHBOR[port];
                if (next < 0) continue;
                const int content = p_.board[next >> 2];
                if (content == EMPTY) {
                    ++sides;
                    reach(next >> 2);
                    continue;
                }
                const int leave = THROUGH[content << 2 | (next & 3)];
                if (leave < 0) continue;
                const Flow flow = follow(p_.board, (next & ~3) | leave);
                const int steps = flow.steps + 1;
                out_.key ^= key_of(LINK, (static_cast<std::uint64_t>(port) << 16 | (flow.beyond + 1)) << 8 | steps);
                if (flow.beyond < 0) {
                    region.astray += steps;
                    continue;
                }
                ++sides;
                region.ahead += steps;
                reach(flow.beyond >> 2);
            }
            region.sides += sides;
            region.passes += sides / 2;
        }
        return growths_[regions_++] = region.growth();
    }

   private:
    bool has(int square) const { return out_.live[square >> 6] >> (square & 63) & 1; }

    const Position& p_;
    Frontier& out_;
    std::uint8_t region_[SQUARES];
    int growths_[AQUEDUCTS];
    int regions_ = 0;
};

int left_on(const Position& p, int value) { return PODIUM_ROOM[value] - count_on(p.podiums[value]); }

// What the podiums and the workmen still on their way say about each other.
struct Stairs {
    int above[PODIUMS];    // occupied podiums higher than this one
    int vacant[PODIUMS];   // podiums higher than this one on which nobody stands
    int coming[PODIUMS];   // workmen on the board who can get as high as this one

    Stairs(const Position& p, const Frontier& frontier) {
        int taken = 0, empty = 0;
        for (int value = HIGHEST; value >= 0; --value) {
            above[value] = taken, vacant[value] = empty;
            (p.podiums[value] ? taken : empty) += 1;
        }
        std::fill_n(coming, PODIUMS, 0);
        for (unsigned rest = p.on_board; rest; rest &= rest - 1) ++coming[frontier.reach[std::countr_zero(rest)]];
        for (int value = HIGHEST; value > 0; --value) coming[value - 1] += coming[value];
    }

    static int bonus(int above) { return above < 3 ? 4 - above : 0; }
    // What remains of the bonus on a podium if so many of the workmen coming, but for `but`, settle above it.
    int least_bonus(int value, int but) const {
        const int higher = value < HIGHEST ? coming[value + 1] - but : 0;
        return bonus(above[value] + std::min(vacant[value], std::max(0, higher)));
    }
};

// The best of the free podiums at most so high when all others who can come have taken theirs.
int worst_podium(const Position& p, const Stairs& stairs, int length) {
    int taken = 0;
    for (int value = std::min(length, HIGHEST); value > 0; --value)
        for (int room = left_on(p, value); room > 0; --room) {
            if (taken >= stairs.coming[value] - 1) return value;
            ++taken;
        }
    return 0;
}

}  // namespace

void survey(const Position& p, Frontier& out) {
    static_assert(TILES_PER_KIND < 64);
    out.key = key_of(STOCK, static_cast<unsigned>(p.stock[1] | p.stock[2] << 6 | p.stock[3] << 12 | p.stock[4] << 18));
    Flood flood(p, out);
    for (unsigned rest = p.on_board; rest; rest &= rest - 1) {
        const int aqueduct = std::countr_zero(rest), end = p.ends[aqueduct];
        const int length = std::min<int>(p.lengths[aqueduct], HIGHEST);
        out.key ^= key_of(AQUEDUCT, (static_cast<std::uint64_t>(aqueduct) << 16 | end) << 8 | length);
        const bool stuck = p.blocked >> aqueduct & 1;
        out.reach[aqueduct] = stuck ? length : std::min(length + flood.growth(NEIGHBOR[end] >> 2), HIGHEST);
    }
    out.idle = std::popcount(p.bare[0] & ~out.live[0]) + std::popcount(p.bare[1] & ~out.live[1]);
    out.key ^= key_of(IDLE, static_cast<std::uint64_t>(out.idle));
}

std::uint64_t tiles_key(const Position& p) {
    std::uint64_t key = 0;
    for (int square = 0; square < SQUARES; ++square) key ^= KEYS[HASH_CONTENT + square * 16 + p.board[square]];
    return key;
}

std::uint64_t laid_key(const Position& after, Action action) {
    if (action >= ACTION_PLACE) return 0;
    const int square = action < ACTION_EXTRA ? NEIGHBOR[action / (4 * LAYS)] >> 2 : (action - ACTION_EXTRA) / FACES;
    return KEYS[HASH_CONTENT + square * 16 + after.board[square]];
}

int distinct(const Position& p, const Frontier& frontier, Action* actions, int count) {
    if (p.phase != PHASE_EXTRA || !frontier.idle) return count;
    unsigned idle_kinds = 0;
    int kept = 0;
    for (int i = 0; i < count; ++i) {
        const int square = (actions[i] - ACTION_EXTRA) / FACES, face = (actions[i] - ACTION_EXTRA) % FACES + 1;
        if (!(frontier.live[square >> 6] >> (square & 63) & 1)) {
            const unsigned kind = 1u << FACE_KIND[face];
            if (idle_kinds & kind) continue;
            idle_kinds |= kind;
        }
        actions[kept++] = actions[i];
    }
    return kept;
}

void bound(const Position& p, const Layout& layout, const Frontier& frontier, Bounds& out) {
    const Stairs stairs(p, frontier);
    std::fill_n(out.least, MAX_SEATS, 0);
    std::fill_n(out.most, MAX_SEATS, 0);
    const bool share = left_on(p, 3) == 2 || left_on(p, 7) == 2;  // two of a seat may come to stand on one podium
    for (int value = HIGHEST; value > 0; --value)
        for (int there = p.podiums[value]; there; there >>= 4) {
            const int seat = layout.color_seats[(there & 15) - 1];
            out.most[seat] += value + Stairs::bonus(stairs.above[value]);
            out.least[seat] += value + stairs.least_bonus(value, 0);
        }
    for (int seat = 0; seat < layout.players; ++seat) {
        int reaching[PODIUMS] = {};
        unsigned own = p.on_board & layout.owned[seat];
        if (!own) continue;
        for (; own; own &= own - 1) {
            const int aqueduct = std::countr_zero(own);
            ++reaching[frontier.reach[aqueduct]];
            const int worst = worst_podium(p, stairs, p.lengths[aqueduct]);
            if (worst) out.least[seat] += worst + stairs.least_bonus(worst, 1);
        }
        int waiting = 0, placed = 0;
        for (int value = HIGHEST; value > 0; --value) {
            waiting += reaching[value];
            for (int room = waiting ? left_on(p, value) : 0; room > 0 && waiting; --room, --waiting) {
                out.most[seat] += value + Stairs::bonus(stairs.above[value] + (share ? 0 : placed));
                ++placed;
            }
        }
    }
}

int least_podium(const Position& p, const Frontier& frontier, int aqueduct) {
    return worst_podium(p, Stairs(p, frontier), p.lengths[aqueduct]);
}

int most_podium(const Position& p, const Frontier& frontier, int aqueduct) {
    return podium_for(p, frontier.reach[aqueduct]);
}

}  // namespace aqua
