#include "library/study/content_matching.h"

#include <algorithm>
#include <map>
#include <utility>

#include "vault/records/step_choice.h"

namespace stepvault {

namespace {

using Matches = std::vector<std::optional<std::size_t>>;

/// Matches the items without a counterpart by `key`, which must be unique among them on both sides.
template <class KeyA, class KeyB>
void match_unique(Matches& matches, std::size_t count_b, const KeyA& key_a, const KeyB& key_b) {
    struct Sides {
        std::vector<std::size_t> a;
        std::vector<std::size_t> b;
    };
    std::vector<bool> taken(count_b);
    for (const auto& match : matches) {
        if (match) taken[*match] = true;
    }
    std::map<std::string, Sides> by_key;
    for (std::size_t i = 0; i < matches.size(); ++i) {
        if (!matches[i]) by_key[key_a(i)].a.push_back(i);
    }
    for (std::size_t i = 0; i < count_b; ++i) {
        if (!taken[i]) by_key[key_b(i)].b.push_back(i);
    }
    for (const auto& [key, sides] : by_key) {
        if (sides.a.size() == 1 && sides.b.size() == 1) matches[sides.a.front()] = sides.b.front();
    }
}

std::vector<std::string> files_of(const std::vector<ContentTensor>& tensors) {
    std::vector<std::string> files;
    for (const auto& tensor : tensors) {
        if (files.empty() || files.back() != tensor.file) files.push_back(tensor.file);
    }
    std::ranges::sort(files);
    const auto rest = std::ranges::unique(files);
    files.erase(rest.begin(), rest.end());
    return files;
}

}  // namespace

Matches match_files(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    Matches matches(a.size());
    if (a.size() == 1 && b.size() == 1) {
        matches.front() = 0;
        return matches;
    }
    const auto plain = [](const auto& paths) { return [&paths](std::size_t i) { return paths[i]; }; };
    const auto without_digits = [](const auto& paths) {
        return [&paths](std::size_t i) { return series_of(paths[i]); };
    };
    match_unique(matches, b.size(), plain(a), plain(b));
    match_unique(matches, b.size(), without_digits(a), without_digits(b));
    return matches;
}

Matches match_tensors(const std::vector<ContentTensor>& a, const std::vector<ContentTensor>& b) {
    const auto files_a = files_of(a);
    const auto files_b = files_of(b);
    const auto files = match_files(files_a, files_b);
    std::map<std::string, std::string> file_in_b;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (files[i]) file_in_b[files_a[i]] = files_b[*files[i]];
    }
    std::map<std::pair<std::string, std::string>, std::size_t> named;
    for (std::size_t i = 0; i < b.size(); ++i)
        named.try_emplace({b[i].file, b[i].name}, i);
    Matches matches(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        const auto file = file_in_b.find(a[i].file);
        if (file == file_in_b.end()) continue;
        const auto place = named.find({file->second, a[i].name});
        if (place == named.end()) continue;
        matches[i] = place->second;
        named.erase(place);
    }
    match_unique(
        matches, b.size(), [&](std::size_t i) { return a[i].name; },
        [&](std::size_t i) { return b[i].name; });
    return matches;
}

}  // namespace stepvault
