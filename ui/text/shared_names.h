#pragma once

#include <vector>

#include <QStringList>

class QFontMetrics;

namespace stepvault::ui {

/// How the name of a run is shortened beside the names of other runs.
struct ShortName {
    QString
        text;  ///< the name with "…" for the parts that all names of its kind share; may be the whole name
    Qt::TextElideMode side = Qt::ElideMiddle;  ///< where text is elided if it is still too wide

    bool operator==(const ShortName&) const = default;
    /// name if it fits into width pixels, else text, elided if need be.
    QString fit(const QString& name, const QFontMetrics& metrics, int width) const;
};

/// The role by which models give the ShortName of a cell that shows a name.
inline constexpr int shortNameRole = Qt::UserRole + 100;

/// One for each name. Names are of one kind if they begin with the same part and have as many parts; '-', '_'
/// and '/' end a part. The side is the beginning where another name begins alike, the end where another one
/// ends alike, whichever is longer; else the middle.
std::vector<ShortName> shortNames(const QStringList& names);

}  // namespace stepvault::ui
