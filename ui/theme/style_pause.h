#pragma once

#include <QString>

namespace stepvault::ui {

/// Takes the application's style sheet away while many widgets are made, and lays it over all of them at
/// once. With it, whatever gets another parent has all that it holds styled anew. GUI thread; one at a time.
class StylePause {
 public:
    StylePause();
    ~StylePause();
    StylePause(const StylePause&) = delete;
    StylePause& operator=(const StylePause&) = delete;

 private:
    QString sheet_;
};

}  // namespace stepvault::ui
