// The guide's pages, from the program's own resources: Markdown, one page a topic.
#pragma once

#include <QList>
#include <QString>
#include <QUrl>

namespace stepvault::ui {

struct GuidePage {
    QUrl url;
    QString title;
    QString text;  ///< Markdown, without what readers do not see
};

/// In the order in which they are read. In English, whatever the window's language.
QList<GuidePage> guidePages();

/// Whether all words of `query` are in the page, in any order and case. No words are in every page.
bool hasWords(const GuidePage& page, const QString& query);

}  // namespace stepvault::ui
