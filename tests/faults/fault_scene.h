// A vault on a disk that fails: commands run with faults, and what must hold afterwards.
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

/// What the vault restores, by id.
struct Content {
    std::string source;
    std::string bytes = {};
    std::string weights = {};  ///< of command "weights only", which keeps no more of some
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
    /// Makes the runs and the vault of the command that is to be tried: what is on the disk before it.
    explicit FaultScene(const QString& command);

    /// A row of the running test's data for each command there is.
    static void add_commands();
    /// Which of the command's calls to try: some of them, others in each `round` of three; all in a long
    /// test.
    [[nodiscard]] std::vector<std::size_t> calls_to_try(std::size_t round) const;

    /// What the command does with no fault, once for all.
    [[nodiscard]] const Contents& before() const { return before_; }
    [[nodiscard]] const Contents& after() const { return after_; }
    [[nodiscard]] const std::vector<std::string>& calls() const { return calls_; }

    /// The command on the disk as it was first; after a loss the disk is as that left it.
    Outcome run(const Fault& fault);
    /// The command is given to a vault that is damaged.
    [[nodiscard]] bool mends() const;
    /// It did what it does with no fault.
    [[nodiscard]] bool is_done(const Outcome& outcome) const;
    /// "" or what is wrong once the command was given again, with no fault.
    [[nodiscard]] std::string fault_of_again();

    /// "" or what is wrong: the vault does not verify, or lacks what it held or said it had filed.
    [[nodiscard]] std::string fault_of_vault(const QByteArray& said);
    /// "" or what is wrong where the command is done.
    [[nodiscard]] std::string fault_of_end();
    /// "" or what a process that died left on the disk, and the next did not remove.
    [[nodiscard]] std::string left_behind() const;

 private:
    [[nodiscard]] std::filesystem::path root() const { return dir_.path().toStdString(); }
    [[nodiscard]] std::filesystem::path disk() const { return root() / "disk"; }
    /// Where it is moved to.
    [[nodiscard]] std::filesystem::path other_vault() const { return disk() / "other" / "vault"; }
    /// Where it is now.
    [[nodiscard]] std::filesystem::path vault() const;
    [[nodiscard]] std::filesystem::path run_folder() const;
    [[nodiscard]] bool frees() const;
    [[nodiscard]] std::map<std::string, std::string> originals() const;
    [[nodiscard]] Outcome stepvault(const QStringList& arguments,
                                    const QProcessEnvironment& environment) const;
    [[nodiscard]] Outcome stepvault(const QStringList& arguments) const;
    void write_checkpoints(int first, int last);
    void damage() const;
    void file() const;
    void reset() const;
    void give_back_times() const;
    [[nodiscard]] Contents contents();
    [[nodiscard]] std::vector<std::string> trash() const;
    [[nodiscard]] std::string fault_of_output() const;
    /// As the command with no fault leaves it. What is lossy depends on what was filed before it: where a
    /// filing failed the next ones come out otherwise, near to their originals still.
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
    bool failed_ = false;   ///< the command said so when it ran last with a fault
    std::string restored_;  ///< what a restore is to bring
};

}  // namespace stepvault::test
