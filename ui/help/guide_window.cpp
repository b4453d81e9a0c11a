#include "ui/help/guide_window.h"

#include <algorithm>

#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

#include "ui/help/guide_browser.h"
#include "ui/help/guide_search.h"

namespace stepvault::ui {

namespace {
constexpr int indexWidth = 200;
}  // namespace

GuideWindow::GuideWindow(QWidget* parent)
    : QDialog(parent),
      pages_(guidePages()),
      search_(new QLineEdit(this)),
      index_(new QListWidget(this)),
      nothing_(new QLabel(tr("No page has these words."), this)),
      browser_(new GuideBrowser(pages_, this)) {
    setWindowTitle(tr("Guide"));
    resize(940, 680);
    search_->setPlaceholderText(tr("Search the guide"));
    search_->setAccessibleName(tr("Search the guide"));
    search_->setClearButtonEnabled(true);
    index_->setAccessibleName(tr("Pages of the guide"));
    index_->setFrameShape(QFrame::NoFrame);
    index_->setSpacing(2);
    browser_->setAccessibleName(tr("Page of the guide"));
    nothing_->setWordWrap(true);
    nothing_->hide();

    auto* side = new QVBoxLayout;
    side->setContentsMargins(12, 12, 12, 12);
    side->setSpacing(8);
    side->addWidget(search_);
    side->addWidget(nothing_);
    side->addWidget(index_);
    index_->setFixedWidth(indexWidth);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(side);
    layout->addWidget(browser_, 1);

    for (const GuidePage& page : pages_)
        index_->addItem(page.title);
    connect(search_, &QLineEdit::textChanged, this, &GuideWindow::lookFor);
    connect(index_, &QListWidget::currentRowChanged, this, &GuideWindow::showPage);
    connect(browser_, &QTextBrowser::sourceChanged, this, &GuideWindow::follow);
    index_->setCurrentRow(0);
    search_->setFocus();
}

void GuideWindow::open(GuideTopic topic) {
    search_->clear();
    const auto page = std::ranges::find_if(
        pages_, [](const GuidePage& p) { return p.url.fileName() == QLatin1String("the-window.md"); });
    index_->setCurrentRow(static_cast<int>(page - pages_.begin()));
    browser_->showSection(static_cast<int>(topic));
}

void GuideWindow::lookFor(const QString& words) {
    int first = -1;
    for (int row = 0; row < index_->count(); ++row) {
        const bool has = hasWords(pages_[row].text, words);
        index_->item(row)->setHidden(!has);
        if (has && first < 0) first = row;
    }
    nothing_->setVisible(first < 0);
    const QListWidgetItem* current = index_->currentItem();
    if (first >= 0 && (current == nullptr || current->isHidden())) index_->setCurrentRow(first);
    browser_->mark(words);
}

void GuideWindow::showPage(int row) {
    if (row < 0) return;
    if (browser_->source().path() != pages_[row].url.path())
        browser_->setSource(pages_[row].url, QTextDocument::MarkdownResource);
    browser_->mark(search_->text());
}

void GuideWindow::follow(const QUrl& url) {
    for (int row = 0; row < pages_.size(); ++row) {
        if (pages_[row].url.fileName() == url.fileName()) index_->setCurrentRow(row);
    }
}

}  // namespace stepvault::ui
