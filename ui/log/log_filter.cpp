#include "ui/log/log_filter.h"

#include "ui/log/log_model.h"

namespace stepvault::ui {

void LogFilter::setText(const QString& text) {
    text_ = text.trimmed();
    invalidateFilter();
}

void LogFilter::setProblemsOnly(bool isOnly) {
    problemsOnly_ = isOnly;
    invalidateFilter();
}

bool LogFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const auto cell = [&](int column) { return sourceModel()->index(row, column, parent); };
    const auto kind = static_cast<WatchNotes::Kind>(cell(LogModel::What).data(LogModel::KindRole).toInt());
    if (problemsOnly_ && kind == WatchNotes::Kind::info) return false;
    return cell(LogModel::Run).data().toString().contains(text_, Qt::CaseInsensitive) ||
           cell(LogModel::What).data().toString().contains(text_, Qt::CaseInsensitive);
}

}  // namespace stepvault::ui
