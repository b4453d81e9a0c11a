#include "ui/bits/bits_loader.h"

#include <algorithm>
#include <utility>

#include "library/services/tuning.h"
#include "ui/text/format.h"

namespace stepvault::ui {

BitsLoader::BitsLoader(JobRunner& runner, QObject* parent) : QObject(parent), runner_(runner) {
    connect(&runner_, &JobRunner::progressed, this, [this](JobId id, const JobProgress& progress) {
        if (isTrying() && id == tryJob_ && progress.total > 0)
            emit tried(exact_, static_cast<int>(100 * progress.done / progress.total));
    });
}

void BitsLoader::read(const std::shared_ptr<VaultHandle>& library, const RunSnapshot& run) {
    if (run.info.row.id != run_) {
        runner_.abandon(std::exchange(tryJob_, 0));
        trial_ = {};
        exact_ = {};
    }
    library_ = library;
    run_ = run.info.row.id;
    rows_ = run.checkpoints;
    const CheckpointRow* step = step_to_tune(rows_);
    // Recoding leaves all ids as they are.
    std::uint64_t bytes = 0;
    for (const CheckpointRow& row : rows_)
        bytes += row.stored_bytes;
    const std::string wanted = run_ + (step != nullptr ? step->id + name_of(step->scheme) : std::string()) +
                               '/' + std::to_string(rows_.size()) + '/' + std::to_string(bytes);
    if (wanted == read_) return;
    read_ = wanted;
    runner_.abandon(std::exchange(readJob_, 0));
    runner_.abandon(std::exchange(refineJob_, 0));
    runner_.abandon(std::exchange(findJob_, 0));
    if (step == nullptr || step->scheme != Scheme::exact) runner_.abandon(std::exchange(tryJob_, 0));
    if (step == nullptr) return emit noneFound();
    if (step->scheme != Scheme::exact) return startReading(*step, {});
    const auto isStill = [this](const CheckpointRow& row) {
        return row.id == exact_.id && row.stored_bytes == exact_.stored_bytes && row.scheme == exact_.scheme;
    };
    if (std::ranges::none_of(rows_, isStill)) {
        runner_.abandon(std::exchange(tryJob_, 0));
        trial_ = {};
    }
    if (isTrying()) return;
    // One that was tried out stands for those that came after it: coding each would take its time.
    if (trial_.study) return startReading(exact_, trial_);
    exact_ = *step;
    emit exactFound(exact_);
}

void BitsLoader::startReading(const CheckpointRow& step, const Trial& trial) {
    using View = std::shared_ptr<const BitsView>;
    runner_.abandon(std::exchange(readJob_, 0));
    readJob_ = runner_.start(
        Lane::query, this,
        [library = library_, step, trial, rows = rows_](const JobContext&) -> Result<View> {
            std::shared_ptr<const BitsStudy> study = trial.study;
            if (!study) {
                STEPVAULT_ASSIGN(read, library->queries().study_bits(step.run_id, step.id));
                study = std::make_shared<const BitsStudy>(std::move(read));
            }
            STEPVAULT_ASSIGN(choice, library->queries().scheme(step.run_id));
            return View(
                std::make_shared<BitsView>(std::move(study), rows, step, std::move(choice), trial.rows));
        },
        [this](Result<View> view) {
            readJob_ = 0;
            if (view.ok()) return emit viewRead(*view);
            read_.clear();
            emit failed(toQString(view.error().message));
        });
}

void BitsLoader::tryOut() {
    if (!library_ || isTrying() || exact_.id.empty()) return;
    tryJob_ = runner_.start(
        Lane::decoding, this,
        [library = library_, step = exact_](const JobContext& job) -> Result<Trial> {
            STEPVAULT_ASSIGN(choice, library->queries().scheme(step.run_id));
            choice.scheme = Scheme::adaptive;
            STEPVAULT_ASSIGN(found, library->queries().study_recoded(step.run_id, step.id, choice, job));
            return Trial{std::make_shared<const BitsStudy>(std::move(found.study)),
                         std::make_shared<const RowChanges>(std::move(found.rows))};
        },
        [this](const Result<Trial>& trial) {
            tryJob_ = 0;
            if (!trial.ok()) return emit failed(toQString(trial.error().message));
            trial_ = *trial;
            startReading(exact_, trial_);
        });
    emit tried(exact_, 0);
}

void BitsLoader::stopTrying() {
    if (!isTrying()) return;
    runner_.abandon(std::exchange(tryJob_, 0));
    emit exactFound(exact_);
}

void BitsLoader::refine(const std::shared_ptr<const BitsView>& view, const std::vector<CodingRule>& rules,
                        const BitsView::Rows& rows) {
    runner_.abandon(std::exchange(refineJob_, 0));
    refineJob_ = runner_.start(
        Lane::planning, this, [view, rules, rows](const JobContext&) { return view->with(rules, rows); },
        [this](const std::shared_ptr<const BitsView>& refined) {
            refineJob_ = 0;
            emit viewRefined(refined);
        });
}

void BitsLoader::find(const std::shared_ptr<const BitsView>& view, const SizeTarget& target,
                      const std::vector<CodingRule>& rules) {
    runner_.abandon(std::exchange(findJob_, 0));
    findJob_ = runner_.start(
        Lane::planning, this, [view, target, rules](const JobContext&) { return view->find(target, rules); },
        [this](const TargetReport& report) {
            findJob_ = 0;
            emit found(report);
        });
}

void BitsLoader::choose(const SchemeChoice& choice) {
    if (!library_ || chooseJob_ != 0) return;
    chooseJob_ = runner_.start(
        Lane::work, this,
        [library = library_, run = run_, choice](const JobContext&) {
            return library->maintenance().choose_scheme(run, choice);
        },
        [this, choice](const Status& status) {
            chooseJob_ = 0;
            if (status.ok()) return emit chosen(choice);
            emit refused(toQString(status.error().message));
        });
}

void BitsLoader::forget() {
    runner_.abandon(std::exchange(readJob_, 0));
    runner_.abandon(std::exchange(tryJob_, 0));
    runner_.abandon(std::exchange(refineJob_, 0));
    runner_.abandon(std::exchange(findJob_, 0));
    library_.reset();
    read_.clear();
}

}  // namespace stepvault::ui
