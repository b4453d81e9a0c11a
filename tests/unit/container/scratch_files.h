// Files that a test creates for a reader.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include <QTemporaryDir>

#include "base/file.h"
#include "support/read_text.h"

namespace stepvault {

/// The files are removed with the object.
class ScratchFiles {
 public:
    /// Creates a file of these bytes. Overwrites a file of the same name, because creating files costs these
    /// tests the most time.
    const File& put(const std::string& name, const std::string& bytes) {
        auto& file = files_[name];
        if (!file.is_open())
            file = *File::open_write(std::filesystem::path(folder_.path().toStdString()) / name);
        const bool written = file.write_all(0, as_view(bytes)).ok() && file.truncate(bytes.size()).ok();
        if (!written) qFatal("cannot write %s", file.path().c_str());
        return file;
    }

 private:
    QTemporaryDir folder_;
    std::map<std::string, File> files_;
};

inline std::filesystem::path golden_folder() {
    return std::filesystem::path(STEPVAULT_SOURCE_DIR) / "tests" / "golden" / "container";
}

inline std::string slurp(const std::filesystem::path& path) {
    return test::read_text(path);
}

}  // namespace stepvault
