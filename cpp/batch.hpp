// Many games of one layout at once, spread over threads. What comes out does not depend on their number.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "observe.hpp"
#include "random.hpp"
#include "rules.hpp"

namespace aqua {

// Threads that wait for work. One that was taken into another process by a fork has lost them and works alone.
class Pool {
   public:
    explicit Pool(int threads);
    ~Pool();
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    int threads() const { return threads_; }
    // How many games at least are worth waking a thread for: many if each takes some 50 ns, few if it takes some 500.
    static constexpr std::size_t QUICK = 2048, SLOW = 32;
    // Call work(i) for each i below count, in any order; return when all are done. `work` must not throw.
    template <class Work>
    void each(std::size_t count, std::size_t grain, const Work& work) {
        const auto part = [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) work(i);
        };
        run(count, grain, std::cref(part));
    }

   private:
    struct Shared;
    using Part = std::function<void(std::size_t first, std::size_t last)>;

    void run(std::size_t count, std::size_t grain, const Part& part);

    int threads_;
    std::unique_ptr<Shared> shared_;  // none if one thread is enough
};

class Batch {
   public:
    static constexpr Action NO_DECISION = 0xffff;  // leaves a game as it is

    Batch(std::shared_ptr<const Layout> layout, std::size_t games, std::uint64_t seed, int threads);
    Batch(const Batch& other);

    std::size_t size() const { return positions_.size(); }
    int players() const { return layout_->players; }
    int threads() const { return pool_.threads(); }
    const Layout& layout() const { return *layout_; }
    const Position& position(std::size_t game) const { return positions_[game]; }
    void set_position(std::size_t game, const Position& position);
    void restart(std::size_t game);
    void restart_all();

    // Make one decision in each game. Returns the first game whose decision is not legal, and then changes nothing;
    // otherwise size(). `finished` is 1 for each game that ended by it; with auto_reset such a game is restarted.
    template <class Number>
    std::size_t step(const Number* actions, bool auto_reset, bool* finished) {
        for (std::size_t game = 0; game < size(); ++game)
            chosen_[game] = actions[game] < 0 || actions[game] > NO_DECISION ? static_cast<Action>(tables::ACTIONS)
                                                                             : static_cast<Action>(actions[game]);
        return step_chosen(auto_reset, finished);
    }
    // The points of the game that ended last in each place, players() a game; 0 before one has.
    const std::int16_t* results() const { return results_.data(); }
    void set_results(const std::int16_t* results);

    void masks(std::int8_t* out);
    // The legal decisions one after the other: those of a game begin at its offset. `legal_offsets` gives their number.
    std::size_t legal_offsets(std::int64_t* offsets);
    void legal_actions(Action* out);
    // One legal decision of each game, NO_DECISION where it is over. Each game has dice of its own.
    void random_actions(Action* out);
    void observations(std::uint8_t* out);
    void scores(std::int16_t* out);
    template <class Out, class Function>
    void fill(Out* out, const Function& function) {
        pool_.each(size(), Pool::QUICK,
                   [&](std::size_t game) { out[game] = static_cast<Out>(function(positions_[game])); });
    }

    const Random* dice() const { return dice_.data(); }
    void set_dice(std::size_t game, Random dice) { dice_[game] = dice; }

    // Held while the batch is used.
    std::mutex& lock() { return lock_; }

   private:
    void list();
    std::size_t step_chosen(bool auto_reset, bool* finished);
    void score(std::size_t game, std::int16_t* out) const;

    std::shared_ptr<const Layout> layout_;
    Position start_;
    std::vector<Position> positions_;
    std::vector<Random> dice_;
    std::vector<std::int16_t> results_;
    std::vector<Action> legal_;  // MAX_LEGAL a game
    std::vector<std::uint16_t> counts_;
    std::vector<Action> chosen_;
    bool listed_ = false;  // whether legal_ and counts_ belong to the positions
    Pool pool_;
    std::mutex lock_;
};

}  // namespace aqua
