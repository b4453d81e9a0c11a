// Files that the tests of metric sources write, and points as text.
#pragma once

#include <filesystem>
#include <vector>

#include <QByteArray>
#include <QFile>
#include <QString>
#include <QStringList>

#include "metrics/metric_source.h"

namespace stepvault::test {

inline std::filesystem::path to_path(const QString& path) {
    return path.toStdString();
}

/// Replaces the content and keeps the inode.
inline bool write(const QString& path, const QByteArray& content) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(content) == content.size();
}

inline bool append(const QString& path, const QByteArray& content) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly | QIODevice::Append) && file.write(content) == content.size();
}

/// "loss@3=0.5", with " t=..." behind it where the point has a time.
inline QString as_text(const MetricPoint& p) {
    auto text =
        QStringLiteral("%1@%2=%3").arg(QString::fromStdString(p.tag)).arg(p.step).arg(p.value, 0, 'g', 12);
    if (p.time != 0) text += QStringLiteral(" t=%1").arg(p.time, 0, 'g', 15);
    return text;
}

inline QStringList as_text(const Result<std::vector<MetricPoint>>& points) {
    if (!points.ok()) return {QStringLiteral("error: ") + QString::fromStdString(points.error().message)};
    QStringList text;
    for (const auto& p : *points)
        text += as_text(p);
    return text;
}

}  // namespace stepvault::test
