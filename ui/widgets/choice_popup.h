#pragma once

#include <vector>

#include <QFrame>

class QListWidget;

namespace stepvault::ui {

class FilterField;

/// A popup to choose one of many texts: a list that scrolls, under a field that filters it by words in any
/// order. The arrow keys move in the list, Enter or a click chooses, Esc closes. GUI thread.
class ChoicePopup : public QFrame {
    Q_OBJECT

 public:
    struct Entry {
        QString id;
        QString text;

        bool operator==(const Entry&) const = default;
    };

    explicit ChoicePopup(QWidget* parent = nullptr);

    /// Opens under `place`, in coordinates of the screen, with `current` selected.
    void openAt(const QRect& place, const std::vector<Entry>& entries, const QString& current);

    [[nodiscard]] FilterField& filter() { return *filter_; }
    [[nodiscard]] QListWidget& list() { return *list_; }

 signals:
    void chosen(const QString& id);

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    void applyFilter();
    void moveBy(int rows);
    void choose();

    FilterField* filter_;
    QListWidget* list_;
};

}  // namespace stepvault::ui
