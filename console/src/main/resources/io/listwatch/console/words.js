// The words of the page, in English and Chinese. Kubernetes' terms stay as they are.

const WORDS = {
  en: {
    title: 'Listwatch console', skip: 'Skip to content', resources: 'Resources', filterResources: 'Filter resources',
    inUse: 'In use', core: 'core', objects: 'Objects', mechanism: 'Mechanism', load: 'Load', theme: 'Theme', language: '中文',
    readOnly: 'read-only', allNamespaces: 'All namespaces', namespace: 'Namespace', labels: 'Label selector', fields: 'Field selector',
    wide: 'Wide', live: 'live', connecting: 'connecting', reconnecting: 'reconnecting', paused: 'history', loading: 'Loading…',
    objectsOf: (shown, total) => (shown === total ? (total === '1' ? '1 object' : `${total} objects`) : `${shown} of ${total} objects`),
    noObjects: 'No objects.', noMatch: 'Nothing matches the selectors.', close: 'Close', copy: 'Copy', copied: 'Copied',
    owners: 'Owners of fields', nobody: 'no manager', masked: (n) => `•••••••• (${n} bytes, masked)`, gone: 'deleted',
    changedAt: (v, n) => `Version ${v} changed ${n} ${n === 1 ? 'field' : 'fields'}`, unchanged: (v) => `Version ${v}`,
    storage: 'Storage', revision: 'revision', reflector: 'Reflector', cache: 'Watch cache', window: 'Window of changes',
    watchers: 'Watchers', storageText: 'Every write of every resource gets the next revision.',
    reflectorText: 'Lists once, then watches storage.', behind: (n) => (n === 0 ? 'up to date' : `${n} revisions behind`),
    lists: (n) => (n === 1 ? '1 list' : `${n} lists`), reconnects: (n) => (n === 1 ? '1 reconnect' : `${n} reconnects`), heard: 'heard from storage', ago: (a) => `${a} ago`, oldest: 'oldest', head: 'head', kept: 'changes kept',
    state: 'state', version: 'version', noWatchers: 'Nobody watches this resource.', noCache: 'No cache: storage serves this resource.',
    unusedCache: 'Nobody has read this resource yet. Its cache is filled by the first read.', more: (n) => `and ${n} more, not shown`,
    client: 'Client', scope: 'Scope', from: 'From', encoding: 'Encoding', stage: 'Stage', lag: 'Lag', sent: 'Sent',
    eventsOf: (n, of) => (of === 1 ? '1 event' : `${n} events`), deltasOf: (n, of) => (of === 1 ? '1 delta' : `${n} deltas`), initial: 'initial', blocked: 'blocked', blockedText: 'client does not read',
    bookmarks: 'bookmarks', withBookmarks: 'with bookmarks', withoutBookmarks: 'no bookmarks', watcherOf: 'User, client or address', emptyWindow: 'No change since the cache was filled.', everything: 'everything',
    added: 'added', modified: 'modified', deleted: 'deleted', windowLabel: (c, w) => `The last ${c} changes, and ${w} watchers on them`,
    states: { new: 'new', resuming: 'resuming', listing: 'listing', streaming: 'streaming', watching: 'watching', waiting: 'waiting', stopped: 'stopped' },
    stages: { starting: 'starting', initial: 'initial events', reading: 'reading', parked: 'parked', catching_up: 'catching up', storage: 'from storage', ended: 'ended' },
    requests: 'Requests', perSecond: '/s', latency: 'Latency, p99', median: 'median', openWatches: 'Open watches', changes: 'Changes', deliveries: 'Events sent to watchers',
    heap: 'Heap', database: 'Storage size', queued: 'Queued', failures: 'failed', lastHour: 'The last hour, a point every ten seconds.', most: (v) => `max ${v}`, flowControl: 'Flow control: in flight', noLoad: 'The first point appears ten seconds after the start.',
    token: 'Token', tokenText: 'This port needs a token. It stays in the memory of this page and is sent to this server only.', signIn: 'Sign in',
    tokenHint: 'kubectl create token NAME prints one.', wrongToken: 'The server does not accept this token.', signedOut: 'Your sign-in has ended.', forbidden: 'You may not see this.', error: 'Error',
    time: 'Time', now: 'Now', asOf: (v) => `as of version ${v}`, timeText: 'Drag to see the collection as it was.', expired: 'Storage no longer keeps this version.', earlier: 'Earlier', later: 'Later',
    usedLink: 'This link was used before, or is older than a minute. listwatch console prints a new one.', scenes: 'Scenes', note: 'note',
    scenesText: 'The walk-throughs of the notes, played on this server with ConfigMaps of their own.', scenesNeed: 'Scenes create and change objects: start the server with --console writable (and --faults for all of them).',
    needsFaults: 'left out: needs --faults', story: 'What happens', wire: 'On the wire', next: 'Next', again: 'Again', pause: 'Pause', play: 'Play',
    edit: 'Edit', remove: 'Delete', cancel: 'Cancel', newObject: '+ New', create: (kind) => `New ${kind}`, manifest: 'Manifest', how: 'How to write', preview: 'Dry run', write: 'Write', editAgain: 'Edit again',
    modes: { update: 'Replace', apply: 'Server-side apply' }, force: 'Force', forceText: 'Take over fields of other managers',
    modeHints: { create: 'A new object, as YAML or JSON.', update: 'The whole object. If it has changed meanwhile, the write is rejected.', apply: 'Only the fields that you want to own. The others stay as they are.' },
    secretHint: 'Values are never shown. Write the ones to change, such as stringData; the others stay as they are.', nothing: 'nothing', afterWrite: 'after the write',
    deleteObject: (name) => `Delete ${name}?`, equalLines: (n) => (n === 1 ? '1 equal line' : `${n} equal lines`), noDifference: 'No difference.', differs: 'What differs is marked.', notThen: 'It did not exist then.',
    compare: 'Compare', compareText: 'Keep this version and compare it with another', comparing: (a, b) => `${a} compared with ${b}`,
    faults: 'Faults', breakWatch: 'Break', breakText: 'Break the connection of this watch', stall: 'Stall', stallText: 'Send nothing more on this watch until it goes on', goOn: 'Go on',
    informers: 'Informers', noInformers: 'No informer of this resource reports its steps. In Java: Trace.to(TraceUpload.of(client, "my-controller")).', steps: 'Steps', waiting: (n, b) => `${n} waiting, ${b} in work`, reconciles: (n) => (n === 1 ? '1 reconcile' : `${n} reconciles`), droppedSteps: (n) => `${n} steps dropped`,
    parts: { list: 'ListerWatcher', watch: 'Reflector', delta: 'Queue', index: 'Store', handler: 'Handlers', queue: 'Work queue' },
    menu: 'Resources', sortBy: (c) => `Sort by ${c}`, cut: (n) => `Only the first ${n} objects are shown. Use a selector.`, empty: 'Choose a resource.',
  },
  zh: {
    title: 'Listwatch 控制台', skip: '跳到内容', resources: '资源', filterResources: '筛选资源',
    inUse: '使用中', core: 'core', objects: '对象', mechanism: '机制', load: '负载', theme: '主题', language: 'English',
    readOnly: '只读', allNamespaces: '所有命名空间', namespace: '命名空间', labels: '标签选择器', fields: '字段选择器',
    wide: '宽表', live: '实时', connecting: '正在连接', reconnecting: '正在重连', paused: '历史', loading: '加载中…',
    objectsOf: (shown, total) => (shown === total ? `${total} 个对象` : `${total} 个对象中的 ${shown} 个`),
    noObjects: '没有对象。', noMatch: '没有符合选择器的对象。', close: '关闭', copy: '复制', copied: '已复制',
    owners: '字段的所有者', nobody: '无管理者', masked: (n) => `•••••••• (${n} 字节，已隐藏)`, gone: '已删除',
    changedAt: (v, n) => `版本 ${v} 改变了 ${n} 个字段`, unchanged: (v) => `版本 ${v}`,
    storage: '存储', revision: '修订版本', reflector: 'Reflector', cache: 'Watch 缓存', window: '变更窗口',
    watchers: '观察者', storageText: '任何资源的每次写入都得到下一个修订版本。',
    reflectorText: '先 list 一次，然后 watch 存储。', behind: (n) => (n === 0 ? '已是最新' : `落后 ${n} 个修订版本`),
    lists: (n) => `${n} 次 list`, reconnects: (n) => `${n} 次重连`, heard: '最近一次来自存储的消息', ago: (a) => `${a} 前`, oldest: '最旧', head: '最新', kept: '个保留的变更',
    state: '状态', version: '版本', noWatchers: '没有人 watch 这个资源。', noCache: '没有缓存：由存储直接提供。',
    unusedCache: '还没有人读过这个资源。第一次读取时填充缓存。', more: (n) => `还有 ${n} 个未显示`,
    client: '客户端', scope: '范围', from: '起点', encoding: '编码', stage: '阶段', lag: '落后', sent: '已发送',
    eventsOf: (n) => `${n} 个事件`, deltasOf: (n) => `${n} 个增量`, initial: '初始', blocked: '阻塞', blockedText: '客户端没有读取',
    bookmarks: '书签', withBookmarks: '有书签', withoutBookmarks: '无书签', watcherOf: '用户、客户端或地址', emptyWindow: '缓存填充之后没有变更。', everything: '全部',
    added: '新增', modified: '修改', deleted: '删除', windowLabel: (c, w) => `最近 ${c} 个变更，以及其上的 ${w} 个观察者`,
    states: { new: '未启动', resuming: '恢复中', listing: '正在 list', streaming: '正在流式 list', watching: '正在 watch', waiting: '等待重试', stopped: '已停止' },
    stages: { starting: '启动中', initial: '初始事件', reading: '读取中', parked: '等待中', catching_up: '追赶中', storage: '读存储', ended: '已结束' },
    requests: '请求', perSecond: '/秒', latency: '延迟 p99', median: '中位数', openWatches: '打开的 watch', changes: '变更', deliveries: '发给观察者的事件',
    heap: '堆内存', database: '存储大小', queued: '排队', failures: '失败', lastHour: '最近一小时，每十秒一个点。', most: (v) => `最大 ${v}`, flowControl: '流量控制：处理中', noLoad: '启动十秒后出现第一个点。',
    token: '令牌', tokenText: '此端口需要令牌。令牌只保存在本页面的内存中，只发送给此服务器。', signIn: '登录',
    tokenHint: '用 kubectl create token NAME 获取。', wrongToken: '服务器不接受这个令牌。', signedOut: '登录已结束。', forbidden: '您无权查看。', error: '错误',
    time: '时间', now: '现在', asOf: (v) => `版本 ${v} 时的状态`, timeText: '拖动以查看集合过去的状态。', expired: '存储不再保留这个版本。', earlier: '更早', later: '更晚',
    usedLink: '这个链接已经用过，或者超过一分钟。用 listwatch console 获取新的。', scenes: '场景', note: '笔记',
    scenesText: '笔记中的演练，在这个服务器上用自己的 ConfigMap 播放。', scenesNeed: '场景会创建和修改对象：请用 --console writable 启动服务器(全部场景还需要 --faults)。',
    needsFaults: '已略过：需要 --faults', story: '发生了什么', wire: '网络上', next: '下一步', again: '重播', pause: '暂停', play: '播放',
    edit: '编辑', remove: '删除', cancel: '取消', newObject: '+ 新建', create: (kind) => `新建 ${kind}`, manifest: '清单', how: '写入方式', preview: '试运行', write: '写入', editAgain: '继续编辑',
    modes: { update: '替换', apply: '服务端 apply' }, force: '强制', forceText: '接管其他管理者的字段',
    modeHints: { create: '一个新对象，YAML 或 JSON。', update: '整个对象。如果它在此期间被改变，写入会被拒绝。', apply: '只写您想拥有的字段。其余保持不变。' },
    secretHint: '值从不显示。只写要改的值，例如 stringData;其余保持不变。', nothing: '无', afterWrite: '写入之后',
    deleteObject: (name) => `删除 ${name}?`, equalLines: (n) => `${n} 行相同`, noDifference: '没有差异。', differs: '差异已标出。', notThen: '那时它还不存在。',
    compare: '比较', compareText: '保留这个版本并与另一个比较', comparing: (a, b) => `${a} 与 ${b} 比较`,
    faults: '故障', breakWatch: '断开', breakText: '断开这个 watch 的连接', stall: '停住', stallText: '在恢复之前不再向这个 watch 发送任何内容', goOn: '恢复',
    informers: 'Informer', noInformers: '没有此资源的 informer 报告它的步骤。Java 中：Trace.to(TraceUpload.of(client, "my-controller"))。', steps: '步骤', waiting: (n, b) => `${n} 个等待，${b} 个处理中`, reconciles: (n) => `${n} 次 reconcile`, droppedSteps: (n) => `丢弃了 ${n} 步`,
    parts: { list: 'ListerWatcher', watch: 'Reflector', delta: '队列', index: 'Store', handler: '处理器', queue: '工作队列' },
    menu: '资源', sortBy: (c) => `按 ${c} 排序`, cut: (n) => `只显示前 ${n} 个对象，请使用选择器。`, empty: '请选择资源。',
  },
};

let language = stored() ?? (navigator.language?.startsWith('zh') ? 'zh' : 'en');

function stored() {
  const value = localStorage.getItem('listwatch.language');
  return value in WORDS ? value : null;
}

// The words of the current language.
export function words() {
  return WORDS[language];
}

export function currentLanguage() {
  return language;
}

export function toggleLanguage() {
  language = language === 'en' ? 'zh' : 'en';
  localStorage.setItem('listwatch.language', language);
}
