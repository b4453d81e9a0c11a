#include "ui/inside/inside_rows.h"

#include <algorithm>
#include <array>

#include "library/study/object_differences.h"
#include "ui/text/format.h"
#include "ui/text/free_text.h"
#include "ui/text/role_text.h"

namespace stepvault::ui {

namespace {

QString checklistWord(const std::string& name) {
    if (name == "weights") return tr("Weights");
    if (name == "optimizer") return tr("Optimizer");
    if (name == "scheduler") return tr("Learning rate schedule");
    if (name == "scaler") return tr("Loss scale");
    if (name == "rng") return tr("Random numbers");
    if (name == "sampler") return tr("Position in the data");
    if (name == "step") return tr("Step");
    return toQString(name);
}

QString kindText(const ChainStep& step) {
    if (step.is_shared_base) return tr("base that several runs share");
    if (step.parent.empty()) return tr("base");
    if (step.key) return tr("key step, level %1").arg(step.key_level);
    return step.squashed ? tr("delta, squashed into this file") : tr("delta");
}

bool isFloat(const TensorRow& t) {
    constexpr std::array floats = {DType::f64, DType::f32, DType::f16, DType::bf16};
    return std::ranges::any_of(floats, [&](DType dtype) { return dtype_name(dtype) == t.dtype; });
}

Cell bytesCell(std::uint64_t bytes) {
    return {formatBytes(bytes), QVariant::fromValue(static_cast<qulonglong>(bytes))};
}

}  // namespace

QString shapeText(const std::vector<std::uint64_t>& shape) {
    QStringList parts;
    for (const std::uint64_t n : shape)
        parts << QString::number(n);
    return parts.isEmpty() ? tr("scalar") : parts.join(QStringLiteral(" × "));
}

QString figureText(const std::optional<double>& value) {
    constexpr int digits = 4;
    return value ? formatNumber(*value, digits) : QStringLiteral("–");
}

Cell figureCell(const std::optional<double>& value) {
    constexpr double none = -2;  // below every norm and cosine
    return {figureText(value), value.value_or(none)};
}

QString nameInFile(const std::string& file, const std::string& name) {
    return file.empty() ? toQString(name) : toQString(file) + QStringLiteral(": ") + toQString(name);
}

QString roleWordOf(const std::string& name) {
    const auto role = role_named(name);
    return role ? roleWord(*role) : toQString(name);
}

CellRows tensorRows(const CheckpointReport& report) {
    CellRows rows;
    for (std::size_t i = 0; i < report.tensors.size(); ++i) {
        const TensorRow& t = report.tensors[i];
        const QString name = nameInFile(t.file, t.name);
        rows.push_back({{name, {}, name},
                        {roleWordOf(t.role)},
                        {toQString(t.dtype)},
                        {shapeText(t.shape), QVariant::fromValue(static_cast<qulonglong>(t.elements))},
                        figureCell(isFloat(t) ? report.norms[i] : std::nullopt),
                        {formatError(t.relative_error), t.relative_error},
                        bytesCell(report.stored_bytes[i])});
    }
    return rows;
}

CellRows objectRows(const CheckpointReport& report) {
    CellRows rows;
    for (const FileReport& file : report.files) {
        for (const ObjectValue& value : object_values(file.objects)) {
            const QString path = nameInFile(file.path, value.path);
            const QString text = toQString(value.text);
            rows.push_back({{path, {}, path}, {text, {}, text}});
        }
        if (!file.note.empty())
            rows.push_back({{nameInFile(file.path, std::string())}, {toQString(file.note)}});
    }
    return rows;
}

CellRows checklistRows(const CheckpointReport& report) {
    CellRows rows;
    for (const ChecklistItem& item : report.checklist) {
        const QString detail = toQString(item.detail);
        rows.push_back({{checklistWord(item.name)},
                        {item.present ? tr("there") : tr("not found")},
                        {detail, {}, detail}});
    }
    return rows;
}

CellRows chainRows(const CheckpointReport& report) {
    CellRows rows;
    for (auto step = report.chain.rbegin(); step != report.chain.rend(); ++step) {
        const QString id = toQString(step->id);
        rows.push_back({{formatStep(step->step), QVariant::fromValue(static_cast<qlonglong>(step->step))},
                        {kindText(*step)},
                        {toQString(name_of(step->scheme))},
                        {id, {}, id}});
    }
    return rows;
}

CellRows sizeRows(const CheckpointReport& report) {
    std::uint64_t all = report.stored_rest;
    for (const auto& [role, bytes] : report.stored_by_role)
        all += bytes;
    CellRows rows;
    const auto add = [&](const QString& name, std::uint64_t bytes) {
        const double share = all > 0 ? 100 * static_cast<double>(bytes) / static_cast<double>(all) : 0;
        rows.push_back({{name}, bytesCell(bytes), {tr("%1 %").arg(formatNumber(share, 3)), share}});
    };
    for (const auto& [role, bytes] : report.stored_by_role)
        add(roleWord(role), bytes);
    add(tr("objects and descriptions"), report.stored_rest);
    std::ranges::stable_sort(rows, std::ranges::greater(),
                             [](const std::vector<Cell>& row) { return row[1].sort.toULongLong(); });
    return rows;
}

CellRows importRows(const CheckpointReport& report) {
    CellRows rows;
    for (const FileReport& file : report.files) {
        for (const std::string& global : file.globals) {
            const QString name = toQString(global);
            rows.push_back({{name, {}, name}, {toQString(file.path)}});
        }
    }
    return rows;
}

}  // namespace stepvault::ui
