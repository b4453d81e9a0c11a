// A machine to be reached by ssh: this one, by a real sshd.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include "command.h"

namespace stepvault::test {

/// ssh knows the machine by the name "box", and starts its sshd as a proxy command, so that nothing listens
/// on a port.
class SshMachine {
 public:
    SshMachine()
        : ssh_(QStandardPaths::findExecutable("ssh")),
          sshd_(QStandardPaths::findExecutable("sshd", {"/usr/sbin", "/usr/bin"})) {
        if (!is_installed()) return;
        for (const auto* key : {"host_key", "user_key"})
            QProcess::execute("ssh-keygen", {"-q", "-t", "ed25519", "-N", "", "-f", folder_.filePath(key)});
        std::error_code ec;
        if (geteuid() == 0) made_run_ = std::filesystem::create_directory("/run/sshd", ec);
        write("sshd_config", "HostKey " + folder_.filePath("host_key") + "\nAuthorizedKeysFile " +
                                 folder_.filePath("authorized") +
                                 "\nPidFile none\nUsePAM no\nStrictModes no\nPasswordAuthentication no\n");
        trust("host_key.pub");
    }
    ~SshMachine() {
        std::error_code ec;
        if (made_run_) std::filesystem::remove("/run/sshd", ec);
    }
    SshMachine(const SshMachine&) = delete;
    SshMachine& operator=(const SshMachine&) = delete;

    /// False where ssh or sshd is not installed, or sshd cannot work, as in some containers.
    [[nodiscard]] bool answers() const {
        if (!is_installed()) return false;
        prepare({});
        return QProcess::execute(folder_.filePath("ssh"), {"box", "true"}) == 0;
    }
    /// The home of the user there.
    [[nodiscard]] std::filesystem::path home() const { return folder_.path().toStdString(); }
    /// Makes ssh expect the host key in this file.
    void trust(const char* public_key) { write("known_hosts", "box " + read(public_key)); }
    void go_offline() { sshd_ = "/nonexistent"; }

    /// Makes this process reach the machine. `there`: see start().
    void enter(const QString& there) const {
        prepare(there);
        const QByteArray folder = folder_.path().toLocal8Bit();
        if (!qgetenv("PATH").startsWith(folder)) qputenv("PATH", folder + ":" + qgetenv("PATH"));
    }
    /// Starts `stepvault` as a user of this machine. `there`: the folder in which the other machine's PATH
    /// has it; empty: none.
    void start(QProcess& process, const QStringList& arguments, const QString& there) const {
        prepare(there);
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", folder_.path() + ":" + environment.value("PATH"));
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(STEPVAULT_EXECUTABLE), arguments);
    }

 private:
    [[nodiscard]] bool is_installed() const {
        return !sshd_.isEmpty() && !ssh_.isEmpty() && !QStandardPaths::findExecutable("ssh-keygen").isEmpty();
    }
    /// Writes the configuration of both sides.
    void prepare(const QString& there) const {
        write("config",
              "Host box\n ProxyCommand " + sshd_ + " -i -f " + folder_.filePath("sshd_config") +
                  "\n IdentityFile " + folder_.filePath("user_key") +
                  "\n IdentitiesOnly yes\n BatchMode yes\n StrictHostKeyChecking yes\n UserKnownHostsFile " +
                  folder_.filePath("known_hosts") + "\n");
        // ssh looks for its configuration in the user's real home, whatever HOME says.
        write("ssh", "#!/bin/sh\nexec " + ssh_ + " -F " + folder_.filePath("config") + " \"$@\"\n");
        write("login", "HOME=" + folder_.path() + " PATH=" + (there.isEmpty() ? QString() : there + ":") +
                           "/usr/bin:/bin STEPVAULT_NO_SYSTEMD=1\nexport HOME PATH "
                           "STEPVAULT_NO_SYSTEMD\neval \"$SSH_ORIGINAL_COMMAND\"\n");
        write("authorized", "command=\"sh " + folder_.filePath("login") + "\" " + read("user_key.pub"));
        QFile::setPermissions(folder_.filePath("ssh"),
                              QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    [[nodiscard]] QString read(const char* name) const {
        std::ifstream file(folder_.filePath(name).toStdString());
        std::string line;
        std::getline(file, line);
        return QString::fromStdString(line) + "\n";
    }
    void write(const char* name, const QString& text) const {
        std::ofstream(folder_.filePath(name).toStdString(), std::ios::trunc) << text.toStdString();
    }

    QTemporaryDir folder_;
    QString ssh_;  ///< before enter() puts another one first
    QString sshd_;
    bool made_run_ = false;
};

}  // namespace stepvault::test
