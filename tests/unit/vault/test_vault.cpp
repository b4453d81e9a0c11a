#include <thread>

#include <QTemporaryDir>

#include "support/opened.h"
#include "support/registry.h"
#include "support/safetensors_file.h"
#include "vault/format/json_text.h"
#include "vault/format/step_meta.h"
#include "vault/records/removed_steps.h"
#include "vault/records/step_choice.h"
#include "vault/records/vault.h"
#include "vault/records/vault_paths.h"
#include "vault/run/run_writer.h"

namespace test_vault {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

class TestVault : public QObject {
    Q_OBJECT

 private slots:
    void a_vault_is_made_only_where_asked() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        const auto missing = Vault::open(root / "v", false);
        QVERIFY(!missing.ok());
        QCOMPARE(missing.error().code, ErrorCode::not_found);
        QVERIFY(!fs::exists(root / "v"));
        VERIFY_OK(Vault::open(root / "v", true));
        VERIFY_OK(Vault::open(root / "v", false));
        write_text(root / "photos" / "cat.jpg", "x");
        const auto other = Vault::open(root / "photos", true);
        QVERIFY(!other.ok());
        QCOMPARE(other.error().code, ErrorCode::invalid_argument);
        QVERIFY(!fs::exists(root / "photos" / "runs"));
        // Other tools create folders of this name, too.
        write_text(root / "project" / "runs" / "train" / "args.yaml", "x");
        VERIFY_ERROR(Vault::open(root / "project", true), ErrorCode::invalid_argument);
        QVERIFY(!fs::exists(root / "project" / "vault.json"));
        // A vault without vault.json is still a vault, whatever files a file manager left in it.
        write_text(root / "v" / "runs" / ".DS_Store", "x");
        fs::create_directories(root / "v" / "runs" / "7" / "steps");
        fs::create_directories(root / "v" / "runs" / "left");
        fs::remove(root / "v" / "vault.json");
        QVERIFY(*Vault::write_file_anew(root / "v"));
        VERIFY_OK(Vault::open(root / "v", false));
        fs::remove(root / "v" / "vault.json");
        VERIFY_OK(Vault::open(root / "v", true));
    }

    void a_newer_vault_is_refused() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        VERIFY_OK(Vault::open(root, true));
        write_text(vault_file(root), R"({"format": 2, "uuid": "x"})");
        const auto vault = Vault::open(root, true);
        QVERIFY(!vault.ok());
        QCOMPARE(vault.error().code, ErrorCode::unsupported);
        QVERIFY(vault.error().message.find("version 2") != std::string::npos);
    }

    void a_folder_is_one_run_whoever_asks() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        auto vault = Vault::open(root / "v", true);
        VERIFY_OK(vault);
        std::vector<std::string> ids(8);
        {
            std::vector<std::jthread> threads;
            for (auto& id : ids) {
                threads.emplace_back([&] {
                    auto record = vault->runs_at({{"/data/run", {}}}, {});
                    if (record) id = record->runs.begin()->second.id;
                });
            }
        }
        for (const auto& id : ids)
            QCOMPARE(id, ids[0]);
        QVERIFY(!ids[0].empty());
        QCOMPARE(vault->runs()->records.size(), std::size_t{1});
    }

    void series_of_one_folder_are_runs_of_their_own() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        auto vault = Vault::open(root / "v", true);
        VERIFY_OK(vault);
        const std::vector<RunPlace> places{{"/data/out", "cat"}, {"/data/out", "dog"}, {"/data/out", ""}};
        const auto made = vault->runs_at(places, {});
        VERIFY_OK(made);
        QCOMPARE(made->runs.size(), std::size_t{3});
        QCOMPARE(made->runs.at(places[0]).name, std::string("cat"));
        QCOMPARE(made->runs.at(places[1]).name, std::string("dog"));
        QCOMPARE(made->runs.at(places[2]).name, std::string("out"));
        const auto again = vault->runs_at({places[1], places[0]}, {});
        VERIFY_OK(again);
        QCOMPARE(again->runs.at(places[1]).id, made->runs.at(places[1]).id);
        QCOMPARE(again->runs.at(places[0]).id, made->runs.at(places[0]).id);
        QCOMPARE(again->runs.at(places[0]).series, std::string("cat"));
        QCOMPARE(vault->runs()->records.size(), std::size_t{3});
    }

    void a_series_stays_the_run_it_was_when_another_comes() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        auto vault = Vault::open(root / "v", true);
        VERIFY_OK(vault);
        const RunPlace cat{"/data/out", "cat"};
        const RunPlace dog{"/data/out", "dog"};
        const RunPlace plain{"/data/out", ""};
        const auto alone = vault->runs_at({cat}, {});
        VERIFY_OK(alone);
        const auto id = alone->runs.at(cat).id;
        QCOMPARE(alone->runs.at(cat).name, std::string("out"));
        // Metrics are there now, so the sources' names no longer identify the run.
        QCOMPARE(vault->runs_at({plain}, {})->runs.at(plain).id, id);
        const auto both = vault->runs_at({cat, dog}, {});
        VERIFY_OK(both);
        QCOMPARE(both->runs.at(cat).id, id);
        QVERIFY(both->runs.at(dog).id != id);
        QCOMPARE(both->runs.at(dog).name, std::string("dog"));
        QCOMPARE(vault->runs_at({cat}, {})->runs.at(cat).id, id);
    }

    void a_run_keeps_its_record_where_its_place_changes() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        auto vault = Vault::open(root / "v", true);
        VERIFY_OK(vault);
        const RunPlace log{"/data/out/runs/a", ""};
        const RunPlace beside{"/data/out", "runs/a/"};
        const RunPlace other{"/data/out", "runs/b/"};
        const RunPlace above{"/data/out", ""};
        const auto id = vault->runs_at({log}, {})->runs.at(log).id;
        const auto moved = vault->runs_at({beside, other}, {}, {{beside, {{"/elsewhere", ""}, log}}});
        VERIFY_OK(moved);
        const auto record = moved->runs.at(beside);
        QCOMPARE(record.id, id);
        QCOMPARE(record.name, std::string("a"));
        QCOMPARE(record.folder, std::string("/data/out"));
        QCOMPARE(record.series, std::string("runs/a/"));
        QCOMPARE(moved->runs.at(other).name, std::string("b"));
        // The rule for folders with a single run does not apply to these.
        QVERIFY(vault->runs_at({above}, {})->runs.at(above).id != id);
        VERIFY_OK((*RunWriter::open(vault->run_folder(id)))->set_place(record));
        QCOMPARE(vault->runs_at({beside}, {})->runs.at(beside).id, id);
        // A run with checkpoints, whose sources are below its folder, does not move.
        write_text(vault->run_folder(id) / "steps/x.svstep", "");
        const auto stays = vault->runs_at({log}, {}, {{log, {beside}}})->runs.at(log);
        QCOMPARE(stays.id, id);
        QCOMPARE(stays.folder, std::string("/data/out"));
        const RunPlace elsewhere{"/data/gan", ""};
        QVERIFY(vault->runs_at({elsewhere}, {}, {{elsewhere, {beside}}})->runs.at(elsewhere).id != id);
        // A name that came from the old place is replaced.
        const RunPlace trainer{"/data/gpt", ""};
        const auto named = vault->runs_at({trainer}, {}, {{trainer, {other}}})->runs.at(trainer);
        QCOMPARE(named.id, moved->runs.at(other).id);
        QCOMPARE(named.name, std::string("gpt"));
        QCOMPARE(vault->runs()->records.size(), std::size_t{4});
    }

    void a_users_name_stays_where_the_place_changes() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        auto vault = Vault::open(root / "v", true);
        VERIFY_OK(vault);
        const RunPlace log{"/data/out/runs/a", ""};
        const RunPlace trainer{"/data/gpt", ""};
        const auto id = vault->runs_at({log}, {})->runs.at(log).id;
        auto writer = RunWriter::open(vault->run_folder(id));
        VERIFY_OK(writer);
        // Also a name that the folder could have given.
        VERIFY_OK(vault->rename_run(id, "runs/a"));
        const auto found = vault->runs_at({trainer}, {}, {{trainer, {log}}});
        VERIFY_OK(found);
        QCOMPARE(found->runs.at(trainer).name, std::string("runs/a"));
        // A watcher that still has the record from before the renaming does not bring the old name back.
        auto before = (*writer)->record();
        QCOMPARE(before.name, std::string("a"));
        before.folder = "/data/gpt";
        VERIFY_OK((*writer)->set_place(before));
        QCOMPARE((*writer)->record().name, std::string("runs/a"));
        QCOMPARE((*writer)->record().folder, std::string("/data/gpt"));
        QVERIFY(!*(*writer)->set_place(before));
    }

    void a_name_is_given_once_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("code");  // of the error; -1: none
        const auto row = [](const char* name, int code) { QTest::newRow(name) << name << code; };
        row("new", -1);
        row("a", -1);
        row("b", static_cast<int>(ErrorCode::already_exists));
        row("", static_cast<int>(ErrorCode::invalid_argument));
        row("x\ny", static_cast<int>(ErrorCode::invalid_argument));
        row("../x", static_cast<int>(ErrorCode::invalid_argument));
    }
    void a_name_is_given_once() {
        QFETCH(QString, name);
        QFETCH(int, code);
        QTemporaryDir dir;
        auto vault = Vault::open(fs::path(dir.path().toStdString()) / "v", true);
        VERIFY_OK(vault);
        const RunPlace a{"/data/a", ""};
        const RunPlace b{"/data/b", ""};
        const auto made = vault->runs_at({a, b}, {});
        const auto id = made->runs.at(a).id;
        const auto other = made->runs.at(b).id;
        const auto file = run_file(vault->run_folder(id));
        const auto before = read_text(file);
        const auto renamed = vault->rename_run(id, name.toStdString());
        QCOMPARE(renamed ? -1 : static_cast<int>(renamed.error().code), code);
        if (renamed) {
            QCOMPARE(RunRecord::read(file)->name, name.toStdString());
            QVERIFY(*RunRecord::read(file) == *renamed);
        } else {
            QCOMPARE(read_text(file), before);
        }
        VERIFY_ERROR(vault->rename_run(id, other), ErrorCode::already_exists);
        VERIFY_ERROR(vault->rename_run("none", "free"), ErrorCode::not_found);
        // A run that cannot be read may have the name.
        write_text(run_file(vault->run_folder(other)), "{");
        VERIFY_ERROR(vault->rename_run(id, "free"), ErrorCode::corrupt);
    }

    void a_run_is_labelled_beside_its_writer() {
        QTemporaryDir dir;
        auto vault = Vault::open(fs::path(dir.path().toStdString()) / "v", true);
        VERIFY_OK(vault);
        const RunPlace a{"/data/a", ""};
        const auto id = vault->runs_at({a}, {})->runs.at(a).id;
        auto writer = RunWriter::open(vault->run_folder(id));
        VERIFY_OK(writer);
        QVERIFY(!(*writer)->refresh_record());
        VERIFY_OK(vault->change_labels(id, {.note = "n", .add_tags = {"t"}}));
        // The writer has not seen the labels yet, and keeps them.
        VERIFY_OK((*writer)->set_scheme({.scheme = Scheme::lc, .bits = 4}));
        VERIFY_OK(vault->change_labels(id, {.favourite = true}));
        VERIFY_OK(vault->rename_run(id, "b"));
        QCOMPARE((*writer)->record().name, std::string("a"));
        QVERIFY((*writer)->refresh_record());
        QVERIFY(!(*writer)->refresh_record());
        const auto stored = RunRecord::read(run_file(vault->run_folder(id)));
        VERIFY_OK(stored);
        QVERIFY((*writer)->record() == *stored);
        QVERIFY((stored->labels == RunLabels{"n", {"t"}, true, false}));
        QVERIFY(stored->name == "b" && stored->is_named && stored->choice.scheme == Scheme::lc);
        // A record that was damaged meanwhile is written anew by its writer, and by nobody else.
        write_text(run_file(vault->run_folder(id)), "{");
        QVERIFY(!(*writer)->refresh_record());
        VERIFY_ERROR(vault->change_labels(id, {.favourite = false}), ErrorCode::corrupt);
        VERIFY_OK((*writer)->set_scheme({.scheme = Scheme::exact}));
        QVERIFY(RunRecord::read(run_file(vault->run_folder(id)))->labels.favourite);
    }

    void invalid_labels_change_nothing() {
        QTemporaryDir dir;
        auto vault = Vault::open(fs::path(dir.path().toStdString()) / "v", true);
        VERIFY_OK(vault);
        const RunPlace a{"/data/a", ""};
        const auto id = vault->runs_at({a}, {})->runs.at(a).id;
        const auto before = read_text(run_file(vault->run_folder(id)));
        VERIFY_ERROR(vault->change_labels(id, {.note = "n", .add_tags = {"a b"}}),
                     ErrorCode::invalid_argument);
        VERIFY_ERROR(vault->change_labels("none", {.note = "n"}), ErrorCode::not_found);
        QCOMPARE(read_text(run_file(vault->run_folder(id))), before);
    }

    void a_damaged_record_refuses_new_runs_only() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        auto vault = Vault::open(root / "v", true);
        VERIFY_OK(vault);
        const RunPlace known{"/data/a", ""};
        const RunPlace fresh{"/data/b", ""};
        VERIFY_OK(vault->runs_at({known}, {}));
        write_text(root / "v/runs/damaged/run.json", "{");
        const auto found = vault->runs_at({known, fresh}, {});
        VERIFY_OK(found);
        QVERIFY(found->runs.contains(known) && !found->runs.contains(fresh));
        QVERIFY(found->refused.has_value());
        QVERIFY(!vault->runs_at({known}, {})->refused);
    }

    void names_are_the_shortest_that_are_free_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QStringList>("taken");
        QTest::addColumn<QString>("name");
        QTest::newRow("last part") << "/a/b/run" << QStringList{} << "run";
        QTest::newRow("taken once") << "/a/b/run" << QStringList{"run"} << "b/run";
        QTest::newRow("taken twice") << "/a/b/run" << QStringList{"run", "b/run"} << "a/b/run";
        QTest::newRow("all taken") << "/a/run" << QStringList{"run", "a/run"} << "a/run (2)";
        QTest::newRow("root") << "/" << QStringList{} << "run";
        QTest::newRow("slash at the end") << "/a/b/" << QStringList{} << "b";
    }
    void names_are_the_shortest_that_are_free() {
        QFETCH(QString, folder);
        QFETCH(QStringList, taken);
        QFETCH(QString, name);
        std::set<std::string> names;
        for (const auto& t : taken)
            names.insert(t.toStdString());
        QCOMPARE(shortest_unique_suffix(folder.toStdString(), names), name.toStdString());
    }

    void records_keep_any_name() {
        QTemporaryDir dir;
        const fs::path file = dir.path().toStdString() + "/run.json";
        RunRecord record{"id",
                         "n\xC3\xA4me %41",
                         "/bytes/\xFF\xFE/\xE2\x82",
                         "ser\xFFies",
                         {.scheme = Scheme::lc, .bits = 5, .error = 0.25},
                         1234.5,
                         {"000000000010-00ff00ff-1", "000000000020-00ff00ff-2"}};
        VERIFY_OK(record.write(file));
        const auto read = RunRecord::read(file);
        VERIFY_OK(read);
        QCOMPARE(read->name, record.name);
        QCOMPARE(read->folder, record.folder);
        QCOMPARE(read->series, record.series);
        QVERIFY(read->choice == record.choice);
        QCOMPARE(read->created, 1234.5);
        QVERIFY(read->pins == record.pins);
        write_text(file, "{\"format\": 1}");
        VERIFY_ERROR(RunRecord::read(file), ErrorCode::corrupt);
    }

    void removed_steps_are_remembered() {
        QTemporaryDir dir;
        const fs::path file = dir.path().toStdString() + "/removed.json";
        QVERIFY(read_removed_steps(file)->empty());
        const std::vector<RemovedStep> removed{{"000000000010-00ff00ff-1", "s\xFF%41", 5, -3},
                                               {"000000000020-00ff00ff-2", "", 1ULL << 60, 1LL << 62}};
        VERIFY_OK(write_removed_steps(file, removed));
        QVERIFY(*read_removed_steps(file) == removed);
        for (const auto* bad :
             {"", "[]", "{\"format\": 1}", "{\"format\": 1, \"removed\": [{}]}",
              "{\"format\": 1, \"removed\": [{\"id\": \"../x\", \"source\": \"\", \"bytes\": 1, "
              "\"modified_ns\": 1}]}"}) {
            write_text(file, bad);
            VERIFY_ERROR(read_removed_steps(file), ErrorCode::corrupt);
        }
        write_text(file, "{\"format\": 2, \"removed\": []}");
        VERIFY_ERROR(read_removed_steps(file), ErrorCode::unsupported);
    }

    void escaping_is_undone_for_all_bytes() {
        std::string all;
        for (int i = 0; i < 256; ++i)
            all += static_cast<char>(i);
        for (int i = 255; i >= 0; --i)
            all += static_cast<char>(i);
        QCOMPARE(*unescape_bytes(escape_bytes(all)), all);
        QCOMPARE(escape_bytes("\xED\xA0\x80"), std::string("%ED%A0%80"));
        QVERIFY(!unescape_bytes("%4").ok());
        QVERIFY(!unescape_bytes("%zz").ok());
    }

    void ids_sort_by_step_and_stay_in_their_folder() {
        QVERIFY(make_checkpoint_id(9, "a", 1) < make_checkpoint_id(10, "a", 1));
        QVERIFY(is_checkpoint_id(make_checkpoint_id(123456789, "last.pt", 12)));
        QVERIFY(is_checkpoint_id(make_checkpoint_id(-5, "x", 1)));
        for (const auto* bad : {"", "../x", "a/b", ".", "..", "A"})
            QVERIFY(!is_checkpoint_id(bad));
        QVERIFY(make_checkpoint_id(1, "a", 1) != make_checkpoint_id(1, "b", 1));
    }

    void a_step_means_the_newest_of_the_main_series() {
        const std::vector<StepName> names{{"a", 100, "step_100.pt", 1},
                                          {"b", 200, "step_200.pt", 2},
                                          {"c", 200, "best.pt", 9},
                                          {"d", 200, "step_200.pt", 5},
                                          {"e", 150, "best.pt", 6}};
        QCOMPARE(*choose_checkpoint(names, 200), std::string("d"));
        QCOMPARE(*choose_checkpoint(names, 150), std::string("e"));
        const auto none = choose_checkpoint(names, 7);
        QVERIFY(!none.ok());
        QVERIFY(none.error().message.find("the nearest is the first, 100") != std::string::npos);
        QVERIFY(choose_checkpoint(names, 120).error().message.find("the nearest are 100 and 150") !=
                std::string::npos);
    }

    void a_setting_leaves_the_others_alone() {
        QTemporaryDir dir;
        const auto vault = Vault::open(dir.path().toStdString(), true);
        VERIFY_OK(vault);
        const auto uuid = *vault->setting("uuid");
        QVERIFY(!uuid.empty() && vault->setting("a")->empty());
        VERIFY_OK(vault->set_setting("a", R"({"x": [1, 2]})"));
        VERIFY_OK(vault->set_setting("b", "null"));
        VERIFY_OK(vault->set_setting("b", "7"));
        QCOMPARE(*vault->setting("a"), std::string(R"({"x":[1,2]})"));
        QCOMPARE(*vault->setting("b"), std::string("7"));
        QCOMPARE(*vault->setting("uuid"), uuid);
        for (const auto* bad : {"", "{", "1 2", "nul"})
            VERIFY_ERROR(vault->set_setting("a", bad), ErrorCode::invalid_argument);
        QCOMPARE(*vault->setting("a"), std::string(R"({"x":[1,2]})"));
    }

    void a_name_means_one_run() {
        QTemporaryDir dir;
        const auto vault = Vault::open(dir.path().toStdString(), true);
        VERIFY_OK(vault);
        const SchemeChoice choice{.scheme = Scheme::lc, .bits = 5};
        const auto made = vault->run_for_name("gpt", "/data/gpt", choice);
        VERIFY_OK(made);
        QVERIFY(!made->guest && made->folder == "/data/gpt" && made->choice == choice);
        for (const auto& name : {std::string("gpt"), made->id})
            QCOMPARE(vault->run_for_name(name, "/data/other", {})->id, made->id);
        const auto guest = vault->run_for_name("second", "/data/gpt", {});
        VERIFY_OK(guest);
        QVERIFY(guest->guest && guest->id != made->id);
        QVERIFY(!vault->run_for_name("third", "/data/third", {})->guest);
        VERIFY_ERROR(vault->run_for_name("", "/data/none", {}), ErrorCode::invalid_argument);
        QCOMPARE(vault->runs()->records.size(), std::size_t{3});
        write_text(run_file(vault->run_folder("damaged")), "{");
        QCOMPARE(vault->run_for_name("gpt", "/data/gpt", {})->id, made->id);
        VERIFY_ERROR(vault->run_for_name("fifth", "/data/fifth", {}), ErrorCode::corrupt);
        QCOMPARE(vault->runs()->records.size(), std::size_t{3});
    }

    void runs_are_listed_by_name_and_damaged_ones_apart() {
        QTemporaryDir dir;
        const auto vault = Vault::open(dir.path().toStdString(), true);
        VERIFY_OK(vault);
        std::map<std::string, std::string> ids;
        for (const auto* name : {"c", "a", "b"})
            ids[name] = vault->run_for_name(name, std::string("/data/") + name, {})->id;
        const auto runs = runs_folder(vault->folder());
        fs::copy_file(run_file(vault->run_folder(ids["a"])), [&] {
            fs::create_directories(runs / "copy");
            return run_file(runs / "copy");
        }());
        fs::create_directories(runs / "empty");
        fs::create_directories(runs / ".svtmp-1");
        write_text(runs / "file", "x");
        const auto found = vault->runs();
        VERIFY_OK(found);
        QStringList names;
        for (const auto& r : found->records)
            names.append(QString::fromStdString(r.name));
        QCOMPARE(names, (QStringList{"a", "b", "c"}));
        std::map<std::string, ErrorCode> damaged;
        for (const auto& d : found->damaged)
            damaged[d.id] = d.reason.code;
        QVERIFY((damaged == std::map<std::string, ErrorCode>{{"copy", ErrorCode::corrupt},
                                                             {"empty", ErrorCode::not_found}}));
    }

    void a_damaged_vault_file_is_kept_beside_the_new_one() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        VERIFY_OK(Vault::open(root, true));
        QCOMPARE(*Vault::write_file_anew(root), false);
        write_text(vault_file(root), "{");
        VERIFY_ERROR(Vault::open(root, true), ErrorCode::corrupt);
        QCOMPARE(*Vault::write_file_anew(root), true);
        QCOMPARE(read_text(vault_file(root).native() + ".damaged-1"), std::string("{"));
        VERIFY_OK(Vault::open(root, false));
        write_text(vault_file(root), R"({"format": 2})");
        VERIFY_ERROR(Vault::write_file_anew(root), ErrorCode::unsupported);
        VERIFY_ERROR(Vault::write_file_anew(root / "none"), ErrorCode::not_found);
    }
};

STEPVAULT_TEST(TestVault)

}  // namespace test_vault

#include "test_vault.moc"
