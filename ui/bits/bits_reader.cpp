#include "ui/bits/bits_reader.h"

#include <algorithm>
#include <utility>

#include "ui/text/format.h"

namespace stepvault::ui {

BitsReader::BitsReader(JobRunner& runner, QObject* parent) : QObject(parent), runner_(runner) {}

void BitsReader::read(const std::shared_ptr<Library>& library, const RunSnapshot& run) {
    library_ = library;
    run_ = run.info.row.id;
    const auto newest = std::ranges::find_if(run.checkpoints.rbegin(), run.checkpoints.rend(),
                                             [](const CheckpointRow& row) { return row.scheme != "exact"; });
    const bool isNone = newest == run.checkpoints.rend();
    // Recoding leaves all ids as they are.
    std::uint64_t bytes = 0;
    for (const CheckpointRow& row : run.checkpoints)
        bytes += row.stored_bytes;
    const std::string wanted = run_ + (isNone ? std::string() : newest->id + newest->scheme) + '/' +
                               std::to_string(run.checkpoints.size()) + '/' + std::to_string(bytes);
    if (wanted == read_) return;
    read_ = wanted;
    runner_.abandon(std::exchange(readJob_, 0));
    runner_.abandon(std::exchange(refineJob_, 0));
    if (isNone) return emit noneFound();
    readJob_ = runner_.start(
        Lane::query, this,
        [library, row = *newest,
         rows = run.checkpoints](const JobContext&) -> Result<std::shared_ptr<const BitsView>> {
            STEPVAULT_ASSIGN(study, library->study_bits(row.run_id, row.id));
            STEPVAULT_ASSIGN(choice, library->scheme(row.run_id));
            return std::shared_ptr<const BitsView>(std::make_shared<BitsView>(
                std::make_shared<const BitsStudy>(std::move(study)), rows, row, std::move(choice)));
        },
        [this](Result<std::shared_ptr<const BitsView>> view) {
            readJob_ = 0;
            if (view.ok()) return emit viewRead(*view);
            read_.clear();
            emit failed(toQString(view.error().message));
        });
}

void BitsReader::refine(const std::shared_ptr<const BitsView>& view, const std::vector<CodingRule>& rules,
                        const BitsView::Rows& rows) {
    runner_.abandon(std::exchange(refineJob_, 0));
    refineJob_ = runner_.start(
        Lane::planning, this, [view, rules, rows](const JobContext&) { return view->with(rules, rows); },
        [this](const std::shared_ptr<const BitsView>& refined) {
            refineJob_ = 0;
            emit viewRefined(refined);
        });
}

void BitsReader::choose(const SchemeChoice& choice) {
    if (!library_ || chooseJob_ != 0) return;
    chooseJob_ = runner_.start(
        Lane::work, this,
        [library = library_, run = run_, choice](const JobContext&) {
            return library->choose_scheme(run, choice);
        },
        [this, choice](const Status& status) {
            chooseJob_ = 0;
            if (status.ok()) return emit chosen(choice);
            emit refused(toQString(status.error().message));
        });
}

void BitsReader::forget() {
    runner_.abandon(std::exchange(readJob_, 0));
    runner_.abandon(std::exchange(refineJob_, 0));
    library_.reset();
    read_.clear();
}

}  // namespace stepvault::ui
