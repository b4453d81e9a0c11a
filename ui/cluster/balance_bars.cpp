#include "ui/cluster/balance_bars.h"

#include <algorithm>
#include <utility>

#include <QLabel>
#include <QVBoxLayout>

#include "ui/cluster/rank_bars.h"
#include "ui/text/format.h"
#include "ui/theme/look.h"

namespace stepvault::ui {

namespace {

QString captionOf(const std::vector<double>& values, double ratio) {
    const auto largest = std::ranges::max_element(values) - values.begin();
    return BalanceBars::tr("rank %1: %2x the mean (dashed)")
        .arg(largest)
        .arg(displayLocale().toString(ratio, 'f', 2));
}

}  // namespace

BalanceBars::BalanceBars(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      bytesLabel_(new QLabel(this)),
      bytes_(new RankBars(tr("Bytes"), theme, this)),
      tensorsLabel_(new QLabel(this)),
      tensors_(new RankBars(tr("Tensors"), theme, this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    for (auto [label, bars] : {std::pair(bytesLabel_, bytes_), std::pair(tensorsLabel_, tensors_)}) {
        setLook(label, "caption");
        label->setWordWrap(true);
        layout->addWidget(label);
        layout->addWidget(bars, 1);
    }
}

void BalanceBars::setStudy(const std::shared_ptr<const ClusterStudy>& study) {
    RankBars::Loads bytes;
    RankBars::Loads tensors;
    if (study) {
        const std::uint32_t processes = study->setting.processes;
        for (const ProcessShare& share : study->plan.shares) {
            const RankLoad& load = share.load;
            const std::size_t rank = bytes.values.size();
            const QString hint =
                tr("rank %1 on node %2   %3   %4")
                    .arg(rank)
                    .arg(rank / processes)
                    .arg(formatBytes(load.bytes), counted(load.tensors, tr("%1 tensor"), tr("%1 tensors")));
            bytes.values.push_back(static_cast<double>(load.bytes));
            bytes.hints.push_back(hint);
            tensors.values.push_back(static_cast<double>(load.tensors));
            tensors.hints.push_back(hint);
        }
        bytes.processes = tensors.processes = processes;
        bytes.all = captionOf(bytes.values, study->outcome.balance.bytes);
        tensors.all = captionOf(tensors.values, study->outcome.balance.tensors);
        bytes.most = formatBytes(static_cast<std::uint64_t>(*std::ranges::max_element(bytes.values)));
        tensors.most = formatStep(static_cast<std::int64_t>(*std::ranges::max_element(tensors.values)));
    }
    bytesLabel_->setText(bytes.all);
    tensorsLabel_->setText(tensors.all);
    bytes_->setLoads(std::move(bytes));
    tensors_->setLoads(std::move(tensors));
}

QString BalanceBars::bytesCaption() const {
    return bytesLabel_->text();
}

QString BalanceBars::tensorsCaption() const {
    return tensorsLabel_->text();
}

}  // namespace stepvault::ui
