#include "library/study/object_differences.h"

#include <map>
#include <utility>

#include "library/study/content_matching.h"

namespace stepvault {

namespace {

/// "3" of "[3]", as in the names of tensors.
std::string path_part(const std::string& key) {
    return key.size() > 2 && key.front() == '[' && key.back() == ']' ? key.substr(1, key.size() - 2) : key;
}

void compare(const FileObjects& a, const FileObjects& b, std::vector<ObjectDifference>& out) {
    std::map<std::string, ObjectValue> others;
    for (auto& value : object_values(b.lines)) {
        auto path = value.path;
        others.emplace(std::move(path), std::move(value));
    }
    for (const auto& value : object_values(a.lines)) {
        const auto other = others.find(value.path);
        if (other == others.end()) {
            out.push_back({a.file, value.path, value.text, {}});
            continue;
        }
        if (other->second != value) out.push_back({a.file, value.path, value.text, other->second.text});
        others.erase(other);
    }
    for (const auto& [path, value] : others)
        out.push_back({b.file, path, {}, value.text});
}

}  // namespace

std::vector<ObjectValue> object_values(const std::vector<ObjectLine>& lines) {
    std::vector<ObjectValue> values;
    std::vector<std::string> parents;  // paths by depth
    std::map<std::string, std::size_t> seen;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto& line = lines[i];
        if (line.kind == ObjectKind::omission) continue;
        parents.resize(line.depth);
        const std::string parent = parents.empty() ? std::string() : parents.back();
        auto path =
            line.depth == 0 ? std::string() : parent + (parent.empty() ? "" : ".") + path_part(line.key);
        // Keys of different types may read alike.
        const auto times = ++seen[path];
        if (times > 1) path += " (" + std::to_string(times) + ")";
        const bool has_children = i + 1 < lines.size() && lines[i + 1].depth > line.depth;
        if (line.kind != ObjectKind::tensor && !has_children)
            values.push_back({path, line.text, line.digest});
        parents.push_back(std::move(path));
    }
    return values;
}

std::vector<ObjectDifference> object_differences(const std::vector<FileObjects>& a,
                                                 const std::vector<FileObjects>& b) {
    const auto files_of = [](const std::vector<FileObjects>& objects) {
        std::vector<std::string> files;
        for (const auto& file : objects)
            files.push_back(file.file);
        return files;
    };
    const auto matches = match_files(files_of(a), files_of(b));
    std::vector<bool> taken(b.size());
    std::vector<ObjectDifference> all;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (matches[i]) taken[*matches[i]] = true;
        compare(a[i], matches[i] ? b[*matches[i]] : FileObjects{}, all);
    }
    for (std::size_t i = 0; i < b.size(); ++i) {
        if (!taken[i]) compare({}, b[i], all);
    }
    return all;
}

}  // namespace stepvault
