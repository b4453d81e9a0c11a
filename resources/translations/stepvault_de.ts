<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Gui</name>
    <message>
        <source>Watches training runs, compresses their checkpoints, restores any step.</source>
        <translation>Beobachtet Trainings, komprimiert ihre Checkpoints, stellt jeden Schritt wieder her.</translation>
    </message>
    <message>
        <source>Open this vault, made where there is none.</source>
        <translation>Öffnet diesen Tresor; er wird angelegt, wo keiner ist.</translation>
    </message>
    <message>
        <source>DIR</source>
        <translation>ORDNER</translation>
    </message>
    <message>
        <source>Train a small network for a minute and watch it.</source>
        <translation>Trainiert eine Minute lang ein kleines Netz und sieht zu.</translation>
    </message>
    <message>
        <source>Write the window to a PNG file and quit.</source>
        <translation>Schreibt das Fenster in eine PNG-Datei und endet.</translation>
    </message>
    <message>
        <source>FILE</source>
        <translation>DATEI</translation>
    </message>
    <message>
        <source>Seconds to wait before the screenshot.</source>
        <translation>Sekunden, die vor dem Bild gewartet wird.</translation>
    </message>
    <message>
        <source>S</source>
        <translation>S</translation>
    </message>
    <message>
        <source>system, light or dark; for this time only.</source>
        <translation>system, light oder dark; nur für dieses Mal.</translation>
    </message>
    <message>
        <source>NAME</source>
        <translation>NAME</translation>
    </message>
    <message>
        <source>PAGE</source>
        <translation>SEITE</translation>
    </message>
    <message>
        <source>RUN_FOLDER</source>
        <translation>LAUF_ORDNER</translation>
    </message>
    <message>
        <source>Folders of training runs to watch.</source>
        <translation>Ordner von Trainings, die beobachtet werden.</translation>
    </message>
    <message>
        <source>[RUN_FOLDER...]</source>
        <translation>[LAUF_ORDNER...]</translation>
    </message>
    <message>
        <source>Write every page of the vault, light and dark, in every language, and quit.</source>
        <translation>Jede Seite des Tresors hell und dunkel in jeder Sprache als Bild schreiben und beenden.</translation>
    </message>
    <message>
        <source>en, de or zh_CN; for this time only.</source>
        <translation>en, de oder zh_CN; nur für dieses Mal.</translation>
    </message>
    <message>
        <source>stepvault-gui: there is no vault to show, or %1 cannot be written; give another --vault or --screenshots</source>
        <translation>stepvault-gui: Es gibt keinen Tresor zum Zeigen, oder %1 kann nicht geschrieben werden; --vault oder --screenshots anders angeben</translation>
    </message>
    <message>
        <source>stepvault-gui: there is no %1 %2; give one of %3</source>
        <translation>stepvault-gui: %1 %2 gibt es nicht; eines von %3 angeben</translation>
    </message>
    <message>
        <source>stepvault-gui: cannot write %1</source>
        <translation>stepvault-gui: %1 kann nicht geschrieben werden</translation>
    </message>
    <message>
        <source>The page to begin with: run, inside, metrics, bits, interval, cluster, vault, folders, runs, compare or log.</source>
        <translation>Die Seite zu Beginn: run, inside, metrics, bits, interval, cluster, vault, folders, runs, compare oder log.</translation>
    </message>
    <message>
        <source>Open a vault on another machine, by ssh.</source>
        <translation>Einen Tresor auf einem anderen Rechner öffnen, über ssh.</translation>
    </message>
    <message>
        <source>[USER@]HOST[:VAULT]</source>
        <translation>[USER@]HOST[:VAULT]</translation>
    </message>
</context>
<context>
    <name>QGuiApplication</name>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
</context>
<context>
    <name>RunColumn</name>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>Bester</translation>
    </message>
    <message>
        <source>Val. loss</source>
        <translation>Val.-Loss</translation>
    </message>
    <message>
        <source>Best val.</source>
        <translation>Bester Val.-L.</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Eingespart</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>Verhältnis</translation>
    </message>
    <message>
        <source>Last activity</source>
        <translation>Zuletzt aktiv</translation>
    </message>
    <message>
        <source>First seen</source>
        <translation>Zuerst gesehen</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Hyperparameter %1</source>
        <translation>Hyperparameter %1</translation>
    </message>
    <message>
        <source>Bytes saved against the originals</source>
        <translation>Gegenüber den Originalen eingesparte Bytes</translation>
    </message>
    <message>
        <source>The run&apos;s whole share of the vault</source>
        <translation>Der ganze Anteil des Laufs am Tresor</translation>
    </message>
    <message>
        <source>Originals against the run&apos;s whole share of the vault</source>
        <translation>Originale gegen den ganzen Anteil des Laufs am Tresor</translation>
    </message>
    <message>
        <source>Lowest loss</source>
        <translation>Niedrigster Loss</translation>
    </message>
    <message>
        <source>Loss on data that the run is not trained on, such as val_loss</source>
        <translation>Loss auf Daten, mit denen der Lauf nicht trainiert wird, etwa val_loss</translation>
    </message>
    <message>
        <source>Lowest loss on such data</source>
        <translation>Niedrigster Loss auf solchen Daten</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>Tresor</translation>
    </message>
</context>
<context>
    <name>std</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>stepvault::ui</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 GB/s</source>
        <translation>%1 GB/s</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>node %1</source>
        <translation>Knoten %1</translation>
    </message>
    <message>
        <source>nodes %1</source>
        <translation>Knoten %1</translation>
    </message>
    <message>
        <source>has lost node %1, which has no neighbour</source>
        <translation>hat Knoten %1 verloren, der keinen Nachbarn hat</translation>
    </message>
    <message>
        <source>has lost node %1 and its neighbour %2</source>
        <translation>hat Knoten %1 und seinen Nachbarn %2 verloren</translation>
    </message>
    <message>
        <source>%1, and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>has lost %1 of nodes %2–%3, and bears %4</source>
        <translation>hat %1 der Knoten %2–%3 verloren und erträgt %4</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>%1–%2</source>
        <translation>%1–%2</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>ranks %1</source>
        <translation>Ranks %1</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>headers and all else</source>
        <translation>Köpfe und alles Übrige</translation>
    </message>
    <message>
        <source>whole checkpoint</source>
        <translation>ganzer Checkpoint</translation>
    </message>
    <message>
        <source>%1 smaller part of %2</source>
        <translation>%1 kleinerer Teil von %2</translation>
    </message>
    <message>
        <source>%1 smaller parts of %2</source>
        <translation>%1 kleinere Teile von %2</translation>
    </message>
    <message>
        <source>%1   %2   %3</source>
        <translation>%1   %2   %3</translation>
    </message>
    <message>
        <source>%1x sooner than one process, %2 efficiency</source>
        <translation>%1-mal so schnell wie ein Prozess, Effizienz %2</translation>
    </message>
    <message>
        <source>planning %1</source>
        <translation>planen %1</translation>
    </message>
    <message>
        <source>coding %1</source>
        <translation>kodieren %1</translation>
    </message>
    <message>
        <source>meeting %1</source>
        <translation>abstimmen %1</translation>
    </message>
    <message>
        <source>sending %1</source>
        <translation>senden %1</translation>
    </message>
    <message>
        <source>parity %1</source>
        <translation>Parität %1</translation>
    </message>
    <message>
        <source>writing %1</source>
        <translation>schreiben %1</translation>
    </message>
    <message>
        <source>Assumed: coding leaves %1 of the bytes; a node writes %2, sends %3 and codes parity at %4; the vault&apos;s file system takes %5; a core for each process.</source>
        <translation>Angenommen: das Kodieren lässt %1 der Bytes übrig; ein Knoten schreibt %2, sendet %3 und kodiert Parität mit %4; das Dateisystem des Tresors nimmt %5 auf; ein Kern je Prozess.</translation>
    </message>
    <message>
        <source>A node fails every %1 days; %2 of failures lose no node, and with a node another one goes in %3. Groups of %4 nodes keep copies and parity.</source>
        <translation>Ein Knoten fällt alle %1 Tage aus; %2 der Ausfälle kosten keinen Knoten, und mit einem Knoten geht in %3 ein weiterer. Gruppen von %4 Knoten halten Kopien und Parität.</translation>
    </message>
    <message>
        <source>on each node</source>
        <translation>auf jedem Knoten</translation>
    </message>
    <message>
        <source>also on the next node</source>
        <translation>auch auf dem nächsten Knoten</translation>
    </message>
    <message>
        <source>with the group&apos;s parity</source>
        <translation>mit der Parität der Gruppe</translation>
    </message>
    <message>
        <source>in the vault</source>
        <translation>im Tresor</translation>
    </message>
    <message>
        <source>restorable</source>
        <translation>wiederherstellbar</translation>
    </message>
    <message>
        <source>has lost %1</source>
        <translation>hat %1 verloren</translation>
    </message>
    <message>
        <source>All nodes are up: restorable from every level</source>
        <translation>Alle Knoten sind in Betrieb: von jeder Ebene wiederherstellbar</translation>
    </message>
    <message>
        <source>Node %1 has failed</source>
        <translation>Knoten %1 ist ausgefallen</translation>
    </message>
    <message>
        <source>Nodes %1 have failed</source>
        <translation>Knoten %1 sind ausgefallen</translation>
    </message>
    <message>
        <source>%1: still restorable from L%2</source>
        <translation>%1: weiterhin wiederherstellbar von L%2</translation>
    </message>
    <message>
        <source>every %1</source>
        <translation>alle %1</translation>
    </message>
    <message>
        <source>every step</source>
        <translation>bei jedem Schritt</translation>
    </message>
    <message>
        <source>every %1 steps</source>
        <translation>alle %1 Schritte</translation>
    </message>
    <message>
        <source>Save once, at step %1</source>
        <translation>Sichern Sie einmal, bei Schritt %1</translation>
    </message>
    <message>
        <source>Save twice, at steps %1 and %2</source>
        <translation>Sichern Sie zweimal, bei den Schritten %1 und %2</translation>
    </message>
    <message>
        <source>Save %1</source>
        <translation>Sichern Sie %1</translation>
    </message>
    <message>
        <source>Save %1 at first, %2 after step %3</source>
        <translation>Sichern Sie zuerst %1, nach Schritt %3 %2</translation>
    </message>
    <message>
        <source>Failures come so often that this training would hardly ever end, whatever is saved when.</source>
        <translation>Ausfälle kommen so oft, dass dieses Training kaum je enden würde, was auch immer wann gesichert wird.</translation>
    </message>
    <message>
        <source>no better than evenly</source>
        <translation>nicht besser als gleichmäßig</translation>
    </message>
    <message>
        <source>against %1 evenly</source>
        <translation>gegen %1 gleichmäßig</translation>
    </message>
    <message>
        <source>%1: %2 overhead, %3.</source>
        <translation>%1: %2 Aufwand, %3.</translation>
    </message>
    <message>
        <source>In hindsight: %1</source>
        <translation>Im Nachhinein: %1</translation>
    </message>
    <message>
        <source>; all work counts alike</source>
        <translation>; alle Arbeit zählt gleich</translation>
    </message>
    <message>
        <source>The loss falls on a curve that explains %1 % of it</source>
        <translation>Der Loss fällt auf einer Kurve, die %1 % davon erklärt</translation>
    </message>
    <message>
        <source>A plateau: less is to come than the noise</source>
        <translation>Ein Plateau: es kommt weniger, als das Rauschen ausmacht</translation>
    </message>
    <message>
        <source>No loss was found in the run&apos;s folder</source>
        <translation>Im Ordner des Laufs wurde kein Loss gefunden</translation>
    </message>
    <message>
        <source>%1 loss carries no fit yet</source>
        <translation>%1 Wert des Loss trägt noch keine Anpassung</translation>
    </message>
    <message>
        <source>%1 losses carry no fit yet</source>
        <translation>%1 Werte des Loss tragen noch keine Anpassung</translation>
    </message>
    <message>
        <source>The newest losses are NaN or infinite</source>
        <translation>Die neuesten Werte des Loss sind NaN oder unendlich</translation>
    </message>
    <message>
        <source>The loss is the same all the time</source>
        <translation>Der Loss ist die ganze Zeit gleich</translation>
    </message>
    <message>
        <source>The loss rises</source>
        <translation>Der Loss steigt</translation>
    </message>
    <message>
        <source>Noise hides whether the loss falls</source>
        <translation>Rauschen verbirgt, ob der Loss fällt</translation>
    </message>
    <message>
        <source> Its own rule gives none, too many, or closer ones than can be saved.</source>
        <translation> Die eigene Regel ergibt keine, zu viele oder dichtere, als gesichert werden können.</translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 h</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 h %2 min</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 T</translation>
    </message>
    <message>
        <source>never ends</source>
        <translation>endet nie</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>Minuten</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>Stunden</translation>
    </message>
    <message>
        <source>no value of %1</source>
        <translation>kein Wert von %1</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>angeheftet</translation>
    </message>
    <message>
        <source>first</source>
        <translation>der erste</translation>
    </message>
    <message>
        <source>not the first</source>
        <translation>nicht der erste</translation>
    </message>
    <message>
        <source>%1 before the newest</source>
        <translation>%1 vor dem neuesten</translation>
    </message>
    <message>
        <source>days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>Another program files %1 just now, so nothing of it was removed. Stop it there, or try again once it has ended.</source>
        <translation>Ein anderes Programm legt %1 gerade ab, darum wurde davon nichts entfernt. Beenden Sie es dort, oder versuchen Sie es noch einmal, sobald es fertig ist.</translation>
    </message>
    <message>
        <source>%1 changed in the meantime, so nothing of it was removed. The list below is new.</source>
        <translation>%1 hat sich inzwischen geändert, darum wurde davon nichts entfernt. Die Liste unten ist neu.</translation>
    </message>
    <message>
        <source>Nothing of %1 was removed: %2.</source>
        <translation>Von %1 wurde nichts entfernt: %2.</translation>
    </message>
    <message>
        <source>%1 checkpoint</source>
        <translation>%1 Checkpoint</translation>
    </message>
    <message>
        <source>%1 checkpoints</source>
        <translation>%1 Checkpoints</translation>
    </message>
    <message>
        <source>Only %1 are free on this disk (%2 %). The rules below free space.</source>
        <translation>Auf diesem Datenträger sind nur noch %1 frei (%2 %). Die Regeln unten schaffen Platz.</translation>
    </message>
    <message>
        <source>Nothing to remove</source>
        <translation>Nichts zu entfernen</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>%1 is left as it is: %2.</source>
        <translation>%1 bleibt, wie es ist: %2.</translation>
    </message>
    <message>
        <source>The trash is empty.</source>
        <translation>Der Papierkorb ist leer.</translation>
    </message>
    <message>
        <source>In the trash: %1, %2</source>
        <translation>Im Papierkorb: %1, %2</translation>
    </message>
    <message>
        <source>Stopped; nothing was removed.</source>
        <translation>Angehalten; nichts wurde entfernt.</translation>
    </message>
    <message>
        <source>The rest was stopped and is where it was.</source>
        <translation>Der Rest wurde angehalten und ist, wo er war.</translation>
    </message>
    <message>
        <source>%1 checkpoint is back.</source>
        <translation>%1 Checkpoint ist wieder da.</translation>
    </message>
    <message>
        <source>%1 checkpoints are back.</source>
        <translation>%1 Checkpoints sind wieder da.</translation>
    </message>
    <message>
        <source>Stopped; the rest is still in the trash.</source>
        <translation>Angehalten; der Rest ist noch im Papierkorb.</translation>
    </message>
    <message>
        <source>Another program files this run just now. Stop it there, or try again once it has ended.</source>
        <translation>Ein anderes Programm legt diesen Lauf gerade ab. Beenden Sie es dort, oder versuchen Sie es noch einmal, sobald es fertig ist.</translation>
    </message>
    <message>
        <source>It is no longer in the trash.</source>
        <translation>Es ist nicht mehr im Papierkorb.</translation>
    </message>
    <message>
        <source>The rest stays in the trash: %1.</source>
        <translation>Der Rest bleibt im Papierkorb: %1.</translation>
    </message>
    <message>
        <source>%1 stays in the trash: %2.</source>
        <translation>%1 bleibt im Papierkorb: %2.</translation>
    </message>
    <message>
        <source>%1 stay in the trash: %2.</source>
        <translation>%1 bleiben im Papierkorb: %2.</translation>
    </message>
    <message>
        <source>Stopped; %1 were freed, the rest is still in the trash.</source>
        <translation>Angehalten; %1 wurden frei, der Rest ist noch im Papierkorb.</translation>
    </message>
    <message>
        <source>The trash was not emptied: %1.</source>
        <translation>Der Papierkorb wurde nicht geleert: %1.</translation>
    </message>
    <message>
        <source>The trash is empty; %1 were freed.</source>
        <translation>Der Papierkorb ist leer; %1 wurden frei.</translation>
    </message>
    <message>
        <source>Stopped before all was verified.</source>
        <translation>Angehalten, bevor alles geprüft war.</translation>
    </message>
    <message>
        <source>Not verified: %1.</source>
        <translation>Nicht geprüft: %1.</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1: all sound</source>
        <translation>%1: alles in Ordnung</translation>
    </message>
    <message>
        <source>%1: %2 damaged</source>
        <translation>%1: %2 beschädigt</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>step %1   stored %2   error %3</source>
        <translation>Schritt %1   gespeichert %2   Fehler %3</translation>
    </message>
    <message>
        <source>%1   pinned</source>
        <translation>%1   angeheftet</translation>
    </message>
    <message>
        <source>went on at step %1 after %2</source>
        <translation>ging bei Schritt %1 nach %2 weiter</translation>
    </message>
    <message>
        <source>planned: step %1</source>
        <translation>geplant: Schritt %1</translation>
    </message>
    <message>
        <source>%1 was filed as step %2: %3 instead of %4.</source>
        <translation>%1 ist als Schritt %2 abgelegt: %3 statt %4.</translation>
    </message>
    <message>
        <source>Watched from now on: %1.</source>
        <translation>Von jetzt an beobachtet: %1.</translation>
    </message>
    <message>
        <source>Another Stepvault is filing this run; following along.</source>
        <translation>Ein anderes Stepvault legt diesen Lauf ab; hier wird nur zugesehen.</translation>
    </message>
    <message>
        <source>%1 need not be filed: %2.</source>
        <translation>%1 muss nicht abgelegt werden: %2.</translation>
    </message>
    <message>
        <source>The checkpoints in %1 belong to this run by their names.</source>
        <translation>Die Checkpoints in %1 gehören nach ihren Namen zu diesem Lauf.</translation>
    </message>
    <message>
        <source>The checkpoints in %1 belong to this run: they were written during its training.</source>
        <translation>Die Checkpoints in %1 gehören zu diesem Lauf: Sie wurden während seines Trainings geschrieben.</translation>
    </message>
    <message>
        <source>The checkpoints in %1 are a run of their own: they fit none of the runs with event files by name or time.</source>
        <translation>Die Checkpoints in %1 sind ein eigener Lauf: Sie passen weder nach Namen noch nach Zeit zu einem der Läufe mit Event-Dateien.</translation>
    </message>
    <message>
        <source>No run was found in %1: it holds neither checkpoints nor event files nor tables of metrics. Use “stepvault ingest” to file anything else.</source>
        <translation>In %1 wurde kein Lauf gefunden: Dort liegen weder Checkpoints noch Event-Dateien noch Metrik-Tabellen. Anderes lässt sich mit „stepvault ingest“ ablegen.</translation>
    </message>
    <message>
        <source>Its plan.json was written.</source>
        <translation>Seine plan.json ist geschrieben.</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>All are coded from their originals, which are still there.</source>
        <translation>Alle werden aus ihren Originalen kodiert, die noch da sind.</translation>
    </message>
    <message>
        <source>All are coded from what is stored, since their originals are gone: what they had lost stays lost.</source>
        <translation>Alle werden aus dem Gespeicherten kodiert, da ihre Originale fort sind: was sie verloren hatten, bleibt verloren.</translation>
    </message>
    <message>
        <source>All are coded from what is stored, since their originals are gone: what they lose now comes on top of what they had lost.</source>
        <translation>Alle werden aus dem Gespeicherten kodiert, da ihre Originale fort sind: was sie jetzt verlieren, kommt zu dem hinzu, was sie verloren hatten.</translation>
    </message>
    <message>
        <source>%1 from originals that are still there, %2 from what is stored: what these had lost stays lost.</source>
        <translation>%1 aus Originalen, die noch da sind, %2 aus dem Gespeicherten: was diese verloren hatten, bleibt verloren.</translation>
    </message>
    <message>
        <source>%1 from originals that are still there, %2 from what is stored: what these lose now comes on top of what they had lost.</source>
        <translation>%1 aus Originalen, die noch da sind, %2 aus dem Gespeicherten: was diese jetzt verlieren, kommt zu dem hinzu, was sie verloren hatten.</translation>
    </message>
    <message>
        <source>Another program files %1 just now. Stop it there, or try again once it has ended.</source>
        <translation>Ein anderes Programm legt %1 gerade ab. Halten Sie es dort an, oder versuchen Sie es noch einmal, wenn es beendet ist.</translation>
    </message>
    <message>
        <source>%1 has other checkpoints by now; look again what becomes of them.</source>
        <translation>%1 hat inzwischen andere Checkpoints; sehen Sie noch einmal nach, was aus ihnen wird.</translation>
    </message>
    <message>
        <source>There is nothing to recode: the run has only its first checkpoint.</source>
        <translation>Es gibt nichts neu zu kodieren: Der Lauf hat nur seinen ersten Checkpoint.</translation>
    </message>
    <message>
        <source>%1 could not be recoded: %2.</source>
        <translation>%1 konnte nicht neu kodiert werden: %2.</translation>
    </message>
    <message>
        <source>As %1, %2 would take %3 instead of %4.</source>
        <translation>Als %1 nähmen %2 %3 statt %4 ein.</translation>
    </message>
    <message>
        <source>As %1, nothing would be saved: %2 would take %3 instead of %4.</source>
        <translation>Als %1 würde nichts gespart: %2 nähmen %3 statt %4 ein.</translation>
    </message>
    <message>
        <source>Largest relative error: %1, now %2.</source>
        <translation>Größter relativer Fehler: %1, jetzt %2.</translation>
    </message>
    <message>
        <source>Recode %1, saves %2</source>
        <translation>%1 neu kodieren, spart %2</translation>
    </message>
    <message>
        <source>Recode %1, takes %2 more</source>
        <translation>%1 neu kodieren, braucht %2 mehr</translation>
    </message>
    <message>
        <source>%1 of %2 are stored as %3 now: %4 instead of %5.</source>
        <translation>%1 von %2 sind jetzt als %3 gespeichert: %4 statt %5.</translation>
    </message>
    <message>
        <source>Stopped; %1 is stored as it was.</source>
        <translation>Angehalten; %1 ist gespeichert, wie es war.</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>first moment</source>
        <translation>erstes Moment</translation>
    </message>
    <message>
        <source>second moment</source>
        <translation>zweites Moment</translation>
    </message>
    <message>
        <source>norm statistic</source>
        <translation>Normstatistik</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>Einbettung</translation>
    </message>
    <message>
        <source>counter</source>
        <translation>Zähler</translation>
    </message>
    <message>
        <source>other</source>
        <translation>anderes</translation>
    </message>
    <message>
        <source>%1 repaired</source>
        <translation>%1 repariert</translation>
    </message>
    <message>
        <source>%1 set aside</source>
        <translation>%1 beiseitegelegt</translation>
    </message>
    <message>
        <source>Recode %1</source>
        <translation>%1 neu kodieren</translation>
    </message>
    <message>
        <source>As %1, nothing would change: %2 are stored so already.</source>
        <translation>Als %1 würde sich nichts ändern: %2 sind schon so gespeichert.</translation>
    </message>
    <message>
        <source>adaptive</source>
        <translation>adaptiv</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>exakt</translation>
    </message>
    <message>
        <source>lc</source>
        <translation>lc</translation>
    </message>
    <message>
        <source>topn</source>
        <translation>topn</translation>
    </message>
    <message>
        <source>scar</source>
        <translation>scar</translation>
    </message>
    <message>
        <source>%1 original file</source>
        <translation>%1 Originaldatei</translation>
    </message>
    <message>
        <source>%1 original files</source>
        <translation>%1 Originaldateien</translation>
    </message>
    <message>
        <source>%1 original file is back.</source>
        <translation>%1 Originaldatei ist zurück.</translation>
    </message>
    <message>
        <source>%1 original files are back.</source>
        <translation>%1 Originaldateien sind zurück.</translation>
    </message>
    <message>
        <source>same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>same, %1 → %2</source>
        <translation>gleich, %1 → %2</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>changed, %1 → %2</source>
        <translation>geändert, %1 → %2</translation>
    </message>
    <message>
        <source>only there</source>
        <translation>nur dort</translation>
    </message>
    <message>
        <source>only here</source>
        <translation>nur hier</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>not kept</source>
        <translation>nicht behalten</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>nicht verglichen</translation>
    </message>
    <message>
        <source>from zero</source>
        <translation>von null</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>The other was coded with a relative error of %1, which is part of this.</source>
        <translation>Der andere wurde mit einem relativen Fehler von %1 kodiert, der hier enthalten ist.</translation>
    </message>
    <message>
        <source>This one was coded with a relative error of %1, which is part of this.</source>
        <translation>Dieser wurde mit einem relativen Fehler von %1 kodiert, der hier enthalten ist.</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>%1, other content</source>
        <translation>%1, anderer Inhalt</translation>
    </message>
    <message>
        <source>No tensor and no value differs.</source>
        <translation>Kein Tensor und kein Wert weicht ab.</translation>
    </message>
    <message>
        <source>%1 of %2 tensors changed; relative change %3, cosine %4.</source>
        <translation>%1 von %2 Tensoren geändert; relative Änderung %3, Kosinus %4.</translation>
    </message>
    <message>
        <source>%1 element is NaN or infinite; no norm includes it.</source>
        <translation>%1 Element ist NaN oder unendlich; keine Norm enthält es.</translation>
    </message>
    <message>
        <source>%1 elements are NaN or infinite; no norm includes them.</source>
        <translation>%1 Elemente sind NaN oder unendlich; keine Norm enthält sie.</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Learning rate schedule</source>
        <translation>Plan der Lernrate</translation>
    </message>
    <message>
        <source>Loss scale</source>
        <translation>Skalierung des Loss</translation>
    </message>
    <message>
        <source>Random numbers</source>
        <translation>Zufallszahlen</translation>
    </message>
    <message>
        <source>Position in the data</source>
        <translation>Stelle in den Daten</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>base that several runs share</source>
        <translation>gemeinsame Basis mehrerer Läufe</translation>
    </message>
    <message>
        <source>base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>key step, level %1</source>
        <translation>Schlüsselschritt, Stufe %1</translation>
    </message>
    <message>
        <source>delta, squashed into this file</source>
        <translation>Delta, in diese Datei gelegt</translation>
    </message>
    <message>
        <source>delta</source>
        <translation>Delta</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>Skalar</translation>
    </message>
    <message>
        <source>there</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>objects and descriptions</source>
        <translation>Objekte und Beschreibungen</translation>
    </message>
    <message>
        <source>As fast as one process, %1 efficiency</source>
        <translation>So schnell wie ein Prozess, Effizienz %1</translation>
    </message>
    <message>
        <source>%1x slower than one process, %2 efficiency</source>
        <translation>%1-mal langsamer als ein Prozess, Effizienz %2</translation>
    </message>
    <message>
        <source>Save nothing before the end: in %1 of training, with one failure assumed in %2, no save of %3 pays off (%4 overhead).</source>
        <translation>Sichern Sie nichts vor dem Ende: in %1 Training, mit einem angenommenen Ausfall in %2, lohnt sich keine Sicherung zu %3 (%4 Aufwand).</translation>
    </message>
    <message>
        <source>Save nothing before the end: in %1 of training, with one failure in %2, no save of %3 pays off (%4 overhead).</source>
        <translation>Sichern Sie nichts vor dem Ende: in %1 Training, mit einem Ausfall in %2, lohnt sich keine Sicherung zu %3 (%4 Aufwand).</translation>
    </message>
    <message>
        <source>This run has ended at step %1.</source>
        <translation>Dieser Lauf ist bei Schritt %1 zu Ende.</translation>
    </message>
    <message>
        <source>the steps that this run took</source>
        <translation>die Schritte dieses Laufs</translation>
    </message>
    <message>
        <source>set here</source>
        <translation>hier eingestellt</translation>
    </message>
    <message>
        <source>as the run plans it</source>
        <translation>wie es der Lauf plant</translation>
    </message>
    <message>
        <source>assumed: it goes on for as long again</source>
        <translation>angenommen: es dauert noch einmal so lange</translation>
    </message>
    <message>
        <source>measured at %1 step of this run</source>
        <translation>an %1 Schritt dieses Laufs gemessen</translation>
    </message>
    <message>
        <source>median of %1 steps of this run</source>
        <translation>Median von %1 Schritten dieses Laufs</translation>
    </message>
    <message>
        <source>from the times of this run&apos;s losses</source>
        <translation>aus den Zeiten der Werte des Loss</translation>
    </message>
    <message>
        <source>from the times of this run&apos;s checkpoints</source>
        <translation>aus den Zeiten der Checkpoints</translation>
    </message>
    <message>
        <source>assumed: the files are a copy, so their times don&apos;t tell</source>
        <translation>angenommen: Die Dateien sind eine Kopie, ihre Zeiten sagen nichts</translation>
    </message>
    <message>
        <source>assumed: no times are known</source>
        <translation>angenommen: keine Zeiten bekannt</translation>
    </message>
    <message>
        <source>measured at %1 save of this run</source>
        <translation>an %1 Sicherung dieses Laufs gemessen</translation>
    </message>
    <message>
        <source>median of %1 saves of this run</source>
        <translation>Median von %1 Sicherungen dieses Laufs</translation>
    </message>
    <message>
        <source>from the time of the losses around %1 save of this run</source>
        <translation>aus den Zeiten der Werte des Loss um %1 Sicherung</translation>
    </message>
    <message>
        <source>from the times of the losses around %1 saves of this run, their median</source>
        <translation>aus den Zeiten der Werte des Loss um %1 Sicherungen, deren Median</translation>
    </message>
    <message>
        <source>measured by the training hook</source>
        <translation>vom Hook im Training gemessen</translation>
    </message>
    <message>
        <source>estimated: a checkpoint&apos;s size at the disk&apos;s speed</source>
        <translation>geschätzt: Größe eines Checkpoints bei der Geschwindigkeit des Datenträgers</translation>
    </message>
    <message>
        <source>assumed: nothing tells yet</source>
        <translation>angenommen: noch sagt nichts etwas darüber</translation>
    </message>
    <message>
        <source>from %1 failure in %2 of this run</source>
        <translation>aus %1 Ausfall in %2 dieses Laufs</translation>
    </message>
    <message>
        <source>from %1 failures in %2 of this run</source>
        <translation>aus %1 Ausfällen in %2 dieses Laufs</translation>
    </message>
    <message>
        <source>assumed: 1 failure a day</source>
        <translation>angenommen: 1 Ausfall am Tag</translation>
    </message>
    <message>
        <source>assumed: 1 failure a day at first, none seen in %1</source>
        <translation>angenommen: zunächst 1 Ausfall am Tag, keiner in %1</translation>
    </message>
    <message>
        <source>plain even</source>
        <translation>schlicht gleichmäßig</translation>
    </message>
    <message>
        <source>Young</source>
        <translation>Young</translation>
    </message>
    <message>
        <source>Daly</source>
        <translation>Daly</translation>
    </message>
    <message>
        <source>best even</source>
        <translation>bestes gleichmäßig</translation>
    </message>
    <message>
        <source>CheckFreq</source>
        <translation>CheckFreq</translation>
    </message>
    <message>
        <source>COCI</source>
        <translation>COCI</translation>
    </message>
    <message>
        <source>COCI online</source>
        <translation>COCI online</translation>
    </message>
    <message>
        <source>by progress</source>
        <translation>nach Fortschritt</translation>
    </message>
    <message>
        <source>best placement</source>
        <translation>beste Platzierung</translation>
    </message>
    <message>
        <source>step by step</source>
        <translation>Schritt für Schritt</translation>
    </message>
    <message>
        <source>Saves every so many steps: as the run has done so far, or as often as the best placement.</source>
        <translation>Sichert alle so und so vielen Schritte: wie der Lauf bisher, oder so oft wie die beste Platzierung.</translation>
    </message>
    <message>
        <source>Saves at Young&apos;s even interval, which weighs a save&apos;s cost against failures.</source>
        <translation>Sichert im gleichmäßigen Abstand nach Young, der die Kosten einer Sicherung gegen Ausfälle abwägt.</translation>
    </message>
    <message>
        <source>Saves at Daly&apos;s even interval, Young&apos;s corrected for saves that cost much.</source>
        <translation>Sichert im gleichmäßigen Abstand nach Daly: Youngs Abstand, berichtigt für teure Sicherungen.</translation>
    </message>
    <message>
        <source>Saves at the one even interval that wastes the least time.</source>
        <translation>Sichert in dem gleichmäßigen Abstand, der am wenigsten Zeit vergeudet.</translation>
    </message>
    <message>
        <source>Saves as often as the disk keeps up, within a limit for the time that saves take.</source>
        <translation>Sichert so oft, wie der Datenträger mitkommt, innerhalb einer Grenze für die Zeit der Sicherungen.</translation>
    </message>
    <message>
        <source>Saves each time the loss has fallen by another equal share.</source>
        <translation>Sichert jedes Mal, wenn der Loss um einen weiteren gleichen Anteil gefallen ist.</translation>
    </message>
    <message>
        <source>Saves as COCI does, but knows only the losses so far.</source>
        <translation>Sichert wie COCI, kennt aber nur die bisherigen Werte des Loss.</translation>
    </message>
    <message>
        <source>Saves often where the loss falls fast, and less often as it flattens.</source>
        <translation>Sichert oft, wo der Loss schnell fällt, und seltener, wo er flach wird.</translation>
    </message>
    <message>
        <source>Compares all placements and takes the one with the least expected cost.</source>
        <translation>Vergleicht alle Platzierungen und nimmt die mit den geringsten erwarteten Kosten.</translation>
    </message>
    <message>
        <source>Plans anew after each loss, and knows only the losses so far.</source>
        <translation>Plant nach jedem Wert des Loss neu und kennt nur die bisherigen.</translation>
    </message>
    <message>
        <source>%1 · %2 seeds</source>
        <translation>%1 · %2 Seeds</translation>
    </message>
    <message>
        <source>About Stepvault</source>
        <translation>Über Stepvault</translation>
    </message>
    <message>
        <source>Stepvault %1

Watches training runs, compresses their checkpoints, restores any step.

Free software under the GNU General Public License, version 3 or later.
Qt %2</source>
        <translation>Stepvault %1

Beobachtet Trainingsläufe, komprimiert ihre Checkpoints, stellt jeden Schritt wieder her.

Freie Software unter der GNU General Public License, Version 3 oder neuer.
Qt %2</translation>
    </message>
    <message>
        <source>Copy versions</source>
        <translation>Versionen kopieren</translation>
    </message>
    <message>
        <source>Step files %1 + metrics and records %2 = %3 in the vault, %4 smaller</source>
        <translation>Schrittdateien %1 + Messgrößen und Angaben %2 = %3 im Tresor, %4 kleiner</translation>
    </message>
    <message>
        <source>number %1 of the %2 with the highest %3</source>
        <translation>Nummer %1 der %2 mit höchstem %3</translation>
    </message>
    <message>
        <source>number %2, not among the %3 with the highest %1</source>
        <translation>Nummer %2, nicht unter den %3 mit höchstem %1</translation>
    </message>
    <message>
        <source>number %1 of the %2 with the lowest %3</source>
        <translation>Nummer %1 der %2 mit niedrigstem %3</translation>
    </message>
    <message>
        <source>number %2, not among the %3 with the lowest %1</source>
        <translation>Nummer %2, nicht unter den %3 mit niedrigstem %1</translation>
    </message>
    <message>
        <source>number %1 of the %2 newest</source>
        <translation>Nummer %1 der %2 neuesten</translation>
    </message>
    <message>
        <source>number %1 from the newest, not among the last %2</source>
        <translation>Nummer %1 vom neuesten an, nicht unter den letzten %2</translation>
    </message>
    <message>
        <source>a multiple of %1</source>
        <translation>ein Vielfaches von %1</translation>
    </message>
    <message>
        <source>not a multiple of %1</source>
        <translation>kein Vielfaches von %1</translation>
    </message>
    <message>
        <source>%1 in the newest down to this one</source>
        <translation>%1 in den neuesten bis zu diesem</translation>
    </message>
    <message>
        <source>no rule is chosen</source>
        <translation>keine Regel ist gewählt</translation>
    </message>
    <message>
        <source>the newest, since no rule keeps any</source>
        <translation>der neueste, da keine Regel einen behält</translation>
    </message>
    <message>
        <source>%1 later checkpoint is built on it</source>
        <translation>%1 späterer Checkpoint baut darauf auf</translation>
    </message>
    <message>
        <source>%1 later checkpoints are built on it</source>
        <translation>%1 spätere Checkpoints bauen darauf auf</translation>
    </message>
    <message>
        <source>%1 later checkpoints are built on it; its removal would free nothing</source>
        <translation>%1 spätere Checkpoints bauen darauf auf; ihn zu entfernen gäbe nichts frei</translation>
    </message>
    <message>
        <source>only its weights are kept</source>
        <translation>nur seine Gewichte bleiben</translation>
    </message>
    <message>
        <source>later checkpoints need as much of it as its removal would free</source>
        <translation>spätere Checkpoints brauchen so viel davon, wie sein Entfernen freigäbe</translation>
    </message>
    <message>
        <source>%1 kept by rules</source>
        <translation>%1 durch Regeln behalten</translation>
    </message>
    <message>
        <source>%1 not there any more</source>
        <translation>%1 nicht mehr vorhanden</translation>
    </message>
    <message>
        <source>%1 the first, to be stored with a loss when the second is there</source>
        <translation>%1 der erste, der mit Verlust gespeichert wird, sobald der zweite da ist</translation>
    </message>
    <message>
        <source>%1 the newest and not stored exactly</source>
        <translation>%1 am neuesten und nicht exakt gespeichert</translation>
    </message>
    <message>
        <source>%1 stored with a larger error</source>
        <translation>%1 mit größerem Fehler gespeichert</translation>
    </message>
    <message>
        <source>%1 stored as weights only</source>
        <translation>%1 nur mit Gewichten gespeichert</translation>
    </message>
    <message>
        <source>%1 linked or in use</source>
        <translation>%1 verlinkt oder in Gebrauch</translation>
    </message>
    <message>
        <source>The rules keep every checkpoint whole.</source>
        <translation>Die Regeln behalten jeden Checkpoint ganz.</translation>
    </message>
    <message>
        <source>%1 would keep their weights alone: training can&apos;t be resumed from them, and this can&apos;t be undone.</source>
        <translation>%1 behielten nur ihre Gewichte: Das Training lässt sich daraus nicht fortsetzen, und das ist nicht rückgängig zu machen.</translation>
    </message>
    <message>
        <source>Keep only weights, free %1</source>
        <translation>Nur Gewichte behalten, %1 freigeben</translation>
    </message>
    <message>
        <source>No original can go.</source>
        <translation>Kein Original ist entbehrlich.</translation>
    </message>
    <message>
        <source>%1 can go: each is compared with its stored copy, then moved to the trash.</source>
        <translation>%1 sind entbehrlich: Jedes wird mit der gespeicherten Kopie verglichen und dann in den Papierkorb verschoben.</translation>
    </message>
    <message>
        <source>Others stay: %1.</source>
        <translation>Andere bleiben: %1.</translation>
    </message>
    <message>
        <source>Move %1 to the trash</source>
        <translation>%1 in den Papierkorb verschieben</translation>
    </message>
    <message>
        <source>Parity: none. With it, damaged bytes can be repaired without a copy.</source>
        <translation>Parität: keine. Mit ihr lassen sich beschädigte Bytes ohne Kopie reparieren.</translation>
    </message>
    <message>
        <source>Parity of %1 % of each step file, about %2, repairs damaged bytes without a copy.</source>
        <translation>Parität von %1 % jeder Schrittdatei, etwa %2, repariert beschädigte Bytes ohne Kopie.</translation>
    </message>
    <message>
        <source>Keep %1 % parity</source>
        <translation>%1 % Parität halten</translation>
    </message>
    <message>
        <source>Delete the parity</source>
        <translation>Parität löschen</translation>
    </message>
    <message>
        <source>Stopped; every original is where it was.</source>
        <translation>Angehalten; jedes Original ist, wo es war.</translation>
    </message>
    <message>
        <source>The other originals stay: %1.</source>
        <translation>Die anderen Originale bleiben: %1.</translation>
    </message>
    <message>
        <source>%1 original stays: %2.</source>
        <translation>%1 Original bleibt: %2.</translation>
    </message>
    <message>
        <source>%1 originals stay, the first because: %2.</source>
        <translation>%1 Originale bleiben, das erste, weil: %2.</translation>
    </message>
    <message>
        <source>No original was moved.</source>
        <translation>Kein Original wurde verschoben.</translation>
    </message>
    <message>
        <source>Stopped; the other runs get their parity with their next checkpoint.</source>
        <translation>Angehalten; die anderen Läufe bekommen ihre Parität mit dem nächsten Checkpoint.</translation>
    </message>
    <message>
        <source>The parity was not changed: %1.</source>
        <translation>Die Parität wurde nicht geändert: %1.</translation>
    </message>
    <message>
        <source>The vault keeps parity of %1 % from now on.</source>
        <translation>Der Tresor hält von jetzt an %1 % Parität.</translation>
    </message>
    <message>
        <source>The vault keeps no parity any more.</source>
        <translation>Der Tresor hält keine Parität mehr.</translation>
    </message>
    <message>
        <source>Not yet: %1.</source>
        <translation>Noch nicht: %1.</translation>
    </message>
    <message>
        <source>Remove %1, free at least %2</source>
        <translation>%1 entfernen, mindestens %2 freigeben</translation>
    </message>
    <message>
        <source>Removed checkpoints go to the trash; emptying it frees the space.</source>
        <translation>Entfernte Checkpoints kommen in den Papierkorb; ihn zu leeren gibt den Platz frei.</translation>
    </message>
    <message>
        <source>%1 of the removed checkpoints stay in use: later checkpoints are built on them.</source>
        <translation>%1 der entfernten Checkpoints werden weiter gebraucht: Spätere Checkpoints bauen darauf auf.</translation>
    </message>
    <message>
        <source>%1: steps %2 to %3</source>
        <translation>%1: Schritte %2 bis %3</translation>
    </message>
    <message>
        <source>%1: step %2</source>
        <translation>%1: Schritt %2</translation>
    </message>
    <message>
        <source>%1: steps %2</source>
        <translation>%1: Schritte %2</translation>
    </message>
    <message>
        <source>%1 of %2 kept their weights alone; the vault is smaller by %3.</source>
        <translation>%1 von %2 haben nur noch ihre Gewichte; der Tresor ist um %3 kleiner.</translation>
    </message>
    <message>
        <source>%1 of %2 went to the trash.</source>
        <translation>%1 von %2 sind im Papierkorb.</translation>
    </message>
    <message>
        <source>Once the trash is emptied, the vault is smaller by %1.</source>
        <translation>Ist der Papierkorb geleert, ist der Tresor um %1 kleiner.</translation>
    </message>
    <message>
        <source>The original of %1 checkpoint</source>
        <translation>Das Original von %1 Checkpoint</translation>
    </message>
    <message>
        <source>The originals of %1 checkpoints</source>
        <translation>Die Originale von %1 Checkpoints</translation>
    </message>
    <message>
        <source>%1 went to the trash; emptying it frees %2.</source>
        <translation>%1 sind im Papierkorb; ihn zu leeren gibt %2 frei.</translation>
    </message>
    <message>
        <source>%1 key step</source>
        <translation>%1 Schlüsselschritt</translation>
    </message>
    <message>
        <source>%1 key steps</source>
        <translation>%1 Schlüsselschritte</translation>
    </message>
    <message>
        <source>%1, among them </source>
        <translation>%1, darunter </translation>
    </message>
    <message>
        <source>Chosen: %1. It takes about %2 for %3.</source>
        <translation>Gewählt: %1. Das braucht etwa %2 für %3.</translation>
    </message>
    <message>
        <source>No setting fits. The smallest, %1, takes about %2 for %3.</source>
        <translation>Keine Einstellung passt. Die kleinste, %1, braucht etwa %2 für %3.</translation>
    </message>
    <message>
        <source>Each is taken to change as much as step %1.</source>
        <translation>Angenommen ist, dass sich jeder so viel ändert wie Schritt %1.</translation>
    </message>
    <message>
        <source>This run has no key step yet: one is counted as %1 other checkpoints.</source>
        <translation>Dieser Lauf hat noch keinen Schlüsselschritt: einer zählt wie %1 andere Checkpoints.</translation>
    </message>
    <message>
        <source>%1: larger and less exact than %2</source>
        <translation>%1: größer und weniger genau als %2</translation>
    </message>
    <message>
        <source>%1: larger and no more exact than %2</source>
        <translation>%1: größer und nicht genauer als %2</translation>
    </message>
    <message>
        <source>%1: as large as %2 but less exact</source>
        <translation>%1: so groß wie %2, aber weniger genau</translation>
    </message>
    <message>
        <source>%1: the same as %2</source>
        <translation>%1: dasselbe wie %2</translation>
    </message>
    <message>
        <source>Click a point of adaptive, lc or exact to choose it. Ring: as stored.</source>
        <translation>Ein Klick auf einen Punkt von adaptiv, lc oder exakt wählt ihn. Ring: wie gespeichert.</translation>
    </message>
    <message>
        <source>adaptive appears once a step of this run is stored by adaptive.</source>
        <translation>adaptiv erscheint, sobald ein Schritt dieses Laufs adaptiv gespeichert ist.</translation>
    </message>
    <message>
        <source>topn and scar: for comparison only.</source>
        <translation>topn und scar: nur zum Vergleich.</translation>
    </message>
    <message>
        <source>topn: for comparison only.</source>
        <translation>topn: nur zum Vergleich.</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>Not drawn, since another setting is better: %1.</source>
        <translation>Nicht gezeichnet, weil eine andere Einstellung besser ist: %1.</translation>
    </message>
    <message>
        <source>; </source>
        <translation>; </translation>
    </message>
    <message>
        <source>Sizes are estimates (on test runs, adaptive ±15 %, lc ±25 %, with 1 bit worse).</source>
        <translation>Größen sind Schätzungen (bei Testläufen adaptiv ±15 %, lc ±25 %, mit 1 Bit schlechter).</translation>
    </message>
    <message>
        <source>Sizes are estimates: on eight test runs those of adaptive came within 15 %, those of lc within 25 %, except with 1 bit.</source>
        <translation>Größen sind Schätzungen: bei acht Testläufen lagen sie für adaptiv um höchstens 15 %, für lc um höchstens 25 % daneben, außer mit 1 Bit.</translation>
    </message>
    <message>
        <source>Install Stepvault</source>
        <translation>Stepvault installieren</translation>
    </message>
    <message>
        <source>Install Stepvault on %1?</source>
        <translation>Stepvault auf %1 installieren?</translation>
    </message>
    <message>
        <source>Install</source>
        <translation>Installieren</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>The machine has no Stepvault of this version. One file would be copied there. It needs no rights of an administrator, and starts nothing by itself.</source>
        <translation>Auf dem Rechner ist kein Stepvault dieser Version. Eine Datei würde dorthin kopiert. Sie braucht keine Administratorrechte und startet nichts von selbst.</translation>
    </message>
    <message>
        <source>Copied to</source>
        <translation>Kopiert nach</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Removed by</source>
        <translation>Entfernt durch</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ActivityStrip</name>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ArrangementButton</name>
    <message>
        <source>Order of the runs</source>
        <translation>Reihenfolge der Läufe</translation>
    </message>
    <message>
        <source>How the runs are sorted and grouped</source>
        <translation>Wie die Läufe sortiert und gruppiert sind</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>Neueste</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Bytes saved</source>
        <translation>Gesparte Bytes</translation>
    </message>
    <message>
        <source>Group by state</source>
        <translation>Nach Zustand gruppieren</translation>
    </message>
    <message>
        <source>Group by folder</source>
        <translation>Nach Ordner gruppieren</translation>
    </message>
    <message>
        <source>No groups</source>
        <translation>Keine Gruppen</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::AskDialog</name>
    <message>
        <source>Question of ssh</source>
        <translation>Frage von ssh</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Unknown machine</source>
        <translation>Unbekannter Rechner</translation>
    </message>
    <message>
        <source>ssh asks:</source>
        <translation>ssh fragt:</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Stepvault passes the answer on to ssh and keeps nothing of it. Give it only if you expect this question: the machine may have written it.</source>
        <translation>Stepvault gibt die Antwort an ssh weiter und behält nichts davon. Antworten Sie nur, wenn Sie diese Frage erwarten: Sie kann von dem Rechner stammen.</translation>
    </message>
    <message>
        <source>Message of ssh</source>
        <translation>Meldung von ssh</translation>
    </message>
    <message>
        <source>ssh says:</source>
        <translation>ssh meldet:</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::BackgroundWatching</name>
    <message>
        <source>%1 is watched only while this window is open: %2.</source>
        <translation>%1 wird nur beobachtet, solange dieses Fenster offen ist: %2.</translation>
    </message>
    <message>
        <source>The watch in the background did not end: %1.</source>
        <translation>Das Beobachten im Hintergrund endete nicht: %1.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::BalanceBars</name>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>rank %1 on node %2   %3   %4</source>
        <translation>Rank %1 auf Knoten %2   %3   %4</translation>
    </message>
    <message>
        <source>%1 tensor</source>
        <translation>%1 Tensor</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 Tensoren</translation>
    </message>
    <message>
        <source>rank %1: %2x the mean (dashed)</source>
        <translation>Rank %1: das %2-Fache des Mittels (gestrichelt)</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::BitsControls</name>
    <message>
        <source>Use from now on</source>
        <translation>Von jetzt an verwenden</translation>
    </message>
    <message>
        <source>Scheme</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>lc, %1 bit</source>
        <translation>lc, %1 Bit</translation>
    </message>
    <message>
        <source>lc, %1 bits</source>
        <translation>lc, %1 Bit</translation>
    </message>
    <message>
        <source>adaptive, error %1</source>
        <translation>adaptiv, Fehler %1</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>Bits</translation>
    </message>
    <message>
        <source>Relative error</source>
        <translation>Relativer Fehler</translation>
    </message>
    <message>
        <source>The run is filed so already</source>
        <translation>Der Lauf wird schon so abgelegt</translation>
    </message>
    <message>
        <source>File the next checkpoints as %1</source>
        <translation>Die nächsten Checkpoints so ablegen: %1</translation>
    </message>
    <message>
        <source>Recode what is stored…</source>
        <translation>Gespeichertes neu kodieren…</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 exception</source>
        <translation>%1 Ausnahme</translation>
    </message>
    <message>
        <source>%1 exceptions</source>
        <translation>%1 Ausnahmen</translation>
    </message>
    <message>
        <source>Code the checkpoints of this run anew as %1; what becomes of them is shown first</source>
        <translation>Die Checkpoints dieses Laufs neu als %1 kodieren; zuerst wird gezeigt, was aus ihnen wird</translation>
    </message>
    <message>
        <source>Keeps the change up to a relative error that you set, with the fewest bits</source>
        <translation>Behält die Änderung bis auf einen relativen Fehler, den Sie vorgeben, mit möglichst wenigen Bits</translation>
    </message>
    <message>
        <source>LC-Checkpoint: groups the changes by their power of two and keeps the largest groups</source>
        <translation>LC-Checkpoint: ordnet die Änderungen nach Zweierpotenzen und behält die größten Gruppen</translation>
    </message>
    <message>
        <source>Keeps every bit</source>
        <translation>Behält jedes Bit</translation>
    </message>
    <message>
        <source>Closest</source>
        <translation>Am nächsten</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Smallest</source>
        <translation>Am kleinsten</translation>
    </message>
    <message>
        <source>Presets of the error</source>
        <translation>Vorgaben für den Fehler</translation>
    </message>
    <message>
        <source>A resumed training can hardly be told from one that was never interrupted. Takes more than twice the space of the default.</source>
        <translation>Ein wiederaufgenommenes Training ist kaum von einem zu unterscheiden, das nie unterbrochen wurde. Braucht mehr als doppelt so viel Platz wie der Standard.</translation>
    </message>
    <message>
        <source>The loss of a resumed training is about as low as that of an uninterrupted one, and a few tenths of a percent higher early in a training.</source>
        <translation>Der Verlust eines wiederaufgenommenen Trainings ist etwa so niedrig wie der eines ununterbrochenen, früh im Training um einige Zehntel Prozent höher.</translation>
    </message>
    <message>
        <source>For when space counts more: a training that resumes early, while its loss still falls fast, begins noticeably further back.</source>
        <translation>Wenn Platz mehr zählt: Ein Training, das früh wiederaufgenommen wird, solange sein Verlust noch schnell fällt, beginnt merklich weiter hinten.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::BitsPage</name>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Error without</source>
        <translation>Fehler ohne sie</translation>
    </message>
    <message>
        <source>What other settings would cost appears here</source>
        <translation>Hier erscheint, was andere Einstellungen kosten würden</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>From now on this run is filed as %1. What is stored stays as it is.</source>
        <translation>Von jetzt an wird dieser Lauf so abgelegt: %1. Gespeichertes bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>Not changed: %1.</source>
        <translation>Nicht geändert: %1.</translation>
    </message>
    <message>
        <source>From step %1, the newest that was coded with a loss. This run is filed as %2.</source>
        <translation>Aus Schritt %1, dem neuesten, der mit Verlust kodiert ist. Dieser Lauf wird so abgelegt: %2.</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>The errors of the run&apos;s steps could not be read: %1.</source>
        <translation>Die Fehler der Schritte des Laufs konnten nicht gelesen werden: %1.</translation>
    </message>
    <message>
        <source>The run has other checkpoints by now; look again what becomes of them.</source>
        <translation>Der Lauf hat inzwischen andere Checkpoints; sehen Sie noch einmal nach, was aus ihnen wird.</translation>
    </message>
    <message>
        <source>scar: decoding this step and the one before it, %1 %</source>
        <translation>scar: dieser Schritt und der davor werden dekodiert, %1 %</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>scar is not worked out.</source>
        <translation>scar ist nicht ausgerechnet.</translation>
    </message>
    <message>
        <source>Work it out</source>
        <translation>Ausrechnen</translation>
    </message>
    <message>
        <source>scar could not be worked out: %1.</source>
        <translation>scar ließ sich nicht ausrechnen: %1.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Nochmals versuchen</translation>
    </message>
    <message>
        <source>It is known from a step that builds on another one: this run&apos;s next checkpoint.</source>
        <translation>Das zeigt ein Schritt, der auf einem anderen aufbaut: der nächste Checkpoint dieses Laufs.</translation>
    </message>
    <message>
        <source>Coding step %1 with a loss, to see what that would cost</source>
        <translation>Schritt %1 wird mit Verlust kodiert, um zu sehen, was das kosten würde</translation>
    </message>
    <message>
        <source>What other settings would cost could not be worked out</source>
        <translation>Was andere Einstellungen kosten würden, ließ sich nicht ermitteln</translation>
    </message>
    <message>
        <source>What other settings would cost can be tried out</source>
        <translation>Was andere Einstellungen kosten würden, lässt sich ausprobieren</translation>
    </message>
    <message>
        <source>This run is stored exactly. Step %1 would be coded with a loss, only to be looked at; what is stored stays as it is.</source>
        <translation>Dieser Lauf ist exakt gespeichert. Schritt %1 würde mit Verlust kodiert, nur zur Ansicht; was gespeichert ist, bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>Try it out</source>
        <translation>Ausprobieren</translation>
    </message>
    <message>
        <source>From step %1, which was coded with a loss to see. This run is filed as %2.</source>
        <translation>Aus Schritt %1, der dafür mit Verlust kodiert wurde. Dieser Lauf wird so abgelegt: %2.</translation>
    </message>
    <message>
        <source>Error by size</source>
        <translation>Fehler nach Größe</translation>
    </message>
    <message>
        <source>Changes by size</source>
        <translation>Änderungen nach Größe</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Blue: changes that the setting keeps. Grey: changes that it drops. Line: relative error if the changes of this size alone were dropped.</source>
        <translation>Blau: Änderungen, die die Einstellung behält. Grau: Änderungen, die sie verwirft. Linie: relativer Fehler, wenn nur die Änderungen dieser Größe verworfen würden.</translation>
    </message>
    <message>
        <source>Line: relative error if the changes of this size alone were dropped.</source>
        <translation>Linie: relativer Fehler, wenn nur die Änderungen dieser Größe verworfen würden.</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>Bits</translation>
    </message>
    <message>
        <source>Better</source>
        <translation>Besser</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::BitsView</name>
    <message>
        <source>adaptive, error %1</source>
        <translation>adaptiv, Fehler %1</translation>
    </message>
    <message>
        <source>lc, %1 bit</source>
        <translation>lc, %1 Bit</translation>
    </message>
    <message>
        <source>lc, %1 bits</source>
        <translation>lc, %1 Bit</translation>
    </message>
    <message>
        <source>topn, %1 %</source>
        <translation>topn, %1 %</translation>
    </message>
    <message>
        <source>scar, %1 %</source>
        <translation>scar, %1 %</translation>
    </message>
    <message>
        <source>as stored</source>
        <translation>wie gespeichert</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ChartCard</name>
    <message>
        <source>The curve of this run appears here</source>
        <translation>Hier erscheint die Kurve dieses Laufs</translation>
    </message>
    <message>
        <source>Stepvault reads .jsonl and .csv files and trainer_state.json in the run&apos;s folder. Once a number or a checkpoint has been written, it shows within seconds.</source>
        <translation>Stepvault liest .jsonl- und .csv-Dateien und trainer_state.json im Ordner des Laufs. Sobald eine Zahl oder ein Checkpoint geschrieben ist, erscheint das binnen Sekunden.</translation>
    </message>
    <message>
        <source>Restore the last good step, %1</source>
        <translation>Letzten guten Schritt %1 wiederherstellen</translation>
    </message>
    <message>
        <source>the loss rises from step %1</source>
        <translation>der Loss steigt ab Schritt %1</translation>
    </message>
    <message>
        <source>the loss is lost from step %1</source>
        <translation>der Loss ist ab Schritt %1 verloren</translation>
    </message>
    <message>
        <source>this metric was logged without times</source>
        <translation>diese Messgröße wurde ohne Zeiten aufgezeichnet</translation>
    </message>
    <message>
        <source>Add metric</source>
        <translation>Messgröße hinzufügen</translation>
    </message>
    <message>
        <source>Show other metrics in the same chart</source>
        <translation>Andere Messgrößen im selben Diagramm zeigen</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ChartCommands</name>
    <message>
        <source>The chart was written to %1.</source>
        <translation>Das Diagramm wurde nach %1 geschrieben.</translation>
    </message>
    <message>
        <source>The chart was not written: %1.</source>
        <translation>Das Diagramm wurde nicht geschrieben: %1.</translation>
    </message>
    <message>
        <source>There is no chart here to export.</source>
        <translation>Hier ist kein Diagramm zu exportieren.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ChartExporter</name>
    <message>
        <source>Picture, twice as sharp (*.png)</source>
        <translation>Bild, doppelt so scharf (*.png)</translation>
    </message>
    <message>
        <source>Picture, four times as sharp (*.png)</source>
        <translation>Bild, viermal so scharf (*.png)</translation>
    </message>
    <message>
        <source>Page (*.pdf)</source>
        <translation>Seite (*.pdf)</translation>
    </message>
    <message>
        <source>Drawing (*.svg)</source>
        <translation>Zeichnung (*.svg)</translation>
    </message>
    <message>
        <source>Its numbers (*.csv)</source>
        <translation>Die Zahlen (*.csv)</translation>
    </message>
    <message>
        <source>Export chart</source>
        <translation>Diagramm exportieren</translation>
    </message>
    <message>
        <source>%1 is there already; type its whole name to replace it</source>
        <translation>%1 gibt es schon; den ganzen Namen eingeben, um es zu ersetzen</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ChartTableCard</name>
    <message>
        <source>How this is shown: %1</source>
        <translation>Wie das gezeigt wird: %1</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::CheckpointCommands</name>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Restore %1 checkpoints</source>
        <translation>%1 Checkpoints wiederherstellen</translation>
    </message>
    <message>
        <source>Restore step %1</source>
        <translation>Schritt %1 wiederherstellen</translation>
    </message>
    <message>
        <source>Step %1 was not pinned: %2.</source>
        <translation>Schritt %1 wurde nicht angeheftet: %2.</translation>
    </message>
    <message>
        <source>%1 checkpoints were restored to %2.</source>
        <translation>%1 Checkpoints wurden in %2 wiederhergestellt.</translation>
    </message>
    <message>
        <source>Restoring was stopped after %1 of %2 checkpoints.</source>
        <translation>Das Wiederherstellen wurde nach %1 von %2 Checkpoints angehalten.</translation>
    </message>
    <message>
        <source>%1 of %2 checkpoints were restored, then it ended: %3.</source>
        <translation>%1 von %2 Checkpoints wurden wiederhergestellt, dann war Schluss: %3.</translation>
    </message>
    <message>
        <source>Step %1 was restored to %2.</source>
        <translation>Schritt %1 wurde nach %2 wiederhergestellt.</translation>
    </message>
    <message>
        <source>Restoring step %1 was stopped; nothing was written.</source>
        <translation>Das Wiederherstellen von Schritt %1 wurde angehalten; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>Step %1 was not restored: %2.</source>
        <translation>Schritt %1 wurde nicht wiederhergestellt: %2.</translation>
    </message>
    <message>
        <source>%1 step %2</source>
        <translation>%1 Schritt %2</translation>
    </message>
    <message>
        <source>%1, %2 checkpoints</source>
        <translation>%1, %2 Checkpoints</translation>
    </message>
    <message>
        <source>%1 can be dragged now: it is restored.</source>
        <translation>%1 lässt sich jetzt ziehen: wiederhergestellt.</translation>
    </message>
    <message>
        <source>%1 can&apos;t be dragged: %2.</source>
        <translation>%1 lässt sich nicht ziehen: %2.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::CheckpointModel</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 bit</source>
        <translation>%1 Bit</translation>
    </message>
    <message>
        <source>%1 bits</source>
        <translation>%1 Bit</translation>
    </message>
    <message>
        <source>%1, key step</source>
        <translation>%1, Schlüsselschritt</translation>
    </message>
    <message>
        <source>No loss was read for this step</source>
        <translation>Zu diesem Schritt wurde kein Loss gelesen</translation>
    </message>
    <message>
        <source>%1 bytes in %2</source>
        <translation>%1 Bytes in %2</translation>
    </message>
    <message>
        <source>%1 file</source>
        <translation>%1 Datei</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 Dateien</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 Bytes</translation>
    </message>
    <message>
        <source>Restored to the bit</source>
        <translation>Bit für Bit wiederhergestellt</translation>
    </message>
    <message>
        <source>Share of the step&apos;s change that was lost; largest difference of a value %1</source>
        <translation>Anteil der Änderung dieses Schritts, der verloren ging; größte Abweichung eines Wertes %1</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gesichert</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>Verhältnis</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Scheme</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>%1, pinned</source>
        <translation>%1, angeheftet</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>%1, weights only</source>
        <translation>%1, nur Gewichte</translation>
    </message>
    <message>
        <source>Lag</source>
        <translation>Rückstand</translation>
    </message>
    <message>
        <source>Share of the step&apos;s change that is missing along its own direction: a training that resumes here begins so many intervals back</source>
        <translation>Anteil der Änderung dieses Schritts, der entlang ihrer eigenen Richtung fehlt: Um so viele Abstände zwischen Checkpoints weiter hinten beginnt ein Training, das hier fortgesetzt wird</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::CheckpointTable</name>
    <message>
        <source>Checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ChoicePopup</name>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ClusterControls</name>
    <message>
        <source>times deeper</source>
        <translation>mal so tief</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>processes a node</source>
        <translation>Prozesse je Knoten</translation>
    </message>
    <message>
        <source>What is divided</source>
        <translation>Was aufgeteilt wird</translation>
    </message>
    <message>
        <source>The run&apos;s own checkpoint, or as if it were that of a well-known model with AdamW&apos;s state</source>
        <translation>Der Checkpoint des Laufs, oder als wäre er der eines bekannten Modells mit dem Zustand von AdamW</translation>
    </message>
    <message>
        <source>Scheme</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>As if it were %1</source>
        <translation>Als wäre er %1</translation>
    </message>
    <message>
        <source>The newest checkpoint</source>
        <translation>Der neueste Checkpoint</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ClusterPage</name>
    <message>
        <source>The newest checkpoint could not be divided</source>
        <translation>Der neueste Checkpoint ließ sich nicht aufteilen</translation>
    </message>
    <message>
        <source>%1. Choose a well-known model above to see what a cluster would make of it.</source>
        <translation>%1. Wählen Sie oben ein bekanntes Modell, um zu sehen, was ein Cluster daraus macht.</translation>
    </message>
    <message>
        <source>Newest checkpoint, step %1</source>
        <translation>Neuester Checkpoint, Schritt %1</translation>
    </message>
    <message>
        <source>The map of a checkpoint appears here</source>
        <translation>Hier erscheint die Karte eines Checkpoints</translation>
    </message>
    <message>
        <source>As soon as this run has one, Stepvault shows how a cluster would divide and save it. Choose a well-known model above to see that of its shape now.</source>
        <translation>Sobald dieser Lauf einen hat, zeigt Stepvault, wie ein Cluster ihn aufteilt und sichert. Wählen Sie oben ein bekanntes Modell, um schon jetzt dessen Form zu sehen.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::CompareCard</name>
    <message>
        <source>Curves of the chosen runs</source>
        <translation>Kurven der gewählten Läufe</translation>
    </message>
    <message>
        <source>No metric that two of these runs share</source>
        <translation>Keine Messgröße, die zwei dieser Läufe teilen</translation>
    </message>
    <message>
        <source>Curves appear here as soon as two of the chosen runs have logged a metric of the same name. What they store is compared below.</source>
        <translation>Hier erscheinen Kurven, sobald zwei der gewählten Läufe eine gleichnamige Messgröße protokolliert haben. Was sie speichern, wird unten verglichen.</translation>
    </message>
    <message>
        <source>%1 curves at once; hide one to show another</source>
        <translation>%1 Kurven zugleich; verbirg eine, um eine andere zu zeigen</translation>
    </message>
    <message>
        <source>%1 of %2 shown</source>
        <translation>%1 von %2 gezeigt</translation>
    </message>
    <message>
        <source>%1 run logged no times</source>
        <translation>%1 Lauf hat keine Zeiten protokolliert</translation>
    </message>
    <message>
        <source>%1 runs logged no times</source>
        <translation>%1 Läufe haben keine Zeiten protokolliert</translation>
    </message>
    <message>
        <source>Join seeds</source>
        <translation>Seeds vereinen</translation>
    </message>
    <message>
        <source>Runs that differ in their seed alone become one curve: their mean, in a band from the lowest to the highest value</source>
        <translation>Läufe, die sich allein in ihrem Seed unterscheiden, werden eine Kurve: ihr Mittel, in einem Band vom kleinsten bis zum größten Wert</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::CompareModel</name>
    <message>
        <source>%1, shown</source>
        <translation>%1, gezeigt</translation>
    </message>
    <message>
        <source>%1, hidden</source>
        <translation>%1, verborgen</translation>
    </message>
    <message>
        <source>%1: has no such metric</source>
        <translation>%1: hat diese Messgröße nicht</translation>
    </message>
    <message>
        <source>%1: click to hide its curve</source>
        <translation>%1: klicken, um die Kurve zu verbergen</translation>
    </message>
    <message>
        <source>%1: click to show its curve</source>
        <translation>%1: klicken, um die Kurve zu zeigen</translation>
    </message>
    <message>
        <source>%1 instead of %2</source>
        <translation>%1 statt %2</translation>
    </message>
    <message>
        <source>relative error of the newest checkpoint</source>
        <translation>relativer Fehler des neuesten Checkpoints</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>Letzter Schritt</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Letzter</translation>
    </message>
    <message>
        <source>Last %1</source>
        <translation>Letzter: %1</translation>
    </message>
    <message>
        <source>Highest</source>
        <translation>Höchster</translation>
    </message>
    <message>
        <source>Lowest</source>
        <translation>Niedrigster</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>Verhältnis</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>At step</source>
        <translation>Bei Schritt</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ComparePage</name>
    <message>
        <source>The chosen runs in numbers</source>
        <translation>Die gewählten Läufe in Zahlen</translation>
    </message>
    <message>
        <source>Comparing %1 runs</source>
        <translation>%1 Läufe im Vergleich</translation>
    </message>
    <message>
        <source>The runs could not be read: %1.</source>
        <translation>Die Läufe konnten nicht gelesen werden: %1.</translation>
    </message>
    <message>
        <source>One chart</source>
        <translation>Ein Diagramm</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>Felder</translation>
    </message>
    <message>
        <source>How the metrics are shown</source>
        <translation>Darstellung der Messgrößen</translation>
    </message>
    <message>
        <source>Hyperparameters</source>
        <translation>Hyperparameter</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Restore near its best step, %1…</source>
        <translation>Nahe seinem besten Schritt %1 wiederherstellen…</translation>
    </message>
    <message>
        <source>Restore near its last step, %1…</source>
        <translation>Nahe seinem letzten Schritt %1 wiederherstellen…</translation>
    </message>
    <message>
        <source>Some runs are shown as they were read last: %1.</source>
        <translation>Einige Läufe erscheinen, wie sie zuletzt gelesen wurden: %1.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ComparisonPanel</name>
    <message>
        <source>Compare schedules</source>
        <translation>Zeitpläne vergleichen</translation>
    </message>
    <message>
        <source>Where other schedules would save, and what each costs</source>
        <translation>Wo andere Zeitpläne sichern würden, und was jeder kostet</translation>
    </message>
    <message>
        <source>Where each would save</source>
        <translation>Wo jeder sichern würde</translation>
    </message>
    <message>
        <source>%1 save</source>
        <translation>%1 Sicherung</translation>
    </message>
    <message>
        <source>%1 saves</source>
        <translation>%1 Sicherungen</translation>
    </message>
    <message>
        <source>%1 save to come</source>
        <translation>%1 kommende Sicherung</translation>
    </message>
    <message>
        <source>%1 saves to come</source>
        <translation>%1 kommende Sicherungen</translation>
    </message>
    <message>
        <source>%1: %2 %3</source>
        <translation>%1: %2 %3</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ConnectDialog</name>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Connect to a machine</source>
        <translation>Mit einem Rechner verbinden</translation>
    </message>
    <message>
        <source>user@host:vault</source>
        <translation>benutzer@rechner:tresor</translation>
    </message>
    <message>
        <source>Machine and vault</source>
        <translation>Rechner und Tresor</translation>
    </message>
    <message>
        <source>Stepvault opens a vault on another machine by ssh, as you have configured ssh. It sends nothing to any other machine.</source>
        <translation>Stepvault öffnet einen Tresor auf einem anderen Rechner über ssh, so wie Sie ssh eingerichtet haben. An andere Rechner sendet es nichts.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>This does not name a machine. Give it as host, user@host or user@host:vault.</source>
        <translation>Das bezeichnet keinen Rechner. Geben Sie ihn als rechner, benutzer@rechner oder benutzer@rechner:tresor an.</translation>
    </message>
    <message>
        <source>Without a vault&apos;s folder, the machine&apos;s default vault is opened.</source>
        <translation>Ohne den Ordner eines Tresors wird der voreingestellte Tresor des Rechners geöffnet.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::CurveControls</name>
    <message>
        <source>Metric</source>
        <translation>Messgröße</translation>
    </message>
    <message>
        <source>Which metric to show</source>
        <translation>Welche Messgröße gezeigt wird</translation>
    </message>
    <message>
        <source>Scale of the vertical axis</source>
        <translation>Skala der senkrechten Achse</translation>
    </message>
    <message>
        <source>What the horizontal axis counts</source>
        <translation>Was die waagerechte Achse zählt</translation>
    </message>
    <message>
        <source>Steps, the time since a run&apos;s first point, or the date</source>
        <translation>Schritte, die Zeit seit dem ersten Punkt eines Laufs, oder das Datum</translation>
    </message>
    <message>
        <source>Logarithmic horizontal axis</source>
        <translation>Logarithmische waagerechte Achse</translation>
    </message>
    <message>
        <source>No metric</source>
        <translation>Keine Messgröße</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>Linear</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Log</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Log x</source>
        <translation>Log x</translation>
    </message>
    <message>
        <source>Smooth</source>
        <translation>Glätten</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::CurveKey</name>
    <message>
        <source>Metrics in the chart</source>
        <translation>Messgrößen im Diagramm</translation>
    </message>
    <message>
        <source>%1 (right axis)</source>
        <translation>%1 (rechte Achse)</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::CurveLegend</name>
    <message>
        <source>Curves, shown and hidden</source>
        <translation>Kurven, gezeigt und verborgen</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::DetailsView</name>
    <message>
        <source>To resume</source>
        <translation>Zum Fortsetzen</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Builds on</source>
        <translation>Baut auf</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Scheme</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Stored bytes</source>
        <translation>Gespeicherte Bytes</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Imports</source>
        <translation>Importe</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>No pickle in it asks for a name beyond PyTorch&apos;s own.</source>
        <translation>Kein Pickle darin verlangt einen Namen, den PyTorch nicht selbst kennt.</translation>
    </message>
    <message>
        <source>Imports that a loader would run</source>
        <translation>Importe, die ein Lader ausführen würde</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::DifferenceView</name>
    <message>
        <source>Norm</source>
        <translation>Norm</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Relative</source>
        <translation>Relativ</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>Größte</translation>
    </message>
    <message>
        <source>Differing</source>
        <translation>Abweichend</translation>
    </message>
    <message>
        <source>no run</source>
        <translation>kein Lauf</translation>
    </message>
    <message>
        <source>no other checkpoint</source>
        <translation>kein anderer Checkpoint</translation>
    </message>
    <message>
        <source>By tensor</source>
        <translation>Nach Tensor</translation>
    </message>
    <message>
        <source>By role</source>
        <translation>Nach Rolle</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Difference by tensor</source>
        <translation>Unterschied nach Tensor</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Difference by role</source>
        <translation>Unterschied nach Rolle</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Values that differ</source>
        <translation>Werte, die abweichen</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>There</source>
        <translation>Dort</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>Hier</translation>
    </message>
    <message>
        <source>Run to compare with</source>
        <translation>Lauf zum Vergleichen</translation>
    </message>
    <message>
        <source>Checkpoint to compare with</source>
        <translation>Checkpoint zum Vergleichen</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>Was verglichen wird</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>step %1, %2</source>
        <translation>Schritt %1, %2</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ErrorGridModel</name>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>Error at step</source>
        <translation>Fehler bei Schritt</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ErrorMap</name>
    <message>
        <source>Relative error by tensor and step</source>
        <translation>Relativer Fehler nach Tensor und Schritt</translation>
    </message>
    <message>
        <source>%1 by %2</source>
        <translation>%1 mal %2</translation>
    </message>
    <message>
        <source>%1 row</source>
        <translation>%1 Zeile</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>%1 checkpoint</source>
        <translation>%1 Checkpoint</translation>
    </message>
    <message>
        <source>%1 checkpoints</source>
        <translation>%1 Checkpoints</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1, Schritt %2</translation>
    </message>
    <message>
        <source>%1: relative error %2</source>
        <translation>%1: relativer Fehler %2</translation>
    </message>
    <message>
        <source>%1: coded without a loss</source>
        <translation>%1: ohne Verlust kodiert</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ErrorScale</name>
    <message>
        <source>Colours from an error of 0 to one of 1</source>
        <translation>Farben von einem Fehler von 0 bis zu einem von 1</translation>
    </message>
    <message>
        <source>Relative error: 0 is exact, 1 keeps nothing of the change; blank: coded without a loss</source>
        <translation>Relativer Fehler: 0 ist exakt, 1 behält nichts von der Änderung; leer: ohne Verlust kodiert</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::EvalCard</name>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 (%2 %)</source>
        <translation>%1 (%2 %)</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Nicht jetzt</translation>
    </message>
    <message>
        <source>Run this</source>
        <translation>Das ausführen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>What does it do to my model?</source>
        <translation>Was macht das mit meinem Modell?</translation>
    </message>
    <message>
        <source>Command that evaluates a checkpoint</source>
        <translation>Befehl, der einen Checkpoint bewertet</translation>
    </message>
    <message>
        <source>A command of yours. It runs without a shell, with the path of the restored step, and then of the original, in the place of {checkpoint}. The last number on the last line of its output counts.</source>
        <translation>Ein eigener Befehl. Er läuft ohne Shell, mit dem Pfad des wiederhergestellten Schritts und dann des Originals anstelle von {checkpoint}. Es zählt die letzte Zahl in der letzten Zeile seiner Ausgabe.</translation>
    </message>
    <message>
        <source>This runs in %1, on the restored step and then on the original if it is there:
%2</source>
        <translation>Das läuft in %1, auf dem wiederhergestellten Schritt und dann auf dem Original, falls es da ist:
%2</translation>
    </message>
    <message>
        <source>Restoring step %1 into a temporary folder …</source>
        <translation>Schritt %1 wird in einen temporären Ordner wiederhergestellt …</translation>
    </message>
    <message>
        <source>The command runs on the restored step, for %1 …</source>
        <translation>Der Befehl läuft auf dem wiederhergestellten Schritt, seit %1 …</translation>
    </message>
    <message>
        <source>The command runs on the original, for %1 …</source>
        <translation>Der Befehl läuft auf dem Original, seit %1 …</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>error %1</source>
        <translation>Fehler %1</translation>
    </message>
    <message>
        <source>restored: %1</source>
        <translation>wiederhergestellt: %1</translation>
    </message>
    <message>
        <source>original: %1</source>
        <translation>Original: %1</translation>
    </message>
    <message>
        <source>the original is gone</source>
        <translation>das Original ist weg</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::EvalCommand</name>
    <message>
        <source>The command ends within a quote: close it.</source>
        <translation>Der Befehl endet in einem Anführungszeichen: Schließen Sie es.</translation>
    </message>
    <message>
        <source>There is no command yet.</source>
        <translation>Es gibt noch keinen Befehl.</translation>
    </message>
    <message>
        <source>The command begins with the checkpoint: name a program first.</source>
        <translation>Der Befehl beginnt mit dem Checkpoint: Nennen Sie zuerst ein Programm.</translation>
    </message>
    <message>
        <source>The command does not name %1, where the checkpoint&apos;s path goes.</source>
        <translation>Im Befehl fehlt %1, wo der Pfad des Checkpoints stehen soll.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::EvalProcess</name>
    <message>
        <source>%1 could not be started: %2.</source>
        <translation>%1 ließ sich nicht starten: %2.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>The command crashed. %1</source>
        <translation>Der Befehl ist abgestürzt. %1</translation>
    </message>
    <message>
        <source>The command failed with exit code %1. %2</source>
        <translation>Der Befehl endete mit dem Code %1. %2</translation>
    </message>
    <message>
        <source>The command printed no number on its last line.</source>
        <translation>Der Befehl gab in seiner letzten Zeile keine Zahl aus.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::EvalWork</name>
    <message>
        <source>No temporary folder could be made: %1.</source>
        <translation>Es ließ sich kein temporärer Ordner anlegen: %1.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>The step could not be restored: %1.</source>
        <translation>Der Schritt ließ sich nicht wiederherstellen: %1.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ExceptionsLine</name>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>exakt</translation>
    </message>
    <message>
        <source>at error</source>
        <translation>mit Fehler</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Make an exception…</source>
        <translation>Ausnahme machen…</translation>
    </message>
    <message>
        <source>Keep a role or some tensors exact, or aim at another error there</source>
        <translation>Eine Rolle oder einige Tensoren exakt lassen, oder dort einen anderen Fehler anstreben</translation>
    </message>
    <message>
        <source>What the exception is for</source>
        <translation>Wofür die Ausnahme gilt</translation>
    </message>
    <message>
        <source>Name of the tensors</source>
        <translation>Name der Tensoren</translation>
    </message>
    <message>
        <source>name, with * and ?</source>
        <translation>Name, mit * und ?</translation>
    </message>
    <message>
        <source>How it is coded</source>
        <translation>Wie kodiert wird</translation>
    </message>
    <message>
        <source>Relative error of the exception</source>
        <translation>Relativer Fehler der Ausnahme</translation>
    </message>
    <message>
        <source>role: %1</source>
        <translation>Rolle: %1</translation>
    </message>
    <message>
        <source>tensors named</source>
        <translation>Tensoren namens</translation>
    </message>
    <message>
        <source>only adaptive aims at an error</source>
        <translation>nur adaptiv strebt einen Fehler an</translation>
    </message>
    <message>
        <source>fits %1 tensor</source>
        <translation>passt auf %1 Tensor</translation>
    </message>
    <message>
        <source>fits %1 tensors</source>
        <translation>passt auf %1 Tensoren</translation>
    </message>
    <message>
        <source>No exceptions.</source>
        <translation>Keine Ausnahmen.</translation>
    </message>
    <message>
        <source>Except</source>
        <translation>Außer</translation>
    </message>
    <message>
        <source>%1 at error %2</source>
        <translation>%1 mit Fehler %2</translation>
    </message>
    <message>
        <source>%1 exact</source>
        <translation>%1 exakt</translation>
    </message>
    <message>
        <source>%1  ×</source>
        <translation>%1  ×</translation>
    </message>
    <message>
        <source>(%1)</source>
        <translation>(%1)</translation>
    </message>
    <message>
        <source>Remove the exception: %1</source>
        <translation>Ausnahme entfernen: %1</translation>
    </message>
    <message>
        <source>Click to remove this exception</source>
        <translation>Klicken entfernt diese Ausnahme</translation>
    </message>
    <message>
        <source>Does not count: only adaptive aims at an error. Click to remove it</source>
        <translation>Zählt nicht: nur adaptiv strebt einen Fehler an. Klicken entfernt sie</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ExponentChart</name>
    <message>
        <source>Changes by exponent, and the error of dropping each bucket</source>
        <translation>Änderungen nach Exponent, und der Fehler beim Weglassen jeder Klasse</translation>
    </message>
    <message>
        <source>2^%1: %2, dropping them alone leaves an error of %3</source>
        <translation>2^%1: %2, ohne sie bleibt ein Fehler von %3</translation>
    </message>
    <message>
        <source>%1 change</source>
        <translation>%1 Änderung</translation>
    </message>
    <message>
        <source>%1 changes</source>
        <translation>%1 Änderungen</translation>
    </message>
    <message>
        <source>%1; %2 % kept</source>
        <translation>%1; %2 % behalten</translation>
    </message>
    <message>
        <source>%1 of %2 kept</source>
        <translation>%1 von %2 behalten</translation>
    </message>
    <message>
        <source>%1 exponent</source>
        <translation>%1 Exponent</translation>
    </message>
    <message>
        <source>%1 exponents</source>
        <translation>%1 Exponenten</translation>
    </message>
    <message>
        <source>Size of the change (power of two)</source>
        <translation>Größe der Änderung (Zweierpotenz)</translation>
    </message>
    <message>
        <source>Number of changes</source>
        <translation>Anzahl der Änderungen</translation>
    </message>
    <message>
        <source>Relative error</source>
        <translation>Relativer Fehler</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::FigureSlider</name>
    <message>
        <source>set here</source>
        <translation>hier eingestellt</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::FiguresCard</name>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>Bits per weight</source>
        <translation>Bits je Gewicht</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>Verhältnis</translation>
    </message>
    <message>
        <source>Relative error</source>
        <translation>Relativer Fehler</translation>
    </message>
    <message>
        <source>Run so far</source>
        <translation>Lauf bisher</translation>
    </message>
    <message>
        <source>Time to code</source>
        <translation>Kodierzeit</translation>
    </message>
    <message>
        <source>Coded bits of a value, over all tensors that are coded with a loss</source>
        <translation>Kodierte Bits eines Wertes, über alle Tensoren, die mit Verlust kodiert sind</translation>
    </message>
    <message>
        <source>Original bytes of the step by its file&apos;s</source>
        <translation>Bytes des Schritts im Original durch die seiner Datei</translation>
    </message>
    <message>
        <source>Of the model&apos;s own tensors: 0 is exact, 1 keeps nothing of the change</source>
        <translation>Der Tensoren des Modells selbst: 0 ist exakt, 1 behält nichts von der Änderung</translation>
    </message>
    <message>
        <source>All of the run&apos;s checkpoints, had they been filed so</source>
        <translation>Alle Checkpoints des Laufs, wären sie so abgelegt worden</translation>
    </message>
    <message>
        <source>One core, by what was once measured on an AMD EPYC with AVX-512; not known for lc</source>
        <translation>Ein Kern, nach einer Messung auf einem AMD EPYC mit AVX-512; für lc nicht bekannt</translation>
    </message>
    <message>
        <source>stored: %1</source>
        <translation>jetzt: %1</translation>
    </message>
    <message>
        <source>Lag</source>
        <translation>Rückstand</translation>
    </message>
    <message>
        <source>How far back a training begins that resumes from the step, in intervals between checkpoints</source>
        <translation>Wie weit hinten ein Training beginnt, das von diesem Schritt fortgesetzt wird, in Abständen zwischen Checkpoints</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::FolderProblems</name>
    <message>
        <source>%1 more folder</source>
        <translation>%1 weiterer Ordner</translation>
    </message>
    <message>
        <source>%1 more folders</source>
        <translation>%1 weitere Ordner</translation>
    </message>
    <message>
        <source>Stop watching %1</source>
        <translation>%1 nicht mehr beobachten</translation>
    </message>
    <message>
        <source>Stop watching this folder</source>
        <translation>Diesen Ordner nicht mehr beobachten</translation>
    </message>
    <message>
        <source>Retry %1</source>
        <translation>%1 erneut versuchen</translation>
    </message>
    <message>
        <source>Look again now</source>
        <translation>Jetzt noch einmal nachsehen</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::FoldersPage</name>
    <message>
        <source>Watched; no checkpoint or metric yet</source>
        <translation>Wird beobachtet; noch kein Checkpoint und keine Metrik</translation>
    </message>
    <message>
        <source>%1 run</source>
        <translation>%1 Lauf</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 Läufe</translation>
    </message>
    <message>
        <source>%1, last activity %2</source>
        <translation>%1, zuletzt aktiv %2</translation>
    </message>
    <message>
        <source>Watched folders</source>
        <translation>Beobachtete Ordner</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>Ordner hinzufügen</translation>
    </message>
    <message>
        <source>No folder is watched</source>
        <translation>Kein Ordner wird beobachtet</translation>
    </message>
    <message>
        <source>Add the folder that a training run writes into, or a folder of such folders.</source>
        <translation>Fügen Sie den Ordner hinzu, in den ein Trainingslauf schreibt, oder einen Ordner mit solchen Ordnern.</translation>
    </message>
    <message>
        <source>Add run folder</source>
        <translation>Ordner eines Laufs hinzufügen</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Retry %1</source>
        <translation>%1 erneut versuchen</translation>
    </message>
    <message>
        <source>Stop watching</source>
        <translation>Nicht mehr beobachten</translation>
    </message>
    <message>
        <source>Stop watching %1</source>
        <translation>%1 nicht mehr beobachten</translation>
    </message>
    <message>
        <source>Stored checkpoints stay in the vault</source>
        <translation>Gespeicherte Checkpoints bleiben im Tresor</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>Prozess %1</translation>
    </message>
    <message>
        <source>Watched in the background on %1 since %2 (%3)</source>
        <translation>Wird auf %1 im Hintergrund beobachtet, seit %2 (%3)</translation>
    </message>
    <message>
        <source>Keep watching after I disconnect</source>
        <translation>Weiter beobachten, wenn ich die Verbindung trenne</translation>
    </message>
    <message>
        <source>Keep watching after I quit</source>
        <translation>Weiter beobachten, wenn ich Stepvault beende</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>A process of its own watches the folder: a unit of your systemd where there is one</source>
        <translation>Ein eigener Prozess beobachtet den Ordner: eine Unit Ihres systemd, wo es eines gibt</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::FollowCard</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Python code for the training</source>
        <translation>Python-Code für das Training</translation>
    </message>
    <message>
        <source>Copy the code</source>
        <translation>Den Code kopieren</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Save elsewhere…</source>
        <translation>Anderswo speichern …</translation>
    </message>
    <message>
        <source>A training follows it with these lines:</source>
        <translation>Ein Training folgt ihm mit diesen Zeilen:</translation>
    </message>
    <message>
        <source>To have the plan kept up to date while the training runs: stepvault watch --plan %1</source>
        <translation>Damit der Plan während des Trainings aktuell bleibt: stepvault watch --plan %1</translation>
    </message>
    <message>
        <source>The plan is in %1.</source>
        <translation>Der Plan liegt in %1.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::GuideWindow</name>
    <message>
        <source>No page has these words.</source>
        <translation>Keine Seite enthält diese Wörter.</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Search the guide</source>
        <translation>Im Handbuch suchen</translation>
    </message>
    <message>
        <source>Pages of the guide</source>
        <translation>Seiten des Handbuchs</translation>
    </message>
    <message>
        <source>Page of the guide</source>
        <translation>Seite des Handbuchs</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::HeaderLine</name>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>no step yet</source>
        <translation>noch kein Schritt</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>Loss %1</translation>
    </message>
    <message>
        <source>no loss read</source>
        <translation>kein Loss gelesen</translation>
    </message>
    <message>
        <source>no checkpoint yet</source>
        <translation>noch kein Checkpoint</translation>
    </message>
    <message>
        <source>%1 instead of %2, %3 smaller</source>
        <translation>%1 statt %2, %3 kleiner</translation>
    </message>
    <message>
        <source>%1, %2 smaller</source>
        <translation>%1, %2 kleiner</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::HostKeyView</name>
    <message>
        <source>Is this the right machine?</source>
        <translation>Ist das der richtige Rechner?</translation>
    </message>
    <message>
        <source>ssh does not know its key yet, and cannot tell who answers. Compare the fingerprint with the one that the machine&apos;s owner has told you, and connect only if both are the same.</source>
        <translation>ssh kennt seinen Schlüssel noch nicht und kann nicht feststellen, wer antwortet. Vergleichen Sie den Fingerabdruck mit dem, den der Besitzer des Rechners Ihnen genannt hat, und verbinden Sie sich nur, wenn beide gleich sind.</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Kind of key</source>
        <translation>Art des Schlüssels</translation>
    </message>
    <message>
        <source>Fingerprint</source>
        <translation>Fingerabdruck</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::InsidePage</name>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>Objects</source>
        <translation>Objekte</translation>
    </message>
    <message>
        <source>Resume and storage</source>
        <translation>Fortsetzen und Speicher</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>Norm</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Back to the run&apos;s checkpoints (Esc)</source>
        <translation>Zurück zu den Checkpoints des Laufs (Esc)</translation>
    </message>
    <message>
        <source>What of the checkpoint is shown</source>
        <translation>Was vom Checkpoint gezeigt wird</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
    <message>
        <source>Filter the rows</source>
        <translation>Zeilen filtern</translation>
    </message>
    <message>
        <source>Inside step %1</source>
        <translation>Im Innern von Schritt %1</translation>
    </message>
    <message>
        <source>Reading step %1</source>
        <translation>Schritt %1 wird gelesen</translation>
    </message>
    <message>
        <source>Its tensors are decoded, one after another.</source>
        <translation>Seine Tensoren werden einer nach dem anderen dekodiert.</translation>
    </message>
    <message>
        <source>Comparing was stopped. Choose a checkpoint to compare again.</source>
        <translation>Der Vergleich wurde angehalten. Wählen Sie einen Checkpoint, um wieder zu vergleichen.</translation>
    </message>
    <message>
        <source>They can&apos;t be compared: %1.</source>
        <translation>Sie lassen sich nicht vergleichen: %1.</translation>
    </message>
    <message>
        <source>Reading was stopped</source>
        <translation>Das Lesen wurde angehalten</translation>
    </message>
    <message>
        <source>This step can&apos;t be read</source>
        <translation>Dieser Schritt ist nicht lesbar</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Erneut lesen</translation>
    </message>
    <message>
        <source>A second checkpoint is needed; this run has one so far.</source>
        <translation>Ein zweiter Checkpoint wird gebraucht; dieser Lauf hat bisher einen.</translation>
    </message>
    <message>
        <source>Comparing with step %1, tensor by tensor.</source>
        <translation>Vergleich mit Schritt %1, Tensor für Tensor.</translation>
    </message>
    <message>
        <source>%1 tensor</source>
        <translation>%1 Tensor</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 Tensoren</translation>
    </message>
    <message>
        <source>%1 value</source>
        <translation>%1 Wert</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>%1 Werte</translation>
    </message>
    <message>
        <source>Reading %1 step %2</source>
        <translation>%1 Schritt %2 wird gelesen</translation>
    </message>
    <message>
        <source>Comparing %1 step %2</source>
        <translation>%1 Schritt %2 wird verglichen</translation>
    </message>
    <message>
        <source>No values beside the tensors</source>
        <translation>Keine Werte neben den Tensoren</translation>
    </message>
    <message>
        <source>Epoch, learning rate and the like appear here where the files hold them.</source>
        <translation>Epoche, Lernrate und dergleichen erscheinen hier, wo die Dateien sie enthalten.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::IntervalControls</name>
    <message>
        <source>Time between a worker&apos;s failures</source>
        <translation>Zeit zwischen Ausfällen eines Workers</translation>
    </message>
    <message>
        <source>Stopped early after</source>
        <translation>Vorzeitig beendet nach</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>How long one worker runs on average until it fails</source>
        <translation>Wie lange ein Worker im Mittel läuft, bis er ausfällt</translation>
    </message>
    <message>
        <source>For how long the training stands still while it saves</source>
        <translation>Wie lange das Training stillsteht, während es sichert</translation>
    </message>
    <message>
        <source>After how long somebody stops such a job, on average</source>
        <translation>Nach welcher Zeit im Mittel jemand einen solchen Job beendet</translation>
    </message>
    <message>
        <source>Back to what was found</source>
        <translation>Zurück zu dem, was gefunden wurde</translation>
    </message>
    <message>
        <source>What the plan goes by</source>
        <translation>Wonach der Plan sich richtet</translation>
    </message>
    <message>
        <source>assumed: it runs to its end</source>
        <translation>angenommen: es läuft bis zum Ende</translation>
    </message>
    <message>
        <source>Steps in all</source>
        <translation>Schritte insgesamt</translation>
    </message>
    <message>
        <source>Time for a step</source>
        <translation>Zeit je Schritt</translation>
    </message>
    <message>
        <source>Cost of a save</source>
        <translation>Kosten einer Sicherung</translation>
    </message>
    <message>
        <source>The step at which the training ends</source>
        <translation>Der Schritt, bei dem das Training endet</translation>
    </message>
    <message>
        <source>How long one step of the training takes, without saves</source>
        <translation>Wie lange ein Schritt des Trainings dauert, ohne Sicherungen</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::IntervalPage</name>
    <message>
        <source>The plan for this run appears here</source>
        <translation>Hier erscheint der Plan für diesen Lauf</translation>
    </message>
    <message>
        <source>It needs to know where the training is. Once a loss was logged into the run&apos;s folder, or a checkpoint saved, Stepvault works out when the next one is worth its cost.</source>
        <translation>Dazu muss bekannt sein, wo das Training steht. Sobald im Ordner des Laufs ein Loss protokolliert oder ein Checkpoint gesichert ist, berechnet Stepvault, wann sich der nächste lohnt.</translation>
    </message>
    <message>
        <source>last saved</source>
        <translation>zuletzt gesichert</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>No plan can be made: %1.</source>
        <translation>Es lässt sich kein Plan machen: %1.</translation>
    </message>
    <message>
        <source>Plans (*.json)</source>
        <translation>Pläne (*.json)</translation>
    </message>
    <message>
        <source>Written to %1.</source>
        <translation>Nach %1 geschrieben.</translation>
    </message>
    <message>
        <source>Not written: %1.</source>
        <translation>Nicht geschrieben: %1.</translation>
    </message>
    <message>
        <source>Loss curve with its fit, what is expected of it, and planned saves</source>
        <translation>Kurve des Loss mit Anpassung, Erwartung und geplanten Sicherungen</translation>
    </message>
    <message>
        <source>save at step %1</source>
        <translation>Sicherung bei Schritt %1</translation>
    </message>
    <message>
        <source>dashed: fit, shaded: its band</source>
        <translation>gestrichelt: Anpassung, schattiert: ihr Band</translation>
    </message>
    <message>
        <source>diamonds: saves that would have been best</source>
        <translation>Rauten: Sicherungen, die am besten gewesen wären</translation>
    </message>
    <message>
        <source>diamonds: planned saves</source>
        <translation>Rauten: geplante Sicherungen</translation>
    </message>
    <message>
        <source>Save the plan as</source>
        <translation>Plan speichern unter</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::JobFeed</name>
    <message>
        <source>Opening the vault</source>
        <translation>Tresor wird geöffnet</translation>
    </message>
    <message>
        <source>Moving the vault</source>
        <translation>Tresor wird verschoben</translation>
    </message>
    <message>
        <source>Restoring %1 to drag it</source>
        <translation>%1 wird zum Ziehen wiederhergestellt</translation>
    </message>
    <message>
        <source>Simulating the schedules of %1</source>
        <translation>Zeitpläne von %1 werden durchgespielt</translation>
    </message>
    <message>
        <source>Restoring %1 checkpoints of %2</source>
        <translation>%1 Checkpoints von %2 werden wiederhergestellt</translation>
    </message>
    <message>
        <source>Restoring %1 step %2</source>
        <translation>%1, Schritt %2 wird wiederhergestellt</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::LabelWriter</name>
    <message>
        <source>The run was not renamed: %1.</source>
        <translation>Der Lauf wurde nicht umbenannt: %1.</translation>
    </message>
    <message>
        <source>The labels were not stored: %1.</source>
        <translation>Die Angaben zum Lauf wurden nicht gespeichert: %1.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::LabelsLine</name>
    <message>
        <source>Favourite</source>
        <translation>Favorit</translation>
    </message>
    <message>
        <source>Archived</source>
        <translation>Archiviert</translation>
    </message>
    <message>
        <source>Add note</source>
        <translation>Notiz hinzufügen</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Write a note on this run</source>
        <translation>Eine Notiz zu diesem Lauf schreiben</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::LevelLine</name>
    <message>
        <source>L%1 %2</source>
        <translation>L%1 %2</translation>
    </message>
    <message>
        <source>survives over %1 % of failures</source>
        <translation>übersteht über %1 % der Ausfälle</translation>
    </message>
    <message>
        <source>survives %1 % of failures</source>
        <translation>übersteht %1 % der Ausfälle</translation>
    </message>
    <message>
        <source>Level %1: %2</source>
        <translation>Ebene %1: %2</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::LinkReporter</name>
    <message>
        <source>%1 is connected again.</source>
        <translation>%1 ist wieder verbunden.</translation>
    </message>
    <message>
        <source>%1. The window shows what was known at %2.</source>
        <translation>%1. Das Fenster zeigt den Stand von %2.</translation>
    </message>
    <message>
        <source>Connect now</source>
        <translation>Jetzt verbinden</translation>
    </message>
    <message>
        <source>%1. The runs on %2 are shown as they were at %3.</source>
        <translation>%1. Die Läufe auf %2 werden mit dem Stand von %3 gezeigt.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::LogModel</name>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::LogPage</name>
    <message>
        <source>problems only</source>
        <translation>nur Probleme</translation>
    </message>
    <message>
        <source>Open log folder</source>
        <translation>Ordner des Protokolls öffnen</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Filter the log</source>
        <translation>Protokoll filtern</translation>
    </message>
    <message>
        <source>Warnings, and what went wrong</source>
        <translation>Warnungen, und was schiefging</translation>
    </message>
    <message>
        <source>As plain text: the lines that are selected, or else all that are shown (Ctrl+C)</source>
        <translation>Als reinen Text: die gewählten Zeilen, sonst alle gezeigten (Strg+C)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
    <message>
        <source>%1 holds what happened before, too</source>
        <translation>In %1 steht auch, was früher geschah</translation>
    </message>
    <message>
        <source>%1 line</source>
        <translation>%1 Zeile</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>Copy selected</source>
        <translation>Gewählte kopieren</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>Alle kopieren</translation>
    </message>
    <message>
        <source>What happens appears here</source>
        <translation>Hier erscheint, was geschieht</translation>
    </message>
    <message>
        <source>Checkpoints that are filed, passed over, restored or removed, what became of runs, and what went wrong.</source>
        <translation>Checkpoints, die abgelegt, übergangen, wiederhergestellt oder entfernt werden, was aus Läufen wurde, und was schiefging.</translation>
    </message>
    <message>
        <source>No such line</source>
        <translation>Keine solche Zeile</translation>
    </message>
    <message>
        <source>Nothing of this kind happened since the window was opened.</source>
        <translation>Seit das Fenster offen ist, geschah nichts dergleichen.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::MachineList</name>
    <message>
        <source>Filter machines</source>
        <translation>Rechner filtern</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Zuletzt verwendet</translation>
    </message>
    <message>
        <source>In ~/.ssh/config</source>
        <translation>In ~/.ssh/config</translation>
    </message>
    <message>
        <source>Machines of ~/.ssh/config, and those that you connect to, appear here.</source>
        <translation>Hier erscheinen die Rechner aus ~/.ssh/config und die, mit denen Sie sich verbinden.</translation>
    </message>
    <message>
        <source>No machine matches the filter.</source>
        <translation>Kein Rechner passt zum Filter.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::MainWindow</name>
    <message>
        <source>Stepvault</source>
        <translation>Stepvault</translation>
    </message>
    <message>
        <source>A task ended early: %1.</source>
        <translation>Eine Aufgabe endete vorzeitig: %1.</translation>
    </message>
    <message>
        <source>The vault could not be read: %1.</source>
        <translation>Der Tresor konnte nicht gelesen werden: %1.</translation>
    </message>
    <message>
        <source>Folder of a training run</source>
        <translation>Ordner eines Trainingslaufs</translation>
    </message>
    <message>
        <source>Folder of a vault</source>
        <translation>Ordner eines Tresors</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>The language changes when Stepvault is started again.</source>
        <translation>Die Sprache wechselt, wenn Stepvault neu gestartet wird.</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>Jetzt neu starten</translation>
    </message>
    <message>
        <source>Something is being worked on, which a restart would stop. %1</source>
        <translation>Es wird gerade etwas bearbeitet, das ein Neustart abbräche. %1</translation>
    </message>
    <message>
        <source>Where the vault&apos;s folder is moved to</source>
        <translation>Wohin der Ordner des Tresors verschoben wird</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>Verbindung zu %1 wird hergestellt…</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>Ordner hinzufügen</translation>
    </message>
    <message>
        <source>Folder of a training run on %1</source>
        <translation>Ordner eines Trainingslaufs auf %1</translation>
    </message>
    <message>
        <source>Give the whole path of the folder on %1, from / on.</source>
        <translation>Geben Sie den ganzen Pfad des Ordners auf %1 an, ab /.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::MetricPanel</name>
    <message>
        <source>Show %1 in the large chart</source>
        <translation>%1 im großen Diagramm zeigen</translation>
    </message>
    <message>
        <source>Curve of %1</source>
        <translation>Kurve von %1</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::Navigator</name>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 Läufe</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Watched folders</source>
        <translation>Beobachtete Ordner</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>Tresor</translation>
    </message>
    <message>
        <source>Stepvault</source>
        <translation>Stepvault</translation>
    </message>
    <message>
        <source>%1 – Stepvault</source>
        <translation>%1 – Stepvault</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::NodeCard</name>
    <message>
        <source>Bring all back</source>
        <translation>Alle zurückholen</translation>
    </message>
    <message>
        <source>Click a node to fail it</source>
        <translation>Klicken Sie auf einen Knoten, um ihn ausfallen zu lassen</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::NodeRow</name>
    <message>
        <source>Nodes; Space fails one or brings it back</source>
        <translation>Knoten; die Leertaste lässt einen ausfallen oder holt ihn zurück</translation>
    </message>
    <message>
        <source>node %1: failed</source>
        <translation>Knoten %1: ausgefallen</translation>
    </message>
    <message>
        <source>node %1: up</source>
        <translation>Knoten %1: in Betrieb</translation>
    </message>
    <message>
        <source>%1; %2 of %3 failed</source>
        <translation>%1; %2 von %3 ausgefallen</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::NoteEditor</name>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Everything about this run that you will want to know in a year</source>
        <translation>Alles über diesen Lauf, was Sie in einem Jahr wissen wollen</translation>
    </message>
    <message>
        <source>Enter stores, Shift+Enter begins a line, Esc leaves.</source>
        <translation>Eingabe speichert, Umschalt+Eingabe beginnt eine Zeile, Esc verwirft.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::NoticeBar</name>
    <message>
        <source>Dismiss</source>
        <translation>Ausblenden</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::NotificationCenter</name>
    <message>
        <source>Stepvault ends.</source>
        <translation>Stepvault endet.</translation>
    </message>
    <message>
        <source>Stepvault %1 begins, with Qt %2 on %3.</source>
        <translation>Stepvault %1 beginnt, mit Qt %2 auf %3.</translation>
    </message>
    <message>
        <source>The vault %1 is open.</source>
        <translation>Der Tresor %1 ist offen.</translation>
    </message>
    <message>
        <source>Make space…</source>
        <translation>Platz schaffen…</translation>
    </message>
    <message>
        <source>Verified: %1</source>
        <translation>Geprüft: %1</translation>
    </message>
    <message>
        <source>Verified: %1. %2</source>
        <translation>Geprüft: %1. %2</translation>
    </message>
    <message>
        <source>Sent to %1: %2: %3</source>
        <translation>An %1 gesendet: %2: %3</translation>
    </message>
    <message>
        <source>Webhook: %1. Trying again later.</source>
        <translation>Webhook: %1. Später ein neuer Versuch.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::Notifier</name>
    <message>
        <source>Stalled: nothing came after step %1.</source>
        <translation>Steht: nach Schritt %1 kam nichts mehr.</translation>
    </message>
    <message>
        <source>Diverged: at step %1 the loss is %2.</source>
        <translation>Divergiert: bei Schritt %1 ist der Loss %2.</translation>
    </message>
    <message>
        <source>Finished at step %1 with a loss of %2.</source>
        <translation>Fertig bei Schritt %1 mit einem Loss von %2.</translation>
    </message>
    <message>
        <source>Finished at step %1.</source>
        <translation>Fertig bei Schritt %1.</translation>
    </message>
    <message>
        <source>%1: not filed</source>
        <translation>%1: nicht abgelegt</translation>
    </message>
    <message>
        <source>Watching stopped</source>
        <translation>Beobachten unterbrochen</translation>
    </message>
    <message>
        <source>%1. It begins again by itself.</source>
        <translation>%1. Es beginnt von selbst wieder.</translation>
    </message>
    <message>
        <source>Little space is left</source>
        <translation>Wenig Platz ist übrig</translation>
    </message>
    <message>
        <source>Only %1 are free on the vault&apos;s disk (%2 %).</source>
        <translation>Auf dem Datenträger des Tresors sind nur %1 frei (%2 %).</translation>
    </message>
    <message>
        <source>The vault is damaged</source>
        <translation>Der Tresor ist beschädigt</translation>
    </message>
    <message>
        <source>Writing to the vault&apos;s disk fails for lack of space.</source>
        <translation>Auf dem Datenträger des Tresors fehlt der Platz zum Schreiben.</translation>
    </message>
    <message>
        <source>Damaged places: %1. The page Vault repairs them.</source>
        <translation>Beschädigte Stellen: %1. Die Seite Tresor repariert sie.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::OverheadBars</name>
    <message>
        <source>Expected overhead of each schedule</source>
        <translation>Erwarteter Aufwand jedes Zeitplans</translation>
    </message>
    <message>
        <source>%1  played %2 ± %3</source>
        <translation>%1  gespielt %2 ± %3</translation>
    </message>
    <message>
        <source>save</source>
        <translation>sichern</translation>
    </message>
    <message>
        <source>rework</source>
        <translation>wiederholen</translation>
    </message>
    <message>
        <source>restart</source>
        <translation>neu starten</translation>
    </message>
    <message>
        <source>Overhead, % of the training</source>
        <translation>Aufwand, % des Trainings</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::OverheadCard</name>
    <message>
        <source>%1 ± %2 %</source>
        <translation>%1 ± %2 %</translation>
    </message>
    <message>
        <source>%1: %2 %3 overhead: saving %4, rework %5, restarts %6; %7 in wall time.</source>
        <translation>%1: %2 %3 Aufwand: Sichern %4, Wiederholen %5, Neustarts %6; %7 in Wanduhrzeit.</translation>
    </message>
    <message>
        <source>bars</source>
        <translation>Balken</translation>
    </message>
    <message>
        <source>table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Expected overhead</source>
        <translation>Aufwand</translation>
    </message>
    <message>
        <source>Of the training&apos;s length. Lost and delayed work counts by the progress it makes, as well as by its time.</source>
        <translation>Gemessen an der Länge des Trainings. Verlorene und verzögerte Arbeit zählt nach ihrem Fortschritt wie nach ihrer Zeit.</translation>
    </message>
    <message>
        <source>How the overhead is shown</source>
        <translation>Wie der Aufwand gezeigt wird</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Zeitplan</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Sichern</translation>
    </message>
    <message>
        <source>Rework</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Neustart</translation>
    </message>
    <message>
        <source>Played</source>
        <translation>Gespielt</translation>
    </message>
    <message>
        <source>Wall time</source>
        <translation>Wanduhrzeit</translation>
    </message>
    <message>
        <source>Saves</source>
        <translation>Sicherungen</translation>
    </message>
    <message>
        <source>Expected overhead of each schedule</source>
        <translation>Erwarteter Aufwand jedes Zeitplans</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Simulate</source>
        <translation>Simulieren</translation>
    </message>
    <message>
        <source>Play each schedule in 1,000 trainings with failures</source>
        <translation>Jeden Zeitplan in 1.000 Trainings mit Ausfällen durchspielen</translation>
    </message>
    <message>
        <source>Overhead</source>
        <translation>Aufwand</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::PanelBoard</name>
    <message>
        <source>Small</source>
        <translation>Klein</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Large</source>
        <translation>Groß</translation>
    </message>
    <message>
        <source>Size of the panels</source>
        <translation>Größe der Felder</translation>
    </message>
    <message>
        <source>Filter metrics</source>
        <translation>Messgrößen filtern</translation>
    </message>
    <message>
        <source>Runs and their colours</source>
        <translation>Läufe und ihre Farben</translation>
    </message>
    <message>
        <source>No metric matches</source>
        <translation>Keine Messgröße passt</translation>
    </message>
    <message>
        <source>Each word of the filter must be in a metric&apos;s name.</source>
        <translation>Jedes Wort des Filters muss im Namen einer Messgröße stehen.</translation>
    </message>
    <message>
        <source>Metrics appear here</source>
        <translation>Hier erscheinen Messgrößen</translation>
    </message>
    <message>
        <source>Each metric that the run logs gets a panel: losses, learning rate, accuracy.</source>
        <translation>Jede Messgröße, die der Lauf protokolliert, bekommt ein Feld: Verluste, Lernrate, Genauigkeit.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::PanelEntry</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::PanelGrid</name>
    <message>
        <source>Without a prefix</source>
        <translation>Ohne Präfix</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Panels of %1</source>
        <translation>Felder von %1</translation>
    </message>
    <message>
        <source>Fold or unfold these panels</source>
        <translation>Diese Felder ein- oder ausklappen</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ParamsCard</name>
    <message>
        <source>Show equal ones</source>
        <translation>Gleiche zeigen</translation>
    </message>
    <message>
        <source>Filter hyperparameters</source>
        <translation>Hyperparameter filtern</translation>
    </message>
    <message>
        <source>Hyperparameters of the compared runs</source>
        <translation>Hyperparameter der verglichenen Läufe</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>No hyperparameters of these runs are known</source>
        <translation>Von diesen Läufen sind keine Hyperparameter bekannt</translation>
    </message>
    <message>
        <source>Stepvault reads hparams.yaml, args.yaml, config.json, training_args.bin, W&amp;B&apos;s, MLflow&apos;s and TensorBoard&apos;s records.</source>
        <translation>Stepvault liest hparams.yaml, args.yaml, config.json, training_args.bin und die Aufzeichnungen von W&amp;B, MLflow und TensorBoard.</translation>
    </message>
    <message>
        <source>%1 differ, %2 are equal</source>
        <translation>%1 verschieden, %2 gleich</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ParamsModel</name>
    <message>
        <source>Hyperparameter</source>
        <translation>Hyperparameter</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::PlanCard</name>
    <message>
        <source>Follow this plan</source>
        <translation>Diesem Plan folgen</translation>
    </message>
    <message>
        <source>Expected overhead</source>
        <translation>Erwarteter Aufwand</translation>
    </message>
    <message>
        <source>Of the training&apos;s length. Lost and delayed work counts by the progress it makes, as well as by its time.</source>
        <translation>Gemessen an der Länge des Trainings. Verlorene und verzögerte Arbeit zählt nach ihrem Fortschritt wie nach ihrer Zeit.</translation>
    </message>
    <message>
        <source>%1 saving, %2 work done again, %3 restarts</source>
        <translation>%1 Sichern, %2 wiederholte Arbeit, %3 Neustarts</translation>
    </message>
    <message>
        <source>This run has ended: no training is left to follow a plan</source>
        <translation>Dieser Lauf ist zu Ende: Kein Training kann dem Plan noch folgen</translation>
    </message>
    <message>
        <source>Write plan.json into the run&apos;s folder, where the training hook reads it</source>
        <translation>plan.json in den Ordner des Laufs schreiben, wo der Hook im Training ihn liest</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::PlotView</name>
    <message>
        <source>Loss curve with checkpoints</source>
        <translation>Loss-Kurve mit Checkpoints</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>no metric was found in the run&apos;s folder yet</source>
        <translation>im Ordner des Laufs wurde noch keine Messgröße gefunden</translation>
    </message>
    <message>
        <source>%1 point not positive, hidden</source>
        <translation>%1 Punkt nicht positiv, verborgen</translation>
    </message>
    <message>
        <source>%1 points not positive, hidden</source>
        <translation>%1 Punkte nicht positiv, verborgen</translation>
    </message>
    <message>
        <source>%1 point NaN or infinite</source>
        <translation>%1 Punkt NaN oder unendlich</translation>
    </message>
    <message>
        <source>%1 points NaN or infinite</source>
        <translation>%1 Punkte NaN oder unendlich</translation>
    </message>
    <message>
        <source>%1   smoothed %2</source>
        <translation>%1   geglättet %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1   %2 %3</source>
        <translation>%1   %2 %3</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Show the whole chart again</source>
        <translation>Wieder das ganze Diagramm zeigen</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::PruneCard</name>
    <message>
        <source>What the rules keep and remove</source>
        <translation>Was die Regeln behalten und entfernen</translation>
    </message>
    <message>
        <source>%1 of %2 stay</source>
        <translation>%1 von %2 bleiben</translation>
    </message>
    <message>
        <source>Use these rules</source>
        <translation>Diese Regeln anwenden</translation>
    </message>
    <message>
        <source>These rules are proposed and remove nothing until you use them.</source>
        <translation>Diese Regeln sind ein Vorschlag und entfernen nichts, bis Sie sie anwenden.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::PruneModel</name>
    <message>
        <source>kept</source>
        <translation>bleibt</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>entfernt</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Later checkpoints are built on it; they take over the bytes that they need of it</source>
        <translation>Spätere Checkpoints bauen darauf auf; sie übernehmen die Bytes, die sie davon brauchen</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RankBars</name>
    <message>
        <source>%1 of each rank</source>
        <translation>%1 jedes Ranks</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rank</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RateChart</name>
    <message>
        <source>Relative error by bits per weight, of every scheme</source>
        <translation>Relativer Fehler nach Bits je Gewicht, für jedes Verfahren</translation>
    </message>
    <message>
        <source>%1: relative error %2, %3 bits per weight, %4 for this step</source>
        <translation>%1: relativer Fehler %2, %3 Bits je Gewicht, %4 für diesen Schritt</translation>
    </message>
    <message>
        <source>Size (bits per weight)</source>
        <translation>Größe (Bits je Gewicht)</translation>
    </message>
    <message>
        <source>Relative error (0: exact)</source>
        <translation>Relativer Fehler (0: exakt)</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RecodeLine</name>
    <message>
        <source>Coding a copy of every checkpoint, to say what becomes of them. Nothing is changed.</source>
        <translation>Jeder Checkpoint wird als Kopie kodiert, um zu sagen, was aus ihm wird. Nichts wird geändert.</translation>
    </message>
    <message>
        <source>Recoding. Until all checkpoints are done, everything is as it was.</source>
        <translation>Wird neu kodiert. Bis alle Checkpoints fertig sind, bleibt alles, wie es war.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Leave as it is</source>
        <translation>So lassen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RecodeWork</name>
    <message>
        <source>Trying out what recoding %1 gives</source>
        <translation>Probe, was ein Neukodieren von %1 ergibt</translation>
    </message>
    <message>
        <source>Recoding %1</source>
        <translation>%1 wird neu kodiert</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RestoreSheet</name>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen…</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Where to restore to</source>
        <translation>Wohin wiederhergestellt wird</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Restore step %1</source>
        <translation>Schritt %1 wiederherstellen</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Beginnt</translation>
    </message>
    <message>
        <source>Stop restoring</source>
        <translation>Wiederherstellen anhalten</translation>
    </message>
    <message>
        <source>Replace with step %1</source>
        <translation>Durch Schritt %1 ersetzen</translation>
    </message>
    <message>
        <source>Not enough space: needs %1, %2 free on %3.</source>
        <translation>Nicht genug Platz: nötig sind %1, frei sind %2 auf %3.</translation>
    </message>
    <message>
        <source>%1 is there already. It will be replaced once the restored one is whole.</source>
        <translation>%1 ist schon da. Es wird ersetzt, sobald das Wiederhergestellte ganz ist.</translation>
    </message>
    <message>
        <source>Restored to %1 (%2).</source>
        <translation>Nach %1 wiederhergestellt (%2).</translation>
    </message>
    <message>
        <source>Stopped. Nothing was written.</source>
        <translation>Angehalten. Nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>%1, %2 free there</source>
        <translation>%1, dort sind %2 frei</translation>
    </message>
    <message>
        <source>none: the same to the bit as the original</source>
        <translation>keiner: Bit für Bit wie das Original</translation>
    </message>
    <message>
        <source>%1 of the step&apos;s change, at most %2 in a value</source>
        <translation>%1 der Änderung des Schritts, höchstens %2 in einem Wert</translation>
    </message>
    <message>
        <source>Restore to</source>
        <translation>Wiederherstellen nach</translation>
    </message>
    <message>
        <source>Restore %1 checkpoints</source>
        <translation>%1 Checkpoints wiederherstellen</translation>
    </message>
    <message>
        <source>Stopped. %1 of %2 are restored.</source>
        <translation>Angehalten. %1 von %2 sind wiederhergestellt.</translation>
    </message>
    <message>
        <source>%1 · steps %2 to %3</source>
        <translation>%1 · Schritte %2 bis %3</translation>
    </message>
    <message>
        <source>up to %1 of a step&apos;s change, at most %2 in a value</source>
        <translation>bis zu %1 der Änderung eines Schritts, höchstens %2 in einem Wert</translation>
    </message>
    <message>
        <source>Restore into</source>
        <translation>Wiederherstellen in</translation>
    </message>
    <message>
        <source>Into the run&apos;s own folder</source>
        <translation>In den Ordner des Laufs</translation>
    </message>
    <message>
        <source>Beside the original, under a free name. Stepvault does not file it again.</source>
        <translation>Neben dem Original, unter einem freien Namen. Stepvault nimmt die Datei nicht noch einmal auf.</translation>
    </message>
    <message>
        <source>Into the run&apos;s own folder on %1</source>
        <translation>In den eigenen Ordner des Laufs auf %1</translation>
    </message>
    <message>
        <source>Restored to %1 on %2 (%3).</source>
        <translation>Wiederhergestellt als %1 auf %2 (%3).</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RulesLine</name>
    <message>
        <source>lowest</source>
        <translation>niedrigste</translation>
    </message>
    <message>
        <source>highest</source>
        <translation>höchste</translation>
    </message>
    <message>
        <source>How many of the newest</source>
        <translation>Wie viele der neuesten</translation>
    </message>
    <message>
        <source>How many of the best</source>
        <translation>Wie viele der besten</translation>
    </message>
    <message>
        <source>Multiples of so many steps</source>
        <translation>Vielfache von so vielen Schritten</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Messgröße</translation>
    </message>
    <message>
        <source>Which values are best</source>
        <translation>Welche Werte die besten sind</translation>
    </message>
    <message>
        <source>Keep of</source>
        <translation>Behalten von</translation>
    </message>
    <message>
        <source>the last</source>
        <translation>die letzten</translation>
    </message>
    <message>
        <source>the best</source>
        <translation>die besten</translation>
    </message>
    <message>
        <source>by</source>
        <translation>nach</translation>
    </message>
    <message>
        <source>every</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>the first</source>
        <translation>den ersten</translation>
    </message>
    <message>
        <source>and what is pinned.</source>
        <translation>und was angeheftet ist.</translation>
    </message>
    <message>
        <source>No rule removes a checkpoint that was pinned by hand</source>
        <translation>Keine Regel entfernt einen von Hand angehefteten Checkpoint</translation>
    </message>
    <message>
        <source>all runs</source>
        <translation>allen Läufen</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>This run has logged no metric</source>
        <translation>Dieser Lauf hat keine Metrik aufgezeichnet</translation>
    </message>
    <message>
        <source>no metric</source>
        <translation>keine Messgröße</translation>
    </message>
    <message>
        <source>Days before the newest</source>
        <translation>Tage vor dem neuesten</translation>
    </message>
    <message>
        <source>GiB that the newest may take up</source>
        <translation>GiB, die die neuesten belegen dürfen</translation>
    </message>
    <message>
        <source>the newest</source>
        <translation>die neuesten</translation>
    </message>
    <message>
        <source>days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RunCommands</name>
    <message>
        <source>The run is archived.</source>
        <translation>Der Lauf ist archiviert.</translation>
    </message>
    <message>
        <source>%1 runs are archived.</source>
        <translation>%1 Läufe sind archiviert.</translation>
    </message>
    <message>
        <source>The word archived in the filter shows archived runs.</source>
        <translation>Das Wort archived im Filter zeigt archivierte Läufe.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>The page Vault shows the open vault only. Open %1 to remove checkpoints of this run.</source>
        <translation>Die Seite Tresor zeigt nur den offenen Tresor. Öffnen Sie %1, um Checkpoints dieses Laufs zu entfernen.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RunDesk</name>
    <message>
        <source>No file manager opened %1. &quot;Copy path&quot; copies the path.</source>
        <translation>Kein Dateimanager hat %1 geöffnet. „Pfad kopieren“ kopiert den Pfad.</translation>
    </message>
    <message>
        <source>%1 checkpoint waits</source>
        <translation>%1 Checkpoint wartet</translation>
    </message>
    <message>
        <source>%1 checkpoints wait</source>
        <translation>%1 Checkpoints warten</translation>
    </message>
    <message>
        <source>%1 run is not filed until the vault&apos;s disk has space.</source>
        <translation>%1 Lauf wird nicht abgelegt, bis der Datenträger des Tresors Platz hat.</translation>
    </message>
    <message>
        <source>%1 runs are not filed until the vault&apos;s disk has space.</source>
        <translation>%1 Läufe werden nicht abgelegt, bis der Datenträger des Tresors Platz hat.</translation>
    </message>
    <message>
        <source>Little space is left</source>
        <translation>Es ist wenig Platz übrig</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Schlagwort</translation>
    </message>
    <message>
        <source>The folder keeps its name. Enter stores, Esc leaves.</source>
        <translation>Der Ordner behält seinen Namen. Eingabe speichert, Esc verwirft.</translation>
    </message>
    <message>
        <source>One word, such as baseline. Enter stores, Esc leaves.</source>
        <translation>Ein Wort, etwa baseline. Eingabe speichert, Esc verwirft.</translation>
    </message>
    <message>
        <source>The vault&apos;s disk is full in %1 at the rate of the last %2.</source>
        <translation>Der Datenträger des Tresors ist in %1 voll, wenn es so weitergeht wie in den letzten %2.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RunListModel</name>
    <message>
        <source>live</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>stalled</source>
        <translation>steht</translation>
    </message>
    <message>
        <source>diverged</source>
        <translation>divergiert</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>ruht</translation>
    </message>
    <message>
        <source>%1, %2, loss %3</source>
        <translation>%1, %2, Loss %3</translation>
    </message>
    <message>
        <source>%1 checkpoint</source>
        <translation>%1 Checkpoint</translation>
    </message>
    <message>
        <source>%1 checkpoints</source>
        <translation>%1 Checkpoints</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>Loss %1</translation>
    </message>
    <message>
        <source>Vault: %1</source>
        <translation>Tresor: %1</translation>
    </message>
    <message>
        <source>Not connected. The run is shown as it was last.</source>
        <translation>Nicht verbunden. Der Lauf wird mit seinem letzten Stand gezeigt.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RunMenu</name>
    <message>
        <source>Compare %1 runs</source>
        <translation>%1 Läufe vergleichen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>Ordner zeigen</translation>
    </message>
    <message>
        <source>Stop watching %1</source>
        <translation>%1 nicht mehr beobachten</translation>
    </message>
    <message>
        <source>Remove checkpoints…</source>
        <translation>Checkpoints entfernen…</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Copy paths</source>
        <translation>Pfade kopieren</translation>
    </message>
    <message>
        <source>Copy id</source>
        <translation>ID kopieren</translation>
    </message>
    <message>
        <source>Copy ids</source>
        <translation>IDs kopieren</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <source>Note…</source>
        <translation>Notiz…</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>New tag…</source>
        <translation>Neues Schlagwort…</translation>
    </message>
    <message>
        <source>Favourite</source>
        <translation>Favorit</translation>
    </message>
    <message>
        <source>Archived</source>
        <translation>Archiviert</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RunPage</name>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Pages of the run</source>
        <translation>Seiten des Laufs</translation>
    </message>
    <message>
        <source>Checkpoints appear here</source>
        <translation>Hier erscheinen Checkpoints</translation>
    </message>
    <message>
        <source>As soon as the training has written one, Stepvault files it within seconds. Nothing in the run&apos;s folder is changed.</source>
        <translation>Sobald das Training einen geschrieben hat, legt Stepvault ihn binnen Sekunden ab. Im Ordner des Laufs ändert sich nichts.</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>%1 checkpoint</source>
        <translation>%1 Checkpoint</translation>
    </message>
    <message>
        <source>%1 checkpoints</source>
        <translation>%1 Checkpoints</translation>
    </message>
    <message>
        <source>by no rule</source>
        <translation>von keiner Regel</translation>
    </message>
    <message>
        <source>The last step before the loss went wrong at step %1.</source>
        <translation>Der letzte Schritt, bevor der Loss bei Schritt %1 aus dem Ruder lief.</translation>
    </message>
    <message>
        <source>The loss went wrong at step %1, before this checkpoint.</source>
        <translation>Der Loss lief bei Schritt %1 aus dem Ruder, vor diesem Checkpoint.</translation>
    </message>
    <message>
        <source>The last good step is %1.</source>
        <translation>Der letzte gute Schritt ist %1.</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>Messgrößen</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>Bits</translation>
    </message>
    <message>
        <source>Interval</source>
        <translation>Intervall</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RunTable</name>
    <message>
        <source>Table of runs</source>
        <translation>Tabelle der Läufe</translation>
    </message>
    <message>
        <source>Hyperparameters that differ</source>
        <translation>Unterschiedliche Hyperparameter</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RunsPage</name>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Choose the columns</source>
        <translation>Spalten auswählen</translation>
    </message>
    <message>
        <source>Draw the chosen runs in one chart. Ctrl and Shift choose several</source>
        <translation>Die gewählten Läufe in einem Diagramm zeigen. Mit Strg und Umschalt wählt man mehrere</translation>
    </message>
    <message>
        <source>No run matches</source>
        <translation>Kein Lauf passt</translation>
    </message>
    <message>
        <source>Esc in the filter clears it.</source>
        <translation>Esc im Filter leert ihn.</translation>
    </message>
    <message>
        <source>%1 run</source>
        <translation>%1 Lauf</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 Läufe</translation>
    </message>
    <message>
        <source>%1 of %2 runs</source>
        <translation>%1 von %2 Läufen</translation>
    </message>
    <message>
        <source>Compare %1 runs</source>
        <translation>%1 Läufe vergleichen</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RunsPanel</name>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>%1 on disk for %2 of checkpoints</source>
        <translation>%1 auf dem Datenträger für %2 an Checkpoints</translation>
    </message>
    <message>
        <source>Choose several with Ctrl or Shift to compare them</source>
        <translation>Mit Strg oder Umschalt mehrere wählen, um sie zu vergleichen</translation>
    </message>
    <message>
        <source>%1 run</source>
        <translation>%1 Lauf</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 Läufe</translation>
    </message>
    <message>
        <source>%1 of %2 runs</source>
        <translation>%1 von %2 Läufen</translation>
    </message>
    <message>
        <source>No run matches. Esc clears the filter.</source>
        <translation>Kein Lauf passt. Esc leert den Filter.</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>Tresor</translation>
    </message>
    <message>
        <source>Table of runs</source>
        <translation>Tabelle der Läufe</translation>
    </message>
    <message>
        <source>All runs in a table (Ctrl+T)</source>
        <translation>Alle Läufe in einer Tabelle (Strg+T)</translation>
    </message>
    <message>
        <source>The watched folders</source>
        <translation>Die beobachteten Ordner</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::SaveCard</name>
    <message>
        <source>L1</source>
        <translation>L1</translation>
    </message>
    <message>
        <source>L2</source>
        <translation>L2</translation>
    </message>
    <message>
        <source>L3</source>
        <translation>L3</translation>
    </message>
    <message>
        <source>L4</source>
        <translation>L4</translation>
    </message>
    <message>
        <source>Storage level</source>
        <translation>Speicherebene</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>Ranks</translation>
    </message>
    <message>
        <source>Speed-up over ranks, beside the ideal line</source>
        <translation>Beschleunigung über Ranks, neben der idealen Linie</translation>
    </message>
    <message>
        <source>Predicted save on</source>
        <translation>Vorhergesagte Sicherung auf</translation>
    </message>
    <message>
        <source>Times sooner than one process; dashed: ideal</source>
        <translation>Um wie viel schneller als ein Prozess; gestrichelt: ideal</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 rank</source>
        <translation>%1 Rank</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 Ranks</translation>
    </message>
    <message>
        <source>speed-up</source>
        <translation>Beschleunigung</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ScheduleRows</name>
    <message>
        <source>Planned checkpoints of each schedule</source>
        <translation>Geplante Checkpoints jedes Zeitplans</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ShareCard</name>
    <message>
        <source>map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>How the shares are shown</source>
        <translation>Wie die Anteile gezeigt werden</translation>
    </message>
    <message>
        <source>Largest parts of the checkpoint and who holds them</source>
        <translation>Größte Teile des Checkpoints und wer sie hält</translation>
    </message>
    <message>
        <source>%1 in %2 over %3</source>
        <translation>%1, %2, %3</translation>
    </message>
    <message>
        <source>%1 tensor</source>
        <translation>%1 Tensor</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 Tensoren</translation>
    </message>
    <message>
        <source>%1 rank</source>
        <translation>%1 Rank</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 Ranks</translation>
    </message>
    <message>
        <source>colour: node · shade: process · stripes: split over several</source>
        <translation>Farbe: Knoten · Ton: Prozess · Streifen: aufgeteilt</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ShareModel</name>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>Held by</source>
        <translation>Gehalten von</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ShortcutList</name>
    <message>
        <source>Keys and mouse</source>
        <translation>Tasten und Maus</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>What they do</source>
        <translation>Was sie tun</translation>
    </message>
    <message>
        <source>Left, Right</source>
        <translation>Links, Rechts</translation>
    </message>
    <message>
        <source>The checkpoint before or after, in a chart</source>
        <translation>Der Checkpoint davor oder danach, in einem Diagramm</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>Mausrad</translation>
    </message>
    <message>
        <source>Closer or farther, in a chart</source>
        <translation>Näher heran oder weiter weg, in einem Diagramm</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>Show this part of the chart</source>
        <translation>Diesen Teil des Diagramms zeigen</translation>
    </message>
    <message>
        <source>Move the chart</source>
        <translation>Das Diagramm verschieben</translation>
    </message>
    <message>
        <source>Right button</source>
        <translation>Rechte Taste</translation>
    </message>
    <message>
        <source>Back to what the chart showed before</source>
        <translation>Zurück zu dem, was das Diagramm vorher zeigte</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>Doppelklick</translation>
    </message>
    <message>
        <source>Show the whole curve</source>
        <translation>Die ganze Kurve zeigen</translation>
    </message>
    <message>
        <source>Ctrl or Shift and click</source>
        <translation>Strg oder Umschalt und Klick</translation>
    </message>
    <message>
        <source>Choose several checkpoints, to restore them together</source>
        <translation>Mehrere Checkpoints wählen, um sie zusammen wiederherzustellen</translation>
    </message>
    <message>
        <source>Drag a row</source>
        <translation>Eine Zeile ziehen</translation>
    </message>
    <message>
        <source>Restore it to where it is dropped, in a file manager</source>
        <translation>Dorthin wiederherstellen, wo sie im Dateimanager abgelegt wird</translation>
    </message>
    <message>
        <source>Shift with wheel or drag</source>
        <translation>Umschalt mit Rad oder Ziehen</translation>
    </message>
    <message>
        <source>Zoom the vertical axis as well</source>
        <translation>Auch die senkrechte Achse zoomen</translation>
    </message>
    <message>
        <source>Ctrl and drag, or the middle button</source>
        <translation>Strg und Ziehen, oder die mittlere Taste</translation>
    </message>
    <message>
        <source>+, -, 0</source>
        <translation>+, -, 0</translation>
    </message>
    <message>
        <source>Closer, farther, the whole chart</source>
        <translation>Näher, weiter, das ganze Diagramm</translation>
    </message>
    <message>
        <source>Double click or Enter, on a row</source>
        <translation>Doppelklick oder Eingabe, auf einer Zeile</translation>
    </message>
    <message>
        <source>Look inside the checkpoint</source>
        <translation>In den Checkpoint hineinsehen</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::SmoothingSlider</name>
    <message>
        <source>Smoothing</source>
        <translation>Glättung</translation>
    </message>
    <message>
        <source>Exponential moving average; the curve as it was read stays behind it</source>
        <translation>Exponentiell gleitendes Mittel; die gelesene Kurve bleibt dahinter sichtbar</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::SnippetBox</name>
    <message>
        <source>To load it in Python</source>
        <translation>So lädt Python die Datei</translation>
    </message>
    <message>
        <source>Python code that loads the checkpoint</source>
        <translation>Python-Code, der den Checkpoint lädt</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the code</source>
        <translation>Den Code kopieren</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::SpaceCard</name>
    <message>
        <source>Stored bytes of each run over time</source>
        <translation>Gespeicherte Bytes jedes Laufs im Lauf der Zeit</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>Tresor</translation>
    </message>
    <message>
        <source>What each run takes up</source>
        <translation>Was jeder Lauf belegt</translation>
    </message>
    <message>
        <source>%1 saved</source>
        <translation>%1 gespart</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>%1 frei</translation>
    </message>
    <message>
        <source>Stored bytes by run appear here with the first checkpoint</source>
        <translation>Hier erscheint mit dem ersten Checkpoint, was jeder Lauf belegt</translation>
    </message>
    <message>
        <source>Step files of each run in %1</source>
        <translation>Schrittdateien jedes Laufs in %1</translation>
    </message>
    <message>
        <source>%1 stored</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>%1 in the trash</source>
        <translation>%1 im Papierkorb</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::SpaceModel</name>
    <message>
        <source>%1 of step files, and the state that the next one is compared with</source>
        <translation>%1 an Schrittdateien, und der Stand, mit dem der nächste verglichen wird</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>Verhältnis</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::StartPage</name>
    <message>
        <source>Recent vaults</source>
        <translation>Zuletzt geöffnete Tresore</translation>
    </message>
    <message>
        <source>Stepvault</source>
        <translation>Stepvault</translation>
    </message>
    <message>
        <source>Keeps every checkpoint of your training runs in a fraction of the space, and brings any step back.</source>
        <translation>Behält jeden Checkpoint Ihrer Trainings in einem Bruchteil des Platzes und bringt jeden Schritt zurück.</translation>
    </message>
    <message>
        <source>Add run folder</source>
        <translation>Ordner eines Laufs hinzufügen</translation>
    </message>
    <message>
        <source>Choose the folder that a training run writes its checkpoints into.</source>
        <translation>Wählen Sie den Ordner, in den ein Training seine Checkpoints schreibt.</translation>
    </message>
    <message>
        <source>Open vault</source>
        <translation>Tresor öffnen</translation>
    </message>
    <message>
        <source>Choose a vault that Stepvault has made before.</source>
        <translation>Wählen Sie einen Tresor, den Stepvault früher angelegt hat.</translation>
    </message>
    <message>
        <source>Try the demo</source>
        <translation>Die Demo ausprobieren</translation>
    </message>
    <message>
        <source>Watch a small network train for a minute on this computer.</source>
        <translation>Sehen Sie auf diesem Rechner eine Minute lang einem kleinen Netz beim Training zu.</translation>
    </message>
    <message>
        <source>%1   %2</source>
        <translation>%1   %2</translation>
    </message>
    <message>
        <source>Recent machines</source>
        <translation>Zuletzt verwendete Rechner</translation>
    </message>
    <message>
        <source>Connect to a machine</source>
        <translation>Mit einem Rechner verbinden</translation>
    </message>
    <message>
        <source>Open a vault on another machine by ssh.</source>
        <translation>Öffnen Sie über ssh einen Tresor auf einem anderen Rechner.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::StepsField</name>
    <message>
        <source>set here</source>
        <translation>hier eingestellt</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::TargetLine</name>
    <message>
        <source>At most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <source>for</source>
        <translation>für</translation>
    </message>
    <message>
        <source>more checkpoints</source>
        <translation>weitere Checkpoints</translation>
    </message>
    <message>
        <source>Unit of the size</source>
        <translation>Einheit der Größe</translation>
    </message>
    <message>
        <source>Size that the checkpoints may take</source>
        <translation>Größe, die die Checkpoints einnehmen dürfen</translation>
    </message>
    <message>
        <source>Number of further checkpoints</source>
        <translation>Anzahl weiterer Checkpoints</translation>
    </message>
    <message>
        <source>Chooses the setting with the least error that fits</source>
        <translation>Wählt die Einstellung mit dem kleinsten Fehler, die passt</translation>
    </message>
    <message>
        <source>A key step does not build on the checkpoint before it, so that no restore has to read a long chain. One checkpoint in 33 is a key step.</source>
        <translation>Ein Schlüsselschritt baut nicht auf dem Checkpoint davor auf, damit kein Wiederherstellen eine lange Kette lesen muss. Jeder 33. Checkpoint ist ein Schlüsselschritt.</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Finden</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::TensorBitsCard</name>
    <message>
        <source>What costs most</source>
        <translation>Was am meisten kostet</translation>
    </message>
    <message>
        <source>Rows of the table</source>
        <translation>Zeilen der Tabelle</translation>
    </message>
    <message>
        <source>Bits and error by role or tensor</source>
        <translation>Bits und Fehler nach Rolle oder Tensor</translation>
    </message>
    <message>
        <source>What is shown of roles and tensors</source>
        <translation>Was von Rollen und Tensoren gezeigt wird</translation>
    </message>
    <message>
        <source>Relative error by tensor and step</source>
        <translation>Relativer Fehler nach Tensor und Schritt</translation>
    </message>
    <message>
        <source>Error by step</source>
        <translation>Fehler nach Schritt</translation>
    </message>
    <message>
        <source>%1 checkpoint between these is left out</source>
        <translation>%1 Checkpoint dazwischen ist ausgelassen</translation>
    </message>
    <message>
        <source>%1 checkpoints between these are left out</source>
        <translation>%1 Checkpoints dazwischen sind ausgelassen</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Error map</source>
        <translation>Fehlerkarte</translation>
    </message>
    <message>
        <source>Error table</source>
        <translation>Fehlertabelle</translation>
    </message>
    <message>
        <source>By role</source>
        <translation>Nach Rolle</translation>
    </message>
    <message>
        <source>By tensor</source>
        <translation>Nach Tensor</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::TensorBitsModel</name>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>%1 tensor</source>
        <translation>%1 Tensor</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 Tensoren</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Bits each</source>
        <translation>Bits je Wert</translation>
    </message>
    <message>
        <source>Coded</source>
        <translation>Kodiert</translation>
    </message>
    <message>
        <source>Of all</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Lag stored</source>
        <translation>Rückstand jetzt</translation>
    </message>
    <message>
        <source>Error stored</source>
        <translation>Fehler jetzt</translation>
    </message>
    <message>
        <source>Next to nothing of the change is kept</source>
        <translation>Von der Änderung bleibt so gut wie nichts</translation>
    </message>
    <message>
        <source>Second moments are coded to a share of their value: a smaller change (error 1.0) waits until it has grown.</source>
        <translation>Zweite Momente werden auf einen Anteil ihres Werts genau kodiert: eine kleinere Änderung (Fehler 1,0) wartet, bis sie gewachsen ist.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::TopBar</name>
    <message>
        <source>Filter runs</source>
        <translation>Läufe filtern</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>Vault: %1</source>
        <translation>Tresor: %1</translation>
    </message>
    <message>
        <source>No vault open</source>
        <translation>Kein Tresor offen</translation>
    </message>
    <message>
        <source>Words of names and folders in any order, state:live, tag:NAME, fav for favourites, or /expression/. Esc clears.</source>
        <translation>Wörter aus Namen und Ordnern in beliebiger Reihenfolge, state:live, tag:NAME, fav für Favoriten oder /Ausdruck/. Esc leert.</translation>
    </message>
    <message>
        <source>Help on this page</source>
        <translation>Hilfe zu dieser Seite</translation>
    </message>
    <message>
        <source>Help on this page (F1)</source>
        <translation>Hilfe zu dieser Seite (F1)</translation>
    </message>
    <message>
        <source>Vault: %1, not connected</source>
        <translation>Tresor: %1, nicht verbunden</translation>
    </message>
    <message>
        <source>Show beside</source>
        <translation>Daneben zeigen</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>%1, not connected</source>
        <translation>%1, nicht verbunden</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::TrashList</name>
    <message>
        <source>Keep them</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Removals in the trash</source>
        <translation>Entfernungen im Papierkorb</translation>
    </message>
    <message>
        <source>%1 would be gone for good.</source>
        <translation>%1 wären endgültig weg.</translation>
    </message>
    <message>
        <source>Restore selected</source>
        <translation>Ausgewählte zurückholen</translation>
    </message>
    <message>
        <source>Restore the last</source>
        <translation>Letztes zurückholen</translation>
    </message>
    <message>
        <source>Delete selected, free %1</source>
        <translation>Ausgewählte löschen, %1 freigeben</translation>
    </message>
    <message>
        <source>Empty trash, free %1</source>
        <translation>Leeren, %1 freigeben</translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation>%1 löschen</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::TrashModel</name>
    <message>
        <source>a run that is gone</source>
        <translation>einem Lauf, den es nicht mehr gibt</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>Entfernt</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::TrayIcon</name>
    <message>
        <source>Open Stepvault</source>
        <translation>Stepvault öffnen</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Stepvault</source>
        <translation>Stepvault</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::TreemapView</name>
    <message>
        <source>Map of the checkpoint by the ranks that hold it</source>
        <translation>Karte des Checkpoints nach den Ranks, die ihn halten</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::TwoStepLine</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::UpkeepCard</name>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Weights only: checkpoints that the rules above do not keep can keep their weights alone.</source>
        <translation>Nur Gewichte: Checkpoints, die die Regeln oben nicht behalten, können ihre Gewichte allein behalten.</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Originals: files in the runs&apos; own folders can go once the vault holds them, up to error</source>
        <translation>Originale: Dateien in den Ordnern der Läufe sind entbehrlich, wenn der Tresor sie hält, bis Fehler</translation>
    </message>
    <message>
        <source>Largest error of a checkpoint whose original may go</source>
        <translation>Größter Fehler eines Checkpoints, dessen Original entfernt werden darf</translation>
    </message>
    <message>
        <source>0 frees only originals that are stored exactly. The newest ones go only then.</source>
        <translation>0 gibt nur exakt gespeicherte Originale frei. Die neuesten werden nur dann entfernt.</translation>
    </message>
    <message>
        <source>Size of the parity</source>
        <translation>Größe der Parität</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::VaultDoor</name>
    <message>
        <source>A vault is being moved. Another can be opened when that has ended.</source>
        <translation>Ein Tresor wird gerade verschoben. Danach kann ein anderer geöffnet werden.</translation>
    </message>
    <message>
        <source>The vault is in %1 now.</source>
        <translation>Der Tresor liegt jetzt in %1.</translation>
    </message>
    <message>
        <source>The vault was not moved: %1.</source>
        <translation>Der Tresor wurde nicht verschoben: %1.</translation>
    </message>
    <message>
        <source>%1 holds no vault yet.</source>
        <translation>In %1 ist noch kein Tresor.</translation>
    </message>
    <message>
        <source>Make a vault there</source>
        <translation>Dort einen Tresor anlegen</translation>
    </message>
    <message>
        <source>The vault could not be opened: %1.</source>
        <translation>Der Tresor konnte nicht geöffnet werden: %1.</translation>
    </message>
    <message>
        <source>The demo needs a folder, and %1 could not be made: %2.</source>
        <translation>Die Demo braucht einen Ordner, und %1 ließ sich nicht anlegen: %2.</translation>
    </message>
    <message>
        <source>The demo training ended: %1.</source>
        <translation>Das Demo-Training endete: %1.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Nochmals versuchen</translation>
    </message>
    <message>
        <source>Stepvault was not installed: %1.</source>
        <translation>Stepvault wurde nicht installiert: %1.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::VaultPage</name>
    <message>
        <source>What the vault takes up appears here</source>
        <translation>Hier erscheint, was der Tresor belegt</translation>
    </message>
    <message>
        <source>As soon as it is read: its bytes by run, what rules would remove of it, and its trash.</source>
        <translation>Sobald er gelesen ist: seine Bytes nach Läufen, was Regeln davon entfernen würden, und sein Papierkorb.</translation>
    </message>
    <message>
        <source>The vault could not be read</source>
        <translation>Der Tresor konnte nicht gelesen werden</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>The rules were not kept for the next time: %1.</source>
        <translation>Die Regeln wurden nicht für das nächste Mal behalten: %1.</translation>
    </message>
    <message>
        <source>The vault is empty</source>
        <translation>Der Tresor ist leer</translation>
    </message>
    <message>
        <source>With the first checkpoint its space by run appears here, what rules would remove, and its trash.</source>
        <translation>Mit dem ersten Checkpoint erscheint hier, was jeder Lauf belegt, was Regeln entfernen würden, und der Papierkorb.</translation>
    </message>
    <message>
        <source>Add run folder</source>
        <translation>Ordner eines Laufs hinzufügen</translation>
    </message>
    <message>
        <source>Repair from a copy of the vault</source>
        <translation>Aus einer Kopie des Tresors reparieren</translation>
    </message>
    <message>
        <source>Verifying every stored byte …</source>
        <translation>Jedes gespeicherte Byte wird geprüft …</translation>
    </message>
    <message>
        <source>Repairing …</source>
        <translation>Wird repariert …</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::VaultWork</name>
    <message>
        <source>Removing checkpoints</source>
        <translation>Checkpoints werden entfernt</translation>
    </message>
    <message>
        <source>Removing checkpoints of %1</source>
        <translation>Checkpoints von %1 werden entfernt</translation>
    </message>
    <message>
        <source>Emptying the trash</source>
        <translation>Papierkorb wird geleert</translation>
    </message>
    <message>
        <source>Verifying the vault</source>
        <translation>Tresor wird geprüft</translation>
    </message>
    <message>
        <source>Verifying %1</source>
        <translation>%1 wird geprüft</translation>
    </message>
    <message>
        <source>Repairing the vault</source>
        <translation>Tresor wird repariert</translation>
    </message>
    <message>
        <source>Repairing %1</source>
        <translation>%1 wird repariert</translation>
    </message>
    <message>
        <source>Computing how small the weights are</source>
        <translation>Es wird berechnet, wie klein die Gewichte sind</translation>
    </message>
    <message>
        <source>Computing how small the weights of %1 are</source>
        <translation>Es wird berechnet, wie klein die Gewichte von %1 sind</translation>
    </message>
    <message>
        <source>Stripping checkpoints to their weights</source>
        <translation>Checkpoints werden auf ihre Gewichte reduziert</translation>
    </message>
    <message>
        <source>Stripping checkpoints of %1 to their weights</source>
        <translation>Checkpoints von %1 werden auf ihre Gewichte reduziert</translation>
    </message>
    <message>
        <source>Looking for originals that can go</source>
        <translation>Entbehrliche Originale werden gesucht</translation>
    </message>
    <message>
        <source>Comparing originals with their stored copies</source>
        <translation>Originale werden mit den gespeicherten Kopien verglichen</translation>
    </message>
    <message>
        <source>Comparing %1 with its stored copy</source>
        <translation>%1 wird mit der gespeicherten Kopie verglichen</translation>
    </message>
    <message>
        <source>Writing parity</source>
        <translation>Parität wird geschrieben</translation>
    </message>
    <message>
        <source>Writing parity of %1</source>
        <translation>Parität von %1 wird geschrieben</translation>
    </message>
    <message>
        <source>Restoring from the trash</source>
        <translation>Aus dem Papierkorb wird zurückgeholt</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::VaultsBeside</name>
    <message>
        <source>Connecting to %1…</source>
        <translation>Verbindung zu %1 wird hergestellt…</translation>
    </message>
    <message>
        <source>The vault %1 is shown already.</source>
        <translation>Der Tresor %1 wird schon gezeigt.</translation>
    </message>
    <message>
        <source>%1 is not connected: %2.</source>
        <translation>%1 ist nicht verbunden: %2.</translation>
    </message>
    <message>
        <source>Connect now</source>
        <translation>Jetzt verbinden</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::VerifyLine</name>
    <message>
        <source>Verify</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Reads every stored byte and compares it with its checksum</source>
        <translation>Liest jedes gespeicherte Byte und vergleicht es mit seiner Prüfsumme</translation>
    </message>
    <message>
        <source>%1, verified %2</source>
        <translation>%1, geprüft %2</translation>
    </message>
    <message>
        <source>Not verified since this window was opened.</source>
        <translation>Seit dieses Fenster offen ist, nicht geprüft.</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>Reparieren</translation>
    </message>
    <message>
        <source>By what the vault holds, and by originals</source>
        <translation>Mit dem, was im Tresor liegt, und mit Originalen</translation>
    </message>
    <message>
        <source>From a copy of the vault…</source>
        <translation>Aus einer Kopie des Tresors…</translation>
    </message>
    <message>
        <source>Puts sound files in the place of damaged ones. What can&apos;t be repaired is set aside, and comes back once there is a copy.</source>
        <translation>Setzt heile Dateien an die Stelle beschädigter. Was sich nicht reparieren lässt, wird beiseitegelegt und kommt zurück, sobald es eine Kopie gibt.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::WatchNotes</name>
    <message>
        <source>%1: %2.</source>
        <translation>%1: %2.</translation>
    </message>
    <message>
        <source>%1 was passed over: %2.</source>
        <translation>%1 wurde übergangen: %2.</translation>
    </message>
    <message>
        <source>%1. Trying again later.</source>
        <translation>%1. Wird später erneut versucht.</translation>
    </message>
    <message>
        <source>%1: %2. Trying again later.</source>
        <translation>%1: %2. Wird später erneut versucht.</translation>
    </message>
    <message>
        <source>%1 is kept as it is: %2.</source>
        <translation>%1 wird aufbewahrt, wie es ist: %2.</translation>
    </message>
    <message>
        <source>Another Stepvault is filing this run; following along.</source>
        <translation>Ein anderes Stepvault legt diesen Lauf ab; hier wird nur zugesehen.</translation>
    </message>
    <message>
        <source>%1 was removed before it could be filed.</source>
        <translation>%1 wurde entfernt, bevor es abgelegt werden konnte.</translation>
    </message>
    <message>
        <source>%1 was removed before it could be filed: %2.</source>
        <translation>%1 wurde entfernt, bevor es abgelegt werden konnte: %2.</translation>
    </message>
    <message>
        <source>It is not there. Its runs are taken up when it is back.</source>
        <translation>Er ist nicht da. Seine Läufe werden aufgenommen, wenn er wieder da ist.</translation>
    </message>
    <message>
        <source>It may not be read. Its runs are taken up when it may.</source>
        <translation>Er darf nicht gelesen werden. Seine Läufe werden aufgenommen, sobald er gelesen werden darf.</translation>
    </message>
    <message>
        <source>It is empty: the disk that held its runs is not mounted.</source>
        <translation>Er ist leer: Der Datenträger mit seinen Läufen ist nicht eingehängt.</translation>
    </message>
    <message>
        <source>It cannot be read: %1.</source>
        <translation>Er kann nicht gelesen werden: %1.</translation>
    </message>
    <message>
        <source>%1 checkpoint waits for space on the vault&apos;s disk: %2.</source>
        <translation>%1 Checkpoint wartet auf Platz auf dem Datenträger des Tresors: %2.</translation>
    </message>
    <message>
        <source>%1 checkpoints wait for space on the vault&apos;s disk: %2.</source>
        <translation>%1 Checkpoints warten auf Platz auf dem Datenträger des Tresors: %2.</translation>
    </message>
    <message>
        <source>It is filed again.</source>
        <translation>Er wird wieder abgelegt.</translation>
    </message>
    <message>
        <source>It is watched again.</source>
        <translation>Er wird wieder beobachtet.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::WatchReporter</name>
    <message>
        <source>Filing %1</source>
        <translation>%1 wird abgelegt</translation>
    </message>
    <message>
        <source>Watching stopped: %1. It begins again by itself.</source>
        <translation>Das Beobachten hielt an: %1. Es beginnt von selbst wieder.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::WebhookDialog</name>
    <message>
        <source>By the address</source>
        <translation>Nach Adresse</translation>
    </message>
    <message>
        <source>Send a test message</source>
        <translation>Testnachricht senden</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Sichern</translation>
    </message>
    <message>
        <source>Webhook</source>
        <translation>Webhook</translation>
    </message>
    <message>
        <source>Stepvault sends a message to this address once for each event: to a topic of ntfy, an incoming webhook of Slack, or a program of yours. The address is kept in your settings, never in the vault.</source>
        <translation>Stepvault sendet zu jedem Ereignis eine Nachricht an diese Adresse: an ein Thema von ntfy, an einen eingehenden Webhook von Slack oder an ein eigenes Programm. Die Adresse steht in Ihren Einstellungen, nie im Tresor.</translation>
    </message>
    <message>
        <source>The message arrived.</source>
        <translation>Die Nachricht kam an.</translation>
    </message>
    <message>
        <source>Not sent: %1.</source>
        <translation>Nicht gesendet: %1.</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Form of the messages</source>
        <translation>Form der Nachrichten</translation>
    </message>
    <message>
        <source>Events to send</source>
        <translation>Ereignisse, die gesendet werden</translation>
    </message>
    <message>
        <source>A run stalls</source>
        <translation>Ein Lauf steht</translation>
    </message>
    <message>
        <source>A run diverges</source>
        <translation>Ein Lauf divergiert</translation>
    </message>
    <message>
        <source>A run finishes</source>
        <translation>Ein Lauf wird fertig</translation>
    </message>
    <message>
        <source>Space runs low</source>
        <translation>Der Platz wird knapp</translation>
    </message>
    <message>
        <source>Damage is found</source>
        <translation>Schaden wird gefunden</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Fits this address: %1</source>
        <translation>Passt zu dieser Adresse: %1</translation>
    </message>
    <message>
        <source>An address begins with https:// or http:// and has no spaces.</source>
        <translation>Eine Adresse beginnt mit https:// oder http:// und hat keine Leerzeichen.</translation>
    </message>
    <message>
        <source>Sending…</source>
        <translation>Wird gesendet…</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::WebhookService</name>
    <message>
        <source>Stepvault</source>
        <translation>Stepvault</translation>
    </message>
    <message>
        <source>This is a test. Events of your runs will look like it.</source>
        <translation>Das ist ein Test. So werden Ereignisse Ihrer Läufe aussehen.</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::WeightsChoice</name>
    <message>
        <source>Python code that loads the weights</source>
        <translation>Python-Code, der die Gewichte lädt</translation>
    </message>
    <message>
        <source>Copy the Python code that loads the weights</source>
        <translation>Python-Code kopieren, der die Gewichte lädt</translation>
    </message>
    <message>
        <source>Copy the code</source>
        <translation>Code kopieren</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Weights only, %1</source>
        <translation>Nur Gewichte, %1</translation>
    </message>
    <message>
        <source>Weights only</source>
        <translation>Nur Gewichte</translation>
    </message>
    <message>
        <source>The model&apos;s weights without optimizer, schedulers and random states</source>
        <translation>Die Gewichte des Modells ohne Optimizer, Scheduler und Zufallszustände</translation>
    </message>
    <message>
        <source>Not of this checkpoint: %1.</source>
        <translation>Bei diesem Checkpoint nicht: %1.</translation>
    </message>
    <message>
        <source>For inference and fine-tuning. Training can&apos;t be resumed from it: optimizer, schedulers and random states are left out.</source>
        <translation>Für Inferenz und Fine-Tuning. Das Training lässt sich damit nicht fortsetzen: Optimizer, Scheduler und Zufallszustände fehlen darin.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Nothing else is kept of it</source>
        <translation>Mehr ist davon nicht erhalten</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::WindowActions</name>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Open vault…</source>
        <translation>Tresor öffnen…</translation>
    </message>
    <message>
        <source>Try the demo</source>
        <translation>Die Demo ausprobieren</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Export chart…</source>
        <translation>Diagramm exportieren…</translation>
    </message>
    <message>
        <source>Reset zoom</source>
        <translation>Ganze Kurve zeigen</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>Close sheet</source>
        <translation>Blatt schließen</translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation>Läufe filtern</translation>
    </message>
    <message>
        <source>Next page of the run</source>
        <translation>Nächste Seite des Laufs</translation>
    </message>
    <message>
        <source>Previous page of the run</source>
        <translation>Vorige Seite des Laufs</translation>
    </message>
    <message>
        <source>About Stepvault</source>
        <translation>Über Stepvault</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>Ordner hinzufügen</translation>
    </message>
    <message>
        <source>Save the chart as a picture, page, drawing or table (Ctrl+E)</source>
        <translation>Das Diagramm als Bild, Seite, Zeichnung oder Tabelle sichern (Strg+E)</translation>
    </message>
    <message>
        <source>Bring the selected checkpoint back (Ctrl+R)</source>
        <translation>Den gewählten Checkpoint zurückholen (Strg+R)</translation>
    </message>
    <message>
        <source>Watch the folder of a training run (Ctrl+N)</source>
        <translation>Den Ordner eines Trainings beobachten (Strg+N)</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Keys and mouse</source>
        <translation>Tasten und Maus</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>No rule removes the selected checkpoint (Ctrl+P)</source>
        <translation>Keine Regel entfernt den gewählten Checkpoint (Strg+P)</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Keep running in the tray</source>
        <translation>Im Infobereich weiterlaufen</translation>
    </message>
    <message>
        <source>Keep running in the tray (there is none here)</source>
        <translation>Im Infobereich weiterlaufen (hier gibt es keinen)</translation>
    </message>
    <message>
        <source>A run stalls</source>
        <translation>Ein Lauf steht</translation>
    </message>
    <message>
        <source>A run diverges</source>
        <translation>Ein Lauf divergiert</translation>
    </message>
    <message>
        <source>A run finishes</source>
        <translation>Ein Lauf wird fertig</translation>
    </message>
    <message>
        <source>Space runs low</source>
        <translation>Der Platz wird knapp</translation>
    </message>
    <message>
        <source>Damage is found</source>
        <translation>Schaden wird gefunden</translation>
    </message>
    <message>
        <source>Filing fails</source>
        <translation>Das Ablegen misslingt</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>Benachrichtigungen</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Move vault…</source>
        <translation>Tresor verschieben…</translation>
    </message>
    <message>
        <source>Look inside</source>
        <translation>Hineinsehen</translation>
    </message>
    <message>
        <source>Page Cluster</source>
        <translation>Seite Cluster</translation>
    </message>
    <message>
        <source>Table of runs</source>
        <translation>Tabelle der Läufe</translation>
    </message>
    <message>
        <source>Watched folders</source>
        <translation>Beobachtete Ordner</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Webhook…</source>
        <translation>Webhook…</translation>
    </message>
    <message>
        <source>Connect to a machine…</source>
        <translation>Mit einem Rechner verbinden…</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::Workspace</name>
    <message>
        <source>Runs appear here</source>
        <translation>Hier erscheinen Läufe</translation>
    </message>
    <message>
        <source>Add the folder that a training run writes into, or drag it onto this window. Stepvault follows it and changes nothing in it.</source>
        <translation>Fügen Sie den Ordner hinzu, in den ein Training schreibt, oder ziehen Sie ihn auf dieses Fenster. Stepvault folgt ihm und ändert nichts darin.</translation>
    </message>
    <message>
        <source>Add run folder</source>
        <translation>Ordner eines Laufs hinzufügen</translation>
    </message>
    <message>
        <source>Waiting for the first checkpoint</source>
        <translation>Warten auf den ersten Checkpoint</translation>
    </message>
    <message>
        <source>%1 is watched. Its run shows here as soon as a checkpoint or a metric has been written.</source>
        <translation>%1 wird beobachtet. Der Lauf erscheint hier, sobald ein Checkpoint oder eine Messgröße geschrieben ist.</translation>
    </message>
    <message>
        <source>Add another folder</source>
        <translation>Weiteren Ordner hinzufügen</translation>
    </message>
</context>
</TS>
