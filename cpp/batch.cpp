#include "batch.hpp"

#include <algorithm>

#ifndef _WIN32
#include <unistd.h>
#endif

namespace aqua {

namespace {

int process() {
#ifdef _WIN32
    return 0;
#else
    return static_cast<int>(getpid());
#endif
}

}  // namespace

struct Pool::Shared {
    std::mutex lock;
    std::condition_variable begun, done;
    std::vector<std::thread> workers;
    const Part* part = nullptr;
    std::size_t count = 0, grain = 1;
    std::atomic<std::size_t> next{0};
    std::uint64_t round = 0;
    int busy = 0;
    bool ending = false;
    int owner = process();

    void work() {
        while (true) {
            const std::size_t first = next.fetch_add(grain, std::memory_order_relaxed);
            if (first >= count) return;
            (*part)(first, std::min(first + grain, count));
        }
    }

    void wait_for_work() {
        std::uint64_t seen = 0;
        std::unique_lock held(lock);
        while (true) {
            begun.wait(held, [&] { return ending || round != seen; });
            if (ending) return;
            seen = round;
            held.unlock();
            work();
            held.lock();
            if (--busy == 0) done.notify_one();
        }
    }
};

Pool::Pool(int threads) : threads_(threads) {
    if (threads < 2) return;
    shared_ = std::make_unique<Shared>();
    for (int i = 1; i < threads; ++i) shared_->workers.emplace_back([shared = shared_.get()] { shared->wait_for_work(); });
}

Pool::~Pool() {
    if (!shared_) return;
    if (shared_->owner != process()) {  // the threads are not here: there is nothing to join
        static_cast<void>(shared_.release());
        return;
    }
    {
        const std::lock_guard held(shared_->lock);
        shared_->ending = true;
    }
    shared_->begun.notify_all();
    for (std::thread& worker : shared_->workers) worker.join();
}

void Pool::run(std::size_t count, std::size_t grain, const Part& part) {
    if (!shared_ || count <= grain || shared_->owner != process()) return part(0, count);
    Shared& shared = *shared_;
    {
        const std::lock_guard held(shared.lock);
        shared.part = &part;
        shared.count = count;
        shared.grain = std::max(grain / 4, count / static_cast<std::size_t>(threads_ * 8));
        shared.next = 0;
        shared.busy = threads_ - 1;
        ++shared.round;
    }
    shared.begun.notify_all();
    shared.work();
    std::unique_lock held(shared.lock);
    shared.done.wait(held, [&] { return shared.busy == 0; });
}

Batch::Batch(std::shared_ptr<const Layout> layout, std::size_t games, std::uint64_t seed, int threads)
    : layout_(std::move(layout)),
      start_(start_position(*layout_)),
      positions_(games, start_),
      results_(games * static_cast<std::size_t>(layout_->players)),
      legal_(games * MAX_LEGAL),
      counts_(games),
      chosen_(games),
      pool_(threads) {
    Random seeds(seed);
    dice_.reserve(games);
    for (std::size_t game = 0; game < games; ++game) dice_.emplace_back(seeds.next());
}

Batch::Batch(const Batch& other)
    : layout_(other.layout_),
      start_(other.start_),
      positions_(other.positions_),
      dice_(other.dice_),
      results_(other.results_),
      legal_(other.legal_.size()),
      counts_(other.counts_.size()),
      chosen_(other.chosen_.size()),
      pool_(other.threads()) {}

void Batch::set_position(std::size_t game, const Position& position) {
    positions_[game] = position;
    listed_ = false;
}

void Batch::restart(std::size_t game) { set_position(game, start_); }

void Batch::restart_all() {
    std::fill(positions_.begin(), positions_.end(), start_);
    listed_ = false;
}

void Batch::set_results(const std::int16_t* results) { std::copy_n(results, results_.size(), results_.begin()); }

void Batch::list() {
    if (listed_) return;
    with_players(players(), [&](auto players) {
        pool_.each(size(), Pool::QUICK, [&](std::size_t game) {
            const int count = Rules<players()>::legal(positions_[game], *layout_, &legal_[game * MAX_LEGAL]);
            counts_[game] = static_cast<std::uint16_t>(count);
        });
    });
    listed_ = true;
}

std::size_t Batch::step_chosen(bool auto_reset, bool* finished) {
    list();
    std::atomic<std::size_t> illegal{size()};
    pool_.each(size(), Pool::QUICK, [&](std::size_t game) {
        const Action* legal = &legal_[game * MAX_LEGAL];
        if (chosen_[game] == NO_DECISION || std::binary_search(legal, legal + counts_[game], chosen_[game])) return;
        std::size_t first = illegal.load();
        while (game < first && !illegal.compare_exchange_weak(first, game)) {
        }
    });
    if (illegal != size()) return illegal;
    listed_ = false;
    with_players(players(), [&](auto players) {
        pool_.each(size(), Pool::QUICK, [&](std::size_t game) {
            finished[game] = false;
            if (chosen_[game] == NO_DECISION) return;
            Position& position = positions_[game];
            Rules<players()>::apply(position, *layout_, chosen_[game]);
            if (position.phase != tables::PHASE_OVER) return;
            finished[game] = true;
            score(game, &results_[game * static_cast<std::size_t>(players())]);
            if (auto_reset) position = start_;
        });
    });
    return size();
}

void Batch::masks(std::int8_t* out) {
    list();
    pool_.each(size(), Pool::SLOW, [&](std::size_t game) {
        std::int8_t* mask = out + game * tables::ACTIONS;
        std::memset(mask, 0, tables::ACTIONS);
        const Action* legal = &legal_[game * MAX_LEGAL];
        for (int i = 0; i < counts_[game]; ++i) mask[legal[i]] = 1;
    });
}

std::size_t Batch::legal_offsets(std::int64_t* offsets) {
    list();
    std::int64_t total = 0;
    for (std::size_t game = 0; game < size(); ++game) {
        offsets[game] = total;
        total += counts_[game];
    }
    offsets[size()] = total;
    return static_cast<std::size_t>(total);
}

void Batch::legal_actions(Action* out) {
    list();
    for (std::size_t game = 0; game < size(); ++game)
        out = std::copy_n(&legal_[game * MAX_LEGAL], counts_[game], out);
}

void Batch::random_actions(Action* out) {
    list();
    pool_.each(size(), Pool::QUICK, [&](std::size_t game) {
        const int count = counts_[game];
        out[game] = count ? legal_[game * MAX_LEGAL + static_cast<std::size_t>(dice_[game].below(count))] : NO_DECISION;
    });
}

void Batch::observations(std::uint8_t* out) {
    pool_.each(size(), Pool::SLOW,
               [&](std::size_t game) { observe(positions_[game], *layout_, out + game * OBSERVATION_SIZE); });
}

void Batch::scores(std::int16_t* out) {
    const auto width = static_cast<std::size_t>(players());
    pool_.each(size(), Pool::QUICK, [&](std::size_t game) { score(game, out + game * width); });
}

void Batch::score(std::size_t game, std::int16_t* out) const {
    int points[MAX_SEATS];
    aqua::scores(positions_[game], *layout_, points);
    for (int seat = 0; seat < players(); ++seat) out[seat] = static_cast<std::int16_t>(points[seat]);
}

}  // namespace aqua
