#include "ui/log/log_page.h"

#include <QAction>
#include <QClipboard>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include "ui/log/log_delegate.h"
#include "ui/log/log_model.h"
#include "ui/text/format.h"
#include "ui/theme/glyph.h"
#include "ui/theme/look.h"
#include "ui/theme/sizes.h"
#include "ui/theme/table_look.h"
#include "ui/theme/theme.h"
#include "ui/widgets/check_box.h"
#include "ui/widgets/empty_state.h"

namespace stepvault::ui {

namespace {
constexpr int logRowHeight = 24;
constexpr int filterWidth = 200;
constexpr int logWidths[] = {140, 160};
}  // namespace

LogPage::LogPage(const Theme& theme, LogModel& log, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      log_(log),
      text_(new QLineEdit(this)),
      problems_(new CheckBox(tr("problems only"), theme, this)),
      count_(new QLabel(this)),
      copy_(new QPushButton(this)),
      open_(new QPushButton(tr("Open log folder"), this)),
      close_(new QToolButton(this)),
      table_(new QTableView(this)),
      empty_(new EmptyState(theme, Glyph::info, this)) {
    setUpTable(theme);
    auto* card = new QFrame(this);
    setLook(card, "card");
    stack_ = new QStackedLayout;
    stack_->addWidget(table_);
    stack_->addWidget(empty_);
    auto* inside = new QVBoxLayout(card);
    inside->setContentsMargins(1, 4, 1, 4);
    inside->addLayout(stack_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(pageMargin, 10, pageMargin, pageMargin);
    layout->setSpacing(8);
    layout->addWidget(makeHead());
    layout->addWidget(card, 1);
    connect(text_, &QLineEdit::textChanged, &shown_, &LogFilter::setText);
    connect(problems_, &QCheckBox::toggled, &shown_, &LogFilter::setProblemsOnly);
    connect(text_, &QLineEdit::textChanged, this, &LogPage::update);
    connect(problems_, &QCheckBox::toggled, this, &LogPage::update);
    connect(copy_, &QPushButton::clicked, this, &LogPage::copy);
    connect(open_, &QPushButton::clicked, this,
            [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(toQString(folder_))); });
    connect(close_, &QToolButton::clicked, this, &LogPage::closeClicked);
    connect(&theme, &Theme::changed, this, &LogPage::applyTheme);
    applyTheme();
    setFolder({});
    update();
}

QWidget* LogPage::makeHead() {
    auto* head = new QWidget(this);
    auto* title = new QLabel(tr("Log"), head);
    setLook(title, "title");
    setLook(count_, "muted");
    text_->setPlaceholderText(tr("Filter the log"));
    text_->setAccessibleName(tr("Filter the log"));
    text_->setMinimumWidth(filterWidth / 2);
    text_->setMaximumWidth(filterWidth);
    problems_->setToolTip(tr("Warnings, and what went wrong"));
    copy_->setToolTip(tr("As plain text: the lines that are selected, or else all that are shown (Ctrl+C)"));
    setLook(close_, "icon");
    close_->setAccessibleName(tr("Close"));
    close_->setToolTip(tr("Close (Esc)"));
    auto* layout = new QHBoxLayout(head);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addWidget(title);
    layout->addWidget(count_, 1);
    for (QWidget* part : std::initializer_list<QWidget*>{text_, problems_, copy_, open_, close_})
        layout->addWidget(part);
    return head;
}

void LogPage::setUpTable(const Theme& theme) {
    shown_.setSourceModel(&log_);
    table_->setModel(&shown_);
    table_->setItemDelegate(new LogDelegate(theme, table_));
    table_->setAccessibleName(tr("What happened"));
    setTableLook(*table_, logRowHeight);
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->horizontalHeader()->setStretchLastSection(true);
    setColumnWidths(*table_, logWidths);
    auto* copyKey = new QAction(table_);
    copyKey->setShortcut(QKeySequence::Copy);
    copyKey->setShortcutContext(Qt::WidgetShortcut);
    table_->addAction(copyKey);
    connect(copyKey, &QAction::triggered, this, &LogPage::copy);
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &LogPage::update);
    // Do not scroll away from lines that the user reads further up.
    connect(&shown_, &QAbstractItemModel::rowsAboutToBeInserted, this, [this] {
        const QScrollBar& bar = *table_->verticalScrollBar();
        if (bar.value() == bar.maximum())
            QMetaObject::invokeMethod(table_, &QTableView::scrollToBottom, Qt::QueuedConnection);
    });
    connect(&shown_, &QAbstractItemModel::rowsInserted, this, &LogPage::update);
    connect(&shown_, &QAbstractItemModel::rowsRemoved, this, &LogPage::update);
}

void LogPage::setFolder(const std::filesystem::path& folder) {
    folder_ = folder;
    open_->setVisible(!folder.empty());
    open_->setToolTip(tr("%1 holds what happened before, too").arg(formatPath(folder)));
}

QString LogPage::copiedText() const {
    QModelIndexList rows = table_->selectionModel()->selectedRows();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    if (rows.isEmpty()) {
        for (int row = 0; row < shown_.rowCount(); ++row)
            rows << shown_.index(row, 0);
    }
    QString text;
    for (const QModelIndex& row : rows)
        text += row.data(LogModel::PlainRole).toString() + u'\n';
    return text;
}

void LogPage::copy() {
    QGuiApplication::clipboard()->setText(copiedText());
}

void LogPage::update() {
    const int shown = shown_.rowCount();
    const bool isSome = table_->selectionModel()->hasSelection();
    count_->setText(counted(static_cast<std::uint64_t>(shown), tr("%1 line"), tr("%1 lines")));
    copy_->setText(isSome ? tr("Copy selected") : tr("Copy all"));
    copy_->setEnabled(shown > 0);
    if (log_.rowCount() == 0) {
        empty_->setText(tr("What happens appears here"),
                        tr("Checkpoints that are filed, passed over, restored or removed, what became of "
                           "runs, and what went wrong."));
    } else {
        empty_->setText(tr("No such line"), tr("Nothing of this kind happened since the window was opened."));
    }
    stack_->setCurrentWidget(shown == 0 ? static_cast<QWidget*>(empty_) : table_);
}

void LogPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    // The keyboard continues from the visible rows.
    table_->selectionModel()->setCurrentIndex(shown_.index(shown_.rowCount() - 1, 0),
                                              QItemSelectionModel::NoUpdate);
    table_->scrollToBottom();
}

void LogPage::applyTheme() {
    close_->setIcon(glyphIcon(Glyph::close, theme_.tokens().muted, theme_.tokens().faint));
    table_->viewport()->update();
}

}  // namespace stepvault::ui
