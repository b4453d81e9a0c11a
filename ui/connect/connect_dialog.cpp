#include "ui/connect/connect_dialog.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "remote/ssh/remote_command.h"
#include "ui/connect/machine_list.h"
#include "ui/theme/look.h"

namespace stepvault::ui {

namespace {
constexpr QSize firstSize(520, 480);
}  // namespace

ConnectDialog::ConnectDialog(const QStringList& recent, QWidget* parent)
    : QDialog(parent),
      recent_(recent),
      field_(new QLineEdit(this)),
      hint_(new QLabel(this)),
      machines_(new MachineList(this)),
      connect_(new QPushButton(tr("Connect"), this)) {
    setWindowTitle(tr("Connect to a machine"));
    field_->setPlaceholderText(tr("user@host:vault"));
    field_->setAccessibleName(tr("Machine and vault"));
    field_->setClearButtonEnabled(true);
    hint_->setTextFormat(Qt::PlainText);
    hint_->setWordWrap(true);
    layOut();
    resize(firstSize);
    machines_->setMachines(recent_, {});
    const auto take = [this](const QString& machine) { field_->setText(machine); };
    QObject::connect(field_, &QLineEdit::textChanged, this, &ConnectDialog::check);
    QObject::connect(machines_, &MachineList::chosen, this, take);
    QObject::connect(machines_, &MachineList::activated, this, [this, take](const QString& machine) {
        take(machine);
        accept();
    });
    check();
    field_->setFocus();
}

void ConnectDialog::layOut() {
    auto* intro =
        new QLabel(tr("Stepvault opens a vault on another machine by ssh, as you have configured ssh. "
                      "It sends nothing to any other machine."),
                   this);
    intro->setWordWrap(true);
    setLook(intro, "muted");
    auto* title = new QLabel(tr("Machine and vault"), this);
    title->setBuddy(field_);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    setLook(connect_, "primary");
    connect_->setDefault(true);
    QObject::connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    QObject::connect(connect_, &QPushButton::clicked, this, &QDialog::accept);
    auto* entry = new QVBoxLayout;
    entry->setSpacing(6);
    entry->addWidget(title);
    entry->addWidget(field_);
    entry->addWidget(hint_);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(connect_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addWidget(intro);
    layout->addLayout(entry);
    layout->addWidget(machines_, 1);
    layout->addLayout(buttons);
}

void ConnectDialog::setHosts(const QStringList& hosts) {
    machines_->setMachines(recent_, hosts);
}

QString ConnectDialog::place() const {
    return field_->text().trimmed();
}

void ConnectDialog::check() {
    const bool isRight = parse_remote_place(place().toStdString()).ok();
    const bool isWrong = !isRight && !place().isEmpty();
    connect_->setEnabled(isRight);
    setLook(hint_, isWrong ? "bad" : "muted");
    hint_->setText(isWrong
                       ? tr("This does not name a machine. Give it as host, user@host or user@host:vault.")
                       : tr("Without a vault's folder, the machine's default vault is opened."));
}

}  // namespace stepvault::ui
