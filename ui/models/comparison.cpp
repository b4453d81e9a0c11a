#include "ui/models/comparison.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace stepvault::ui {

bool isHigherBetter(const std::string& tag) {
    static constexpr std::array<std::string_view, 24> words{
        "acc",    "accuracy", "top1",  "top5",   "f1",        "auc",    "auroc", "ap",
        "map",    "iou",      "miou",  "bleu",   "rouge",     "r2",     "dice",  "mcc",
        "reward", "return",   "score", "scores", "precision", "recall", "psnr",  "ssim",
    };
    std::string word;
    bool found = false;
    for (const char c : tag + ' ') {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
            continue;
        }
        if (word == "loss" || word == "error") return false;
        found = found || std::ranges::find(words, word) != words.end();
        word.clear();
    }
    return found;
}

}  // namespace stepvault::ui
