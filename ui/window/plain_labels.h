#pragma once

#include <QObject>

namespace stepvault::ui {

/// Labels and tool tips show their text as it is, while this lives: names of runs, metrics, tensors and files
/// come from anywhere, and Qt takes what looks like HTML for that, with the pictures that it names.
class PlainLabels : public QObject {
    Q_OBJECT

 public:
    explicit PlainLabels(QObject* parent = nullptr);

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace stepvault::ui
