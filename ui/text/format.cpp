#include "ui/text/format.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QDir>
#include <QFile>

#include "ui/text/free_text.h"

namespace stepvault::ui {

namespace {

QString dash() {
    return QStringLiteral("–");
}

/// Without an exponent, `digits` significant digits, trailing zeros kept.
QString significant(double value, int digits) {
    const QLocale locale = displayLocale();
    if (std::isnan(value)) return QStringLiteral("NaN");
    if (std::isinf(value)) return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
    if (value == 0) return QStringLiteral("0");
    const double magnitude = std::floor(std::log10(std::fabs(value)));
    if (magnitude < -4 || magnitude > 8) return locale.toString(value, 'e', std::max(0, digits - 1));
    const int decimals = std::max(0, digits - 1 - static_cast<int>(magnitude));
    return locale.toString(value, 'f', decimals);
}

}  // namespace

QLocale displayLocale() {
    const QLocale locale;
    return locale.language() == QLocale::C ? QLocale(QLocale::English, QLocale::UnitedStates) : locale;
}

QString formatStep(std::int64_t step) {
    return displayLocale().toString(static_cast<qlonglong>(step));
}

QString formatBytes(std::uint64_t bytes) {
    if (bytes < 1024) return tr("%1 B").arg(bytes);
    return displayLocale().formattedDataSize(static_cast<qint64>(bytes), 1, QLocale::DataSizeIecFormat);
}

QString formatRate(double bytesPerSecond) {
    return tr("%1/s").arg(formatBytes(static_cast<std::uint64_t>(std::max(0.0, bytesPerSecond))));
}

QString formatRatio(std::uint64_t original, std::uint64_t stored) {
    if (stored == 0 || original == 0) return dash();
    const double ratio = static_cast<double>(original) / static_cast<double>(stored);
    return displayLocale().toString(ratio, 'f', 1) + QLatin1Char('x');
}

QString formatError(double error) {
    return significant(error, 2);
}

QString formatLag(double lag) {
    return displayLocale().toString(std::abs(lag) < 0.005 ? 0.0 : lag, 'f', 2);
}

QString formatLoss(std::optional<double> loss) {
    return loss ? significant(*loss, 4) : dash();
}

QString formatNumber(double value, int digits) {
    const QString text = significant(value, digits);
    return text.contains(QLatin1Char('e'), Qt::CaseInsensitive) ? text : withoutEndZeros(text);
}

QString withoutEndZeros(const QString& number) {
    const QString point = displayLocale().decimalPoint();
    if (!number.contains(point)) return number;
    qsizetype end = number.size();
    while (number.at(end - 1) == QLatin1Char('0'))
        --end;
    if (QStringView(number).first(end).endsWith(point)) end -= point.size();
    return number.first(end);
}

QString formatSaved(double seconds, const QDateTime& now) {
    if (!(seconds > 0) || seconds > 1e12) return dash();
    const QDateTime when = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(seconds * 1000));
    const QLocale locale = displayLocale();
    if (when.date() == now.date()) return locale.toString(when.time(), QStringLiteral("HH:mm:ss"));
    const QString day =
        when.date().year() == now.date().year() ? QStringLiteral("d MMM") : QStringLiteral("d MMM yyyy");
    return locale.toString(when, day + QStringLiteral(" HH:mm"));
}

QString formatMoment(double seconds) {
    if (!(seconds > 0) || seconds > 1e12) return dash();
    return displayLocale().toString(QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(seconds * 1000)),
                                    QStringLiteral("d MMM yyyy HH:mm:ss"));
}

QString formatPowerOfTwo(int exponent) {
    constexpr std::array<char16_t, 10> raised{u'\u2070', u'\u00B9', u'\u00B2', u'\u00B3', u'\u2074',
                                              u'\u2075', u'\u2076', u'\u2077', u'\u2078', u'\u2079'};
    QString text(QLatin1Char('2'));
    for (const QChar digit : QString::number(exponent)) {
        text +=
            digit.isDigit() ? QChar(raised[static_cast<std::size_t>(digit.digitValue())]) : QChar(u'\u207B');
    }
    return text;
}

QString counted(std::uint64_t count, const QString& one, const QString& many) {
    const QString& text = count == 1 ? one : many;
    return text.contains(QStringLiteral("%1")) ? text.arg(formatStep(static_cast<std::int64_t>(count)))
                                               : text;
}

QString formatDuration(double seconds) {
    const auto whole = static_cast<qint64>(std::max(1.0, std::round(std::min(seconds, 1e9))));
    if (whole < 60) return tr("%1 s").arg(whole);
    const qint64 minutes = (whole + 30) / 60;
    if (minutes < 60) return tr("%1 min").arg(minutes);
    if (minutes % 60 == 0) return tr("%1 h").arg(minutes / 60);
    return tr("%1 h %2 min").arg(minutes / 60).arg(minutes % 60);
}

QString formatSpan(double seconds) {
    constexpr double minute = 60;
    constexpr double hour = 3600;
    constexpr double day = 86400;
    const auto number = [](double value) { return formatNumber(value, 2); };
    if (!std::isfinite(seconds)) return tr("never");
    if (seconds >= 3 * day) return tr("%1 d").arg(number(seconds / day));
    if (seconds >= 2 * hour) return tr("%1 h").arg(number(seconds / hour));
    if (seconds >= 2 * minute) return tr("%1 min").arg(number(seconds / minute));
    if (seconds >= 1 || seconds == 0) return tr("%1 s").arg(number(seconds));
    return tr("%1 ms").arg(number(1000 * seconds));
}

bool isEndless(double share) {
    return !(share < 1000);
}

QString formatShare(double share) {
    if (isEndless(share)) return tr("never ends");
    return tr("%1 %").arg(share < 1e-6 ? QStringLiteral("0") : formatNumber(100 * share, 2));
}

AxisUnit timeUnit(double span) {
    constexpr double minute = 60;
    constexpr double hour = 3600;
    constexpr double day = 86400;
    if (span < 10 * minute) return {1, tr("seconds")};
    if (span < 5 * hour) return {minute, tr("minutes")};
    if (span < 5 * day) return {hour, tr("hours")};
    return {day, tr("days")};
}

QString toQString(const std::filesystem::path& path) {
    return QFile::decodeName(QByteArray::fromStdString(path.native()));
}

QString toQString(const std::string& text) {
    return QString::fromStdString(text);
}

std::filesystem::path toPath(const QString& path) {
    return QFile::encodeName(path).toStdString();
}

QString escapeMnemonics(QString text) {
    return text.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

QString formatPath(const std::filesystem::path& path) {
    QString text = toQString(path);
    const QString home = QDir::homePath();
    if (home.size() > 1 && (text == home || text.startsWith(home + QLatin1Char('/'))))
        return QLatin1Char('~') + QStringView(text).mid(home.size());
    return text;
}

}  // namespace stepvault::ui
