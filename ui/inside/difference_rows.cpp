#include "ui/inside/difference_rows.h"

#include <limits>

#include "ui/text/format.h"
#include "ui/text/free_text.h"
#include "ui/text/role_text.h"

namespace stepvault::ui {

namespace {

QString typeText(const std::optional<DType>& dtype) {
    return dtype ? QString::fromStdString(std::string(dtype_name(*dtype))) : QStringLiteral("–");
}

QString changeText(const TensorDifference& t) {
    switch (t.state) {
        case TensorChange::none:
            return t.dtype_a == t.dtype_b ? tr("same")
                                          : tr("same, %1 → %2").arg(typeText(t.dtype_a), typeText(t.dtype_b));
        case TensorChange::values:
            return t.dtype_a == t.dtype_b
                       ? tr("changed")
                       : tr("changed, %1 → %2").arg(typeText(t.dtype_a), typeText(t.dtype_b));
        case TensorChange::only_a:
            return tr("only there");
        case TensorChange::only_b:
            return tr("only here");
        case TensorChange::shape:
            return tr("%1 → %2").arg(shapeText(t.shape_a), shapeText(t.shape_b));
        case TensorChange::not_kept:
            return tr("not kept");
        case TensorChange::not_compared:
            break;
    }
    return tr("not compared");
}

Cell relativeCell(const DifferenceFigures& f) {
    if (!f.relative && f.norm_a && *f.norm_a == 0 && f.change)
        return {tr("from zero"), std::numeric_limits<double>::infinity()};
    return figureCell(f.relative);
}

Cell shareCell(const DifferenceFigures& f) {
    if (f.elements == 0) return {QStringLiteral("–"), -1.0};
    const double share = 100 * static_cast<double>(f.differing) / static_cast<double>(f.elements);
    return {tr("%1 %").arg(formatNumber(share, 3)), share,
            tr("%1 of %2")
                .arg(displayLocale().toString(static_cast<qulonglong>(f.differing)),
                     displayLocale().toString(static_cast<qulonglong>(f.elements)))};
}

void addFigures(std::vector<Cell>& row, const DifferenceFigures& f) {
    row.push_back(figureCell(f.norm_a));
    row.push_back(figureCell(f.change));
    row.push_back(relativeCell(f));
    row.push_back(figureCell(f.cosine));
    row.push_back(figureCell(f.max_abs));
    row.push_back(shareCell(f));
}

Cell countCell(std::uint64_t n) {
    return {displayLocale().toString(static_cast<qulonglong>(n)),
            QVariant::fromValue(static_cast<qulonglong>(n))};
}

QString codingText(const ComparedCheckpoint& side, bool isA) {
    if (side.relative_error == 0) return {};
    const QString error = formatError(side.relative_error);
    return isA ? tr("The other was coded with a relative error of %1, which is part of this.").arg(error)
               : tr("This one was coded with a relative error of %1, which is part of this.").arg(error);
}

}  // namespace

CellRows differenceRows(const CheckpointDifference& difference) {
    CellRows rows;
    for (const std::size_t i : by_relative_change(difference.tensors)) {
        const TensorDifference& t = difference.tensors[i];
        const QString name = nameInFile(t.file, t.name);
        auto& row = rows.emplace_back(
            std::vector<Cell>{{name, {}, name}, {roleWord(t.role)}, {changeText(t), {}, changeText(t)}});
        addFigures(row, t.is_compared() ? t.figures : DifferenceFigures{});
    }
    return rows;
}

CellRows differenceTotals(const CheckpointDifference& difference) {
    CellRows rows;
    const auto add = [&](const QString& name, const RoleDifference& role) {
        auto& row =
            rows.emplace_back(std::vector<Cell>{{name}, countCell(role.tensors), countCell(role.changed)});
        addFigures(row, role.figures);
    };
    for (const auto& [role, total] : difference.roles)
        add(roleWord(role), total);
    if (difference.roles.size() > 1) add(tr("all"), difference.all);
    return rows;
}

CellRows valueRows(const CheckpointDifference& difference) {
    CellRows rows;
    for (const ObjectDifference& value : difference.objects) {
        const QString path = nameInFile(value.file, value.path);
        const QString a = value.a ? toQString(*value.a) : QStringLiteral("–");
        QString b = value.b ? toQString(*value.b) : QStringLiteral("–");
        if (value.a == value.b) b = tr("%1, other content").arg(b);
        rows.push_back({{path, {}, path}, {a, {}, a}, {b, {}, b}});
    }
    return rows;
}

QString differenceSentence(const CheckpointDifference& difference) {
    QStringList parts;
    const RoleDifference& all = difference.all;
    if (difference.is_none()) {
        parts << tr("No tensor and no value differs.");
    } else {
        parts << tr("%1 of %2 tensors changed; relative change %3, cosine %4.")
                     .arg(displayLocale().toString(static_cast<qulonglong>(all.changed)),
                          displayLocale().toString(static_cast<qulonglong>(all.tensors)),
                          figureText(all.figures.relative), figureText(all.figures.cosine));
    }
    const std::uint64_t notFinite = all.figures.not_finite_a + all.figures.not_finite_b;
    if (notFinite > 0)
        parts << counted(notFinite, tr("%1 element is NaN or infinite; no norm includes it."),
                         tr("%1 elements are NaN or infinite; no norm includes them."));
    for (const QString& coding : {codingText(difference.a, true), codingText(difference.b, false)}) {
        if (!coding.isEmpty()) parts << coding;
    }
    return parts.join(u' ');
}

}  // namespace stepvault::ui
