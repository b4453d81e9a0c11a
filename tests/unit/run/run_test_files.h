// Folders and checkpoint files for the tests of core/run.
#pragma once

#include <filesystem>

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QString>
#include <QStringList>

namespace stepvault::test {

inline std::filesystem::path to_path(const QString& path) {
    return path.toStdString();
}

/// Creates the parent folders, replaces the contents and keeps the inode.
inline bool write(const QString& path, const QByteArray& content) {
    QFile file(path);
    return QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly | QIODevice::Truncate) &&
           file.write(content) == content.size();
}

inline bool append(const QString& path, const QByteArray& content) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly | QIODevice::Append) && file.write(content) == content.size();
}

/// A whole safetensors file with one tensor of two floats; `metadata` is like "\"step\":\"7\"".
inline QByteArray safetensors(const QByteArray& metadata = {}) {
    QByteArray header =
        "{\"__metadata__\":{" + metadata + R"(},"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
    while (header.size() % 8 != 0)
        header += ' ';
    const auto size = static_cast<quint64>(header.size());
    return QByteArray(reinterpret_cast<const char*>(&size), 8) + header + QByteArray(8, '\x3f');
}

inline QByteArray trainer_state(int step) {
    return "{\"global_step\": " + QByteArray::number(step) +
           ", \"log_history\": [{\"step\": 1, \"loss\": NaN}]}";
}

}  // namespace stepvault::test
