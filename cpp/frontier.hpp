// What can still matter on the board: the squares that aqueducts with workmen may reach, how far each may grow, a key
// that is the same for positions that can go on in the same ways, and bounds of everybody's points.
#pragma once

#include "position.hpp"

namespace aqua {

struct Frontier {
    std::uint64_t live[2];         // bit set of the empty squares that an aqueduct with a workman may still reach
    int idle;                      // squares for extra tiles that nobody can ever reach: one is as good as another
    std::uint64_t key;             // of all this; add it to the hash of the position without its tiles
    int reach[tables::AQUEDUCTS];  // a length that one with a workman cannot exceed, at most the highest podium
};

// Squares that no aqueduct with a workman reaches are left out of the key: what lies there, or will, changes nothing.
void survey(const Position& position, Frontier& out);

// The keys of all tiles on the board, and of the one that a decision has laid; 0 if it laid none. A position's hash
// without them, with `Frontier::key` instead, is the same for positions that can go on in the same ways.
std::uint64_t tiles_key(const Position& position);
std::uint64_t laid_key(const Position& after, Action action);

// Keep the decisions that differ: extra tiles where nobody can ever reach them count as one. Returns how many.
int distinct(const Position& position, const Frontier& frontier, Action* actions, int count);

struct Bounds {
    int least[MAX_SEATS], most[MAX_SEATS];  // points at the end of the game
};

// What each seat's points cannot fall below or exceed, however the game goes on. Podiums are never left, so a bonus
// only shrinks; a workman takes at worst the podium that remains when all others who can have taken theirs.
void bound(const Position& position, const Layout& layout, const Frontier& frontier, Bounds& out);

// The lowest podium that the workman of an aqueduct may have to take, and the highest that he can hope for; 0 is none.
int least_podium(const Position& position, const Frontier& frontier, int aqueduct);
int most_podium(const Position& position, const Frontier& frontier, int aqueduct);

}  // namespace aqua
