// Numbers as people read them: `4,200`, `31.0 MiB`, `36.3x`, `0.45`. All by displayLocale().
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include <QDateTime>
#include <QLocale>
#include <QString>

namespace stepvault::ui {

/// The user's locale; English where that is the C locale, which knows no thousands separators.
QLocale displayLocale();

QString formatStep(std::int64_t step);
QString formatBytes(std::uint64_t bytes);
QString formatRate(double bytesPerSecond);
/// How many times smaller; a dash where nothing is stored.
QString formatRatio(std::uint64_t original, std::uint64_t stored);
/// Two significant digits; "0" for exact.
QString formatError(double error);
QString formatLag(double lag);
/// Four significant digits; a dash for none.
QString formatLoss(std::optional<double> loss);
/// A number on an axis or under the crosshair, with up to `digits` significant digits.
QString formatNumber(double value, int digits);
/// A number in decimals, in the display locale, without zeros at its end: "2.5", "3".
QString withoutEndZeros(const QString& number);
/// Today the time of day, else the day too. `seconds` since the epoch; a dash for 0.
QString formatSaved(double seconds, const QDateTime& now);
/// Day and time of day; a dash where that is no time.
QString formatMoment(double seconds);
/// With the exponent raised.
QString formatPowerOfTwo(int exponent);
/// `one` where count is 1, else `many`; "%1" in them is the count.
QString counted(std::uint64_t count, const QString& one, const QString& many);
/// "1 s", "3 min", "2 h 5 min"; one second at least.
QString formatDuration(double seconds);

/// Two digits: "12 ms", "3.4 s", "21 min", "5.5 h", "12 d"; "never" where it is infinite.
QString formatSpan(double seconds);
/// A share of a training's length: "1.9 %", two digits; "never ends" for more than 1,000 times the length.
QString formatShare(double share);
bool isEndless(double share);

/// The unit by which an axis is divided, and its name.
struct AxisUnit {
    double size = 1;
    QString name;
};
/// Seconds, minutes, hours or days, for an axis that spans so many seconds.
AxisUnit timeUnit(double span);

QString toQString(const std::filesystem::path& path);
QString toQString(const std::string& text);
std::filesystem::path toPath(const QString& path);
/// For buttons and menus, where a single & underlines the next character.
QString escapeMnemonics(QString text);
/// With the home folder as "~".
QString formatPath(const std::filesystem::path& path);

}  // namespace stepvault::ui
