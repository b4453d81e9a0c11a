#include "ui/theme/style_sheet.h"

#include <QHash>
#include <QRegularExpression>

namespace stepvault::ui {

namespace {

constexpr auto sheet = R"(
QToolTip { background: @raised; color: @text; border: 1px solid @line; padding: 4px 6px; }
QFrame[look="card"] { background: @surface; border: 1px solid @line; border-radius: 6px; }
QFrame[look="bar"] { background: @surface; border: none; border-bottom: 1px solid @line; }
QFrame[look="idleStrip"] { background: @window; border: none; border-top: 1px solid @window; }
QFrame[look="strip"] { background: @surface; border: none; border-top: 1px solid @line; }
QFrame[look="side"] { background: @window; border: none; }
QFrame[look="sheet"] { background: @raised; border: 1px solid @line; border-radius: 6px; }
QFrame[look="notice"] { background: @notice; border: 1px solid @line; border-radius: 6px; }
QLabel { background: transparent; border: none; }
QLabel[look="muted"] { color: @muted; }
QLabel[look="caption"] { color: @muted; font-size: 11px; }
QLabel[look="bad"] { color: @bad; }
QLabel[look="warn"] { color: @warn; }
QLabel[look="good"] { color: @good; }
QLabel[look="warnCaption"] { color: @warn; font-size: 11px; }
QLabel[look="badCaption"] { color: @bad; font-size: 11px; }
QLabel[look="title"] { font-size: 15px; font-weight: 600; }
QLabel[look="figure"] { font-size: 20px; font-weight: 600; }
QLabel[look="hero"] { font-size: 30px; font-weight: 600; }

QPushButton { background: @raised; color: @text; border: 1px solid @line; border-radius: 6px; padding: 5px 12px; }
QPushButton:hover { background: @hover; }
QPushButton:pressed { background: @line; }
QPushButton:focus { border-color: @accent; }
QPushButton:disabled { color: @faint; }
QPushButton[look="primary"] { background: @accent; color: @onAccent; border: 1px solid @accent; font-weight: 600; }
QPushButton[look="primary"]:hover { background: @accentHover; }
QPushButton[look="primary"]:focus { border: 1px solid @text; }
QPushButton[look="primary"]:disabled { background: @line; color: @muted; border-color: @line; }
QPushButton[look="choice"] { background: @surface; text-align: left; padding: 0px; }
QPushButton[look="choice"]:hover { border-color: @accent; background: @surface; }
QPushButton[look="entry"] { background: transparent; border: 1px solid transparent; text-align: left; padding: 0px; }
QPushButton[look="entry"]:hover { background: @entryHover; }
QPushButton[look="entry"]:checked { background: @entryChosen; }
QPushButton[look="entry"]:focus { border-color: @accent; }

QToolButton { background: transparent; color: @text; border: 1px solid transparent; border-radius: 6px; padding: 4px 8px; }
QToolButton:hover { background: @hover; }
QToolButton:pressed, QToolButton:open { background: @line; }
QToolButton:checked { background: @chosen; }
QToolButton:focus { border-color: @accent; }
QToolButton:disabled { color: @faint; }
QToolButton::menu-indicator { image: none; }
QToolButton[look="segment"] { color: @muted; padding: 2px 8px; }
QToolButton[look="segment"]:checked { background: @chosen; color: @text; }
QToolButton[look="segment"]:disabled { background: transparent; color: @faint; }
QToolButton[look="chip"] { background: @field; border: 1px solid @line; padding: 3px 8px; }
QToolButton[look="chip"]:checked { background: @chosen; }
QToolButton[look="chip"]:focus { border-color: @accent; }
QToolButton[look="muted"] { color: @muted; padding: 2px 8px; }
QToolButton[look="quiet"] { color: @muted; font-size: 11px; padding: 2px 6px; }
QToolButton[look="icon"] { padding: 3px; }
QToolButton[look="leading"] { padding: 4px 1px 4px 8px; }
QToolButton[look="primary"] { background: @accent; color: @onAccent; font-weight: 600; padding: 4px 1px 4px 10px; }
QToolButton[look="primary"]:hover { background: @accentHover; }
QToolButton[look="primary"]:disabled { background: transparent; color: @faint; border-color: @line; }

QPlainTextEdit { background: @field; color: @text; border: 1px solid @line; border-radius: 6px;
                 selection-background-color: @accent; selection-color: @onAccent; }
QPlainTextEdit:focus { border-color: @accent; }

QLineEdit { background: @field; color: @text; border: 1px solid @line; border-radius: 6px; padding: 4px 8px;
            selection-background-color: @accent; selection-color: @onAccent; }
QLineEdit:focus { border-color: @accent; }
QLineEdit:disabled { color: @faint; }

QAbstractSpinBox { background: @field; color: @text; border: 1px solid @line; border-radius: 6px; padding: 3px 6px;
                   selection-background-color: @accent; selection-color: @onAccent; }
QAbstractSpinBox:focus { border-color: @accent; }
QAbstractSpinBox:disabled { color: @faint; }

QMenu { background: @raised; border: 1px solid @line; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 24px; border-radius: 4px; }
QMenu::item:selected { background: @chosen; color: @text; }
QMenu::item:disabled { color: @faint; }
QMenu::separator { height: 1px; background: @line; margin: 4px 8px; }

QAbstractItemView { background: @surface; border: none; outline: none;
                    selection-background-color: @chosen; selection-color: @text; }
QListView#runs { background: transparent; }
QHeaderView { background: @surface; border: none; }
QHeaderView::section { background: @surface; color: @muted; border: none; border-bottom: 1px solid @line;
                       padding: 6px 8px; font-size: 11px; }
QHeaderView::section:hover { color: @text; }
QHeaderView::up-arrow, QHeaderView::down-arrow { image: none; width: 0px; }
QTableCornerButton::section { background: @surface; border: none; }

QTabBar { background: transparent; }
QTabBar::tab { background: transparent; color: @muted; border: none; border-bottom: 2px solid transparent;
               padding: 5px 2px; margin-right: 16px; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }

QProgressBar { background: @line; border: none; border-radius: 3px; min-height: 6px; max-height: 6px; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }

QSlider::groove:horizontal { height: 4px; background: @line; border-radius: 2px; }
QSlider::sub-page:horizontal { background: @accent; border-radius: 2px; }
QSlider::handle:horizontal { width: 12px; height: 12px; margin: -4px 0; border-radius: 6px; background: @accent; }
QSlider::handle:horizontal:focus { background: @text; }

QSplitter::handle { background: transparent; }
QSplitter#sides::handle { background: @line; }

QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @line; border-radius: 3px; margin: 2px; }
QScrollBar::handle:hover { background: @faint; }
QScrollBar::handle:vertical { min-height: 24px; }
QScrollBar::handle:horizontal { min-width: 24px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
)";

}  // namespace

QString makeStyleSheet(const Tokens& t) {
    const QHash<QString, QColor> colors{
        {QStringLiteral("window"), t.window},
        {QStringLiteral("surface"), t.surface},
        {QStringLiteral("raised"), t.raised},
        {QStringLiteral("field"), t.dark ? t.window : t.surface},
        {QStringLiteral("text"), t.text},
        {QStringLiteral("muted"), t.muted},
        {QStringLiteral("faint"), t.faint},
        {QStringLiteral("line"), t.line},
        {QStringLiteral("accent"), t.accent},
        {QStringLiteral("accentHover"), blend(t.accent, t.text, 0.15)},
        {QStringLiteral("onAccent"), t.onAccent},
        {QStringLiteral("good"), t.good},
        {QStringLiteral("warn"), t.warn},
        {QStringLiteral("bad"), t.bad},
        {QStringLiteral("hover"), blend(t.surface, t.line, 0.5)},
        {QStringLiteral("chosen"), blend(t.surface, t.accent, t.dark ? 0.24 : 0.14)},
        {QStringLiteral("entryHover"), blend(t.window, t.line, 0.5)},
        {QStringLiteral("entryChosen"), blend(t.window, t.accent, 0.16)},
        {QStringLiteral("notice"), blend(t.surface, t.accent, 0.06)},
    };
    static const QRegularExpression name(QStringLiteral("@([A-Za-z]+)"));
    const QString text = QString::fromUtf8(sheet);
    QString result;
    qsizetype at = 0;
    for (auto it = name.globalMatch(text); it.hasNext();) {
        const auto match = it.next();
        result += QStringView(text).mid(at, match.capturedStart() - at);
        result += colors.value(match.captured(1)).name();
        at = match.capturedEnd();
    }
    return result + QStringView(text).mid(at);
}

}  // namespace stepvault::ui
