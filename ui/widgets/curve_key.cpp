#include "ui/widgets/curve_key.h"

#include <utility>

#include "ui/theme/look.h"
#include "ui/theme/series_pen.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

CurveKey::CurveKey(const Theme& theme, QWidget* parent) : QLabel(parent), theme_(theme) {
    setLook(this, "caption");
    setTextFormat(Qt::RichText);
    setWordWrap(true);
    setAccessibleName(tr("Metrics in the chart"));
    connect(&theme, &Theme::changed, this, &CurveKey::render);
    hide();
}

void CurveKey::setEntries(std::vector<Entry> entries) {
    entries_ = std::move(entries);
    render();
}

void CurveKey::render() {
    QStringList parts;
    for (const Entry& entry : entries_) {
        const QString color = seriesPen(theme_.tokens(), entry.color, 1).color().name();
        // A name keeps to one line, together with its colour.
        QString name = (entry.onRight ? tr("%1 (right axis)").arg(entry.name) : entry.name).toHtmlEscaped();
        name.replace(u' ', QStringLiteral("&nbsp;"));
        parts << QStringLiteral("<span style=\"color:%1\">\u2501\u2501</span>&nbsp;%2").arg(color, name);
    }
    setText(parts.join(QStringLiteral(" &nbsp;&nbsp; ")));
    setVisible(entries_.size() > 1);
}

}  // namespace stepvault::ui
