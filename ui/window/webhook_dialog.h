#pragma once

#include <map>

#include <QDialog>

#include "ui/session/webhook_settings.h"

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace stepvault::ui {

class SegmentControl;
class WebhookService;

/// Where to send events, which ones, and in what form. Accepted, settings() are the user's choice.
class WebhookDialog : public QDialog {
    Q_OBJECT

 public:
    /// `service` sends the test message, and outlives the dialog.
    WebhookDialog(const WebhookSettings& settings, WebhookService& service, QWidget* parent = nullptr);

    [[nodiscard]] WebhookSettings settings() const;

 private:
    QWidget* makeForm();
    QWidget* makeKinds(const std::set<EventKind>& chosen);
    QWidget* makeTest();
    QWidget* makeButtons();
    void updateButtons();
    void test();
    void showResult(const QString& text, const char* look);

    WebhookService& service_;
    QLineEdit* address_;
    SegmentControl* form_;
    QLabel* fitting_;
    std::map<EventKind, QCheckBox*> kinds_;
    QPushButton* test_;
    QLabel* result_;
    QPushButton* save_;
};

}  // namespace stepvault::ui
