#include "ui/log/log_file.h"

#include <fstream>
#include <future>
#include <system_error>
#include <utility>

#include <QDir>

#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

namespace fs = std::filesystem;

void makeRoom(const fs::path& folder) {
    std::error_code error;
    fs::rename(folder / "log.1.txt", folder / "log.2.txt", error);
    fs::rename(folder / "log.txt", folder / "log.1.txt", error);
}

void write(const fs::path& folder, const std::string& line) {
    const fs::path file = folder / "log.txt";
    std::error_code error;
    fs::create_directories(folder, error);
    const std::uintmax_t size = fs::file_size(file, error);
    if (!error && size + line.size() > LogFile::largest) makeRoom(folder);
    std::ofstream(file, std::ios::app | std::ios::binary) << line;
}

}  // namespace

LogFile::~LogFile() {
    std::promise<void> written;
    lane_.post([&written] { written.set_value(); });
    written.get_future().wait();
}

void LogFile::append(const QString& line) {
    lane_.post([folder = folder_, bytes = line.toStdString() + '\n'] { write(folder, bytes); });
}

fs::path LogFile::defaultFolder() {
    const QString state = qEnvironmentVariable("XDG_STATE_HOME");
    // The specification has relative ones ignored.
    const QString base = QDir::isAbsolutePath(state) ? state : QDir::homePath() + u"/.local/state";
    return toPath(base) / "stepvault";
}

}  // namespace stepvault::ui
