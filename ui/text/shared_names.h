#pragma once

#include <vector>

#include <QStringList>

namespace stepvault::ui {

/// The side on which each name may be elided: the beginning where another name begins alike, the end where
/// another one ends alike, whichever part is longer; else the middle.
std::vector<Qt::TextElideMode> elideSides(const QStringList& names);

}  // namespace stepvault::ui
