#include "ui/cluster/cluster_reader.h"

#include <utility>

#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

constexpr int coalesceMs = 25;

Result<std::shared_ptr<const PartitionTree>> readTree(const std::shared_ptr<VaultHandle>& library,
                                                      const ClusterSource& source) {
    if (source.model.empty()) {
        STEPVAULT_ASSIGN(stored, library->queries().tree(source.run, source.checkpoint));
        return std::shared_ptr<const PartitionTree>(std::make_shared<PartitionTree>(std::move(stored)));
    }
    STEPVAULT_ASSIGN(shapes, model_shapes(source.model, {.depth = source.deeper}));
    STEPVAULT_ASSIGN(tree, PartitionTree::of(shapes));
    return std::shared_ptr<const PartitionTree>(std::make_shared<PartitionTree>(std::move(tree)));
}

}  // namespace

ClusterReader::ClusterReader(JobRunner& runner, QObject* parent) : QObject(parent), runner_(runner) {
    timer_.setSingleShot(true);
    timer_.setInterval(coalesceMs);
    connect(&timer_, &QTimer::timeout, this, &ClusterReader::start);
}

void ClusterReader::read(const std::shared_ptr<VaultHandle>& library, const ClusterSource& source,
                         const ClusterSetting& setting) {
    const bool isOther = library != library_ || source != source_;
    if (!isOther && setting == setting_) return;
    if (isOther) tree_.reset();
    library_ = library;
    source_ = source;
    setting_ = setting;
    abandon();
    if (source_.isEmpty()) return timer_.stop();
    if (!timer_.isActive()) timer_.start();
}

void ClusterReader::abandon() {
    runner_.abandon(std::exchange(studyJob_, 0));
    runner_.abandon(std::exchange(curveJob_, 0));
}

void ClusterReader::start() {
    abandon();
    studyJob_ = runner_.start(
        Lane::query, this,
        [library = library_, source = source_, setting = setting_,
         known = tree_](const JobContext&) -> Result<ClusterStudy> {
            auto tree = known;
            if (!tree) {
                STEPVAULT_ASSIGN(read, readTree(library, source));
                tree = read;
            }
            return studyCluster(tree, setting);
        },
        [this](Result<ClusterStudy> result) {
            studyJob_ = 0;
            if (!result.ok()) {
                emit failed(toQString(result.error().message));
                return;
            }
            const auto study = std::make_shared<const ClusterStudy>(std::move(*result));
            tree_ = study->tree;
            startCurve(study->tree);
            emit studied(study);
        });
}

void ClusterReader::startCurve(const std::shared_ptr<const PartitionTree>& tree) {
    curveJob_ = runner_.start(
        Lane::query, this,
        [tree, setting = setting_](const JobContext& job) { return speedUpCurve(*tree, setting, job); },
        [this](Result<std::vector<SpeedPoint>> points) {
            curveJob_ = 0;
            if (points.ok()) emit curveRead(*points);
        });
}

}  // namespace stepvault::ui
