// A run in the notation of the scanner's tests: "folder=series: checkpoints | metrics".
#pragma once

#include <QString>
#include <QStringList>

#include "run/checkpoint_scanner.h"

namespace stepvault::test {

/// `below_root` returns the text of a path.
template <class PathText>
QString run_text(const RunFolder& run, PathText below_root) {
    const auto series = run.series.empty() ? QString() : '=' + QString::fromStdString(run.series);
    QStringList words{below_root(run.folder) + series + ':'};
    for (const auto& c : run.checkpoints)
        words += QString::fromStdString(c.source) + (c.is_folder ? "/" : "");
    words += "|";
    for (const auto& m : run.metrics)
        words += below_root(m);
    return words.join(' ');
}

}  // namespace stepvault::test
