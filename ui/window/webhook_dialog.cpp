#include "ui/window/webhook_dialog.h"

#include <utility>

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/theme/look.h"
#include "ui/widgets/segment_control.h"
#include "ui/window/webhook_service.h"

namespace stepvault::ui {

namespace {

constexpr int dialogWidth = 480;

QString nameOf(WebhookForm form) {
    switch (form) {
        case WebhookForm::ntfy:
            return QStringLiteral("ntfy");
        case WebhookForm::slack:
            return QStringLiteral("Slack");
        case WebhookForm::json:
            break;
    }
    return QStringLiteral("JSON");
}

QLabel* mutedLine(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setWordWrap(true);
    setLook(label, "muted");
    return label;
}

}  // namespace

WebhookDialog::WebhookDialog(const WebhookSettings& settings, WebhookService& service, QWidget* parent)
    : QDialog(parent),
      service_(service),
      address_(new QLineEdit(settings.address, this)),
      form_(new SegmentControl({tr("By the address"), nameOf(WebhookForm::ntfy), nameOf(WebhookForm::slack),
                                nameOf(WebhookForm::json)},
                               this)),
      fitting_(mutedLine({}, this)),
      test_(new QPushButton(tr("Send a test message"), this)),
      result_(new QLabel(this)),
      save_(new QPushButton(tr("Save"), this)) {
    setWindowTitle(tr("Webhook"));
    auto* intro = mutedLine(
        tr("Stepvault sends a message to this address once for each event: to a topic of ntfy, an incoming "
           "webhook of Slack, or a program of yours. The address is kept in your settings, never in the "
           "vault."),
        this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addWidget(intro);
    layout->addWidget(makeForm());
    layout->addWidget(makeKinds(settings.kinds));
    layout->addWidget(makeTest());
    layout->addStretch(1);
    layout->addWidget(makeButtons());
    form_->setCurrent(settings.form ? static_cast<int>(*settings.form) + 1 : 0);
    setMinimumWidth(dialogWidth);
    connect(address_, &QLineEdit::textChanged, this, &WebhookDialog::updateButtons);
    connect(form_, &SegmentControl::chosen, this, &WebhookDialog::updateButtons);
    connect(&service, &WebhookService::tested, this, [this](const QString& problem) {
        updateButtons();
        problem.isEmpty() ? showResult(tr("The message arrived."), "good")
                          : showResult(tr("Not sent: %1.").arg(problem), "bad");
    });
    updateButtons();
}

QWidget* WebhookDialog::makeForm() {
    auto* part = new QWidget(this);
    auto* title = new QLabel(tr("Address"), part);
    title->setBuddy(address_);
    address_->setAccessibleName(tr("Address"));
    address_->setPlaceholderText(QStringLiteral("https://ntfy.sh/my-topic"));
    // It holds a token, and the screen may be shared.
    address_->setEchoMode(QLineEdit::PasswordEchoOnEdit);
    address_->setClearButtonEnabled(true);
    auto* formTitle = new QLabel(tr("Form of the messages"), part);
    form_->setAccessibleName(formTitle->text());
    auto* layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(title);
    layout->addWidget(address_);
    layout->addSpacing(4);
    layout->addWidget(formTitle);
    layout->addWidget(form_, 0, Qt::AlignLeft);
    layout->addWidget(fitting_);
    return part;
}

QWidget* WebhookDialog::makeKinds(const std::set<EventKind>& chosen) {
    auto* part = new QWidget(this);
    auto* layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(new QLabel(tr("Events to send"), part));
    for (const auto& [kind, text] : {std::pair(EventKind::stalled, tr("A run stalls")),
                                     std::pair(EventKind::diverged, tr("A run diverges")),
                                     std::pair(EventKind::finished, tr("A run finishes")),
                                     std::pair(EventKind::disk_low, tr("Space runs low")),
                                     std::pair(EventKind::damage, tr("Damage is found"))}) {
        auto* box = new QCheckBox(text, part);
        box->setChecked(chosen.contains(kind));
        layout->addWidget(box);
        kinds_[kind] = box;
    }
    return part;
}

QWidget* WebhookDialog::makeTest() {
    auto* part = new QWidget(this);
    result_->setWordWrap(true);
    result_->setTextFormat(Qt::PlainText);
    auto* layout = new QHBoxLayout(part);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addWidget(test_, 0, Qt::AlignTop);
    layout->addWidget(result_, 1);
    connect(test_, &QPushButton::clicked, this, &WebhookDialog::test);
    return part;
}

QWidget* WebhookDialog::makeButtons() {
    auto* part = new QWidget(this);
    auto* cancel = new QPushButton(tr("Cancel"), part);
    setLook(save_, "primary");
    save_->setDefault(true);
    auto* layout = new QHBoxLayout(part);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addStretch(1);
    layout->addWidget(cancel);
    layout->addWidget(save_);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(save_, &QPushButton::clicked, this, &QDialog::accept);
    return part;
}

WebhookSettings WebhookDialog::settings() const {
    WebhookSettings settings{.address = address_->text().trimmed(), .form = {}, .kinds = {}};
    if (form_->current() > 0)
        settings.form = webhook_forms.at(static_cast<std::size_t>(form_->current() - 1));
    for (const auto& [kind, box] : kinds_) {
        if (box->isChecked()) settings.kinds.insert(kind);
    }
    return settings;
}

void WebhookDialog::updateButtons() {
    const WebhookSettings chosen = settings();
    const auto webhook = parse_webhook(chosen.address.toStdString(), chosen.form);
    test_->setEnabled(webhook.ok());
    save_->setEnabled(webhook.ok() || chosen.address.isEmpty());
    fitting_->setText(webhook && !chosen.form ? tr("Fits this address: %1").arg(nameOf(webhook->form))
                                              : QString());
    const bool isWrong = !webhook && !chosen.address.isEmpty();
    showResult(isWrong ? tr("An address begins with https:// or http:// and has no spaces.") : QString(),
               "bad");
}

void WebhookDialog::test() {
    test_->setEnabled(false);
    showResult(tr("Sending…"), "muted");
    service_.sendTest(settings());
}

void WebhookDialog::showResult(const QString& text, const char* look) {
    setLook(result_, look);
    result_->setText(text);
}

}  // namespace stepvault::ui
