#include "ui/restore/restore_controller.h"

#include <algorithm>
#include <utility>

namespace stepvault::ui {

RestoreController::RestoreController(JobRunner& runner, QObject* parent) : QObject(parent), runner_(runner) {}

void RestoreController::setCheckpoints(const std::shared_ptr<VaultHandle>& library, const RunRow& run,
                                       std::vector<CheckpointRow> checkpoints) {
    if (phase_ == Phase::running || checkpoints.empty()) return;
    library_ = library;
    host_ = toQString(library->host_of(run.id));
    run_ = run;
    checkpoints_ = std::move(checkpoints);
    extent_ = isWeightsOnly() ? RestoreExtent::weights : RestoreExtent::whole;
    whole_ = {};
    for (const CheckpointRow& row : checkpoints_)
        whole_.bytes += row.original_bytes;
    weights_.reset();
    weightsProblem_.clear();
    target_ = {};
    intoRun_.clear();
    isIntoRun_ = false;
    problem_.clear();
    targetGiven_ = false;
    runner_.abandon(checkJob_);
    runner_.abandon(offersJob_);
    // Many checkpoints take a while, and the window's own reads must not wait for them.
    offersJob_ = runner_.start(
        Lane::planning, this,
        [library, run = run.id, rows = checkpoints_](const JobContext& job) {
            return makeOffers(*library, run, rows, job);
        },
        [this](Result<Offers> offers) {
            if (!offers.ok()) return targetGiven_ ? void() : takeTarget(offers.error());
            whole_ = offers->whole;
            intoRun_ = offers->intoRun;
            weights_ = offers->weights;
            weightsProblem_ = offers->weightsProblem;
            if (targetGiven_) {
                emit changed();
            } else {
                takeTarget(offers->target);
            }
        });
    setPhase(Phase::preparing);
}

Result<RestoreController::Offers> RestoreController::makeOffers(VaultHandle& library, const std::string& run,
                                                                const std::vector<CheckpointRow>& checkpoints,
                                                                const JobContext& job) {
    Offers offers;
    offers.weights.emplace();
    const bool several = checkpoints.size() > 1;
    for (const CheckpointRow& row : checkpoints) {
        STEPVAULT_TRY(job.check());
        const auto add = [several](Offer& offer, const RestoreProposal& proposal) {
            offer.bytes += proposal.bytes;
            offer.output = several ? proposal.output.parent_path() : proposal.output;
            offer.safetensors = proposal.safetensors && !several;
        };
        if (!offers.weights) {
            STEPVAULT_ASSIGN(whole, library.restorer().propose(run, row.id, RestoreExtent::whole));
            add(offers.whole, whole);
            continue;
        }
        STEPVAULT_ASSIGN(proposals, library.restorer().propose_both(run, row.id));
        add(offers.whole, row.weights_only && proposals.weights.ok() ? *proposals.weights : proposals.whole);
        if (!several && proposals.into_run.ok()) offers.intoRun = proposals.into_run->output;
        if (proposals.weights.ok()) {
            add(*offers.weights, *proposals.weights);
        } else {
            offers.weights.reset();
            offers.weightsProblem = QString::fromStdString(proposals.weights.error().message);
        }
    }
    const bool rest_is_gone = std::ranges::all_of(checkpoints, &CheckpointRow::weights_only);
    const auto& first = rest_is_gone && offers.weights ? *offers.weights : offers.whole;
    STEPVAULT_ASSIGN(target, check(first.output, several));
    offers.target = target;
    return offers;
}

Result<TargetCheck> RestoreController::check(const std::filesystem::path& target, bool several) {
    return several ? checkFolder(target) : checkTarget(target);
}

bool RestoreController::isWeightsOnly() const {
    return std::ranges::all_of(checkpoints_, &CheckpointRow::weights_only);
}

void RestoreController::setExtent(RestoreExtent extent) {
    if (phase_ == Phase::running || phase_ == Phase::idle || extent == extent_ || isWeightsOnly()) return;
    if (extent == RestoreExtent::weights && !weights_) return;
    const bool follows = isIntoRun_ || target_.target == offer().output;
    isIntoRun_ = false;
    extent_ = extent;
    if (follows && offer().output != target_.target) return lookAt(offer().output);
    setPhase(phase_ == Phase::preparing ? phase_ : Phase::ready);
}

bool RestoreController::canGoIntoRun() const {
    return extent_ == RestoreExtent::whole && !intoRun_.empty();
}

void RestoreController::setIntoRun(bool isIntoRun) {
    const bool isBusy = phase_ == Phase::running || phase_ == Phase::idle;
    if (isBusy || isIntoRun == isIntoRun_ || (isIntoRun && !canGoIntoRun())) return;
    isIntoRun_ = isIntoRun;
    lookAt(isIntoRun ? intoRun_ : offer().output);
}

const RestoreController::Offer& RestoreController::offer() const {
    return extent_ == RestoreExtent::weights && weights_ ? *weights_ : whole_;
}

void RestoreController::setTarget(const std::filesystem::path& target) {
    if (phase_ == Phase::running || phase_ == Phase::idle || target == target_.target) return;
    targetGiven_ = true;
    lookAt(target);
}

void RestoreController::lookAt(const std::filesystem::path& target) {
    target_ = {.target = target, .exists = false, .isFolder = false, .volume = {}, .freeBytes = {}};
    problem_.clear();
    runner_.abandon(checkJob_);
    if (isThere()) {
        target_.volume = target.parent_path();
        return setPhase(Phase::ready);
    }
    checkJob_ = runner_.start(
        Lane::query, this,
        [target, several = isSeveral()](const JobContext&) { return check(target, several); },
        [this](Result<TargetCheck> check) { takeTarget(std::move(check)); });
    setPhase(Phase::preparing);
}

void RestoreController::takeTarget(Result<TargetCheck> check) {
    if (check.ok()) {
        target_ = std::move(*check);
        problem_.clear();
    } else {
        problem_ = QString::fromStdString(check.error().message);
    }
    setPhase(Phase::ready);
}

bool RestoreController::isEnoughSpace() const {
    return !target_.freeBytes || *target_.freeBytes >= offer().bytes;
}

bool RestoreController::canStart() const {
    const bool waiting = phase_ == Phase::ready || phase_ == Phase::stopped || phase_ == Phase::failed;
    return waiting && !target_.volume.empty() && isEnoughSpace();
}

void RestoreController::start() {
    if (!canStart()) return;
    problem_.clear();
    restored_ = 0;
    RestoreSeveralRequest several;
    several.run = run_.id;
    several.folder = target_.target;
    several.extent = extent_;
    for (const CheckpointRow& row : checkpoints_)
        several.checkpoint_ids.push_back(row.id);
    restoreJob_ = runner_.start(
        Lane::work, this,
        [library = library_, several, replace = target_.exists,
         isIntoRun = isIntoRun_](const JobContext& job) {
            if (several.checkpoint_ids.size() > 1) return library->restorer().restore_several(several, job);
            RestoreRequest request;
            request.run = several.run;
            request.checkpoint_id = several.checkpoint_ids.front();
            if (!isIntoRun) request.output = several.folder;
            request.into_run = isIntoRun;
            request.replace = replace;
            request.extent = several.extent;
            RestoreSeveralReport outcome;
            auto report = library->restorer().restore(request, job);
            if (report.ok()) {
                outcome.restored.push_back(std::move(*report));
            } else {
                outcome.ended = report.error();
            }
            return outcome;
        },
        [this](RestoreSeveralReport report) { takeReport(std::move(report)); });
    setPhase(Phase::running);
}

void RestoreController::cancel() {
    runner_.cancel(restoreJob_);
}

void RestoreController::clear() {
    runner_.abandon(offersJob_);
    runner_.abandon(checkJob_);
    runner_.abandon(restoreJob_);
    library_.reset();
    setPhase(Phase::idle);
}

void RestoreController::takeReport(RestoreSeveralReport report) {
    restored_ = report.restored.size();
    report_ = {};
    report_.output = target_.target;
    if (report.restored.size() == 1 && !isSeveral()) {
        report_.output = report.restored.front().output;
        report_.snippet = report.restored.front().snippet;
    }
    for (const RestoreReport& one : report.restored)
        report_.bytes += one.bytes;
    if (!report.ended) {
        setPhase(Phase::done);
    } else if (report.ended->code == ErrorCode::cancelled) {
        setPhase(Phase::stopped);
    } else {
        problem_ = QString::fromStdString(report.ended->message);
        // Something came to stand there meanwhile: the next start says that it replaces it.
        if (report.ended->code == ErrorCode::already_exists && !isSeveral()) target_.exists = true;
        setPhase(Phase::failed);
    }
    emit finished();
}

void RestoreController::setPhase(Phase phase) {
    phase_ = phase;
    emit changed();
}

}  // namespace stepvault::ui
