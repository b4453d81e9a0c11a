#include "ui/connect/ask_labels.h"

#include <QFontDatabase>

#include "ui/theme/look.h"
#include "ui/theme/sizes.h"

namespace stepvault::ui {

namespace {
constexpr int longestWord = 40;
constexpr qsizetype mostCharacters = 600;
constexpr qsizetype mostLines = 10;
}  // namespace

QLabel* plainLabel(const QString& text, const char* look, QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    label->setWordWrap(true);
    if (*look != '\0') setLook(label, look);
    return label;
}

QLabel* exactLabel(const QString& text, QWidget* parent) {
    QLabel* label = plainLabel(text, "", parent);
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPixelSize(labelPixels);
    label->setFont(font);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QGridLayout* factRows(const std::vector<std::pair<QString, QString>>& facts, QWidget* parent) {
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(1, 1);
    for (const auto& [name, text] : facts) {
        if (text.isEmpty()) continue;
        const int row = grid->rowCount();
        grid->addWidget(plainLabel(name, "muted", parent), row, 0, Qt::AlignTop);
        grid->addWidget(exactLabel(breakable(text), parent), row, 1);
    }
    return grid;
}

QString brief(const QString& text) {
    const QString shown = text.section(u'\n', 0, mostLines - 1).left(mostCharacters);
    return shown.size() < text.size() ? shown + u'…' : shown;
}

QString breakable(const QString& text) {
    QString result;
    int length = 0;
    for (const QChar c : text) {
        length = c.isSpace() ? 0 : length + 1;
        // Not between the halves of a character.
        if (length > longestWord && !c.isLowSurrogate()) {
            result += u'\u200b';
            length = 1;
        }
        result += c;
    }
    return result;
}

}  // namespace stepvault::ui
