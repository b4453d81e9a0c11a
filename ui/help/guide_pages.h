// The guide's pages, from the program's own resources: Markdown, one page a topic.
#pragma once

#include <QList>
#include <QString>
#include <QUrl>

namespace stepvault::ui {

struct GuidePage {
    QUrl url;
    QString title;
    QString text;  ///< Markdown, without parts that readers do not see
};

/// In the order in which they are read, and in the language of QLocale(): English where a page is not
/// translated.
QList<GuidePage> guidePages();

}  // namespace stepvault::ui
