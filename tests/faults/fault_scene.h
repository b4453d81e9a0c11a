// A vault on a failing disk: runs commands with faults, and checks the vault afterwards.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <QProcessEnvironment>
#include <QTemporaryDir>

#include "base/thread_pool.h"
#include "command.h"
#include "support/scratch_run.h"

namespace stepvault::test {

/// A checkpoint as the vault restores it; Contents maps ids to checkpoints.
struct Content {
    std::string source;
    std::string bytes = {};
    std::string weights = {};  ///< of command "weights only", which drops the rest of some checkpoints
    bool operator==(const Content&) const = default;
};
using Contents = std::map<std::string, Content>;

/// See shim/faults.h.
struct Fault {
    QString action = {};
    std::size_t call = 0;
    int error = 0;
    QString lost = {};
    QString moves = {};
};

class FaultScene {
 public:
    /// Creates the runs and the vault that `command` needs: the disk's state before the command.
    explicit FaultScene(const QString& command);

    /// Adds a row for each command to the data of the running test.
    static void add_commands();
    /// The calls of the command to try: a different subset in each `round` of three, all calls in a long
    /// test.
    [[nodiscard]] std::vector<std::size_t> calls_to_try(std::size_t round) const;

    /// The command's effect without a fault, computed once.
    [[nodiscard]] const Contents& before() const { return before_; }
    [[nodiscard]] const Contents& after() const { return after_; }
    [[nodiscard]] const std::vector<std::string>& calls() const { return calls_; }

    /// Runs the command on the disk's first state; after a loss of power the disk has the state that the loss
    /// left.
    Outcome run(const Fault& fault);
    /// Whether the command repairs a damaged vault.
    [[nodiscard]] bool mends() const;
    /// Whether the command did the same as without a fault.
    [[nodiscard]] bool is_done(const Outcome& outcome) const;
    /// Runs the command again, without a fault. Returns "" or the error.
    [[nodiscard]] std::string fault_of_again();

    /// "" or the error: the vault does not verify, or lacks a checkpoint that it held before or that `said`
    /// reported as filed.
    [[nodiscard]] std::string fault_of_vault(const QByteArray& said);
    /// "" or the error in the disk's state after the command has succeeded.
    [[nodiscard]] std::string fault_of_end();
    /// "" or a file that a killed process left on the disk and the next process did not remove.
    [[nodiscard]] std::string left_behind() const;

 private:
    [[nodiscard]] std::filesystem::path root() const { return dir_.path().toStdString(); }
    [[nodiscard]] std::filesystem::path disk() const { return root() / "disk"; }
    /// The target of the command that moves the vault.
    [[nodiscard]] std::filesystem::path other_vault() const { return disk() / "other" / "vault"; }
    /// The current place of the vault.
    [[nodiscard]] std::filesystem::path vault() const;
    [[nodiscard]] std::filesystem::path run_folder() const;
    [[nodiscard]] bool frees() const;
    [[nodiscard]] std::map<std::string, std::string> originals() const;
    [[nodiscard]] Outcome stepvault(const QStringList& arguments,
                                    const QProcessEnvironment& environment) const;
    [[nodiscard]] Outcome stepvault(const QStringList& arguments) const;
    void write_checkpoints(int first, int last);
    void damage() const;
    [[nodiscard]] QString id_of_run() const;
    void file() const;
    void reset() const;
    void give_back_times() const;
    [[nodiscard]] Contents contents();
    [[nodiscard]] std::vector<std::string> trash() const;
    [[nodiscard]] std::string fault_of_output() const;
    /// Whether a checkpoint is as the command without a fault leaves it. A lossy checkpoint depends on those
    /// filed before it: after a failed filing the next checkpoints differ, but are still close to their
    /// originals.
    [[nodiscard]] bool is_as_done(const std::string& id, const Content& content) const;
    [[nodiscard]] std::string verify();

    QTemporaryDir dir_;
    QString command_;
    QStringList arguments_;
    Training training_{1, 2000};
    ThreadPool pool_{2};
    Contents before_;
    Contents after_;
    std::vector<std::string> calls_;
    std::map<std::string, std::string> originals_;
    bool failed_ = false;   ///< the command's last run with a fault reported failure
    std::string restored_;  ///< expected output of a restore
};

}  // namespace stepvault::test
