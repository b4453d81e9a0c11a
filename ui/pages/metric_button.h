#pragma once

#include <QToolButton>

class QMenu;

namespace stepvault::ui {

class Theme;

/// Which metric a chart shows.
class MetricButton : public QToolButton {
    Q_OBJECT

 public:
    explicit MetricButton(const Theme& theme, QWidget* parent = nullptr);

    /// Empty `current`: none.
    void setTags(const QStringList& tags, const QString& current);

 signals:
    void tagChosen(const QString& tag);

 private:
    void applyTheme();

    const Theme& theme_;
    QMenu* tags_;
};

}  // namespace stepvault::ui
