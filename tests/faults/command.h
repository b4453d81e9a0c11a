// Runs the command line the way a user does.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include <QProcess>
#include <QStringList>

namespace stepvault::test {

struct Outcome {
    int code = -1;
    QByteArray out;
    QByteArray err;
};

/// Returns code -1 for a process that did not start, hung or crashed: QProcess gives the first two an exit
/// code of 0.
inline Outcome outcome_of(QProcess& process) {
    const bool ended = process.waitForFinished(120000);
    return {ended && process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            process.readAllStandardOutput(), process.readAllStandardError()};
}

inline Outcome run_stepvault(const QStringList& arguments) {
    QProcess process;
    process.start(QStringLiteral(STEPVAULT_EXECUTABLE), arguments);
    return outcome_of(process);
}

inline QString text(const std::filesystem::path& path) {
    return QString::fromStdString(path.native());
}

inline nlohmann::json list(const std::filesystem::path& vault) {
    return nlohmann::json::parse(run_stepvault({"list", "--json", "--vault", text(vault)}).out.toStdString(),
                                 nullptr, false);
}

}  // namespace stepvault::test
