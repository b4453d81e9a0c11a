#include "ui/help/guide_browser.h"

#include <algorithm>

#include <QAbstractTextDocumentLayout>
#include <QImage>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextTable>

#include "ui/help/guide_search.h"

namespace stepvault::ui {

namespace {
constexpr int pictureWidth = 600;
constexpr int gap = 8;
constexpr int codeIndent = 16;
}  // namespace

GuideBrowser::GuideBrowser(const QList<GuidePage>& pages, QWidget* parent)
    : QTextBrowser(parent), pages_(pages) {
    setOpenExternalLinks(true);
    setFrameShape(QFrame::NoFrame);
    document()->setDocumentMargin(20);
}

void GuideBrowser::mark(const QString& query) {
    QList<ExtraSelection> marks;
    QTextCharFormat look;
    look.setBackground(palette().highlight());
    look.setForeground(palette().highlightedText());
    const QStringList words = wordsOf(query, document()->toPlainText());
    for (const QString& word : words) {
        for (QTextCursor at = document()->find(word); !at.isNull(); at = document()->find(word, at))
            marks.append({at, look});
    }
    setExtraSelections(marks);
    const auto first = std::min_element(marks.begin(), marks.end(), [](const auto& a, const auto& b) {
        return a.cursor.selectionStart() < b.cursor.selectionStart();
    });
    if (first == marks.end()) return;
    QTextCursor cursor = first->cursor;
    cursor.clearSelection();
    setTextCursor(cursor);
    ensureCursorVisible();
}

void GuideBrowser::showSection(int section) {
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() != 2 || section-- > 0) continue;
        const QRectF place = document()->documentLayout()->blockBoundingRect(block);
        setTextCursor(QTextCursor(block));
        verticalScrollBar()->setValue(qRound(place.top()));
        return;
    }
}

void GuideBrowser::doSetSource(const QUrl& name, QTextDocument::ResourceType type) {
    QTextBrowser::doSetSource(name, type);
    layOut();
}

void GuideBrowser::layOut() {
    // Qt derives the distances from the font's points, of which fonts measured in pixels have none.
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        QTextCursor cursor(block);
        QTextBlockFormat look = block.blockFormat();
        if (QTextTable* table = cursor.currentTable()) {
            QTextTableFormat lines = table->format();
            lines.setBorderCollapse(true);
            lines.setCellPadding(0.5 * gap);
            lines.setBottomMargin(gap);
            table->setFormat(lines);
        } else if (look.hasProperty(QTextFormat::BlockCodeFence)) {
            const bool goesOn = block.next().blockFormat().hasProperty(QTextFormat::BlockCodeFence);
            look.setNonBreakableLines(false);
            look.setLeftMargin(codeIndent);
            look.setBottomMargin(goesOn ? 0 : gap);
        } else {
            look.setTopMargin(look.headingLevel() > 0 ? gap : 0);
            look.setBottomMargin(gap);
        }
        cursor.setBlockFormat(look);
    }
    moveCursor(QTextCursor::Start);
}

QVariant GuideBrowser::loadResource(int type, const QUrl& name) {
    const QUrl url = source().isEmpty() ? name : source().resolved(name);
    const auto page = std::find_if(pages_.begin(), pages_.end(),
                                   [&url](const GuidePage& p) { return p.url.fileName() == url.fileName(); });
    if (page != pages_.end()) return page->text;
    QVariant found = QTextBrowser::loadResource(type, name);
    if (type != QTextDocument::ImageResource) return found;
    const QImage picture = QImage::fromData(found.toByteArray());
    if (picture.isNull()) return found;
    return picture.scaledToWidth(pictureWidth, Qt::SmoothTransformation);
}

}  // namespace stepvault::ui
