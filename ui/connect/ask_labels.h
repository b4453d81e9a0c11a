// Labels for texts of ssh and of other machines.
#pragma once

#include <utility>
#include <vector>

#include <QGridLayout>
#include <QLabel>
#include <QString>

namespace stepvault::ui {

/// Text that wraps. Markup in it stays text, whoever wrote it. `look`: see setLook(); empty for none.
QLabel* plainLabel(const QString& text, const char* look, QWidget* parent);

/// The same in a fixed font, to select and copy.
QLabel* exactLabel(const QString& text, QWidget* parent);

/// At most 600 characters in ten lines, with an ellipsis for the rest.
QString brief(const QString& text);

/// Rows of a name and a text to select; empty texts are left out.
QGridLayout* factRows(const std::vector<std::pair<QString, QString>>& facts, QWidget* parent);

/// Allows a break inside long words, so that they do not widen a label.
QString breakable(const QString& text);

}  // namespace stepvault::ui
