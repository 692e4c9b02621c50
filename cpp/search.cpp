#include "search.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace aqua {

namespace {

constexpr int CHUNK = 16;  // playouts between two looks at the clock

}  // namespace

Search::Search(std::shared_ptr<const Layout> layout, const Params& params, Leaf leaf, std::uint64_t seed, int threads,
               std::shared_ptr<const Net> net)
    : layout_(std::move(layout)), net_(std::move(net)), params_(params) {
    for (int i = 0; i < threads; ++i)
        workers_.push_back(std::make_unique<Worker>(Tree(*layout_, params, leaf, seed + 0x51ed2701ull * i, net_.get())));
}

void Search::reset(const Position& position) {
    for (auto& worker : workers_) {
        worker->tree.reset(position);
        worker->playouts = 0;
    }
}

void Search::advance(Action action) {
    for (auto& worker : workers_) {
        worker->tree.advance(action);
        worker->playouts = 0;
    }
}

bool Search::exact() const {
    return std::any_of(workers_.begin(), workers_.end(), [](const auto& worker) { return worker->tree.exact(); });
}

std::uint64_t Search::playouts() const {
    std::uint64_t sum = 0;
    for (const auto& worker : workers_) sum += worker->playouts;
    return sum;
}

std::uint64_t Search::run(const Budget& budget) {
    using Clock = std::chrono::steady_clock;
    for (auto& worker : workers_) worker->playouts = 0;
    const auto start = Clock::now();
    const auto work = [&](std::size_t index) {
        Worker& worker = *workers_[index];
        std::uint64_t left = budget.playouts / workers_.size() + (index < budget.playouts % workers_.size());
        while (!stopped_) {
            const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
            if (index == 0) seconds_ = seconds;
            if (budget.seconds > 0 && seconds >= budget.seconds) break;
            if (budget.playouts && !left) break;
            while (readers_ > 0) std::this_thread::yield();
            std::scoped_lock lock(worker.lock);
            const std::uint64_t chunk = budget.playouts ? std::min<std::uint64_t>(left, CHUNK) : CHUNK;
            for (std::uint64_t i = 0; i < chunk; ++i) worker.tree.playout();
            left -= budget.playouts ? chunk : 0;
            worker.playouts += chunk;
            if (worker.tree.exact()) stopped_ = true;  // one proof is enough for all
            if (worker.tree.forced()) break;
        }
    };
    std::vector<std::thread> helpers;
    for (std::size_t index = 1; index < workers_.size(); ++index) helpers.emplace_back(work, index);
    work(0);
    for (auto& helper : helpers) helper.join();
    stopped_ = false;  // only now: a stop that came before the run counts too
    seconds_ = std::chrono::duration<double>(Clock::now() - start).count();
    return playouts();
}

std::uint64_t Search::collect(int most, std::vector<Position>& leaves) {
    std::scoped_lock lock(workers_.front()->lock);
    std::uint64_t done = 0;
    workers_.front()->tree.collect(most, leaves, done);
    return done;
}

void Search::supply(const float* shares, const float* logits) {
    std::scoped_lock lock(workers_.front()->lock);
    workers_.front()->tree.supply(shares, logits);
}

Report Search::report() const {
    Report report{};
    ++readers_;
    for (const auto& worker : workers_) {
        std::scoped_lock lock(worker->lock);
        if (worker->tree.exact()) {  // who knows needs no others
            report = {};
            worker->tree.add_to(report);
            break;
        }
        worker->tree.add_to(report);
    }
    --readers_;
    report.playouts = playouts();
    report.seconds = seconds_;
    const auto mean = [&](float* values, std::uint64_t visits) {
        for (int seat = 0; seat < layout_->players; ++seat) values[seat] /= static_cast<float>(std::max<std::uint64_t>(1, visits));
    };
    mean(report.share, report.visits);
    mean(report.points, report.visits);
    for (Choice& choice : report.choices) {
        mean(choice.share, choice.visits);
        mean(choice.points, choice.visits);
    }
    // Most visits first. Where everything is known, what is best for the mover.
    const int mover = position().mover;
    const bool exact = report.exact;
    const auto worth = [&](const Choice& choice) {
        Estimate estimate;
        std::copy_n(choice.share, MAX_SEATS, estimate.share);
        std::copy_n(choice.points, MAX_SEATS, estimate.points);
        float values[MAX_SEATS];
        utilities(estimate, params_, layout_->players, values);
        return values[mover];
    };
    std::stable_sort(report.choices.begin(), report.choices.end(), [&](const Choice& a, const Choice& b) {
        if (exact) return worth(a) > worth(b);
        if (a.visits != b.visits) return a.visits > b.visits;
        return a.share[mover] > b.share[mover];
    });
    return report;
}

}  // namespace aqua
