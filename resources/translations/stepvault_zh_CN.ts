<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Gui</name>
    <message>
        <source>Watches training runs, compresses their checkpoints, restores any step.</source>
        <translation>监视训练运行，压缩其检查点，恢复任意一步。</translation>
    </message>
    <message>
        <source>Open this vault, made where there is none.</source>
        <translation>打开此存储库；没有则新建。</translation>
    </message>
    <message>
        <source>DIR</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Train a small network for a minute and watch it.</source>
        <translation>训练一个小网络一分钟并监视它。</translation>
    </message>
    <message>
        <source>Write the window to a PNG file and quit.</source>
        <translation>将窗口写入 PNG 文件后退出。</translation>
    </message>
    <message>
        <source>FILE</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Seconds to wait before the screenshot.</source>
        <translation>截图前等待的秒数。</translation>
    </message>
    <message>
        <source>S</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>system, light or dark; for this time only.</source>
        <translation>system、light 或 dark；仅此一次。</translation>
    </message>
    <message>
        <source>NAME</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>PAGE</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>RUN_FOLDER</source>
        <translation>运行文件夹</translation>
    </message>
    <message>
        <source>Folders of training runs to watch.</source>
        <translation>要监视的训练运行文件夹。</translation>
    </message>
    <message>
        <source>[RUN_FOLDER...]</source>
        <translation>[运行文件夹...]</translation>
    </message>
    <message>
        <source>Write every page of the vault, light and dark, in every language, and quit.</source>
        <translation>以每种语言、浅色和深色写出存储库的每个页面，然后退出。</translation>
    </message>
    <message>
        <source>en, de or zh_CN; for this time only.</source>
        <translation>en、de 或 zh_CN；仅本次有效。</translation>
    </message>
    <message>
        <source>stepvault-gui: there is no vault to show, or %1 cannot be written; give another --vault or --screenshots</source>
        <translation>stepvault-gui：没有可显示的存储库，或无法写入 %1；请另外指定 --vault 或 --screenshots</translation>
    </message>
    <message>
        <source>stepvault-gui: there is no %1 %2; give one of %3</source>
        <translation>stepvault-gui：没有 %1 %2；请给出其中之一：%3</translation>
    </message>
    <message>
        <source>stepvault-gui: cannot write %1</source>
        <translation>stepvault-gui：无法写入 %1</translation>
    </message>
    <message>
        <source>The page to begin with: run, inside, metrics, bits, interval, cluster, vault, folders, runs, compare or log.</source>
        <translation>起始页面：run、inside、metrics、bits、interval、cluster、vault、folders、runs、compare 或 log。</translation>
    </message>
    <message>
        <source>Open a vault on another machine, by ssh.</source>
        <translation>通过 ssh 打开另一台机器上的存储库。</translation>
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
        <translation>以及另外 %1 个</translation>
    </message>
</context>
<context>
    <name>RunColumn</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>Val. loss</source>
        <translation>验证 loss</translation>
    </message>
    <message>
        <source>Best val.</source>
        <translation>最佳验证</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>已存储</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>节省</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>压缩比</translation>
    </message>
    <message>
        <source>Last activity</source>
        <translation>最近活动</translation>
    </message>
    <message>
        <source>First seen</source>
        <translation>首次出现</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Hyperparameter %1</source>
        <translation>超参数 %1</translation>
    </message>
    <message>
        <source>Bytes saved against the originals</source>
        <translation>相对原文件节省的字节</translation>
    </message>
    <message>
        <source>The run&apos;s whole share of the vault</source>
        <translation>该运行在存储库中的全部占用</translation>
    </message>
    <message>
        <source>Originals against the run&apos;s whole share of the vault</source>
        <translation>原文件与该运行在存储库中全部占用之比</translation>
    </message>
    <message>
        <source>Lowest loss</source>
        <translation>最低 loss</translation>
    </message>
    <message>
        <source>Loss on data that the run is not trained on, such as val_loss</source>
        <translation>在未用于训练的数据上的 loss，例如 val_loss</translation>
    </message>
    <message>
        <source>Lowest loss on such data</source>
        <translation>此类数据上的最低 loss</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>存储库</translation>
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
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>node %1</source>
        <translation>节点 %1</translation>
    </message>
    <message>
        <source>nodes %1</source>
        <translation>节点 %1</translation>
    </message>
    <message>
        <source>has lost node %1, which has no neighbour</source>
        <translation>失去了没有邻居的节点 %1</translation>
    </message>
    <message>
        <source>has lost node %1 and its neighbour %2</source>
        <translation>失去了节点 %1 及其邻居 %2</translation>
    </message>
    <message>
        <source>%1, and %2 more</source>
        <translation>%1，以及另外 %2 个</translation>
    </message>
    <message>
        <source>has lost %1 of nodes %2–%3, and bears %4</source>
        <translation>节点 %2–%3 中失去 %1 个，可承受 %4 个</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另外 %1 项</translation>
    </message>
    <message>
        <source>%1–%2</source>
        <translation>%1–%2</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>ranks %1</source>
        <translation>rank %1</translation>
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
        <translation>文件头及其余部分</translation>
    </message>
    <message>
        <source>whole checkpoint</source>
        <translation>整个检查点</translation>
    </message>
    <message>
        <source>%1 smaller part of %2</source>
        <translation>%2 的 %1 个较小部分</translation>
    </message>
    <message>
        <source>%1 smaller parts of %2</source>
        <translation>%2 的 %1 个较小部分</translation>
    </message>
    <message>
        <source>%1   %2   %3</source>
        <translation>%1   %2   %3</translation>
    </message>
    <message>
        <source>%1x sooner than one process, %2 efficiency</source>
        <translation>比单进程快 %1 倍，效率 %2</translation>
    </message>
    <message>
        <source>planning %1</source>
        <translation>规划 %1</translation>
    </message>
    <message>
        <source>coding %1</source>
        <translation>编码 %1</translation>
    </message>
    <message>
        <source>meeting %1</source>
        <translation>同步 %1</translation>
    </message>
    <message>
        <source>sending %1</source>
        <translation>发送 %1</translation>
    </message>
    <message>
        <source>parity %1</source>
        <translation>校验 %1</translation>
    </message>
    <message>
        <source>writing %1</source>
        <translation>写入 %1</translation>
    </message>
    <message>
        <source>Assumed: coding leaves %1 of the bytes; a node writes %2, sends %3 and codes parity at %4; the vault&apos;s file system takes %5; a core for each process.</source>
        <translation>假定：编码后剩余 %1 的字节；每个节点写入 %2、发送 %3、校验编码 %4；存储库的文件系统接收 %5；每个进程一个核心。</translation>
    </message>
    <message>
        <source>A node fails every %1 days; %2 of failures lose no node, and with a node another one goes in %3. Groups of %4 nodes keep copies and parity.</source>
        <translation>每个节点每 %1 天故障一次；%2 的故障不损失节点，节点故障时有 %3 会再失去一个。每 %4 个节点一组，互存副本与校验。</translation>
    </message>
    <message>
        <source>on each node</source>
        <translation>在每个节点上</translation>
    </message>
    <message>
        <source>also on the next node</source>
        <translation>下一个节点上也有</translation>
    </message>
    <message>
        <source>with the group&apos;s parity</source>
        <translation>带组内校验</translation>
    </message>
    <message>
        <source>in the vault</source>
        <translation>在存储库中</translation>
    </message>
    <message>
        <source>restorable</source>
        <translation>可恢复</translation>
    </message>
    <message>
        <source>has lost %1</source>
        <translation>失去了 %1</translation>
    </message>
    <message>
        <source>All nodes are up: restorable from every level</source>
        <translation>所有节点正常：各级别均可恢复</translation>
    </message>
    <message>
        <source>Node %1 has failed</source>
        <translation>节点 %1 已失效</translation>
    </message>
    <message>
        <source>Nodes %1 have failed</source>
        <translation>节点 %1 已失效</translation>
    </message>
    <message>
        <source>%1: still restorable from L%2</source>
        <translation>%1：仍可从 L%2 恢复</translation>
    </message>
    <message>
        <source>every %1</source>
        <translation>每 %1</translation>
    </message>
    <message>
        <source>every step</source>
        <translation>每一步</translation>
    </message>
    <message>
        <source>every %1 steps</source>
        <translation>每 %1 步</translation>
    </message>
    <message>
        <source>Save once, at step %1</source>
        <translation>保存一次，在第 %1 步</translation>
    </message>
    <message>
        <source>Save twice, at steps %1 and %2</source>
        <translation>保存两次，在第 %1 和 %2 步</translation>
    </message>
    <message>
        <source>Save %1</source>
        <translation>%1保存一次</translation>
    </message>
    <message>
        <source>Save %1 at first, %2 after step %3</source>
        <translation>起初%1保存一次，第 %3 步之后%2</translation>
    </message>
    <message>
        <source>Failures come so often that this training would hardly ever end, whatever is saved when.</source>
        <translation>故障过于频繁，无论何时保存什么，这次训练几乎不可能结束。</translation>
    </message>
    <message>
        <source>no better than evenly</source>
        <translation>不优于均匀保存</translation>
    </message>
    <message>
        <source>against %1 evenly</source>
        <translation>均匀保存为 %1</translation>
    </message>
    <message>
        <source>%1: %2 overhead, %3.</source>
        <translation>%1：开销 %2，%3。</translation>
    </message>
    <message>
        <source>In hindsight: %1</source>
        <translation>事后看：%1</translation>
    </message>
    <message>
        <source>; all work counts alike</source>
        <translation>；所有工作同等计算</translation>
    </message>
    <message>
        <source>The loss falls on a curve that explains %1 % of it</source>
        <translation>损失沿一条曲线下降，可解释其 %1 %</translation>
    </message>
    <message>
        <source>A plateau: less is to come than the noise</source>
        <translation>进入平台期：剩余下降小于噪声</translation>
    </message>
    <message>
        <source>No loss was found in the run&apos;s folder</source>
        <translation>运行文件夹中未找到损失</translation>
    </message>
    <message>
        <source>%1 loss carries no fit yet</source>
        <translation>%1 个损失值尚不足以拟合</translation>
    </message>
    <message>
        <source>%1 losses carry no fit yet</source>
        <translation>%1 个损失值尚不足以拟合</translation>
    </message>
    <message>
        <source>The newest losses are NaN or infinite</source>
        <translation>最新的损失为 NaN 或无穷</translation>
    </message>
    <message>
        <source>The loss is the same all the time</source>
        <translation>损失一直不变</translation>
    </message>
    <message>
        <source>The loss rises</source>
        <translation>损失在上升</translation>
    </message>
    <message>
        <source>Noise hides whether the loss falls</source>
        <translation>噪声掩盖了损失是否下降</translation>
    </message>
    <message>
        <source> Its own rule gives none, too many, or closer ones than can be saved.</source>
        <translation> 其自身规则给出的点为零、过多或过密而无法保存。</translation>
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
        <translation>%1 分</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>never ends</source>
        <translation>永不结束</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>no value of %1</source>
        <translation>没有 %1 的值</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>first</source>
        <translation>第一个</translation>
    </message>
    <message>
        <source>not the first</source>
        <translation>不是第一个</translation>
    </message>
    <message>
        <source>%1 before the newest</source>
        <translation>比最新的早 %1</translation>
    </message>
    <message>
        <source>days</source>
        <translation>天</translation>
    </message>
    <message>
        <source>Another program files %1 just now, so nothing of it was removed. Stop it there, or try again once it has ended.</source>
        <translation>另一个程序正在归档 %1，因此没有移除其中任何内容。请在那边停止，或等它结束后再试。</translation>
    </message>
    <message>
        <source>%1 changed in the meantime, so nothing of it was removed. The list below is new.</source>
        <translation>%1 在此期间发生了变化，因此没有移除其中任何内容。下面的列表是新的。</translation>
    </message>
    <message>
        <source>Nothing of %1 was removed: %2.</source>
        <translation>没有移除 %1 的任何内容：%2。</translation>
    </message>
    <message>
        <source>%1 checkpoint</source>
        <translation>%1 个检查点</translation>
    </message>
    <message>
        <source>%1 checkpoints</source>
        <translation>%1 个检查点</translation>
    </message>
    <message>
        <source>Only %1 are free on this disk (%2 %). The rules below free space.</source>
        <translation>此磁盘只剩 %1 可用（%2 %）。下面的规则可以释放空间。</translation>
    </message>
    <message>
        <source>Nothing to remove</source>
        <translation>没有可移除的</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>%1 is left as it is: %2.</source>
        <translation>%1 保持不变：%2。</translation>
    </message>
    <message>
        <source>The trash is empty.</source>
        <translation>回收站是空的。</translation>
    </message>
    <message>
        <source>In the trash: %1, %2</source>
        <translation>回收站中：%1，%2</translation>
    </message>
    <message>
        <source>Stopped; nothing was removed.</source>
        <translation>已停止；没有移除任何内容。</translation>
    </message>
    <message>
        <source>The rest was stopped and is where it was.</source>
        <translation>其余已停止，仍在原处。</translation>
    </message>
    <message>
        <source>%1 checkpoint is back.</source>
        <translation>%1 个检查点已恢复。</translation>
    </message>
    <message>
        <source>%1 checkpoints are back.</source>
        <translation>%1 个检查点已恢复。</translation>
    </message>
    <message>
        <source>Stopped; the rest is still in the trash.</source>
        <translation>已停止；其余仍在回收站中。</translation>
    </message>
    <message>
        <source>Another program files this run just now. Stop it there, or try again once it has ended.</source>
        <translation>另一个程序正在归档此运行。请在那边停止，或等它结束后再试。</translation>
    </message>
    <message>
        <source>It is no longer in the trash.</source>
        <translation>它已不在回收站中。</translation>
    </message>
    <message>
        <source>The rest stays in the trash: %1.</source>
        <translation>其余留在回收站中：%1。</translation>
    </message>
    <message>
        <source>%1 stays in the trash: %2.</source>
        <translation>%1 个留在回收站中：%2。</translation>
    </message>
    <message>
        <source>%1 stay in the trash: %2.</source>
        <translation>%1 个留在回收站中：%2。</translation>
    </message>
    <message>
        <source>Stopped; %1 were freed, the rest is still in the trash.</source>
        <translation>已停止；释放了 %1，其余仍在回收站中。</translation>
    </message>
    <message>
        <source>The trash was not emptied: %1.</source>
        <translation>回收站未清空：%1。</translation>
    </message>
    <message>
        <source>The trash is empty; %1 were freed.</source>
        <translation>回收站已清空；释放了 %1。</translation>
    </message>
    <message>
        <source>Stopped before all was verified.</source>
        <translation>在全部校验完成前已停止。</translation>
    </message>
    <message>
        <source>Not verified: %1.</source>
        <translation>未校验：%1。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1: all sound</source>
        <translation>%1：全部完好</translation>
    </message>
    <message>
        <source>%1: %2 damaged</source>
        <translation>%1：%2 个损坏</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>以及另外 %1 个</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>step %1   stored %2   error %3</source>
        <translation>第 %1 步   已存 %2   误差 %3</translation>
    </message>
    <message>
        <source>%1   pinned</source>
        <translation>%1   已固定</translation>
    </message>
    <message>
        <source>went on at step %1 after %2</source>
        <translation>停顿 %2 后于第 %1 步继续</translation>
    </message>
    <message>
        <source>planned: step %1</source>
        <translation>计划：第 %1 步</translation>
    </message>
    <message>
        <source>%1 was filed as step %2: %3 instead of %4.</source>
        <translation>%1 已归档为第 %2 步：%3，原为 %4。</translation>
    </message>
    <message>
        <source>Watched from now on: %1.</source>
        <translation>从现在起监视：%1。</translation>
    </message>
    <message>
        <source>Another Stepvault is filing this run; following along.</source>
        <translation>另一个 Stepvault 正在归档此运行；这里只跟随查看。</translation>
    </message>
    <message>
        <source>%1 need not be filed: %2.</source>
        <translation>%1 无需归档：%2。</translation>
    </message>
    <message>
        <source>The checkpoints in %1 belong to this run by their names.</source>
        <translation>按名称，%1 中的检查点属于此运行。</translation>
    </message>
    <message>
        <source>The checkpoints in %1 belong to this run: they were written during its training.</source>
        <translation>%1 中的检查点属于此运行：它们是在其训练期间写入的。</translation>
    </message>
    <message>
        <source>The checkpoints in %1 are a run of their own: they fit none of the runs with event files by name or time.</source>
        <translation>%1 中的检查点自成一个运行：按名称和时间，它们都不属于任何带有事件文件的运行。</translation>
    </message>
    <message>
        <source>No run was found in %1: it holds neither checkpoints nor event files nor tables of metrics. Use “stepvault ingest” to file anything else.</source>
        <translation>在 %1 中没有找到运行：其中既没有检查点，也没有事件文件或指标表格。其他文件可用“stepvault ingest”归档。</translation>
    </message>
    <message>
        <source>Its plan.json was written.</source>
        <translation>已写入其 plan.json。</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>All are coded from their originals, which are still there.</source>
        <translation>全部由仍在的原件编码。</translation>
    </message>
    <message>
        <source>All are coded from what is stored, since their originals are gone: what they had lost stays lost.</source>
        <translation>原件已不在，全部由已存内容编码：已失去的仍然失去。</translation>
    </message>
    <message>
        <source>All are coded from what is stored, since their originals are gone: what they lose now comes on top of what they had lost.</source>
        <translation>原件已不在，全部由已存内容编码：现在的损失会加在已有的损失之上。</translation>
    </message>
    <message>
        <source>%1 from originals that are still there, %2 from what is stored: what these had lost stays lost.</source>
        <translation>%1 个来自仍在的原件，%2 个来自已存内容：后者已失去的仍然失去。</translation>
    </message>
    <message>
        <source>%1 from originals that are still there, %2 from what is stored: what these lose now comes on top of what they had lost.</source>
        <translation>%1 个来自仍在的原件，%2 个来自已存内容：后者现在的损失会加在已有的损失之上。</translation>
    </message>
    <message>
        <source>Another program files %1 just now. Stop it there, or try again once it has ended.</source>
        <translation>另一个程序正在归档 %1。请在那里停止它，或在它结束后重试。</translation>
    </message>
    <message>
        <source>%1 has other checkpoints by now; look again what becomes of them.</source>
        <translation>%1 的检查点已有变化；请重新查看结果。</translation>
    </message>
    <message>
        <source>There is nothing to recode: the run has only its first checkpoint.</source>
        <translation>没有可重新编码的内容：该运行只有第一个检查点。</translation>
    </message>
    <message>
        <source>%1 could not be recoded: %2.</source>
        <translation>无法重新编码 %1：%2。</translation>
    </message>
    <message>
        <source>As %1, %2 would take %3 instead of %4.</source>
        <translation>以 %1 编码，%2将占用 %3，而不是 %4。</translation>
    </message>
    <message>
        <source>As %1, nothing would be saved: %2 would take %3 instead of %4.</source>
        <translation>以 %1 编码不会节省空间：%2将占用 %3，而不是 %4。</translation>
    </message>
    <message>
        <source>Largest relative error: %1, now %2.</source>
        <translation>最大相对误差：%1，现在为 %2。</translation>
    </message>
    <message>
        <source>Recode %1, saves %2</source>
        <translation>重新编码 %1，节省 %2</translation>
    </message>
    <message>
        <source>Recode %1, takes %2 more</source>
        <translation>重新编码 %1，多占 %2</translation>
    </message>
    <message>
        <source>%1 of %2 are stored as %3 now: %4 instead of %5.</source>
        <translation>%2 的 %1 现在以 %3 存储：%4，原为 %5。</translation>
    </message>
    <message>
        <source>Stopped; %1 is stored as it was.</source>
        <translation>已停止；%1 的存储保持原样。</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>first moment</source>
        <translation>一阶矩</translation>
    </message>
    <message>
        <source>second moment</source>
        <translation>二阶矩</translation>
    </message>
    <message>
        <source>norm statistic</source>
        <translation>归一化统计</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>counter</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>%1 repaired</source>
        <translation>已修复 %1 个</translation>
    </message>
    <message>
        <source>%1 set aside</source>
        <translation>已搁置 %1 个</translation>
    </message>
    <message>
        <source>Recode %1</source>
        <translation>重新编码 %1</translation>
    </message>
    <message>
        <source>As %1, nothing would change: %2 are stored so already.</source>
        <translation>按 %1 不会有任何变化：%2已如此存储。</translation>
    </message>
    <message>
        <source>adaptive</source>
        <translation>自适应</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>精确</translation>
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
        <translation>%1 个原始文件</translation>
    </message>
    <message>
        <source>%1 original files</source>
        <translation>%1 个原始文件</translation>
    </message>
    <message>
        <source>%1 original file is back.</source>
        <translation>%1 个原始文件已恢复。</translation>
    </message>
    <message>
        <source>%1 original files are back.</source>
        <translation>%1 个原始文件已恢复。</translation>
    </message>
    <message>
        <source>same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>same, %1 → %2</source>
        <translation>相同，%1 → %2</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已变化</translation>
    </message>
    <message>
        <source>changed, %1 → %2</source>
        <translation>已变化，%1 → %2</translation>
    </message>
    <message>
        <source>only there</source>
        <translation>仅对方有</translation>
    </message>
    <message>
        <source>only here</source>
        <translation>仅此处有</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>not kept</source>
        <translation>未保留</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>未比较</translation>
    </message>
    <message>
        <source>from zero</source>
        <translation>从零开始</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>The other was coded with a relative error of %1, which is part of this.</source>
        <translation>对方以 %1 的相对误差编码，该误差包含在内。</translation>
    </message>
    <message>
        <source>This one was coded with a relative error of %1, which is part of this.</source>
        <translation>此检查点以 %1 的相对误差编码，该误差包含在内。</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>%1, other content</source>
        <translation>%1，内容不同</translation>
    </message>
    <message>
        <source>No tensor and no value differs.</source>
        <translation>张量和数值均无差异。</translation>
    </message>
    <message>
        <source>%1 of %2 tensors changed; relative change %3, cosine %4.</source>
        <translation>%2 个张量中有 %1 个已变化；相对变化 %3，余弦 %4。</translation>
    </message>
    <message>
        <source>%1 element is NaN or infinite; no norm includes it.</source>
        <translation>%1 个元素为 NaN 或无穷；范数不包含它。</translation>
    </message>
    <message>
        <source>%1 elements are NaN or infinite; no norm includes them.</source>
        <translation>%1 个元素为 NaN 或无穷；范数不包含它们。</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Learning rate schedule</source>
        <translation>学习率调度</translation>
    </message>
    <message>
        <source>Loss scale</source>
        <translation>损失缩放</translation>
    </message>
    <message>
        <source>Random numbers</source>
        <translation>随机数</translation>
    </message>
    <message>
        <source>Position in the data</source>
        <translation>数据位置</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>base that several runs share</source>
        <translation>多个运行共享的基准</translation>
    </message>
    <message>
        <source>base</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>key step, level %1</source>
        <translation>关键步，第 %1 级</translation>
    </message>
    <message>
        <source>delta, squashed into this file</source>
        <translation>增量，已并入此文件</translation>
    </message>
    <message>
        <source>delta</source>
        <translation>增量</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>there</source>
        <translation>有</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>objects and descriptions</source>
        <translation>对象与描述</translation>
    </message>
    <message>
        <source>As fast as one process, %1 efficiency</source>
        <translation>与单进程一样快，效率 %1</translation>
    </message>
    <message>
        <source>%1x slower than one process, %2 efficiency</source>
        <translation>比单进程慢，耗时 %1 倍，效率 %2</translation>
    </message>
    <message>
        <source>Save nothing before the end: in %1 of training, with one failure assumed in %2, no save of %3 pays off (%4 overhead).</source>
        <translation>结束前无需保存：训练 %1，假定每 %2 一次故障，一次 %3 的保存不划算（开销 %4）。</translation>
    </message>
    <message>
        <source>Save nothing before the end: in %1 of training, with one failure in %2, no save of %3 pays off (%4 overhead).</source>
        <translation>结束前无需保存：训练 %1，每 %2 一次故障，一次 %3 的保存不划算（开销 %4）。</translation>
    </message>
    <message>
        <source>This run has ended at step %1.</source>
        <translation>此运行已在第 %1 步结束。</translation>
    </message>
    <message>
        <source>the steps that this run took</source>
        <translation>此运行已走的步数</translation>
    </message>
    <message>
        <source>set here</source>
        <translation>在此设定</translation>
    </message>
    <message>
        <source>as the run plans it</source>
        <translation>按运行自身的计划</translation>
    </message>
    <message>
        <source>assumed: it goes on for as long again</source>
        <translation>假定：还会再运行同样长的时间</translation>
    </message>
    <message>
        <source>measured at %1 step of this run</source>
        <translation>由此运行的 %1 步测得</translation>
    </message>
    <message>
        <source>median of %1 steps of this run</source>
        <translation>此运行 %1 步的中位数</translation>
    </message>
    <message>
        <source>from the times of this run&apos;s losses</source>
        <translation>来自此运行损失的时间</translation>
    </message>
    <message>
        <source>from the times of this run&apos;s checkpoints</source>
        <translation>来自此运行检查点的时间</translation>
    </message>
    <message>
        <source>assumed: the files are a copy, so their times don&apos;t tell</source>
        <translation>假定：文件是副本，其时间没有意义</translation>
    </message>
    <message>
        <source>assumed: no times are known</source>
        <translation>假定：没有已知的时间</translation>
    </message>
    <message>
        <source>measured at %1 save of this run</source>
        <translation>由此运行的 %1 次保存测得</translation>
    </message>
    <message>
        <source>median of %1 saves of this run</source>
        <translation>此运行 %1 次保存的中位数</translation>
    </message>
    <message>
        <source>from the time of the losses around %1 save of this run</source>
        <translation>来自此运行 %1 次保存前后损失的时间</translation>
    </message>
    <message>
        <source>from the times of the losses around %1 saves of this run, their median</source>
        <translation>来自此运行 %1 次保存前后损失的时间，取中位数</translation>
    </message>
    <message>
        <source>measured by the training hook</source>
        <translation>由训练钩子测得</translation>
    </message>
    <message>
        <source>estimated: a checkpoint&apos;s size at the disk&apos;s speed</source>
        <translation>估计：检查点大小除以磁盘速度</translation>
    </message>
    <message>
        <source>assumed: nothing tells yet</source>
        <translation>假定：尚无依据</translation>
    </message>
    <message>
        <source>from %1 failure in %2 of this run</source>
        <translation>来自此运行 %2 内的 %1 次故障</translation>
    </message>
    <message>
        <source>from %1 failures in %2 of this run</source>
        <translation>来自此运行 %2 内的 %1 次故障</translation>
    </message>
    <message>
        <source>assumed: 1 failure a day</source>
        <translation>假定：每天 1 次故障</translation>
    </message>
    <message>
        <source>assumed: 1 failure a day at first, none seen in %1</source>
        <translation>假定：起初每天 1 次故障，%1 内未出现</translation>
    </message>
    <message>
        <source>plain even</source>
        <translation>简单均匀</translation>
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
        <translation>最佳均匀</translation>
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
        <translation>COCI 在线</translation>
    </message>
    <message>
        <source>by progress</source>
        <translation>按进展</translation>
    </message>
    <message>
        <source>best placement</source>
        <translation>最佳位置</translation>
    </message>
    <message>
        <source>step by step</source>
        <translation>逐步</translation>
    </message>
    <message>
        <source>Saves every so many steps: as the run has done so far, or as often as the best placement.</source>
        <translation>每隔固定步数保存：与运行迄今一致，或与最佳位置次数相同。</translation>
    </message>
    <message>
        <source>Saves at Young&apos;s even interval, which weighs a save&apos;s cost against failures.</source>
        <translation>按 Young 的均匀间隔保存，权衡保存成本与故障。</translation>
    </message>
    <message>
        <source>Saves at Daly&apos;s even interval, Young&apos;s corrected for saves that cost much.</source>
        <translation>按 Daly 的均匀间隔保存，即针对高成本保存修正的 Young 间隔。</translation>
    </message>
    <message>
        <source>Saves at the one even interval that wastes the least time.</source>
        <translation>按浪费时间最少的均匀间隔保存。</translation>
    </message>
    <message>
        <source>Saves as often as the disk keeps up, within a limit for the time that saves take.</source>
        <translation>在保存时间的限额内，按磁盘能跟上的频率保存。</translation>
    </message>
    <message>
        <source>Saves each time the loss has fallen by another equal share.</source>
        <translation>损失每再下降相同的份额就保存一次。</translation>
    </message>
    <message>
        <source>Saves as COCI does, but knows only the losses so far.</source>
        <translation>与 COCI 相同，但只知道迄今的损失。</translation>
    </message>
    <message>
        <source>Saves often where the loss falls fast, and less often as it flattens.</source>
        <translation>损失快速下降时频繁保存，趋平时减少保存。</translation>
    </message>
    <message>
        <source>Compares all placements and takes the one with the least expected cost.</source>
        <translation>比较所有位置，取预期成本最低者。</translation>
    </message>
    <message>
        <source>Plans anew after each loss, and knows only the losses so far.</source>
        <translation>每得到一个损失就重新规划，只知道迄今的损失。</translation>
    </message>
    <message>
        <source>%1 · %2 seeds</source>
        <translation>%1 · %2 个种子</translation>
    </message>
    <message>
        <source>About Stepvault</source>
        <translation>关于 Stepvault</translation>
    </message>
    <message>
        <source>Stepvault %1

Watches training runs, compresses their checkpoints, restores any step.

Free software under the GNU General Public License, version 3 or later.
Qt %2</source>
        <translation>Stepvault %1

监视训练运行，压缩其检查点，恢复任意一步。

自由软件，遵循 GNU 通用公共许可证第 3 版或更高版本。
Qt %2</translation>
    </message>
    <message>
        <source>Copy versions</source>
        <translation>复制版本信息</translation>
    </message>
    <message>
        <source>Step files %1 + metrics and records %2 = %3 in the vault, %4 smaller</source>
        <translation>步骤文件 %1 + 指标和记录 %2 = 存储库中 %3，缩小 %4</translation>
    </message>
    <message>
        <source>number %1 of the %2 with the highest %3</source>
        <translation>%3 最高的 %2 个中的第 %1 个</translation>
    </message>
    <message>
        <source>number %2, not among the %3 with the highest %1</source>
        <translation>第 %2 个，不在 %1 最高的 %3 个之内</translation>
    </message>
    <message>
        <source>number %1 of the %2 with the lowest %3</source>
        <translation>%3 最低的 %2 个中的第 %1 个</translation>
    </message>
    <message>
        <source>number %2, not among the %3 with the lowest %1</source>
        <translation>第 %2 个，不在 %1 最低的 %3 个之内</translation>
    </message>
    <message>
        <source>number %1 of the %2 newest</source>
        <translation>最新 %2 个中的第 %1 个</translation>
    </message>
    <message>
        <source>number %1 from the newest, not among the last %2</source>
        <translation>从最新算起第 %1 个，不在最近 %2 个之内</translation>
    </message>
    <message>
        <source>a multiple of %1</source>
        <translation>%1 的倍数</translation>
    </message>
    <message>
        <source>not a multiple of %1</source>
        <translation>不是 %1 的倍数</translation>
    </message>
    <message>
        <source>%1 in the newest down to this one</source>
        <translation>从最新到此处共 %1</translation>
    </message>
    <message>
        <source>no rule is chosen</source>
        <translation>未选择规则</translation>
    </message>
    <message>
        <source>the newest, since no rule keeps any</source>
        <translation>最新的，因为没有规则保留任何检查点</translation>
    </message>
    <message>
        <source>%1 later checkpoint is built on it</source>
        <translation>%1 个后来的检查点建立在其上</translation>
    </message>
    <message>
        <source>%1 later checkpoints are built on it</source>
        <translation>%1 个后来的检查点建立在其上</translation>
    </message>
    <message>
        <source>%1 later checkpoints are built on it; its removal would free nothing</source>
        <translation>%1 个后来的检查点建立在其上；移除它不会释放空间</translation>
    </message>
    <message>
        <source>only its weights are kept</source>
        <translation>只保留其权重</translation>
    </message>
    <message>
        <source>later checkpoints need as much of it as its removal would free</source>
        <translation>后来的检查点所需的部分与移除它能释放的一样多</translation>
    </message>
    <message>
        <source>%1 kept by rules</source>
        <translation>%1 个由规则保留</translation>
    </message>
    <message>
        <source>%1 not there any more</source>
        <translation>%1 个已不存在</translation>
    </message>
    <message>
        <source>%1 the first, to be stored with a loss when the second is there</source>
        <translation>%1 个是首个检查点，第二个存入后将有损存储</translation>
    </message>
    <message>
        <source>%1 the newest and not stored exactly</source>
        <translation>%1 个是最新的且未精确存储</translation>
    </message>
    <message>
        <source>%1 stored with a larger error</source>
        <translation>%1 个存储误差更大</translation>
    </message>
    <message>
        <source>%1 stored as weights only</source>
        <translation>%1 个只存了权重</translation>
    </message>
    <message>
        <source>%1 linked or in use</source>
        <translation>%1 个被链接或正在使用</translation>
    </message>
    <message>
        <source>The rules keep every checkpoint whole.</source>
        <translation>规则完整保留每个检查点。</translation>
    </message>
    <message>
        <source>%1 would keep their weights alone: training can&apos;t be resumed from them, and this can&apos;t be undone.</source>
        <translation>%1将只保留权重：无法从它们继续训练，且此操作无法撤销。</translation>
    </message>
    <message>
        <source>Keep only weights, free %1</source>
        <translation>只保留权重，释放 %1</translation>
    </message>
    <message>
        <source>No original can go.</source>
        <translation>没有可以移走的原始文件。</translation>
    </message>
    <message>
        <source>%1 can go: each is compared with its stored copy, then moved to the trash.</source>
        <translation>%1可以移走：先与存储副本比较，再移入回收站。</translation>
    </message>
    <message>
        <source>Others stay: %1.</source>
        <translation>其他保留：%1。</translation>
    </message>
    <message>
        <source>Move %1 to the trash</source>
        <translation>将 %1 移入回收站</translation>
    </message>
    <message>
        <source>Parity: none. With it, damaged bytes can be repaired without a copy.</source>
        <translation>校验数据：无。有了它，无需副本即可修复损坏的字节。</translation>
    </message>
    <message>
        <source>Parity of %1 % of each step file, about %2, repairs damaged bytes without a copy.</source>
        <translation>每个步骤文件 %1 % 的校验数据，约 %2，无需副本即可修复损坏的字节。</translation>
    </message>
    <message>
        <source>Keep %1 % parity</source>
        <translation>保留 %1 % 校验数据</translation>
    </message>
    <message>
        <source>Delete the parity</source>
        <translation>删除校验数据</translation>
    </message>
    <message>
        <source>Stopped; every original is where it was.</source>
        <translation>已停止；所有原始文件都在原处。</translation>
    </message>
    <message>
        <source>The other originals stay: %1.</source>
        <translation>其他原始文件保留：%1。</translation>
    </message>
    <message>
        <source>%1 original stays: %2.</source>
        <translation>%1 个原始文件保留：%2。</translation>
    </message>
    <message>
        <source>%1 originals stay, the first because: %2.</source>
        <translation>%1 个原始文件保留，第一个的原因：%2。</translation>
    </message>
    <message>
        <source>No original was moved.</source>
        <translation>没有移走任何原始文件。</translation>
    </message>
    <message>
        <source>Stopped; the other runs get their parity with their next checkpoint.</source>
        <translation>已停止；其他运行会在下一个检查点时获得校验数据。</translation>
    </message>
    <message>
        <source>The parity was not changed: %1.</source>
        <translation>校验数据未更改：%1。</translation>
    </message>
    <message>
        <source>The vault keeps parity of %1 % from now on.</source>
        <translation>存储库从现在起保留 %1 % 的校验数据。</translation>
    </message>
    <message>
        <source>The vault keeps no parity any more.</source>
        <translation>存储库不再保留校验数据。</translation>
    </message>
    <message>
        <source>Not yet: %1.</source>
        <translation>尚未完成：%1。</translation>
    </message>
    <message>
        <source>Remove %1, free at least %2</source>
        <translation>移除%1，至少释放 %2</translation>
    </message>
    <message>
        <source>Removed checkpoints go to the trash; emptying it frees the space.</source>
        <translation>移除的检查点进入回收站；清空回收站才会释放空间。</translation>
    </message>
    <message>
        <source>%1 of the removed checkpoints stay in use: later checkpoints are built on them.</source>
        <translation>被移除检查点中的 %1 仍在使用：后来的检查点建立在其上。</translation>
    </message>
    <message>
        <source>%1: steps %2 to %3</source>
        <translation>%1：第 %2 至 %3 步</translation>
    </message>
    <message>
        <source>%1: step %2</source>
        <translation>%1：第 %2 步</translation>
    </message>
    <message>
        <source>%1: steps %2</source>
        <translation>%1：第 %2 步</translation>
    </message>
    <message>
        <source>%1 of %2 kept their weights alone; the vault is smaller by %3.</source>
        <translation>%2 的 %1只保留了权重；存储库小了 %3。</translation>
    </message>
    <message>
        <source>%1 of %2 went to the trash.</source>
        <translation>%2 的 %1已移入回收站。</translation>
    </message>
    <message>
        <source>Once the trash is emptied, the vault is smaller by %1.</source>
        <translation>清空回收站后，存储库会小 %1。</translation>
    </message>
    <message>
        <source>The original of %1 checkpoint</source>
        <translation>%1 个检查点的原始文件</translation>
    </message>
    <message>
        <source>The originals of %1 checkpoints</source>
        <translation>%1 个检查点的原始文件</translation>
    </message>
    <message>
        <source>%1 went to the trash; emptying it frees %2.</source>
        <translation>%1已移入回收站；清空后释放 %2。</translation>
    </message>
    <message>
        <source>%1 key step</source>
        <translation>%1 个关键步</translation>
    </message>
    <message>
        <source>%1 key steps</source>
        <translation>%1 个关键步</translation>
    </message>
    <message>
        <source>%1, among them </source>
        <translation>%1，其中有 </translation>
    </message>
    <message>
        <source>Chosen: %1. It takes about %2 for %3.</source>
        <translation>已选择：%1。%3 约占 %2。</translation>
    </message>
    <message>
        <source>No setting fits. The smallest, %1, takes about %2 for %3.</source>
        <translation>没有符合要求的设置。最小的是%1，%3 约占 %2。</translation>
    </message>
    <message>
        <source>Each is taken to change as much as step %1.</source>
        <translation>假定每个检查点的变化与第 %1 步相同。</translation>
    </message>
    <message>
        <source>This run has no key step yet: one is counted as %1 other checkpoints.</source>
        <translation>此运行尚无关键步：一个按 %1 个普通检查点计算。</translation>
    </message>
    <message>
        <source>%1: larger and less exact than %2</source>
        <translation>%1：比 %2 更大，精度更低</translation>
    </message>
    <message>
        <source>%1: larger and no more exact than %2</source>
        <translation>%1：比 %2 更大，精度并不更高</translation>
    </message>
    <message>
        <source>%1: as large as %2 but less exact</source>
        <translation>%1：与 %2 一样大，但精度更低</translation>
    </message>
    <message>
        <source>%1: the same as %2</source>
        <translation>%1：与 %2 相同</translation>
    </message>
    <message>
        <source>Click a point of adaptive, lc or exact to choose it. Ring: as stored.</source>
        <translation>点击自适应、lc 或精确的点即可选择。圆环：当前存储的设置。</translation>
    </message>
    <message>
        <source>adaptive appears once a step of this run is stored by adaptive.</source>
        <translation>有步骤以自适应存储后，才会出现自适应的曲线。</translation>
    </message>
    <message>
        <source>topn and scar: for comparison only.</source>
        <translation>topn 和 scar：仅供比较。</translation>
    </message>
    <message>
        <source>topn: for comparison only.</source>
        <translation>topn：仅供比较。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Not drawn, since another setting is better: %1.</source>
        <translation>未画出，因为有更好的设置：%1。</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>Sizes are estimates (on test runs, adaptive ±15 %, lc ±25 %, with 1 bit worse).</source>
        <translation>大小为估计值（在测试运行中，自适应 ±15 %，lc ±25 %，1 位时偏差更大）。</translation>
    </message>
    <message>
        <source>Sizes are estimates: on eight test runs those of adaptive came within 15 %, those of lc within 25 %, except with 1 bit.</source>
        <translation>大小为估计值：在八个测试运行中，自适应的偏差不超过 15 %，lc 不超过 25 %（1 位除外）。</translation>
    </message>
    <message>
        <source>Install Stepvault</source>
        <translation>安装 Stepvault</translation>
    </message>
    <message>
        <source>Install Stepvault on %1?</source>
        <translation>要在 %1 上安装 Stepvault 吗？</translation>
    </message>
    <message>
        <source>Install</source>
        <translation>安装</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>The machine has no Stepvault of this version. One file would be copied there. It needs no rights of an administrator, and starts nothing by itself.</source>
        <translation>该机器上没有此版本的 Stepvault。将复制一个文件到该机器。它不需要管理员权限，也不会自行启动任何程序。</translation>
    </message>
    <message>
        <source>Copied to</source>
        <translation>复制到</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Removed by</source>
        <translation>删除命令</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ActivityStrip</name>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1，共 %2</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另外 %1 项</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ArrangementButton</name>
    <message>
        <source>Order of the runs</source>
        <translation>运行的排序</translation>
    </message>
    <message>
        <source>How the runs are sorted and grouped</source>
        <translation>运行的排序与分组方式</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Bytes saved</source>
        <translation>节省的字节</translation>
    </message>
    <message>
        <source>Group by state</source>
        <translation>按状态分组</translation>
    </message>
    <message>
        <source>Group by folder</source>
        <translation>按文件夹分组</translation>
    </message>
    <message>
        <source>No groups</source>
        <translation>不分组</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::AskDialog</name>
    <message>
        <source>Question of ssh</source>
        <translation>ssh 的询问</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Unknown machine</source>
        <translation>未知的机器</translation>
    </message>
    <message>
        <source>ssh asks:</source>
        <translation>ssh 询问：</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Stepvault passes the answer on to ssh and keeps nothing of it. Give it only if you expect this question: the machine may have written it.</source>
        <translation>Stepvault 只把回答转交给 ssh，不作任何保留。仅当您预期会有此询问时才回答：它可能是由该机器写的。</translation>
    </message>
    <message>
        <source>Message of ssh</source>
        <translation>ssh 的提示</translation>
    </message>
    <message>
        <source>ssh says:</source>
        <translation>ssh 提示：</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::BackgroundWatching</name>
    <message>
        <source>%1 is watched only while this window is open: %2.</source>
        <translation>仅在此窗口打开期间监视 %1：%2。</translation>
    </message>
    <message>
        <source>The watch in the background did not end: %1.</source>
        <translation>后台监视未能结束：%1。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::BalanceBars</name>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>rank %1 on node %2   %3   %4</source>
        <translation>rank %1，节点 %2   %3   %4</translation>
    </message>
    <message>
        <source>%1 tensor</source>
        <translation>%1 个张量</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 个张量</translation>
    </message>
    <message>
        <source>rank %1: %2x the mean (dashed)</source>
        <translation>rank %1：平均值的 %2 倍（虚线）</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::BitsControls</name>
    <message>
        <source>Use from now on</source>
        <translation>从现在起使用</translation>
    </message>
    <message>
        <source>Scheme</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>lc, %1 bit</source>
        <translation>lc，%1 位</translation>
    </message>
    <message>
        <source>lc, %1 bits</source>
        <translation>lc，%1 位</translation>
    </message>
    <message>
        <source>adaptive, error %1</source>
        <translation>自适应，误差 %1</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>位数</translation>
    </message>
    <message>
        <source>Relative error</source>
        <translation>相对误差</translation>
    </message>
    <message>
        <source>The run is filed so already</source>
        <translation>此运行已按此方式归档</translation>
    </message>
    <message>
        <source>File the next checkpoints as %1</source>
        <translation>之后的检查点按 %1 归档</translation>
    </message>
    <message>
        <source>Recode what is stored…</source>
        <translation>重新编码已存内容…</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 exception</source>
        <translation>%1 个例外</translation>
    </message>
    <message>
        <source>%1 exceptions</source>
        <translation>%1 个例外</translation>
    </message>
    <message>
        <source>Code the checkpoints of this run anew as %1; what becomes of them is shown first</source>
        <translation>将此运行的检查点重新编码为 %1；会先显示结果</translation>
    </message>
    <message>
        <source>Keeps the change up to a relative error that you set, with the fewest bits</source>
        <translation>以最少的位数保留变化，相对误差由您设定</translation>
    </message>
    <message>
        <source>LC-Checkpoint: groups the changes by their power of two and keeps the largest groups</source>
        <translation>LC-Checkpoint：按二的幂对变化分组，保留最大的几组</translation>
    </message>
    <message>
        <source>Keeps every bit</source>
        <translation>保留每一位</translation>
    </message>
    <message>
        <source>Closest</source>
        <translation>最接近</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Smallest</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Presets of the error</source>
        <translation>误差的预设</translation>
    </message>
    <message>
        <source>A resumed training can hardly be told from one that was never interrupted. Takes more than twice the space of the default.</source>
        <translation>恢复后的训练与从未中断的训练几乎没有区别。占用的空间是默认设置的两倍以上。</translation>
    </message>
    <message>
        <source>The loss of a resumed training is about as low as that of an uninterrupted one, and a few tenths of a percent higher early in a training.</source>
        <translation>恢复后的训练损失与未中断时大致相同，在训练早期会高出千分之几。</translation>
    </message>
    <message>
        <source>For when space counts more: a training that resumes early, while its loss still falls fast, begins noticeably further back.</source>
        <translation>适用于空间更重要的情况：如果在训练早期、损失仍快速下降时恢复，起点会明显靠后。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::BitsPage</name>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>变化数</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Error without</source>
        <translation>去除后的误差</translation>
    </message>
    <message>
        <source>What other settings would cost appears here</source>
        <translation>其他设置的开销会显示在这里</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>From now on this run is filed as %1. What is stored stays as it is.</source>
        <translation>从现在起此运行按 %1 归档。已存的保持不变。</translation>
    </message>
    <message>
        <source>Not changed: %1.</source>
        <translation>未更改：%1。</translation>
    </message>
    <message>
        <source>From step %1, the newest that was coded with a loss. This run is filed as %2.</source>
        <translation>来自第 %1 步，即最新的有损编码步。此运行按 %2 归档。</translation>
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
        <translation>无法读取此运行各步的误差：%1。</translation>
    </message>
    <message>
        <source>The run has other checkpoints by now; look again what becomes of them.</source>
        <translation>此运行的检查点已有变化；请重新查看结果。</translation>
    </message>
    <message>
        <source>scar: decoding this step and the one before it, %1 %</source>
        <translation>scar：正在解码此步和前一步，%1 %</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>scar is not worked out.</source>
        <translation>scar 未计算。</translation>
    </message>
    <message>
        <source>Work it out</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>scar could not be worked out: %1.</source>
        <translation>无法计算 scar：%1。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>It is known from a step that builds on another one: this run&apos;s next checkpoint.</source>
        <translation>这要由建立在另一步之上的步得知：此运行的下一个检查点。</translation>
    </message>
    <message>
        <source>Coding step %1 with a loss, to see what that would cost</source>
        <translation>正在有损编码第 %1 步，以查看其代价</translation>
    </message>
    <message>
        <source>What other settings would cost could not be worked out</source>
        <translation>无法算出其他设置的代价</translation>
    </message>
    <message>
        <source>What other settings would cost can be tried out</source>
        <translation>可以试试其他设置的代价</translation>
    </message>
    <message>
        <source>This run is stored exactly. Step %1 would be coded with a loss, only to be looked at; what is stored stays as it is.</source>
        <translation>此运行以精确方式存储。将有损编码第 %1 步，仅供查看；已存储的内容保持不变。</translation>
    </message>
    <message>
        <source>Try it out</source>
        <translation>试一试</translation>
    </message>
    <message>
        <source>From step %1, which was coded with a loss to see. This run is filed as %2.</source>
        <translation>来自第 %1 步，为查看而有损编码。此运行的存储方式：%2。</translation>
    </message>
    <message>
        <source>Error by size</source>
        <translation>误差与大小</translation>
    </message>
    <message>
        <source>Changes by size</source>
        <translation>按大小统计的变化</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Blue: changes that the setting keeps. Grey: changes that it drops. Line: relative error if the changes of this size alone were dropped.</source>
        <translation>蓝色：此设置保留的变化。灰色：舍弃的变化。折线：仅舍弃该大小的变化时的相对误差。</translation>
    </message>
    <message>
        <source>Line: relative error if the changes of this size alone were dropped.</source>
        <translation>折线：仅舍弃该大小的变化时的相对误差。</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>位数</translation>
    </message>
    <message>
        <source>Better</source>
        <translation>更好的设置</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::BitsView</name>
    <message>
        <source>adaptive, error %1</source>
        <translation>自适应，误差 %1</translation>
    </message>
    <message>
        <source>lc, %1 bit</source>
        <translation>lc，%1 位</translation>
    </message>
    <message>
        <source>lc, %1 bits</source>
        <translation>lc，%1 位</translation>
    </message>
    <message>
        <source>topn, %1 %</source>
        <translation>topn，%1 %</translation>
    </message>
    <message>
        <source>scar, %1 %</source>
        <translation>scar，%1 %</translation>
    </message>
    <message>
        <source>as stored</source>
        <translation>已存</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ChartCard</name>
    <message>
        <source>The curve of this run appears here</source>
        <translation>这次运行的曲线会显示在这里</translation>
    </message>
    <message>
        <source>Stepvault reads .jsonl and .csv files and trainer_state.json in the run&apos;s folder. Once a number or a checkpoint has been written, it shows within seconds.</source>
        <translation>Stepvault 读取运行文件夹中的 .jsonl、.csv 文件和 trainer_state.json。写出数值或检查点后，几秒内就会显示。</translation>
    </message>
    <message>
        <source>Restore the last good step, %1</source>
        <translation>恢复最后正常的一步：%1</translation>
    </message>
    <message>
        <source>the loss rises from step %1</source>
        <translation>损失自第 %1 步起上升</translation>
    </message>
    <message>
        <source>the loss is lost from step %1</source>
        <translation>损失自第 %1 步起无效</translation>
    </message>
    <message>
        <source>this metric was logged without times</source>
        <translation>此指标未记录时间</translation>
    </message>
    <message>
        <source>Add metric</source>
        <translation>添加指标</translation>
    </message>
    <message>
        <source>Show other metrics in the same chart</source>
        <translation>在同一图表中显示其他指标</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ChartCommands</name>
    <message>
        <source>The chart was written to %1.</source>
        <translation>图表已写入 %1。</translation>
    </message>
    <message>
        <source>The chart was not written: %1.</source>
        <translation>图表未写入：%1。</translation>
    </message>
    <message>
        <source>There is no chart here to export.</source>
        <translation>这里没有可导出的图表。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ChartExporter</name>
    <message>
        <source>Picture, twice as sharp (*.png)</source>
        <translation>图片，2 倍清晰度 (*.png)</translation>
    </message>
    <message>
        <source>Picture, four times as sharp (*.png)</source>
        <translation>图片，4 倍清晰度 (*.png)</translation>
    </message>
    <message>
        <source>Page (*.pdf)</source>
        <translation>页面 (*.pdf)</translation>
    </message>
    <message>
        <source>Drawing (*.svg)</source>
        <translation>矢量图 (*.svg)</translation>
    </message>
    <message>
        <source>Its numbers (*.csv)</source>
        <translation>数据 (*.csv)</translation>
    </message>
    <message>
        <source>Export chart</source>
        <translation>导出图表</translation>
    </message>
    <message>
        <source>%1 is there already; type its whole name to replace it</source>
        <translation>%1 已存在；请输入完整文件名以替换</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ChartTableCard</name>
    <message>
        <source>How this is shown: %1</source>
        <translation>显示方式：%1</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::CheckpointCommands</name>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Restore %1 checkpoints</source>
        <translation>恢复 %1 个检查点</translation>
    </message>
    <message>
        <source>Restore step %1</source>
        <translation>恢复第 %1 步</translation>
    </message>
    <message>
        <source>Step %1 was not pinned: %2.</source>
        <translation>步骤 %1 未能固定：%2。</translation>
    </message>
    <message>
        <source>%1 checkpoints were restored to %2.</source>
        <translation>%1 个检查点已恢复到 %2。</translation>
    </message>
    <message>
        <source>Restoring was stopped after %1 of %2 checkpoints.</source>
        <translation>恢复已在 %1/%2 个检查点后停止。</translation>
    </message>
    <message>
        <source>%1 of %2 checkpoints were restored, then it ended: %3.</source>
        <translation>%2 个检查点中恢复了 %1 个，随后中止：%3。</translation>
    </message>
    <message>
        <source>Step %1 was restored to %2.</source>
        <translation>第 %1 步已恢复到 %2。</translation>
    </message>
    <message>
        <source>Restoring step %1 was stopped; nothing was written.</source>
        <translation>已停止恢复第 %1 步；未写入任何内容。</translation>
    </message>
    <message>
        <source>Step %1 was not restored: %2.</source>
        <translation>第 %1 步未恢复：%2。</translation>
    </message>
    <message>
        <source>%1 step %2</source>
        <translation>%1 第 %2 步</translation>
    </message>
    <message>
        <source>%1, %2 checkpoints</source>
        <translation>%1，%2 个检查点</translation>
    </message>
    <message>
        <source>%1 can be dragged now: it is restored.</source>
        <translation>%1 已恢复，现在可以拖动。</translation>
    </message>
    <message>
        <source>%1 can&apos;t be dragged: %2.</source>
        <translation>无法拖动 %1：%2。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::CheckpointModel</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 bit</source>
        <translation>%1 位</translation>
    </message>
    <message>
        <source>%1 bits</source>
        <translation>%1 位</translation>
    </message>
    <message>
        <source>%1, key step</source>
        <translation>%1，关键步</translation>
    </message>
    <message>
        <source>No loss was read for this step</source>
        <translation>没有读到这一步的损失</translation>
    </message>
    <message>
        <source>%1 bytes in %2</source>
        <translation>%1 字节，%2</translation>
    </message>
    <message>
        <source>%1 file</source>
        <translation>%1 个文件</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 个文件</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 字节</translation>
    </message>
    <message>
        <source>Restored to the bit</source>
        <translation>逐位恢复</translation>
    </message>
    <message>
        <source>Share of the step&apos;s change that was lost; largest difference of a value %1</source>
        <translation>这一步的变化中丢失的比例；单个值的最大偏差 %1</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>保存时间</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>已存</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>压缩比</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Scheme</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>%1, pinned</source>
        <translation>%1，已固定</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>保留原因</translation>
    </message>
    <message>
        <source>%1, weights only</source>
        <translation>%1，仅权重</translation>
    </message>
    <message>
        <source>Lag</source>
        <translation>滞后</translation>
    </message>
    <message>
        <source>Share of the step&apos;s change that is missing along its own direction: a training that resumes here begins so many intervals back</source>
        <translation>这一步的变化在其自身方向上缺失的比例：从这里继续的训练相当于后退这么多个检查点间隔</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::CheckpointTable</name>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ChoicePopup</name>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ClusterControls</name>
    <message>
        <source>times deeper</source>
        <translation>倍深度</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>processes a node</source>
        <translation>每节点进程数</translation>
    </message>
    <message>
        <source>What is divided</source>
        <translation>划分的对象</translation>
    </message>
    <message>
        <source>The run&apos;s own checkpoint, or as if it were that of a well-known model with AdamW&apos;s state</source>
        <translation>本次运行的检查点，或当作带 AdamW 状态的知名模型</translation>
    </message>
    <message>
        <source>Scheme</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>As if it were %1</source>
        <translation>当作 %1</translation>
    </message>
    <message>
        <source>The newest checkpoint</source>
        <translation>最新的检查点</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ClusterPage</name>
    <message>
        <source>The newest checkpoint could not be divided</source>
        <translation>最新的检查点无法划分</translation>
    </message>
    <message>
        <source>%1. Choose a well-known model above to see what a cluster would make of it.</source>
        <translation>%1。请在上方选择一个知名模型，查看集群会如何处理它。</translation>
    </message>
    <message>
        <source>Newest checkpoint, step %1</source>
        <translation>最新检查点，第 %1 步</translation>
    </message>
    <message>
        <source>The map of a checkpoint appears here</source>
        <translation>检查点的分布图会显示在这里</translation>
    </message>
    <message>
        <source>As soon as this run has one, Stepvault shows how a cluster would divide and save it. Choose a well-known model above to see that of its shape now.</source>
        <translation>这次运行一有检查点，Stepvault 就会显示集群如何划分并保存它。在上方选择一个知名模型，现在就能看到它的形状。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::CompareCard</name>
    <message>
        <source>Curves of the chosen runs</source>
        <translation>所选运行的曲线</translation>
    </message>
    <message>
        <source>No metric that two of these runs share</source>
        <translation>没有两个运行共有的指标</translation>
    </message>
    <message>
        <source>Curves appear here as soon as two of the chosen runs have logged a metric of the same name. What they store is compared below.</source>
        <translation>所选运行中有两个记录了同名指标后，曲线会显示在这里。它们的存储情况在下方比较。</translation>
    </message>
    <message>
        <source>%1 curves at once; hide one to show another</source>
        <translation>最多同时显示 %1 条曲线；隐藏一条以显示另一条</translation>
    </message>
    <message>
        <source>%1 of %2 shown</source>
        <translation>显示 %2 中的 %1</translation>
    </message>
    <message>
        <source>%1 run logged no times</source>
        <translation>%1 个运行未记录时间</translation>
    </message>
    <message>
        <source>%1 runs logged no times</source>
        <translation>%1 个运行未记录时间</translation>
    </message>
    <message>
        <source>Join seeds</source>
        <translation>合并种子</translation>
    </message>
    <message>
        <source>Runs that differ in their seed alone become one curve: their mean, in a band from the lowest to the highest value</source>
        <translation>只有种子不同的运行合成一条曲线：它们的均值，以及从最低值到最高值的带状区域</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::CompareModel</name>
    <message>
        <source>%1, shown</source>
        <translation>%1，已显示</translation>
    </message>
    <message>
        <source>%1, hidden</source>
        <translation>%1，已隐藏</translation>
    </message>
    <message>
        <source>%1: has no such metric</source>
        <translation>%1：没有此指标</translation>
    </message>
    <message>
        <source>%1: click to hide its curve</source>
        <translation>%1：点击隐藏曲线</translation>
    </message>
    <message>
        <source>%1: click to show its curve</source>
        <translation>%1：点击显示曲线</translation>
    </message>
    <message>
        <source>%1 instead of %2</source>
        <translation>%1，原为 %2</translation>
    </message>
    <message>
        <source>relative error of the newest checkpoint</source>
        <translation>最新检查点的相对误差</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>最后一步</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>最后</translation>
    </message>
    <message>
        <source>Last %1</source>
        <translation>最后的 %1</translation>
    </message>
    <message>
        <source>Highest</source>
        <translation>最高</translation>
    </message>
    <message>
        <source>Lowest</source>
        <translation>最低</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>已存</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>压缩比</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>At step</source>
        <translation>所在步</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ComparePage</name>
    <message>
        <source>The chosen runs in numbers</source>
        <translation>所选运行的数据</translation>
    </message>
    <message>
        <source>Comparing %1 runs</source>
        <translation>比较 %1 个运行</translation>
    </message>
    <message>
        <source>The runs could not be read: %1.</source>
        <translation>无法读取运行：%1。</translation>
    </message>
    <message>
        <source>One chart</source>
        <translation>单个图表</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>How the metrics are shown</source>
        <translation>指标的显示方式</translation>
    </message>
    <message>
        <source>Hyperparameters</source>
        <translation>超参数</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Restore near its best step, %1…</source>
        <translation>恢复最接近其最佳步 %1 的检查点…</translation>
    </message>
    <message>
        <source>Restore near its last step, %1…</source>
        <translation>恢复最接近其最后一步 %1 的检查点…</translation>
    </message>
    <message>
        <source>Some runs are shown as they were read last: %1.</source>
        <translation>部分运行按最后一次读取时的样子显示：%1。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ComparisonPanel</name>
    <message>
        <source>Compare schedules</source>
        <translation>比较计划</translation>
    </message>
    <message>
        <source>Where other schedules would save, and what each costs</source>
        <translation>其他计划会在哪里保存，各自成本多少</translation>
    </message>
    <message>
        <source>Where each would save</source>
        <translation>各计划的保存位置</translation>
    </message>
    <message>
        <source>%1 save</source>
        <translation>%1 次保存</translation>
    </message>
    <message>
        <source>%1 saves</source>
        <translation>%1 次保存</translation>
    </message>
    <message>
        <source>%1 save to come</source>
        <translation>还有 %1 次保存</translation>
    </message>
    <message>
        <source>%1 saves to come</source>
        <translation>还有 %1 次保存</translation>
    </message>
    <message>
        <source>%1: %2 %3</source>
        <translation>%1：%2 %3</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ConnectDialog</name>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Connect to a machine</source>
        <translation>连接到机器</translation>
    </message>
    <message>
        <source>user@host:vault</source>
        <translation>用户@主机:存储库</translation>
    </message>
    <message>
        <source>Machine and vault</source>
        <translation>机器和存储库</translation>
    </message>
    <message>
        <source>Stepvault opens a vault on another machine by ssh, as you have configured ssh. It sends nothing to any other machine.</source>
        <translation>Stepvault 通过 ssh 打开另一台机器上的存储库，并沿用您的 ssh 配置。它不会向任何其他机器发送内容。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>This does not name a machine. Give it as host, user@host or user@host:vault.</source>
        <translation>这不是机器名。请以“主机”、“用户@主机”或“用户@主机:存储库”的形式输入。</translation>
    </message>
    <message>
        <source>Without a vault&apos;s folder, the machine&apos;s default vault is opened.</source>
        <translation>未给出存储库文件夹时，将打开该机器的默认存储库。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::CurveControls</name>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Which metric to show</source>
        <translation>要显示的指标</translation>
    </message>
    <message>
        <source>Scale of the vertical axis</source>
        <translation>纵轴刻度</translation>
    </message>
    <message>
        <source>What the horizontal axis counts</source>
        <translation>横轴的单位</translation>
    </message>
    <message>
        <source>Steps, the time since a run&apos;s first point, or the date</source>
        <translation>步数、自运行首个数据点起的时间，或日期</translation>
    </message>
    <message>
        <source>Logarithmic horizontal axis</source>
        <translation>横轴取对数</translation>
    </message>
    <message>
        <source>No metric</source>
        <translation>无指标</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Log x</source>
        <translation>对数 x</translation>
    </message>
    <message>
        <source>Smooth</source>
        <translation>平滑</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::CurveKey</name>
    <message>
        <source>Metrics in the chart</source>
        <translation>图表中的指标</translation>
    </message>
    <message>
        <source>%1 (right axis)</source>
        <translation>%1（右轴）</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::CurveLegend</name>
    <message>
        <source>Curves, shown and hidden</source>
        <translation>曲线，显示与隐藏</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::DetailsView</name>
    <message>
        <source>To resume</source>
        <translation>恢复训练所需</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>是否找到</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Builds on</source>
        <translation>基于</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Scheme</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>标识</translation>
    </message>
    <message>
        <source>Stored bytes</source>
        <translation>存储字节</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>已存</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Imports</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>No pickle in it asks for a name beyond PyTorch&apos;s own.</source>
        <translation>其中的 pickle 不要求 PyTorch 自身以外的名称。</translation>
    </message>
    <message>
        <source>Imports that a loader would run</source>
        <translation>加载时会执行的导入</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::DifferenceView</name>
    <message>
        <source>Norm</source>
        <translation>范数</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Relative</source>
        <translation>相对</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Differing</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>no run</source>
        <translation>无运行</translation>
    </message>
    <message>
        <source>no other checkpoint</source>
        <translation>没有其他检查点</translation>
    </message>
    <message>
        <source>By tensor</source>
        <translation>按张量</translation>
    </message>
    <message>
        <source>By role</source>
        <translation>按角色</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Difference by tensor</source>
        <translation>按张量的差异</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Difference by role</source>
        <translation>按角色的差异</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>已变化</translation>
    </message>
    <message>
        <source>Values that differ</source>
        <translation>不同的数值</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>There</source>
        <translation>对方</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>此处</translation>
    </message>
    <message>
        <source>Run to compare with</source>
        <translation>要比较的运行</translation>
    </message>
    <message>
        <source>Checkpoint to compare with</source>
        <translation>要比较的检查点</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>比较内容</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>比较对象</translation>
    </message>
    <message>
        <source>step %1, %2</source>
        <translation>第 %1 步，%2</translation>
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
        <translation>各步误差</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ErrorMap</name>
    <message>
        <source>Relative error by tensor and step</source>
        <translation>按张量和步的相对误差</translation>
    </message>
    <message>
        <source>%1 by %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 row</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>%1 checkpoint</source>
        <translation>%1 个检查点</translation>
    </message>
    <message>
        <source>%1 checkpoints</source>
        <translation>%1 个检查点</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1，步 %2</translation>
    </message>
    <message>
        <source>%1: relative error %2</source>
        <translation>%1：相对误差 %2</translation>
    </message>
    <message>
        <source>%1: coded without a loss</source>
        <translation>%1：无损编码</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ErrorScale</name>
    <message>
        <source>Colours from an error of 0 to one of 1</source>
        <translation>误差从 0 到 1 的颜色</translation>
    </message>
    <message>
        <source>Relative error: 0 is exact, 1 keeps nothing of the change; blank: coded without a loss</source>
        <translation>相对误差：0 为精确，1 表示变化全部丢失；空白：无损编码</translation>
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
        <translation>%1（%2 %）</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>暂不</translation>
    </message>
    <message>
        <source>Run this</source>
        <translation>运行此命令</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>What does it do to my model?</source>
        <translation>它对我的模型有什么影响？</translation>
    </message>
    <message>
        <source>Command that evaluates a checkpoint</source>
        <translation>评估检查点的命令</translation>
    </message>
    <message>
        <source>A command of yours. It runs without a shell, with the path of the restored step, and then of the original, in the place of {checkpoint}. The last number on the last line of its output counts.</source>
        <translation>您自己的命令。它不经过 shell 运行，{checkpoint} 处先是恢复的步骤的路径，然后是原始文件的路径。以输出最后一行的最后一个数字为准。</translation>
    </message>
    <message>
        <source>This runs in %1, on the restored step and then on the original if it is there:
%2</source>
        <translation>此命令将在 %1 中运行，先用恢复的步骤，若原始文件还在则再用原始文件：
%2</translation>
    </message>
    <message>
        <source>Restoring step %1 into a temporary folder …</source>
        <translation>正在将第 %1 步恢复到临时文件夹…</translation>
    </message>
    <message>
        <source>The command runs on the restored step, for %1 …</source>
        <translation>命令正在恢复的步骤上运行，已 %1…</translation>
    </message>
    <message>
        <source>The command runs on the original, for %1 …</source>
        <translation>命令正在原始文件上运行，已 %1…</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>error %1</source>
        <translation>误差 %1</translation>
    </message>
    <message>
        <source>restored: %1</source>
        <translation>恢复的：%1</translation>
    </message>
    <message>
        <source>original: %1</source>
        <translation>原始的：%1</translation>
    </message>
    <message>
        <source>the original is gone</source>
        <translation>原始文件已不存在</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::EvalCommand</name>
    <message>
        <source>The command ends within a quote: close it.</source>
        <translation>命令在引号内结束：请闭合引号。</translation>
    </message>
    <message>
        <source>There is no command yet.</source>
        <translation>还没有命令。</translation>
    </message>
    <message>
        <source>The command begins with the checkpoint: name a program first.</source>
        <translation>命令以检查点开头：请先写程序名。</translation>
    </message>
    <message>
        <source>The command does not name %1, where the checkpoint&apos;s path goes.</source>
        <translation>命令中没有 %1，即检查点路径的位置。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::EvalProcess</name>
    <message>
        <source>%1 could not be started: %2.</source>
        <translation>无法启动 %1：%2。</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>The command crashed. %1</source>
        <translation>命令崩溃。%1</translation>
    </message>
    <message>
        <source>The command failed with exit code %1. %2</source>
        <translation>命令失败，退出代码 %1。%2</translation>
    </message>
    <message>
        <source>The command printed no number on its last line.</source>
        <translation>命令的最后一行没有数字。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::EvalWork</name>
    <message>
        <source>No temporary folder could be made: %1.</source>
        <translation>无法创建临时文件夹：%1。</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>The step could not be restored: %1.</source>
        <translation>无法恢复该步骤：%1。</translation>
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
        <translation>精确</translation>
    </message>
    <message>
        <source>at error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Make an exception…</source>
        <translation>添加例外…</translation>
    </message>
    <message>
        <source>Keep a role or some tensors exact, or aim at another error there</source>
        <translation>让某个角色或某些张量保持精确，或采用另一误差</translation>
    </message>
    <message>
        <source>What the exception is for</source>
        <translation>例外适用于什么</translation>
    </message>
    <message>
        <source>Name of the tensors</source>
        <translation>张量名称</translation>
    </message>
    <message>
        <source>name, with * and ?</source>
        <translation>名称，可用 * 和 ?</translation>
    </message>
    <message>
        <source>How it is coded</source>
        <translation>如何编码</translation>
    </message>
    <message>
        <source>Relative error of the exception</source>
        <translation>例外的相对误差</translation>
    </message>
    <message>
        <source>role: %1</source>
        <translation>角色：%1</translation>
    </message>
    <message>
        <source>tensors named</source>
        <translation>名称为…的张量</translation>
    </message>
    <message>
        <source>only adaptive aims at an error</source>
        <translation>只有自适应以误差为目标</translation>
    </message>
    <message>
        <source>fits %1 tensor</source>
        <translation>匹配 %1 个张量</translation>
    </message>
    <message>
        <source>fits %1 tensors</source>
        <translation>匹配 %1 个张量</translation>
    </message>
    <message>
        <source>No exceptions.</source>
        <translation>没有例外。</translation>
    </message>
    <message>
        <source>Except</source>
        <translation>除外</translation>
    </message>
    <message>
        <source>%1 at error %2</source>
        <translation>%1 误差 %2</translation>
    </message>
    <message>
        <source>%1 exact</source>
        <translation>%1 精确</translation>
    </message>
    <message>
        <source>%1  ×</source>
        <translation>%1  ×</translation>
    </message>
    <message>
        <source>(%1)</source>
        <translation>（%1）</translation>
    </message>
    <message>
        <source>Remove the exception: %1</source>
        <translation>移除例外：%1</translation>
    </message>
    <message>
        <source>Click to remove this exception</source>
        <translation>点击移除此例外</translation>
    </message>
    <message>
        <source>Does not count: only adaptive aims at an error. Click to remove it</source>
        <translation>不计入：只有自适应以误差为目标。点击移除</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ExponentChart</name>
    <message>
        <source>Changes by exponent, and the error of dropping each bucket</source>
        <translation>按指数划分的变化，以及去除每个桶的误差</translation>
    </message>
    <message>
        <source>2^%1: %2, dropping them alone leaves an error of %3</source>
        <translation>2^%1：%2，单独去除后误差为 %3</translation>
    </message>
    <message>
        <source>%1 change</source>
        <translation>%1 个变化</translation>
    </message>
    <message>
        <source>%1 changes</source>
        <translation>%1 个变化</translation>
    </message>
    <message>
        <source>%1; %2 % kept</source>
        <translation>%1；保留 %2 %</translation>
    </message>
    <message>
        <source>%1 of %2 kept</source>
        <translation>%2中保留 %1</translation>
    </message>
    <message>
        <source>%1 exponent</source>
        <translation>%1 个指数</translation>
    </message>
    <message>
        <source>%1 exponents</source>
        <translation>%1 个指数</translation>
    </message>
    <message>
        <source>Size of the change (power of two)</source>
        <translation>变化的大小（二的幂）</translation>
    </message>
    <message>
        <source>Number of changes</source>
        <translation>变化的数量</translation>
    </message>
    <message>
        <source>Relative error</source>
        <translation>相对误差</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::FigureSlider</name>
    <message>
        <source>set here</source>
        <translation>在此设定</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
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
        <translation>每权重位数</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>压缩比</translation>
    </message>
    <message>
        <source>Relative error</source>
        <translation>相对误差</translation>
    </message>
    <message>
        <source>Run so far</source>
        <translation>迄今的运行</translation>
    </message>
    <message>
        <source>Time to code</source>
        <translation>编码时间</translation>
    </message>
    <message>
        <source>Coded bits of a value, over all tensors that are coded with a loss</source>
        <translation>每个值的编码位数，对所有有损编码的张量</translation>
    </message>
    <message>
        <source>Original bytes of the step by its file&apos;s</source>
        <translation>这一步的原始字节数除以其文件字节数</translation>
    </message>
    <message>
        <source>Of the model&apos;s own tensors: 0 is exact, 1 keeps nothing of the change</source>
        <translation>模型自身的张量：0 为精确，1 为完全不保留变化</translation>
    </message>
    <message>
        <source>All of the run&apos;s checkpoints, had they been filed so</source>
        <translation>此运行的所有检查点若都如此归档</translation>
    </message>
    <message>
        <source>One core, by what was once measured on an AMD EPYC with AVX-512; not known for lc</source>
        <translation>单核，按在带 AVX-512 的 AMD EPYC 上的测量；lc 未知</translation>
    </message>
    <message>
        <source>stored: %1</source>
        <translation>已存：%1</translation>
    </message>
    <message>
        <source>Lag</source>
        <translation>滞后</translation>
    </message>
    <message>
        <source>How far back a training begins that resumes from the step, in intervals between checkpoints</source>
        <translation>从这一步继续的训练相当于后退多少个检查点间隔</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::FolderProblems</name>
    <message>
        <source>%1 more folder</source>
        <translation>另有 %1 个文件夹</translation>
    </message>
    <message>
        <source>%1 more folders</source>
        <translation>另有 %1 个文件夹</translation>
    </message>
    <message>
        <source>Stop watching %1</source>
        <translation>停止监视 %1</translation>
    </message>
    <message>
        <source>Stop watching this folder</source>
        <translation>停止监视此文件夹</translation>
    </message>
    <message>
        <source>Retry %1</source>
        <translation>重试 %1</translation>
    </message>
    <message>
        <source>Look again now</source>
        <translation>立即重新查看</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::FoldersPage</name>
    <message>
        <source>Watched; no checkpoint or metric yet</source>
        <translation>正在监视；尚无检查点或指标</translation>
    </message>
    <message>
        <source>%1 run</source>
        <translation>%1 个运行</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 个运行</translation>
    </message>
    <message>
        <source>%1, last activity %2</source>
        <translation>%1，最近活动 %2</translation>
    </message>
    <message>
        <source>Watched folders</source>
        <translation>监视的文件夹</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>添加文件夹</translation>
    </message>
    <message>
        <source>No folder is watched</source>
        <translation>没有监视任何文件夹</translation>
    </message>
    <message>
        <source>Add the folder that a training run writes into, or a folder of such folders.</source>
        <translation>添加训练运行写入的文件夹，或包含此类文件夹的文件夹。</translation>
    </message>
    <message>
        <source>Add run folder</source>
        <translation>添加运行文件夹</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Retry %1</source>
        <translation>重试 %1</translation>
    </message>
    <message>
        <source>Stop watching</source>
        <translation>停止监视</translation>
    </message>
    <message>
        <source>Stop watching %1</source>
        <translation>停止监视 %1</translation>
    </message>
    <message>
        <source>Stored checkpoints stay in the vault</source>
        <translation>已存储的检查点会留在存储库中</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>Watched in the background on %1 since %2 (%3)</source>
        <translation>自 %2 起由 %1 在后台监视（%3）</translation>
    </message>
    <message>
        <source>Keep watching after I disconnect</source>
        <translation>断开连接后继续监视</translation>
    </message>
    <message>
        <source>Keep watching after I quit</source>
        <translation>退出后继续监视</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>A process of its own watches the folder: a unit of your systemd where there is one</source>
        <translation>由独立的进程监视该文件夹：有 systemd 时为您的一个 systemd 单元</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::FollowCard</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Python code for the training</source>
        <translation>用于训练的 Python 代码</translation>
    </message>
    <message>
        <source>Copy the code</source>
        <translation>复制代码</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Save elsewhere…</source>
        <translation>另存到…</translation>
    </message>
    <message>
        <source>A training follows it with these lines:</source>
        <translation>训练加入以下几行即可采用：</translation>
    </message>
    <message>
        <source>To have the plan kept up to date while the training runs: stepvault watch --plan %1</source>
        <translation>在训练期间保持计划最新：stepvault watch --plan %1</translation>
    </message>
    <message>
        <source>The plan is in %1.</source>
        <translation>计划位于 %1。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::GuideWindow</name>
    <message>
        <source>No page has these words.</source>
        <translation>没有页面包含这些词。</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>指南</translation>
    </message>
    <message>
        <source>Search the guide</source>
        <translation>搜索指南</translation>
    </message>
    <message>
        <source>Pages of the guide</source>
        <translation>指南页面</translation>
    </message>
    <message>
        <source>Page of the guide</source>
        <translation>指南页面内容</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::HeaderLine</name>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>no step yet</source>
        <translation>尚无步</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>损失 %1</translation>
    </message>
    <message>
        <source>no loss read</source>
        <translation>未读到损失</translation>
    </message>
    <message>
        <source>no checkpoint yet</source>
        <translation>尚无检查点</translation>
    </message>
    <message>
        <source>%1 instead of %2, %3 smaller</source>
        <translation>%1（原为 %2，缩小 %3）</translation>
    </message>
    <message>
        <source>%1, %2 smaller</source>
        <translation>%1，缩小 %2</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::HostKeyView</name>
    <message>
        <source>Is this the right machine?</source>
        <translation>这是您要连接的机器吗？</translation>
    </message>
    <message>
        <source>ssh does not know its key yet, and cannot tell who answers. Compare the fingerprint with the one that the machine&apos;s owner has told you, and connect only if both are the same.</source>
        <translation>ssh 还不知道它的密钥，无法确定应答的是谁。请将此指纹与机器所有者告诉您的指纹进行比较，仅在两者相同时才连接。</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Kind of key</source>
        <translation>密钥类型</translation>
    </message>
    <message>
        <source>Fingerprint</source>
        <translation>指纹</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::InsidePage</name>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Objects</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Resume and storage</source>
        <translation>恢复与存储</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>范数</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>已存</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Back to the run&apos;s checkpoints (Esc)</source>
        <translation>返回运行的检查点（Esc）</translation>
    </message>
    <message>
        <source>What of the checkpoint is shown</source>
        <translation>显示检查点的哪一部分</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filter the rows</source>
        <translation>筛选行</translation>
    </message>
    <message>
        <source>Inside step %1</source>
        <translation>第 %1 步的内部</translation>
    </message>
    <message>
        <source>Reading step %1</source>
        <translation>正在读取第 %1 步</translation>
    </message>
    <message>
        <source>Its tensors are decoded, one after another.</source>
        <translation>正在逐个解码其张量。</translation>
    </message>
    <message>
        <source>Comparing was stopped. Choose a checkpoint to compare again.</source>
        <translation>比较已停止。请选择检查点以重新比较。</translation>
    </message>
    <message>
        <source>They can&apos;t be compared: %1.</source>
        <translation>无法比较：%1。</translation>
    </message>
    <message>
        <source>Reading was stopped</source>
        <translation>读取已停止</translation>
    </message>
    <message>
        <source>This step can&apos;t be read</source>
        <translation>无法读取此步</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>A second checkpoint is needed; this run has one so far.</source>
        <translation>需要第二个检查点；此运行目前只有一个。</translation>
    </message>
    <message>
        <source>Comparing with step %1, tensor by tensor.</source>
        <translation>正在与第 %1 步逐个张量比较。</translation>
    </message>
    <message>
        <source>%1 tensor</source>
        <translation>%1 个张量</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 个张量</translation>
    </message>
    <message>
        <source>%1 value</source>
        <translation>%1 个值</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>%1 个值</translation>
    </message>
    <message>
        <source>Reading %1 step %2</source>
        <translation>正在读取 %1 第 %2 步</translation>
    </message>
    <message>
        <source>Comparing %1 step %2</source>
        <translation>正在比较 %1 第 %2 步</translation>
    </message>
    <message>
        <source>No values beside the tensors</source>
        <translation>除张量外没有数值</translation>
    </message>
    <message>
        <source>Epoch, learning rate and the like appear here where the files hold them.</source>
        <translation>文件中若有轮次、学习率等数值，会显示在这里。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::IntervalControls</name>
    <message>
        <source>Time between a worker&apos;s failures</source>
        <translation>单个 worker 的故障间隔</translation>
    </message>
    <message>
        <source>Stopped early after</source>
        <translation>提前终止于</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>How long one worker runs on average until it fails</source>
        <translation>一个 worker 平均运行多久才出故障</translation>
    </message>
    <message>
        <source>For how long the training stands still while it saves</source>
        <translation>保存时训练停顿多久</translation>
    </message>
    <message>
        <source>After how long somebody stops such a job, on average</source>
        <translation>这类作业平均多久后被人终止</translation>
    </message>
    <message>
        <source>Back to what was found</source>
        <translation>恢复为检测到的值</translation>
    </message>
    <message>
        <source>What the plan goes by</source>
        <translation>计划的依据</translation>
    </message>
    <message>
        <source>assumed: it runs to its end</source>
        <translation>假定：会运行到结束</translation>
    </message>
    <message>
        <source>Steps in all</source>
        <translation>总步数</translation>
    </message>
    <message>
        <source>Time for a step</source>
        <translation>每步时间</translation>
    </message>
    <message>
        <source>Cost of a save</source>
        <translation>一次保存的成本</translation>
    </message>
    <message>
        <source>The step at which the training ends</source>
        <translation>训练结束时的步数</translation>
    </message>
    <message>
        <source>How long one step of the training takes, without saves</source>
        <translation>训练一步需要多久，不含保存</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::IntervalPage</name>
    <message>
        <source>The plan for this run appears here</source>
        <translation>这次运行的计划会显示在这里</translation>
    </message>
    <message>
        <source>It needs to know where the training is. Once a loss was logged into the run&apos;s folder, or a checkpoint saved, Stepvault works out when the next one is worth its cost.</source>
        <translation>这需要知道训练的进展。运行文件夹中一旦记录了损失或保存了检查点，Stepvault 就会算出下一个检查点何时值得保存。</translation>
    </message>
    <message>
        <source>last saved</source>
        <translation>上次保存</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>No plan can be made: %1.</source>
        <translation>无法制定计划：%1。</translation>
    </message>
    <message>
        <source>Plans (*.json)</source>
        <translation>计划 (*.json)</translation>
    </message>
    <message>
        <source>Written to %1.</source>
        <translation>已写入 %1。</translation>
    </message>
    <message>
        <source>Not written: %1.</source>
        <translation>未写入：%1。</translation>
    </message>
    <message>
        <source>Loss curve with its fit, what is expected of it, and planned saves</source>
        <translation>损失曲线及其拟合、预期和计划的保存</translation>
    </message>
    <message>
        <source>save at step %1</source>
        <translation>在第 %1 步保存</translation>
    </message>
    <message>
        <source>dashed: fit, shaded: its band</source>
        <translation>虚线：拟合，阴影：置信带</translation>
    </message>
    <message>
        <source>diamonds: saves that would have been best</source>
        <translation>菱形：本应最佳的保存</translation>
    </message>
    <message>
        <source>diamonds: planned saves</source>
        <translation>菱形：计划的保存</translation>
    </message>
    <message>
        <source>Save the plan as</source>
        <translation>计划另存为</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::JobFeed</name>
    <message>
        <source>Opening the vault</source>
        <translation>正在打开存储库</translation>
    </message>
    <message>
        <source>Moving the vault</source>
        <translation>正在移动存储库</translation>
    </message>
    <message>
        <source>Restoring %1 to drag it</source>
        <translation>正在恢复 %1 以便拖动</translation>
    </message>
    <message>
        <source>Simulating the schedules of %1</source>
        <translation>正在模拟 %1 的计划</translation>
    </message>
    <message>
        <source>Restoring %1 checkpoints of %2</source>
        <translation>正在恢复 %2 的 %1 个检查点</translation>
    </message>
    <message>
        <source>Restoring %1 step %2</source>
        <translation>正在恢复 %1 第 %2 步</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::LabelWriter</name>
    <message>
        <source>The run was not renamed: %1.</source>
        <translation>运行未重命名：%1。</translation>
    </message>
    <message>
        <source>The labels were not stored: %1.</source>
        <translation>标签未保存：%1。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::LabelsLine</name>
    <message>
        <source>Favourite</source>
        <translation>收藏</translation>
    </message>
    <message>
        <source>Archived</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>Add note</source>
        <translation>添加备注</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Write a note on this run</source>
        <translation>为此运行写备注</translation>
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
        <translation>可承受 %1 % 以上的故障</translation>
    </message>
    <message>
        <source>survives %1 % of failures</source>
        <translation>可承受 %1 % 的故障</translation>
    </message>
    <message>
        <source>Level %1: %2</source>
        <translation>第 %1 级：%2</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::LinkReporter</name>
    <message>
        <source>%1 is connected again.</source>
        <translation>%1 已重新连接。</translation>
    </message>
    <message>
        <source>%1. The window shows what was known at %2.</source>
        <translation>%1。窗口显示的是 %2 时的状态。</translation>
    </message>
    <message>
        <source>Connect now</source>
        <translation>立即连接</translation>
    </message>
    <message>
        <source>%1. The runs on %2 are shown as they were at %3.</source>
        <translation>%1。%2 上的运行显示的是 %3 时的状态。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::LogModel</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>发生了什么</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::LogPage</name>
    <message>
        <source>problems only</source>
        <translation>仅问题</translation>
    </message>
    <message>
        <source>Open log folder</source>
        <translation>打开日志文件夹</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Filter the log</source>
        <translation>筛选日志</translation>
    </message>
    <message>
        <source>Warnings, and what went wrong</source>
        <translation>警告，以及出错的内容</translation>
    </message>
    <message>
        <source>As plain text: the lines that are selected, or else all that are shown (Ctrl+C)</source>
        <translation>以纯文本形式：所选的行；未选择时为全部显示的行 (Ctrl+C)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>发生了什么</translation>
    </message>
    <message>
        <source>%1 holds what happened before, too</source>
        <translation>%1 中还有以前发生的内容</translation>
    </message>
    <message>
        <source>%1 line</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>Copy selected</source>
        <translation>复制所选</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>全部复制</translation>
    </message>
    <message>
        <source>What happens appears here</source>
        <translation>发生的事会显示在这里</translation>
    </message>
    <message>
        <source>Checkpoints that are filed, passed over, restored or removed, what became of runs, and what went wrong.</source>
        <translation>已归档、略过、恢复或移除的检查点，运行的结果，以及出错的内容。</translation>
    </message>
    <message>
        <source>No such line</source>
        <translation>没有这样的行</translation>
    </message>
    <message>
        <source>Nothing of this kind happened since the window was opened.</source>
        <translation>自窗口打开以来没有发生过此类事情。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::MachineList</name>
    <message>
        <source>Filter machines</source>
        <translation>筛选机器</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近使用</translation>
    </message>
    <message>
        <source>In ~/.ssh/config</source>
        <translation>在 ~/.ssh/config 中</translation>
    </message>
    <message>
        <source>Machines of ~/.ssh/config, and those that you connect to, appear here.</source>
        <translation>~/.ssh/config 中的机器以及您连接过的机器会显示在这里。</translation>
    </message>
    <message>
        <source>No machine matches the filter.</source>
        <translation>没有与筛选条件匹配的机器。</translation>
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
        <translation>一个任务提前结束：%1。</translation>
    </message>
    <message>
        <source>The vault could not be read: %1.</source>
        <translation>无法读取存储库：%1。</translation>
    </message>
    <message>
        <source>Folder of a training run</source>
        <translation>训练运行的文件夹</translation>
    </message>
    <message>
        <source>Folder of a vault</source>
        <translation>存储库文件夹</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>The language changes when Stepvault is started again.</source>
        <translation>语言将在 Stepvault 重新启动后更改。</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>立即重新启动</translation>
    </message>
    <message>
        <source>Something is being worked on, which a restart would stop. %1</source>
        <translation>有任务正在进行，重新启动会使其中断。%1</translation>
    </message>
    <message>
        <source>Where the vault&apos;s folder is moved to</source>
        <translation>将存储库文件夹移动到哪里</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>正在连接到 %1…</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>添加文件夹</translation>
    </message>
    <message>
        <source>Folder of a training run on %1</source>
        <translation>%1 上某次训练运行的文件夹</translation>
    </message>
    <message>
        <source>Give the whole path of the folder on %1, from / on.</source>
        <translation>请给出 %1 上该文件夹的完整路径,从 / 开始。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::MetricPanel</name>
    <message>
        <source>Show %1 in the large chart</source>
        <translation>在大图表中显示 %1</translation>
    </message>
    <message>
        <source>Curve of %1</source>
        <translation>%1 的曲线</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::Navigator</name>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 个运行</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Watched folders</source>
        <translation>监视的文件夹</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>存储库</translation>
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
        <translation>全部恢复在线</translation>
    </message>
    <message>
        <source>Click a node to fail it</source>
        <translation>点击节点使其失效</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::NodeRow</name>
    <message>
        <source>Nodes; Space fails one or brings it back</source>
        <translation>节点；按空格键使其失效或恢复</translation>
    </message>
    <message>
        <source>node %1: failed</source>
        <translation>节点 %1：已失效</translation>
    </message>
    <message>
        <source>node %1: up</source>
        <translation>节点 %1：正常</translation>
    </message>
    <message>
        <source>%1; %2 of %3 failed</source>
        <translation>%1；%3 个中 %2 个失效</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::NoteEditor</name>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Everything about this run that you will want to know in a year</source>
        <translation>一年后您还想知道的关于此运行的一切</translation>
    </message>
    <message>
        <source>Enter stores, Shift+Enter begins a line, Esc leaves.</source>
        <translation>Enter 保存，Shift+Enter 换行，Esc 放弃。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::NoticeBar</name>
    <message>
        <source>Dismiss</source>
        <translation>关闭提示</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::NotificationCenter</name>
    <message>
        <source>Stepvault ends.</source>
        <translation>Stepvault 结束。</translation>
    </message>
    <message>
        <source>Stepvault %1 begins, with Qt %2 on %3.</source>
        <translation>Stepvault %1 启动，Qt %2，%3。</translation>
    </message>
    <message>
        <source>The vault %1 is open.</source>
        <translation>存储库 %1 已打开。</translation>
    </message>
    <message>
        <source>Make space…</source>
        <translation>腾出空间…</translation>
    </message>
    <message>
        <source>Verified: %1</source>
        <translation>已校验：%1</translation>
    </message>
    <message>
        <source>Verified: %1. %2</source>
        <translation>已校验：%1。%2</translation>
    </message>
    <message>
        <source>Sent to %1: %2: %3</source>
        <translation>已发送到 %1：%2：%3</translation>
    </message>
    <message>
        <source>Webhook: %1. Trying again later.</source>
        <translation>Webhook：%1。稍后重试。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::Notifier</name>
    <message>
        <source>Stalled: nothing came after step %1.</source>
        <translation>停滞：第 %1 步之后没有新数据。</translation>
    </message>
    <message>
        <source>Diverged: at step %1 the loss is %2.</source>
        <translation>发散：第 %1 步的损失为 %2。</translation>
    </message>
    <message>
        <source>Finished at step %1 with a loss of %2.</source>
        <translation>在第 %1 步完成，损失为 %2。</translation>
    </message>
    <message>
        <source>Finished at step %1.</source>
        <translation>在第 %1 步完成。</translation>
    </message>
    <message>
        <source>%1: not filed</source>
        <translation>%1：未归档</translation>
    </message>
    <message>
        <source>Watching stopped</source>
        <translation>监视已停止</translation>
    </message>
    <message>
        <source>%1. It begins again by itself.</source>
        <translation>%1。将自动重新开始。</translation>
    </message>
    <message>
        <source>Little space is left</source>
        <translation>剩余空间不多</translation>
    </message>
    <message>
        <source>Only %1 are free on the vault&apos;s disk (%2 %).</source>
        <translation>存储库所在磁盘仅剩 %1 可用 (%2 %)。</translation>
    </message>
    <message>
        <source>The vault is damaged</source>
        <translation>存储库已损坏</translation>
    </message>
    <message>
        <source>Writing to the vault&apos;s disk fails for lack of space.</source>
        <translation>存储库所在磁盘空间不足，无法写入。</translation>
    </message>
    <message>
        <source>Damaged places: %1. The page Vault repairs them.</source>
        <translation>损坏之处：%1。可在“存储库”页修复。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::OverheadBars</name>
    <message>
        <source>Expected overhead of each schedule</source>
        <translation>各计划的预期开销</translation>
    </message>
    <message>
        <source>%1  played %2 ± %3</source>
        <translation>%1  模拟 %2 ± %3</translation>
    </message>
    <message>
        <source>save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>rework</source>
        <translation>重算</translation>
    </message>
    <message>
        <source>restart</source>
        <translation>重启</translation>
    </message>
    <message>
        <source>Overhead, % of the training</source>
        <translation>开销，占训练的 %</translation>
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
        <translation>%1：%2 %3 开销：保存 %4，重算 %5，重启 %6；墙钟时间 %7。</translation>
    </message>
    <message>
        <source>bars</source>
        <translation>条形图</translation>
    </message>
    <message>
        <source>table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Expected overhead</source>
        <translation>预期开销</translation>
    </message>
    <message>
        <source>Of the training&apos;s length. Lost and delayed work counts by the progress it makes, as well as by its time.</source>
        <translation>相对训练时长。丢失和延误的工作既按进展也按时间计。</translation>
    </message>
    <message>
        <source>How the overhead is shown</source>
        <translation>开销的显示方式</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>计划</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Rework</source>
        <translation>重算</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重启</translation>
    </message>
    <message>
        <source>Played</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>Wall time</source>
        <translation>墙钟时间</translation>
    </message>
    <message>
        <source>Saves</source>
        <translation>保存次数</translation>
    </message>
    <message>
        <source>Expected overhead of each schedule</source>
        <translation>各计划的预期开销</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Simulate</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>Play each schedule in 1,000 trainings with failures</source>
        <translation>在 1,000 次带故障的训练中模拟每个计划</translation>
    </message>
    <message>
        <source>Overhead</source>
        <translation>开销</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::PanelBoard</name>
    <message>
        <source>Small</source>
        <translation>小</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>Large</source>
        <translation>大</translation>
    </message>
    <message>
        <source>Size of the panels</source>
        <translation>面板大小</translation>
    </message>
    <message>
        <source>Filter metrics</source>
        <translation>筛选指标</translation>
    </message>
    <message>
        <source>Runs and their colours</source>
        <translation>运行及其颜色</translation>
    </message>
    <message>
        <source>No metric matches</source>
        <translation>没有匹配的指标</translation>
    </message>
    <message>
        <source>Each word of the filter must be in a metric&apos;s name.</source>
        <translation>指标名称必须包含筛选框中的每个词。</translation>
    </message>
    <message>
        <source>Metrics appear here</source>
        <translation>指标显示在这里</translation>
    </message>
    <message>
        <source>Each metric that the run logs gets a panel: losses, learning rate, accuracy.</source>
        <translation>运行记录的每个指标都有一个面板：损失、学习率、准确率。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::PanelEntry</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::PanelGrid</name>
    <message>
        <source>Without a prefix</source>
        <translation>无前缀</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Panels of %1</source>
        <translation>%1 的面板</translation>
    </message>
    <message>
        <source>Fold or unfold these panels</source>
        <translation>折叠或展开这些面板</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ParamsCard</name>
    <message>
        <source>Show equal ones</source>
        <translation>显示相同的</translation>
    </message>
    <message>
        <source>Filter hyperparameters</source>
        <translation>筛选超参数</translation>
    </message>
    <message>
        <source>Hyperparameters of the compared runs</source>
        <translation>所比较运行的超参数</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>No hyperparameters of these runs are known</source>
        <translation>这些运行没有已知的超参数</translation>
    </message>
    <message>
        <source>Stepvault reads hparams.yaml, args.yaml, config.json, training_args.bin, W&amp;B&apos;s, MLflow&apos;s and TensorBoard&apos;s records.</source>
        <translation>Stepvault 读取 hparams.yaml、args.yaml、config.json、training_args.bin，以及 W&amp;B、MLflow 和 TensorBoard 的记录。</translation>
    </message>
    <message>
        <source>%1 differ, %2 are equal</source>
        <translation>%1 个不同，%2 个相同</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ParamsModel</name>
    <message>
        <source>Hyperparameter</source>
        <translation>超参数</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::PlanCard</name>
    <message>
        <source>Follow this plan</source>
        <translation>采用此计划</translation>
    </message>
    <message>
        <source>Expected overhead</source>
        <translation>预期开销</translation>
    </message>
    <message>
        <source>Of the training&apos;s length. Lost and delayed work counts by the progress it makes, as well as by its time.</source>
        <translation>相对训练时长。丢失和延误的工作既按进展也按时间计。</translation>
    </message>
    <message>
        <source>%1 saving, %2 work done again, %3 restarts</source>
        <translation>保存 %1，重算 %2，重启 %3</translation>
    </message>
    <message>
        <source>This run has ended: no training is left to follow a plan</source>
        <translation>此运行已结束：没有训练可采用计划</translation>
    </message>
    <message>
        <source>Write plan.json into the run&apos;s folder, where the training hook reads it</source>
        <translation>将 plan.json 写入运行文件夹，训练钩子会在那里读取</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::PlotView</name>
    <message>
        <source>Loss curve with checkpoints</source>
        <translation>带检查点的损失曲线</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>no metric was found in the run&apos;s folder yet</source>
        <translation>运行文件夹中尚未找到指标</translation>
    </message>
    <message>
        <source>%1 point not positive, hidden</source>
        <translation>%1 个非正值点，已隐藏</translation>
    </message>
    <message>
        <source>%1 points not positive, hidden</source>
        <translation>%1 个非正值点，已隐藏</translation>
    </message>
    <message>
        <source>%1 point NaN or infinite</source>
        <translation>%1 个点为 NaN 或无穷</translation>
    </message>
    <message>
        <source>%1 points NaN or infinite</source>
        <translation>%1 个点为 NaN 或无穷</translation>
    </message>
    <message>
        <source>%1   smoothed %2</source>
        <translation>%1   平滑 %2</translation>
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
        <translation>重置</translation>
    </message>
    <message>
        <source>Show the whole chart again</source>
        <translation>重新显示整个图表</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::PruneCard</name>
    <message>
        <source>What the rules keep and remove</source>
        <translation>规则保留和移除的内容</translation>
    </message>
    <message>
        <source>%1 of %2 stay</source>
        <translation>%2中保留 %1 个</translation>
    </message>
    <message>
        <source>Use these rules</source>
        <translation>采用这些规则</translation>
    </message>
    <message>
        <source>These rules are proposed and remove nothing until you use them.</source>
        <translation>这些规则只是建议，在您采用之前不会移除任何内容。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::PruneModel</name>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>已存</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Later checkpoints are built on it; they take over the bytes that they need of it</source>
        <translation>后来的检查点建立在其上；它们会接管所需的字节</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RankBars</name>
    <message>
        <source>%1 of each rank</source>
        <translation>每个 rank 的%1</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>rank</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RateChart</name>
    <message>
        <source>Relative error by bits per weight, of every scheme</source>
        <translation>各方案的相对误差与每权重位数</translation>
    </message>
    <message>
        <source>%1: relative error %2, %3 bits per weight, %4 for this step</source>
        <translation>%1：相对误差 %2，每权重 %3 位，此步骤 %4</translation>
    </message>
    <message>
        <source>Size (bits per weight)</source>
        <translation>大小（每权重位数）</translation>
    </message>
    <message>
        <source>Relative error (0: exact)</source>
        <translation>相对误差（0：精确）</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RecodeLine</name>
    <message>
        <source>Coding a copy of every checkpoint, to say what becomes of them. Nothing is changed.</source>
        <translation>正在为每个检查点编码一份副本，以说明结果。不会改动任何内容。</translation>
    </message>
    <message>
        <source>Recoding. Until all checkpoints are done, everything is as it was.</source>
        <translation>正在重新编码。全部检查点完成之前，一切保持原样。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Leave as it is</source>
        <translation>保持原样</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RecodeWork</name>
    <message>
        <source>Trying out what recoding %1 gives</source>
        <translation>正在试算重新编码 %1 的结果</translation>
    </message>
    <message>
        <source>Recoding %1</source>
        <translation>正在重新编码 %1</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RestoreSheet</name>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Where to restore to</source>
        <translation>恢复到何处</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Restore step %1</source>
        <translation>恢复第 %1 步</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在开始</translation>
    </message>
    <message>
        <source>Stop restoring</source>
        <translation>停止恢复</translation>
    </message>
    <message>
        <source>Replace with step %1</source>
        <translation>替换为第 %1 步</translation>
    </message>
    <message>
        <source>Not enough space: needs %1, %2 free on %3.</source>
        <translation>空间不足：需要 %1，%3 上可用 %2。</translation>
    </message>
    <message>
        <source>%1 is there already. It will be replaced once the restored one is whole.</source>
        <translation>%1 已存在。恢复的文件完整后会替换它。</translation>
    </message>
    <message>
        <source>Restored to %1 (%2).</source>
        <translation>已恢复到 %1（%2）。</translation>
    </message>
    <message>
        <source>Stopped. Nothing was written.</source>
        <translation>已停止。未写入任何内容。</translation>
    </message>
    <message>
        <source>%1, %2 free there</source>
        <translation>%1，该处可用 %2</translation>
    </message>
    <message>
        <source>none: the same to the bit as the original</source>
        <translation>无：与原件逐位相同</translation>
    </message>
    <message>
        <source>%1 of the step&apos;s change, at most %2 in a value</source>
        <translation>这一步变化的 %1，单个值最多 %2</translation>
    </message>
    <message>
        <source>Restore to</source>
        <translation>恢复到</translation>
    </message>
    <message>
        <source>Restore %1 checkpoints</source>
        <translation>恢复 %1 个检查点</translation>
    </message>
    <message>
        <source>Stopped. %1 of %2 are restored.</source>
        <translation>已停止。%2 个中的 %1 个已恢复。</translation>
    </message>
    <message>
        <source>%1 · steps %2 to %3</source>
        <translation>%1 · 第 %2 至 %3 步</translation>
    </message>
    <message>
        <source>up to %1 of a step&apos;s change, at most %2 in a value</source>
        <translation>至多为一步变化的 %1，单个值至多 %2</translation>
    </message>
    <message>
        <source>Restore into</source>
        <translation>恢复到文件夹</translation>
    </message>
    <message>
        <source>Into the run&apos;s own folder</source>
        <translation>放入运行自己的文件夹</translation>
    </message>
    <message>
        <source>Beside the original, under a free name. Stepvault does not file it again.</source>
        <translation>放在原件旁边，使用空闲的名称。Stepvault 不会再次归档它。</translation>
    </message>
    <message>
        <source>Into the run&apos;s own folder on %1</source>
        <translation>写入 %1 上该运行自己的文件夹</translation>
    </message>
    <message>
        <source>Restored to %1 on %2 (%3).</source>
        <translation>已恢复到 %2 上的 %1（%3）。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RulesLine</name>
    <message>
        <source>lowest</source>
        <translation>最低</translation>
    </message>
    <message>
        <source>highest</source>
        <translation>最高</translation>
    </message>
    <message>
        <source>How many of the newest</source>
        <translation>最新的保留多少个</translation>
    </message>
    <message>
        <source>How many of the best</source>
        <translation>最好的保留多少个</translation>
    </message>
    <message>
        <source>Multiples of so many steps</source>
        <translation>这么多步的倍数</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Which values are best</source>
        <translation>哪种值最好</translation>
    </message>
    <message>
        <source>Keep of</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>the last</source>
        <translation>最后</translation>
    </message>
    <message>
        <source>the best</source>
        <translation>最好的</translation>
    </message>
    <message>
        <source>by</source>
        <translation>按</translation>
    </message>
    <message>
        <source>every</source>
        <translation>每隔</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>the first</source>
        <translation>第一个</translation>
    </message>
    <message>
        <source>and what is pinned.</source>
        <translation>以及已固定的。</translation>
    </message>
    <message>
        <source>No rule removes a checkpoint that was pinned by hand</source>
        <translation>任何规则都不会移除手动固定的检查点</translation>
    </message>
    <message>
        <source>all runs</source>
        <translation>所有运行</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>This run has logged no metric</source>
        <translation>此运行没有记录任何指标</translation>
    </message>
    <message>
        <source>no metric</source>
        <translation>无指标</translation>
    </message>
    <message>
        <source>Days before the newest</source>
        <translation>距最新检查点的天数</translation>
    </message>
    <message>
        <source>GiB that the newest may take up</source>
        <translation>最新检查点可占用的 GiB</translation>
    </message>
    <message>
        <source>the newest</source>
        <translation>最新的</translation>
    </message>
    <message>
        <source>days</source>
        <translation>天</translation>
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
        <translation>该运行已归档。</translation>
    </message>
    <message>
        <source>%1 runs are archived.</source>
        <translation>%1 个运行已归档。</translation>
    </message>
    <message>
        <source>The word archived in the filter shows archived runs.</source>
        <translation>在筛选框中输入 archived 可显示已归档的运行。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>The page Vault shows the open vault only. Open %1 to remove checkpoints of this run.</source>
        <translation>“存储库”页面只显示打开的存储库。请打开 %1 以移除此运行的检查点。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RunDesk</name>
    <message>
        <source>No file manager opened %1. &quot;Copy path&quot; copies the path.</source>
        <translation>没有文件管理器打开 %1。“复制路径”可复制路径。</translation>
    </message>
    <message>
        <source>%1 checkpoint waits</source>
        <translation>%1 个检查点在等待</translation>
    </message>
    <message>
        <source>%1 checkpoints wait</source>
        <translation>%1 个检查点在等待</translation>
    </message>
    <message>
        <source>%1 run is not filed until the vault&apos;s disk has space.</source>
        <translation>在存储库所在磁盘有空间之前，%1 个运行不会归档。</translation>
    </message>
    <message>
        <source>%1 runs are not filed until the vault&apos;s disk has space.</source>
        <translation>在存储库所在磁盘有空间之前，%1 个运行不会归档。</translation>
    </message>
    <message>
        <source>Little space is left</source>
        <translation>剩余空间不多</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>The folder keeps its name. Enter stores, Esc leaves.</source>
        <translation>文件夹名称不变。Enter 保存，Esc 放弃。</translation>
    </message>
    <message>
        <source>One word, such as baseline. Enter stores, Esc leaves.</source>
        <translation>一个词，例如 baseline。Enter 保存，Esc 放弃。</translation>
    </message>
    <message>
        <source>The vault&apos;s disk is full in %1 at the rate of the last %2.</source>
        <translation>按过去 %2 的速度，存储库所在磁盘将在 %1 后写满。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RunListModel</name>
    <message>
        <source>live</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>stalled</source>
        <translation>停滞</translation>
    </message>
    <message>
        <source>diverged</source>
        <translation>发散</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>%1, %2, loss %3</source>
        <translation>%1，%2，损失 %3</translation>
    </message>
    <message>
        <source>%1 checkpoint</source>
        <translation>%1 个检查点</translation>
    </message>
    <message>
        <source>%1 checkpoints</source>
        <translation>%1 个检查点</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步骤 %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>损失 %1</translation>
    </message>
    <message>
        <source>Vault: %1</source>
        <translation>存储库：%1</translation>
    </message>
    <message>
        <source>Not connected. The run is shown as it was last.</source>
        <translation>未连接。显示的是该运行最后已知的状态。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RunMenu</name>
    <message>
        <source>Compare %1 runs</source>
        <translation>比较 %1 个运行</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>显示文件夹</translation>
    </message>
    <message>
        <source>Stop watching %1</source>
        <translation>停止监视 %1</translation>
    </message>
    <message>
        <source>Remove checkpoints…</source>
        <translation>移除检查点…</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Copy paths</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Copy id</source>
        <translation>复制 ID</translation>
    </message>
    <message>
        <source>Copy ids</source>
        <translation>复制 ID</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Note…</source>
        <translation>备注…</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>New tag…</source>
        <translation>新标签…</translation>
    </message>
    <message>
        <source>Favourite</source>
        <translation>收藏</translation>
    </message>
    <message>
        <source>Archived</source>
        <translation>已归档</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RunPage</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Pages of the run</source>
        <translation>运行的页面</translation>
    </message>
    <message>
        <source>Checkpoints appear here</source>
        <translation>检查点会显示在这里</translation>
    </message>
    <message>
        <source>As soon as the training has written one, Stepvault files it within seconds. Nothing in the run&apos;s folder is changed.</source>
        <translation>训练一写出检查点，Stepvault 几秒内就会归档。运行文件夹中不会有任何改动。</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>%1 checkpoint</source>
        <translation>%1 个检查点</translation>
    </message>
    <message>
        <source>%1 checkpoints</source>
        <translation>%1 个检查点</translation>
    </message>
    <message>
        <source>by no rule</source>
        <translation>无规则保留</translation>
    </message>
    <message>
        <source>The last step before the loss went wrong at step %1.</source>
        <translation>损失在第 %1 步出错之前的最后一步。</translation>
    </message>
    <message>
        <source>The loss went wrong at step %1, before this checkpoint.</source>
        <translation>损失在第 %1 步出错，早于此检查点。</translation>
    </message>
    <message>
        <source>The last good step is %1.</source>
        <translation>最后一个正常的步是 %1。</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>位数</translation>
    </message>
    <message>
        <source>Interval</source>
        <translation>间隔</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RunTable</name>
    <message>
        <source>Table of runs</source>
        <translation>运行表</translation>
    </message>
    <message>
        <source>Hyperparameters that differ</source>
        <translation>不同的超参数</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RunsPage</name>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Choose the columns</source>
        <translation>选择列</translation>
    </message>
    <message>
        <source>Draw the chosen runs in one chart. Ctrl and Shift choose several</source>
        <translation>在一张图中绘制所选运行。按 Ctrl 或 Shift 可选多个</translation>
    </message>
    <message>
        <source>No run matches</source>
        <translation>没有匹配的运行</translation>
    </message>
    <message>
        <source>Esc in the filter clears it.</source>
        <translation>在筛选框中按 Esc 可清除。</translation>
    </message>
    <message>
        <source>%1 run</source>
        <translation>%1 个运行</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 个运行</translation>
    </message>
    <message>
        <source>%1 of %2 runs</source>
        <translation>%2 个运行中的 %1 个</translation>
    </message>
    <message>
        <source>Compare %1 runs</source>
        <translation>比较 %1 个运行</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::RunsPanel</name>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>%1 on disk for %2 of checkpoints</source>
        <translation>磁盘上 %1，对应 %2 的检查点</translation>
    </message>
    <message>
        <source>Choose several with Ctrl or Shift to compare them</source>
        <translation>按 Ctrl 或 Shift 选择多个进行比较</translation>
    </message>
    <message>
        <source>%1 run</source>
        <translation>%1 个运行</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 个运行</translation>
    </message>
    <message>
        <source>%1 of %2 runs</source>
        <translation>%2 个运行中的 %1 个</translation>
    </message>
    <message>
        <source>No run matches. Esc clears the filter.</source>
        <translation>没有匹配的运行。按 Esc 清除筛选。</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>存储库</translation>
    </message>
    <message>
        <source>Table of runs</source>
        <translation>运行表</translation>
    </message>
    <message>
        <source>All runs in a table (Ctrl+T)</source>
        <translation>以表格显示所有运行 (Ctrl+T)</translation>
    </message>
    <message>
        <source>The watched folders</source>
        <translation>监视的文件夹</translation>
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
        <translation>存储级别</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>rank 数</translation>
    </message>
    <message>
        <source>Speed-up over ranks, beside the ideal line</source>
        <translation>加速比随 rank 数的变化，旁为理想线</translation>
    </message>
    <message>
        <source>Predicted save on</source>
        <translation>预测的保存时间，级别</translation>
    </message>
    <message>
        <source>Times sooner than one process; dashed: ideal</source>
        <translation>比单进程快的倍数；虚线为理想值</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 rank</source>
        <translation>%1 个 rank</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 个 rank</translation>
    </message>
    <message>
        <source>speed-up</source>
        <translation>加速比</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ScheduleRows</name>
    <message>
        <source>Planned checkpoints of each schedule</source>
        <translation>各计划的检查点</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ShareCard</name>
    <message>
        <source>map</source>
        <translation>分布图</translation>
    </message>
    <message>
        <source>table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>How the shares are shown</source>
        <translation>份额的显示方式</translation>
    </message>
    <message>
        <source>Largest parts of the checkpoint and who holds them</source>
        <translation>检查点的最大部分及其持有者</translation>
    </message>
    <message>
        <source>%1 in %2 over %3</source>
        <translation>%1，%2，分布于 %3</translation>
    </message>
    <message>
        <source>%1 tensor</source>
        <translation>%1 个张量</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 个张量</translation>
    </message>
    <message>
        <source>%1 rank</source>
        <translation>%1 个 rank</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 个 rank</translation>
    </message>
    <message>
        <source>colour: node · shade: process · stripes: split over several</source>
        <translation>颜色：节点 · 深浅：进程 · 条纹：分给多个</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ShareModel</name>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Held by</source>
        <translation>持有者</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::ShortcutList</name>
    <message>
        <source>Keys and mouse</source>
        <translation>按键与鼠标</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>What they do</source>
        <translation>作用</translation>
    </message>
    <message>
        <source>Left, Right</source>
        <translation>左、右</translation>
    </message>
    <message>
        <source>The checkpoint before or after, in a chart</source>
        <translation>图表中的前一个或后一个检查点</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>滚轮</translation>
    </message>
    <message>
        <source>Closer or farther, in a chart</source>
        <translation>放大或缩小图表</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <source>Show this part of the chart</source>
        <translation>显示图表的这一部分</translation>
    </message>
    <message>
        <source>Move the chart</source>
        <translation>移动图表</translation>
    </message>
    <message>
        <source>Right button</source>
        <translation>右键</translation>
    </message>
    <message>
        <source>Back to what the chart showed before</source>
        <translation>返回图表之前显示的内容</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>双击</translation>
    </message>
    <message>
        <source>Show the whole curve</source>
        <translation>显示整条曲线</translation>
    </message>
    <message>
        <source>Ctrl or Shift and click</source>
        <translation>Ctrl 或 Shift 加单击</translation>
    </message>
    <message>
        <source>Choose several checkpoints, to restore them together</source>
        <translation>选择多个检查点，一起恢复</translation>
    </message>
    <message>
        <source>Drag a row</source>
        <translation>拖动一行</translation>
    </message>
    <message>
        <source>Restore it to where it is dropped, in a file manager</source>
        <translation>恢复到文件管理器中放下的位置</translation>
    </message>
    <message>
        <source>Shift with wheel or drag</source>
        <translation>Shift 加滚轮或拖动</translation>
    </message>
    <message>
        <source>Zoom the vertical axis as well</source>
        <translation>同时缩放纵轴</translation>
    </message>
    <message>
        <source>Ctrl and drag, or the middle button</source>
        <translation>Ctrl 加拖动，或中键</translation>
    </message>
    <message>
        <source>+, -, 0</source>
        <translation>+、-、0</translation>
    </message>
    <message>
        <source>Closer, farther, the whole chart</source>
        <translation>放大、缩小、整个图表</translation>
    </message>
    <message>
        <source>Double click or Enter, on a row</source>
        <translation>在行上双击或按 Enter</translation>
    </message>
    <message>
        <source>Look inside the checkpoint</source>
        <translation>查看检查点内部</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::SmoothingSlider</name>
    <message>
        <source>Smoothing</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>Exponential moving average; the curve as it was read stays behind it</source>
        <translation>指数移动平均；原始曲线保留在后面</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::SnippetBox</name>
    <message>
        <source>To load it in Python</source>
        <translation>在 Python 中加载</translation>
    </message>
    <message>
        <source>Python code that loads the checkpoint</source>
        <translation>加载检查点的 Python 代码</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the code</source>
        <translation>复制代码</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::SpaceCard</name>
    <message>
        <source>Stored bytes of each run over time</source>
        <translation>每次运行随时间存储的字节</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>存储库</translation>
    </message>
    <message>
        <source>What each run takes up</source>
        <translation>每次运行占用的空间</translation>
    </message>
    <message>
        <source>%1 saved</source>
        <translation>节省 %1</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>可用 %1</translation>
    </message>
    <message>
        <source>Stored bytes by run appear here with the first checkpoint</source>
        <translation>有了第一个检查点后，这里会显示每次运行存储的字节</translation>
    </message>
    <message>
        <source>Step files of each run in %1</source>
        <translation>各运行的步文件（%1）</translation>
    </message>
    <message>
        <source>%1 stored</source>
        <translation>已存 %1</translation>
    </message>
    <message>
        <source>%1 in the trash</source>
        <translation>回收站中 %1</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::SpaceModel</name>
    <message>
        <source>%1 of step files, and the state that the next one is compared with</source>
        <translation>%1 的步文件，以及用来与下一个比较的状态</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>原始</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>已存</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>压缩比</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::StartPage</name>
    <message>
        <source>Recent vaults</source>
        <translation>最近的存储库</translation>
    </message>
    <message>
        <source>Stepvault</source>
        <translation>Stepvault</translation>
    </message>
    <message>
        <source>Keeps every checkpoint of your training runs in a fraction of the space, and brings any step back.</source>
        <translation>用极少的空间保留训练的每个检查点，并能恢复任意一步。</translation>
    </message>
    <message>
        <source>Add run folder</source>
        <translation>添加运行文件夹</translation>
    </message>
    <message>
        <source>Choose the folder that a training run writes its checkpoints into.</source>
        <translation>选择训练写入检查点的文件夹。</translation>
    </message>
    <message>
        <source>Open vault</source>
        <translation>打开存储库</translation>
    </message>
    <message>
        <source>Choose a vault that Stepvault has made before.</source>
        <translation>选择 Stepvault 以前创建的存储库。</translation>
    </message>
    <message>
        <source>Try the demo</source>
        <translation>试用演示</translation>
    </message>
    <message>
        <source>Watch a small network train for a minute on this computer.</source>
        <translation>在本机上观看一个小网络训练一分钟。</translation>
    </message>
    <message>
        <source>%1   %2</source>
        <translation>%1   %2</translation>
    </message>
    <message>
        <source>Recent machines</source>
        <translation>最近使用的机器</translation>
    </message>
    <message>
        <source>Connect to a machine</source>
        <translation>连接到机器</translation>
    </message>
    <message>
        <source>Open a vault on another machine by ssh.</source>
        <translation>通过 ssh 打开另一台机器上的存储库。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::StepsField</name>
    <message>
        <source>set here</source>
        <translation>在此设定</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::TargetLine</name>
    <message>
        <source>At most</source>
        <translation>最多</translation>
    </message>
    <message>
        <source>for</source>
        <translation>用于</translation>
    </message>
    <message>
        <source>more checkpoints</source>
        <translation>个后续检查点</translation>
    </message>
    <message>
        <source>Unit of the size</source>
        <translation>大小的单位</translation>
    </message>
    <message>
        <source>Size that the checkpoints may take</source>
        <translation>检查点可占用的大小</translation>
    </message>
    <message>
        <source>Number of further checkpoints</source>
        <translation>后续检查点的数量</translation>
    </message>
    <message>
        <source>Chooses the setting with the least error that fits</source>
        <translation>选择符合要求且误差最小的设置</translation>
    </message>
    <message>
        <source>A key step does not build on the checkpoint before it, so that no restore has to read a long chain. One checkpoint in 33 is a key step.</source>
        <translation>关键步不依赖前一个检查点，因此恢复时无需读取很长的链。每 33 个检查点中有一个是关键步。</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::TensorBitsCard</name>
    <message>
        <source>What costs most</source>
        <translation>开销最大的部分</translation>
    </message>
    <message>
        <source>Rows of the table</source>
        <translation>表格的行</translation>
    </message>
    <message>
        <source>Bits and error by role or tensor</source>
        <translation>按角色或张量的位数与误差</translation>
    </message>
    <message>
        <source>What is shown of roles and tensors</source>
        <translation>显示角色和张量的哪些内容</translation>
    </message>
    <message>
        <source>Relative error by tensor and step</source>
        <translation>按张量和步的相对误差</translation>
    </message>
    <message>
        <source>Error by step</source>
        <translation>按步的误差</translation>
    </message>
    <message>
        <source>%1 checkpoint between these is left out</source>
        <translation>其间省略了 %1 个检查点</translation>
    </message>
    <message>
        <source>%1 checkpoints between these are left out</source>
        <translation>其间省略了 %1 个检查点</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>Error map</source>
        <translation>误差图</translation>
    </message>
    <message>
        <source>Error table</source>
        <translation>误差表</translation>
    </message>
    <message>
        <source>By role</source>
        <translation>按角色</translation>
    </message>
    <message>
        <source>By tensor</source>
        <translation>按张量</translation>
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
        <translation>%1 个张量</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 个张量</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重数</translation>
    </message>
    <message>
        <source>Bits each</source>
        <translation>每值位数</translation>
    </message>
    <message>
        <source>Coded</source>
        <translation>编码后</translation>
    </message>
    <message>
        <source>Of all</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Lag stored</source>
        <translation>已存滞后</translation>
    </message>
    <message>
        <source>Error stored</source>
        <translation>已存误差</translation>
    </message>
    <message>
        <source>Next to nothing of the change is kept</source>
        <translation>变化几乎没有保留</translation>
    </message>
    <message>
        <source>Second moments are coded to a share of their value: a smaller change (error 1.0) waits until it has grown.</source>
        <translation>二阶矩按其数值的一定比例编码：更小的变化（误差 1.0）会等到足够大时再编码。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::TopBar</name>
    <message>
        <source>Filter runs</source>
        <translation>筛选运行</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Vault: %1</source>
        <translation>存储库：%1</translation>
    </message>
    <message>
        <source>No vault open</source>
        <translation>未打开存储库</translation>
    </message>
    <message>
        <source>Words of names and folders in any order, state:live, tag:NAME, fav for favourites, or /expression/. Esc clears.</source>
        <translation>名称和文件夹中的词（顺序不限）、state:live、tag:NAME、fav（收藏）或 /表达式/。按 Esc 清除。</translation>
    </message>
    <message>
        <source>Help on this page</source>
        <translation>此页的帮助</translation>
    </message>
    <message>
        <source>Help on this page (F1)</source>
        <translation>此页的帮助 (F1)</translation>
    </message>
    <message>
        <source>Vault: %1, not connected</source>
        <translation>存储库:%1,未连接</translation>
    </message>
    <message>
        <source>Show beside</source>
        <translation>同时显示</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 和另外 %2 个</translation>
    </message>
    <message>
        <source>%1, not connected</source>
        <translation>%1，未连接</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::TrashList</name>
    <message>
        <source>Keep them</source>
        <translation>保留它们</translation>
    </message>
    <message>
        <source>Removals in the trash</source>
        <translation>回收站中的移除记录</translation>
    </message>
    <message>
        <source>%1 would be gone for good.</source>
        <translation>%1 将被永久删除。</translation>
    </message>
    <message>
        <source>Restore selected</source>
        <translation>恢复所选</translation>
    </message>
    <message>
        <source>Restore the last</source>
        <translation>恢复最近一次</translation>
    </message>
    <message>
        <source>Delete selected, free %1</source>
        <translation>删除所选，释放 %1</translation>
    </message>
    <message>
        <source>Empty trash, free %1</source>
        <translation>清空回收站，释放 %1</translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation>删除 %1</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::TrashModel</name>
    <message>
        <source>a run that is gone</source>
        <translation>已不存在的运行</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>移除时间</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::TrayIcon</name>
    <message>
        <source>Open Stepvault</source>
        <translation>打开 Stepvault</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
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
        <translation>按持有 rank 划分的检查点分布图</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::TwoStepLine</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::UpkeepCard</name>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Weights only: checkpoints that the rules above do not keep can keep their weights alone.</source>
        <translation>只留权重：上述规则不保留的检查点可以只保留权重。</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Originals: files in the runs&apos; own folders can go once the vault holds them, up to error</source>
        <translation>原始文件：存储库已保存后，运行文件夹中的文件可以移走，误差不超过</translation>
    </message>
    <message>
        <source>Largest error of a checkpoint whose original may go</source>
        <translation>可移走原始文件的检查点的最大误差</translation>
    </message>
    <message>
        <source>0 frees only originals that are stored exactly. The newest ones go only then.</source>
        <translation>0 只释放精确存储的原始文件。最新的原始文件只有在精确存储时才会移走。</translation>
    </message>
    <message>
        <source>Size of the parity</source>
        <translation>校验数据的大小</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::VaultDoor</name>
    <message>
        <source>A vault is being moved. Another can be opened when that has ended.</source>
        <translation>正在移动一个存储库。完成后可以打开其他存储库。</translation>
    </message>
    <message>
        <source>The vault is in %1 now.</source>
        <translation>存储库现在位于 %1。</translation>
    </message>
    <message>
        <source>The vault was not moved: %1.</source>
        <translation>存储库未移动：%1。</translation>
    </message>
    <message>
        <source>%1 holds no vault yet.</source>
        <translation>%1 中还没有存储库。</translation>
    </message>
    <message>
        <source>Make a vault there</source>
        <translation>在此新建存储库</translation>
    </message>
    <message>
        <source>The vault could not be opened: %1.</source>
        <translation>无法打开存储库：%1。</translation>
    </message>
    <message>
        <source>The demo needs a folder, and %1 could not be made: %2.</source>
        <translation>演示需要一个文件夹，但无法创建 %1：%2。</translation>
    </message>
    <message>
        <source>The demo training ended: %1.</source>
        <translation>演示训练已结束：%1。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Stepvault was not installed: %1.</source>
        <translation>未能安装 Stepvault:%1。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::VaultPage</name>
    <message>
        <source>What the vault takes up appears here</source>
        <translation>这里会显示存储库占用的空间</translation>
    </message>
    <message>
        <source>As soon as it is read: its bytes by run, what rules would remove of it, and its trash.</source>
        <translation>读取完成后显示：各运行的字节、规则会移除的内容，以及回收站。</translation>
    </message>
    <message>
        <source>The vault could not be read</source>
        <translation>无法读取存储库</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>The rules were not kept for the next time: %1.</source>
        <translation>规则未能保存供下次使用：%1。</translation>
    </message>
    <message>
        <source>The vault is empty</source>
        <translation>存储库为空</translation>
    </message>
    <message>
        <source>With the first checkpoint its space by run appears here, what rules would remove, and its trash.</source>
        <translation>有了第一个检查点后，这里会显示各运行占用的空间、规则会移除的内容以及回收站。</translation>
    </message>
    <message>
        <source>Add run folder</source>
        <translation>添加运行文件夹</translation>
    </message>
    <message>
        <source>Repair from a copy of the vault</source>
        <translation>从存储库的副本修复</translation>
    </message>
    <message>
        <source>Verifying every stored byte …</source>
        <translation>正在校验每个存储的字节……</translation>
    </message>
    <message>
        <source>Repairing …</source>
        <translation>正在修复…</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::VaultWork</name>
    <message>
        <source>Removing checkpoints</source>
        <translation>正在移除检查点</translation>
    </message>
    <message>
        <source>Removing checkpoints of %1</source>
        <translation>正在移除 %1 的检查点</translation>
    </message>
    <message>
        <source>Emptying the trash</source>
        <translation>正在清空回收站</translation>
    </message>
    <message>
        <source>Verifying the vault</source>
        <translation>正在校验存储库</translation>
    </message>
    <message>
        <source>Verifying %1</source>
        <translation>正在校验 %1</translation>
    </message>
    <message>
        <source>Repairing the vault</source>
        <translation>正在修复存储库</translation>
    </message>
    <message>
        <source>Repairing %1</source>
        <translation>正在修复 %1</translation>
    </message>
    <message>
        <source>Computing how small the weights are</source>
        <translation>正在计算权重的大小</translation>
    </message>
    <message>
        <source>Computing how small the weights of %1 are</source>
        <translation>正在计算 %1 的权重大小</translation>
    </message>
    <message>
        <source>Stripping checkpoints to their weights</source>
        <translation>正在将检查点缩减为权重</translation>
    </message>
    <message>
        <source>Stripping checkpoints of %1 to their weights</source>
        <translation>正在将 %1 的检查点缩减为权重</translation>
    </message>
    <message>
        <source>Looking for originals that can go</source>
        <translation>正在查找可以移走的原始文件</translation>
    </message>
    <message>
        <source>Comparing originals with their stored copies</source>
        <translation>正在将原始文件与其存储副本比较</translation>
    </message>
    <message>
        <source>Comparing %1 with its stored copy</source>
        <translation>正在将 %1 与其存储副本比较</translation>
    </message>
    <message>
        <source>Writing parity</source>
        <translation>正在写入校验数据</translation>
    </message>
    <message>
        <source>Writing parity of %1</source>
        <translation>正在写入 %1 的校验数据</translation>
    </message>
    <message>
        <source>Restoring from the trash</source>
        <translation>正在从回收站恢复</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::VaultsBeside</name>
    <message>
        <source>Connecting to %1…</source>
        <translation>正在连接到 %1…</translation>
    </message>
    <message>
        <source>The vault %1 is shown already.</source>
        <translation>存储库 %1 已在显示中。</translation>
    </message>
    <message>
        <source>%1 is not connected: %2.</source>
        <translation>%1 未连接：%2。</translation>
    </message>
    <message>
        <source>Connect now</source>
        <translation>立即连接</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::VerifyLine</name>
    <message>
        <source>Verify</source>
        <translation>校验</translation>
    </message>
    <message>
        <source>Reads every stored byte and compares it with its checksum</source>
        <translation>读取每个存储的字节并与校验和比较</translation>
    </message>
    <message>
        <source>%1, verified %2</source>
        <translation>%1，校验于 %2</translation>
    </message>
    <message>
        <source>Not verified since this window was opened.</source>
        <translation>打开此窗口后尚未校验。</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>By what the vault holds, and by originals</source>
        <translation>用存储库中已有的内容和原始文件</translation>
    </message>
    <message>
        <source>From a copy of the vault…</source>
        <translation>从存储库的副本…</translation>
    </message>
    <message>
        <source>Puts sound files in the place of damaged ones. What can&apos;t be repaired is set aside, and comes back once there is a copy.</source>
        <translation>用完好的文件替换损坏的文件。无法修复的会被搁置，一旦有副本便可恢复。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::WatchNotes</name>
    <message>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>%1 was passed over: %2.</source>
        <translation>已跳过 %1：%2。</translation>
    </message>
    <message>
        <source>%1. Trying again later.</source>
        <translation>%1。稍后重试。</translation>
    </message>
    <message>
        <source>%1: %2. Trying again later.</source>
        <translation>%1：%2。稍后重试。</translation>
    </message>
    <message>
        <source>%1 is kept as it is: %2.</source>
        <translation>%1 原样保存：%2。</translation>
    </message>
    <message>
        <source>Another Stepvault is filing this run; following along.</source>
        <translation>另一个 Stepvault 正在归档此运行；这里只跟随查看。</translation>
    </message>
    <message>
        <source>%1 was removed before it could be filed.</source>
        <translation>%1 在归档之前已被移除。</translation>
    </message>
    <message>
        <source>%1 was removed before it could be filed: %2.</source>
        <translation>%1 在归档之前已被移除：%2。</translation>
    </message>
    <message>
        <source>It is not there. Its runs are taken up when it is back.</source>
        <translation>文件夹不存在。它恢复后，将继续处理其中的运行。</translation>
    </message>
    <message>
        <source>It may not be read. Its runs are taken up when it may.</source>
        <translation>没有读取权限。获得权限后，将继续处理其中的运行。</translation>
    </message>
    <message>
        <source>It is empty: the disk that held its runs is not mounted.</source>
        <translation>文件夹为空：存放其运行的磁盘未挂载。</translation>
    </message>
    <message>
        <source>It cannot be read: %1.</source>
        <translation>无法读取：%1。</translation>
    </message>
    <message>
        <source>%1 checkpoint waits for space on the vault&apos;s disk: %2.</source>
        <translation>%1 个检查点正在等待存储库所在磁盘腾出空间：%2。</translation>
    </message>
    <message>
        <source>%1 checkpoints wait for space on the vault&apos;s disk: %2.</source>
        <translation>%1 个检查点正在等待存储库所在磁盘腾出空间：%2。</translation>
    </message>
    <message>
        <source>It is filed again.</source>
        <translation>已恢复归档。</translation>
    </message>
    <message>
        <source>It is watched again.</source>
        <translation>已恢复监视。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::WatchReporter</name>
    <message>
        <source>Filing %1</source>
        <translation>正在归档 %1</translation>
    </message>
    <message>
        <source>Watching stopped: %1. It begins again by itself.</source>
        <translation>监视已中断：%1。会自动重新开始。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::WebhookDialog</name>
    <message>
        <source>By the address</source>
        <translation>按地址</translation>
    </message>
    <message>
        <source>Send a test message</source>
        <translation>发送测试消息</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Webhook</source>
        <translation>Webhook</translation>
    </message>
    <message>
        <source>Stepvault sends a message to this address once for each event: to a topic of ntfy, an incoming webhook of Slack, or a program of yours. The address is kept in your settings, never in the vault.</source>
        <translation>每个事件，Stepvault 都向此地址发送一条消息：ntfy 的主题、Slack 的传入 Webhook，或自己的程序。地址只保存在你的设置中，绝不保存在存储库中。</translation>
    </message>
    <message>
        <source>The message arrived.</source>
        <translation>消息已送达。</translation>
    </message>
    <message>
        <source>Not sent: %1.</source>
        <translation>未发送：%1。</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Form of the messages</source>
        <translation>消息的形式</translation>
    </message>
    <message>
        <source>Events to send</source>
        <translation>要发送的事件</translation>
    </message>
    <message>
        <source>A run stalls</source>
        <translation>运行停滞</translation>
    </message>
    <message>
        <source>A run diverges</source>
        <translation>运行发散</translation>
    </message>
    <message>
        <source>A run finishes</source>
        <translation>运行完成</translation>
    </message>
    <message>
        <source>Space runs low</source>
        <translation>空间不足</translation>
    </message>
    <message>
        <source>Damage is found</source>
        <translation>发现损坏</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Fits this address: %1</source>
        <translation>适合此地址：%1</translation>
    </message>
    <message>
        <source>An address begins with https:// or http:// and has no spaces.</source>
        <translation>地址以 https:// 或 http:// 开头，且不含空格。</translation>
    </message>
    <message>
        <source>Sending…</source>
        <translation>正在发送…</translation>
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
        <translation>这是一条测试消息。运行的事件会以同样的形式出现。</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::WeightsChoice</name>
    <message>
        <source>Python code that loads the weights</source>
        <translation>加载权重的 Python 代码</translation>
    </message>
    <message>
        <source>Copy the Python code that loads the weights</source>
        <translation>复制加载权重的 Python 代码</translation>
    </message>
    <message>
        <source>Copy the code</source>
        <translation>复制代码</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Weights only, %1</source>
        <translation>仅权重，%1</translation>
    </message>
    <message>
        <source>Weights only</source>
        <translation>仅权重</translation>
    </message>
    <message>
        <source>The model&apos;s weights without optimizer, schedulers and random states</source>
        <translation>模型权重，不含优化器、调度器和随机状态</translation>
    </message>
    <message>
        <source>Not of this checkpoint: %1.</source>
        <translation>此检查点不行：%1。</translation>
    </message>
    <message>
        <source>For inference and fine-tuning. Training can&apos;t be resumed from it: optimizer, schedulers and random states are left out.</source>
        <translation>用于推理和微调。不能由此继续训练：其中不含优化器、调度器和随机状态。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Nothing else is kept of it</source>
        <translation>其余内容已不再保留</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::WindowActions</name>
    <message>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Open vault…</source>
        <translation>打开存储库…</translation>
    </message>
    <message>
        <source>Try the demo</source>
        <translation>试用演示</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Export chart…</source>
        <translation>导出图表…</translation>
    </message>
    <message>
        <source>Reset zoom</source>
        <translation>重置缩放</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Close sheet</source>
        <translation>关闭面板</translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation>筛选运行</translation>
    </message>
    <message>
        <source>Next page of the run</source>
        <translation>运行的下一页</translation>
    </message>
    <message>
        <source>Previous page of the run</source>
        <translation>运行的上一页</translation>
    </message>
    <message>
        <source>About Stepvault</source>
        <translation>关于 Stepvault</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>添加文件夹</translation>
    </message>
    <message>
        <source>Save the chart as a picture, page, drawing or table (Ctrl+E)</source>
        <translation>将图表保存为图片、页面、矢量图或表格 (Ctrl+E)</translation>
    </message>
    <message>
        <source>Bring the selected checkpoint back (Ctrl+R)</source>
        <translation>恢复所选检查点 (Ctrl+R)</translation>
    </message>
    <message>
        <source>Watch the folder of a training run (Ctrl+N)</source>
        <translation>监视训练运行的文件夹 (Ctrl+N)</translation>
    </message>
    <message>
        <source>System</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Keys and mouse</source>
        <translation>按键与鼠标</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>No rule removes the selected checkpoint (Ctrl+P)</source>
        <translation>任何规则都不会删除所选检查点 (Ctrl+P)</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Keep running in the tray</source>
        <translation>在托盘中继续运行</translation>
    </message>
    <message>
        <source>Keep running in the tray (there is none here)</source>
        <translation>在托盘中继续运行（此处没有托盘）</translation>
    </message>
    <message>
        <source>A run stalls</source>
        <translation>运行停滞</translation>
    </message>
    <message>
        <source>A run diverges</source>
        <translation>运行发散</translation>
    </message>
    <message>
        <source>A run finishes</source>
        <translation>运行完成</translation>
    </message>
    <message>
        <source>Space runs low</source>
        <translation>空间不足</translation>
    </message>
    <message>
        <source>Damage is found</source>
        <translation>发现损坏</translation>
    </message>
    <message>
        <source>Filing fails</source>
        <translation>归档失败</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>指南</translation>
    </message>
    <message>
        <source>Move vault…</source>
        <translation>移动存储库…</translation>
    </message>
    <message>
        <source>Look inside</source>
        <translation>查看内部</translation>
    </message>
    <message>
        <source>Page Cluster</source>
        <translation>“集群”页</translation>
    </message>
    <message>
        <source>Table of runs</source>
        <translation>运行表</translation>
    </message>
    <message>
        <source>Watched folders</source>
        <translation>监视的文件夹</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Webhook…</source>
        <translation>Webhook…</translation>
    </message>
    <message>
        <source>Connect to a machine…</source>
        <translation>连接到机器…</translation>
    </message>
</context>
<context>
    <name>stepvault::ui::Workspace</name>
    <message>
        <source>Runs appear here</source>
        <translation>运行会显示在这里</translation>
    </message>
    <message>
        <source>Add the folder that a training run writes into, or drag it onto this window. Stepvault follows it and changes nothing in it.</source>
        <translation>添加训练写入的文件夹，或将其拖到此窗口。Stepvault 会跟踪它，不改动其中任何内容。</translation>
    </message>
    <message>
        <source>Add run folder</source>
        <translation>添加运行文件夹</translation>
    </message>
    <message>
        <source>Waiting for the first checkpoint</source>
        <translation>等待第一个检查点</translation>
    </message>
    <message>
        <source>%1 is watched. Its run shows here as soon as a checkpoint or a metric has been written.</source>
        <translation>正在监视 %1。一旦写出检查点或指标，运行就会显示在这里。</translation>
    </message>
    <message>
        <source>Add another folder</source>
        <translation>添加另一个文件夹</translation>
    </message>
</context>
</TS>
