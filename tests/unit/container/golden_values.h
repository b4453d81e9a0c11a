// The files in tests/golden/container, and the descriptions that their generators wrote.
#pragma once

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "base/checksum.h"
#include "container/layout.h"
#include "scratch_files.h"

namespace stepvault {

inline QString hash(ByteView bytes) {
    return QStringLiteral("%1").arg(xxh3(bytes), 16, 16, QLatin1Char('0'));
}

/// The elements of a view in row-major order, gathered from the file one by one.
inline Bytes gather(const std::string& file, const Layout& layout, const TensorView& view) {
    const auto size = item_size(view.dtype);
    const auto start = layout.payloads[view.payload].offset;
    std::uint64_t count = 1;
    for (const auto extent : view.shape)
        count *= extent;
    Bytes gathered;
    for (std::uint64_t i = 0; i < count; ++i) {
        auto rest = i;
        auto element = view.offset;
        for (auto d = view.shape.size(); d-- > 0;) {
            element += rest % view.shape[d] * static_cast<std::uint64_t>(view.stride[d]);
            rest /= view.shape[d];
        }
        const auto bytes = as_view(file).subspan(start + element * size, size);
        gathered.insert(gathered.end(), bytes.begin(), bytes.end());
    }
    return gathered;
}

/// Describes the tensors in the generators' form.
inline QJsonArray described(const std::string& bytes, const Layout& layout) {
    QJsonArray tensors;
    for (const auto& view : layout.tensors) {
        QJsonArray shape;
        for (const auto extent : view.shape)
            shape.append(static_cast<qint64>(extent));
        tensors.append(QJsonObject{{"name", QString::fromStdString(view.name)},
                                   {"dtype", QString::fromUtf8(dtype_name(view.dtype).data())},
                                   {"shape", shape},
                                   {"xxh3", hash(gather(bytes, layout, view))}});
    }
    return tensors;
}

inline QJsonObject golden_json(const QString& name) {
    QFile file(QString::fromStdString(golden_folder().native()) + '/' + name);
    if (!file.open(QIODevice::ReadOnly)) return {};
    return QJsonDocument::fromJson(file.readAll()).object();
}

/// The expectations of all generators, by file name.
inline QJsonObject expectations() {
    QJsonObject all;
    const QDir folder(QString::fromStdString(golden_folder().native()));
    for (const auto& name : folder.entryList({QStringLiteral("expected*.json")})) {
        const auto one = golden_json(name);
        for (auto it = one.begin(); it != one.end(); ++it)
            all.insert(it.key(), it.value());
    }
    return all;
}

}  // namespace stepvault
