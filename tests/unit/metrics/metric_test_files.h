// Writes files for the tests of metric sources, and shows points as text.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include <QByteArray>
#include <QFile>
#include <QString>
#include <QStringList>

#include "base/checksum.h"
#include "metrics/metric_source.h"

namespace stepvault::test {

inline std::filesystem::path to_path(const QString& path) {
    return path.toStdString();
}

/// Replaces the contents and keeps the inode.
inline bool write(const QString& path, const QByteArray& content) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(content) == content.size();
}

inline bool append(const QString& path, const QByteArray& content) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly | QIODevice::Append) && file.write(content) == content.size();
}

/// A record of TensorBoard's event files (see EventFileSource).
inline QByteArray event_record(const QByteArray& data) {
    const auto length = static_cast<quint64>(data.size());
    const QByteArray head(reinterpret_cast<const char*>(&length), 8);
    const auto masked = [](const QByteArray& bytes) {
        const std::uint32_t crc = crc32c(as_view(std::string_view(bytes.data(), std::size_t(bytes.size()))));
        const std::uint32_t mask = (crc >> 15 | crc << 17) + 0xA282EAD8U;
        return QByteArray(reinterpret_cast<const char*>(&mask), 4);
    };
    return head + masked(head) + data + masked(data);
}

/// A chunk of W&B's log (see WandbSource).
inline QByteArray wandb_chunk(char type, const QByteArray& data) {
    const QByteArray checked = QByteArray(1, type) + data;
    const std::uint32_t crc =
        crc32(0, as_view(std::string_view(checked.data(), std::size_t(checked.size()))));
    const auto length = static_cast<quint16>(data.size());
    return QByteArray(reinterpret_cast<const char*>(&crc), 4) +
           QByteArray(reinterpret_cast<const char*>(&length), 2) + checked;
}

/// All present points, by as many polls as that takes.
inline Result<std::vector<MetricPoint>> poll_all(MetricSource& source) {
    auto points = source.poll();
    for (auto n = points.ok() ? (*points).size() : 0; n >= metric_batch;) {
        const auto more = source.poll();
        if (!more.ok()) return more.error();
        n = (*more).size();
        (*points).insert((*points).end(), (*more).begin(), (*more).end());
    }
    return points;
}

/// "loss@3=0.5", followed by " t=..." if the point has a time.
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
