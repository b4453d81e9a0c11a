#include "demo/demo_training.h"

#include <cmath>
#include <condition_variable>
#include <mutex>
#include <numbers>
#include <numeric>
#include <system_error>

#include "demo/demo_training_files.h"

namespace stepvault {

namespace {

constexpr std::size_t batch_size = 64;
constexpr std::int64_t validate_every = 10;

/// Creates the folder; fails if the folder holds a run.
Status prepare(const std::filesystem::path& folder) {
    std::error_code ec;
    std::filesystem::create_directories(folder, ec);
    if (ec) return system_error(ec.value(), "create folder", folder.native());
    for (std::filesystem::directory_iterator at(folder, ec);
         !ec && at != std::filesystem::directory_iterator(); at.increment(ec)) {
        const auto name = at->path().filename().native();
        if (name != "metrics.jsonl" && !name.starts_with("step_")) continue;
        return Error{ErrorCode::already_exists,
                     folder.native() + " already holds a run (" + name + "); choose an empty folder"};
    }
    if (ec) return system_error(ec.value(), "read folder", folder.native());
    return {};
}

/// Batches in a shuffled order, which is shuffled again when used up.
class Batches {
 public:
    Batches(const DemoExamples& examples, DemoRandom& random) : examples_(examples), random_(random) {
        order_.resize(examples.size());
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        at_ = order_.size();
    }

    DemoExamples next() {
        DemoExamples batch;
        while (batch.size() < batch_size) {
            if (at_ == order_.size()) shuffle();
            const auto i = order_[at_++];
            batch.add(examples_.input(i), examples_.labels[i]);
        }
        return batch;
    }

 private:
    void shuffle() {
        for (std::size_t i = order_.size(); i > 1; --i)
            std::swap(order_[i - 1], order_[random_.below(i)]);
        at_ = 0;
    }

    const DemoExamples& examples_;
    DemoRandom& random_;
    std::vector<std::size_t> order_;
    std::size_t at_ = 0;
};

/// From 1e-3 down to a twentieth of it along half a cosine, so that late checkpoints differ less and less.
float learning_rate(std::int64_t step, std::int64_t steps) {
    const double part = static_cast<double>(step) / static_cast<double>(steps);
    constexpr double highest = 1e-3;
    constexpr double lowest = highest / 20;
    return static_cast<float>(lowest + (highest - lowest) * (1 + std::cos(std::numbers::pi * part)) / 2);
}

/// Returns at `deadline`, or at once when a stop is requested.
void wait_until(std::chrono::steady_clock::time_point deadline, const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_until(lock, stop, deadline, [] { return false; });
}

}  // namespace

Status run_demo_training(const std::filesystem::path& folder, const DemoOptions& options,
                         const JobContext& job) {
    if (options.steps < 1 || options.checkpoint_every < 1) {
        return Error{ErrorCode::invalid_argument,
                     "a demo run needs at least one step, and one step between checkpoints"};
    }
    STEPVAULT_TRY(prepare(folder));
    STEPVAULT_ASSIGN(metrics, DemoMetrics::create(folder, options.steps));

    DemoRandom random(options.seed);
    const auto data = make_demo_data(random);
    DemoModel model(random);
    Batches batches(data.training, random);

    const auto start = std::chrono::steady_clock::now();
    const auto checkpoints =
        static_cast<std::uint64_t>((options.steps + options.checkpoint_every - 1) / options.checkpoint_every);
    Progress progress;
    for (std::int64_t step = 1; step <= options.steps; ++step) {
        STEPVAULT_TRY(job.check());
        const bool last = step == options.steps;
        const double loss = model.train(batches.next(), learning_rate(step, options.steps));
        std::optional<double> validation_loss;
        if (step % validate_every == 0 || last) validation_loss = model.evaluate(data.held_out);
        STEPVAULT_TRY(metrics.add(step, loss, validation_loss));
        if (step % options.checkpoint_every == 0 || last) {
            STEPVAULT_ASSIGN(bytes, write_demo_checkpoint(folder, model, step));
            progress.done += bytes;
            progress.total = bytes * checkpoints;
        }
        progress.item = "step " + std::to_string(step) + " of " + std::to_string(options.steps);
        job.report(progress);
        const std::chrono::duration<double, std::milli> until_here =
            options.duration * (static_cast<double>(step) / static_cast<double>(options.steps));
        wait_until(start + std::chrono::duration_cast<std::chrono::steady_clock::duration>(until_here),
                   job.stop);
    }
    return {};
}

}  // namespace stepvault
