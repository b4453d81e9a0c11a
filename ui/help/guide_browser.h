#pragma once

#include <QTextBrowser>

#include "ui/help/guide_pages.h"

namespace stepvault::ui {

/// Shows pages of the guide. Pictures are made to fit; links to the web open outside.
class GuideBrowser : public QTextBrowser {
    Q_OBJECT

 public:
    GuideBrowser(const QList<GuidePage>& pages, QWidget* parent);

    /// Marks each of the words wherever it stands, and shows the first place.
    void mark(const QString& query);
    /// Puts a section of the page, counted from 0, at the top.
    void showSection(int section);

 protected:
    QVariant loadResource(int type, const QUrl& name) override;
    void doSetSource(const QUrl& name, QTextDocument::ResourceType type) override;

 private:
    void layOut();

    const QList<GuidePage> pages_;
};

}  // namespace stepvault::ui
