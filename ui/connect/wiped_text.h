#pragma once

#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include <QString>

namespace stepvault::ui {

/// A secret as UTF-8, overwritten in memory when it goes.
class WipedText {
 public:
    /// Overwrites `text`, as far as nobody else holds it.
    explicit WipedText(QString& text) {
        QByteArray bytes = text.toUtf8();
        bytes_.assign(bytes.cbegin(), bytes.cend());
        ::explicit_bzero(bytes.data(), static_cast<std::size_t>(bytes.size()));
        text.fill(u'\0');
        text.clear();
    }
    WipedText(WipedText&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
    WipedText(const WipedText&) = delete;
    WipedText& operator=(const WipedText&) = delete;
    WipedText& operator=(WipedText&&) = delete;
    ~WipedText() {
        if (!bytes_.empty()) ::explicit_bzero(bytes_.data(), bytes_.size());
    }

    /// Lasts as long as the object.
    [[nodiscard]] std::string_view view() const { return {bytes_.data(), bytes_.size()}; }

 private:
    std::vector<char> bytes_;
};

}  // namespace stepvault::ui
