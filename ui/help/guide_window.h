#pragma once

#include <QDialog>

#include "ui/help/guide_pages.h"
#include "ui/help/guide_topic.h"

class QLabel;
class QLineEdit;
class QListWidget;

namespace stepvault::ui {

class GuideBrowser;

/// The user's guide: its pages at the left, those with the words that are looked for while any are.
class GuideWindow : public QDialog {
    Q_OBJECT

 public:
    explicit GuideWindow(QWidget* parent);

    /// Shows the section on a page of the window.
    void open(GuideTopic topic);

    [[nodiscard]] QLineEdit& search() const { return *search_; }
    [[nodiscard]] QListWidget& index() const { return *index_; }
    [[nodiscard]] GuideBrowser& browser() const { return *browser_; }

 private:
    void lookFor(const QString& words);
    void showPage(int row);
    void follow(const QUrl& url);

    const QList<GuidePage> pages_;
    QLineEdit* search_;
    QListWidget* index_;
    QLabel* nothing_;
    GuideBrowser* browser_;
};

}  // namespace stepvault::ui
