// The scenes: what is said, in English and Chinese, and what is done on the stage. A step with "faults" needs --faults.

import { json } from './api.js';

export const SCENES = [
  {
    id: 'list-watch', note: '000',
    title: { en: 'List once, then watch', zh: '先 list 一次，然后 watch' },
    about: { en: 'A copy of a collection, kept up to date by one stream.', zh: '用一条流让集合的副本保持最新。' },
    steps: [
      { say: { en: 'A program wants a copy of a collection that another program owns. It lists once.', zh: '程序想要一份由别的程序拥有的集合的副本。它先 list 一次。' },
        act: async (stage, memory) => { await stage.create('a'); memory.version = await stage.list(); } },
      { say: { en: 'The list says at which version the collection was so. The watch begins exactly there: no gap, no overlap.', zh: 'list 的响应说明了集合处于哪个版本。watch 正好从那里开始：没有空隙，也没有重叠。' },
        act: async (stage, memory) => { memory.watch = stage.open(memory.version); await stage.until(() => memory.watch.state === 'live'); } },
      { say: { en: 'Nothing happens, and nothing is sent. The dot waits at the head of the window.', zh: '没有变化，就什么也不发送。圆点停在窗口的最新处等待。' } },
      { say: { en: 'Somebody creates an object: the same stream brings ADDED.', zh: '有人创建对象：同一条流送来 ADDED。' },
        act: async (stage, memory) => { await stage.create('b'); await stage.until(() => memory.watch.events >= 1); } },
      { say: { en: 'A change brings MODIFIED, with the whole object and its new version.', zh: '修改带来 MODIFIED,其中有整个对象和它的新版本。' },
        act: async (stage, memory) => { await stage.change('b', 2); await stage.until(() => memory.watch.events >= 2); } },
      { say: { en: 'A deletion brings DELETED, with the last state. The copy has been right all the time, after one list and one watch.', zh: '删除带来 DELETED 和最后的状态。一次 list、一次 watch,副本一直正确。' },
        act: async (stage, memory) => { await stage.remove('b'); await stage.until(() => memory.watch.events >= 3); } }],
  },
  {
    id: 'reflector', note: '001',
    title: { en: 'A watch that begins with a list', zh: '以 list 开始的 watch' },
    about: { en: 'What a reflector does since 1.35: sendInitialEvents, and the bookmark that ends them.', zh: '1.35 起 reflector 的做法：sendInitialEvents,以及结束它的书签。' },
    steps: [
      { say: { en: 'Two objects exist already.', zh: '已经有两个对象。' }, act: async (stage) => { await stage.create('a'); await stage.create('b'); } },
      { say: { en: 'The reflector opens a watch with sendInitialEvents=true. There is no list request.', zh: 'Reflector 用 sendInitialEvents=true 打开 watch。没有 list 请求。' },
        act: async (stage, memory) => {
          memory.watch = stage.open('', { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' });
          await stage.until(() => memory.watch.events >= 2);
        } },
      { say: { en: 'What exists comes as ADDED, one by one. A bookmark with k8s.io/initial-events-end ends it: now the store is complete.', zh: '已有的对象逐个作为 ADDED 到来。带 k8s.io/initial-events-end 的书签结束这一段：现在 store 是完整的。' } },
      { say: { en: 'The same stream goes on with what changes.', zh: '同一条流继续送来变更。' },
        act: async (stage, memory) => { await stage.change('a', 2); await stage.until(() => memory.watch.events >= 3); } }],
  },
  {
    id: 'one-way', note: '002',
    title: { en: 'One stream, many events, one way', zh: '一条流，许多事件，单向' },
    about: { en: 'A watch is the response to one GET. The client can only close it.', zh: 'watch 是一个 GET 的响应。客户端只能关闭它。' },
    steps: [
      { say: { en: 'One GET opens the watch. From here on the client sends nothing on it.', zh: '一个 GET 打开 watch。此后客户端不再在上面发送任何东西。' },
        act: async (stage, memory) => { memory.watch = stage.open(await stage.list()); await stage.until(() => memory.watch.state === 'live'); } },
      { say: { en: 'Five changes are five events on that stream, in the order of their versions.', zh: '五次变更就是这条流上的五个事件，按版本排序。' },
        act: async (stage, memory) => {
          await stage.create('a');
          for (let i = 2; i <= 5; i++) await stage.change('a', i);
          await stage.until(() => memory.watch.events >= 5);
        } },
      { say: { en: 'A second watcher costs the server a second mark on the same window, not a second copy of the events.', zh: '第二个观察者只是同一个窗口上的第二个标记，而不是事件的第二份副本。' },
        act: async (stage, memory) => { memory.second = stage.open(memory.watch.version); await stage.until(() => memory.second.state === 'live'); await stage.change('a', 6); } },
      { say: { en: 'The client closes the stream: the only thing that it can say.', zh: '客户端关闭流：这是它唯一能说的话。' }, act: async (stage, memory) => { memory.watch.stop(); await memory.watch.ended; } }],
  },
  {
    id: 'window', note: '003',
    title: { en: 'One window, many cursors', zh: '一个窗口，许多游标' },
    about: { en: 'Selectors, a slow watcher, and why it does not delay the others.', zh: '选择器、慢的观察者，以及为什么它不会拖慢别人。' },
    steps: [
      { say: { en: 'Two watchers: one of everything, one of colour=blue only.', zh: '两个观察者：一个看全部，一个只看 colour=blue。' },
        act: async (stage, memory) => {
          const version = await stage.list();
          memory.all = stage.open(version, {}, 'all: ');
          memory.blue = stage.open(version, { labelSelector: `${stage.selector},colour=blue` }, 'blue: ');
          await stage.until(() => memory.all.state === 'live' && memory.blue.state === 'live');
        } },
      { say: { en: 'A red object and a blue one: the first watcher gets two events, the second one.', zh: '一个红色对象和一个蓝色对象：第一个观察者得到两个事件，第二个得到一个。' },
        act: async (stage, memory) => { await stage.create('red', { colour: 'red' }); await stage.create('blue', { colour: 'blue' }); await stage.until(() => memory.all.events >= 2 && memory.blue.events >= 1); } },
      { faults: true, say: { en: 'Now one watch of the page is stalled: as if its client did not read.', zh: '现在让页面的一个 watch 停住：就像它的客户端不再读取。' },
        act: async (stage, memory) => {
          const { items } = await json(`/debug/listwatch/watches?resource=configmaps`);
          memory.stalled = items.find((each) => each.labelSelector?.includes(stage.id) && each.labelSelector.includes('blue'))?.auditId;
          if (memory.stalled) memory.fault = await stage.fault({ do: 'stall', auditId: memory.stalled });
        } },
      { faults: true, say: { en: 'More changes: the other watcher gets them at once. The stalled one stays where it is, and the bar is its lag.', zh: '更多变更：另一个观察者立即得到它们。停住的那个留在原处，横条就是它落后的距离。' },
        act: async (stage, memory) => { for (let i = 2; i <= 7; i++) await stage.change('blue', i); await stage.until(() => memory.all.events >= 8); } },
      { faults: true, say: { en: 'It reads again and catches up from the window. Nothing was lost.', zh: '它重新开始读取，从窗口中追上来。什么也没有丢失。' },
        act: async (stage, memory) => { if (memory.fault) await stage.unfault(memory.fault); await stage.until(() => memory.blue.events >= 7); } }],
  },
  {
    id: 'resume', note: '004',
    title: { en: 'Break, resume, and 410', zh: '断开、恢复与 410' },
    about: { en: 'A broken watch goes on after the last version seen, unless history is gone.', zh: '断开的 watch 从最后见到的版本继续，除非历史已经不在。' },
    steps: [
      { say: { en: 'A watch is open and has seen a version.', zh: '一个 watch 打开着，并且见过一个版本。' },
        act: async (stage, memory) => {
          memory.watch = stage.open(await stage.list());
          await stage.until(() => memory.watch.state === 'live');
          await stage.create('a');
          await stage.until(() => memory.watch.events >= 1);
        } },
      { say: { en: 'The connection breaks.', zh: '连接断开。' }, act: async (stage, memory) => { memory.watch.stop(); await memory.watch.ended; } },
      { say: { en: 'Meanwhile two changes happen. Nobody tells the client.', zh: '这期间发生了两次变更。没有人告诉客户端。' }, act: async (stage) => { await stage.change('a', 2); await stage.create('b'); } },
      { say: { en: 'It watches again, after the last version that it has seen: both changes come, in order.', zh: '它从最后见到的版本之后再次 watch:两次变更按顺序到来。' },
        act: async (stage, memory) => { memory.again = stage.open(memory.watch.version); await stage.until(() => memory.again.events >= 2); memory.again.stop(); } },
      { faults: true, say: { en: 'Now history is gone, as after a long break. The watch gets ERROR with code 410.', zh: '现在历史已经不在，就像断开了很久。watch 得到代码为 410 的 ERROR。' },
        act: async (stage, memory) => {
          memory.fault = await stage.fault({ do: 'expire', resource: 'configmaps', namespace: 'default' });
          memory.late = stage.open(memory.again.version);
          await memory.late.ended;
          await stage.unfault(memory.fault);
        } },
      { say: { en: 'Then it lists again, and watches from there. A list can always repair a copy.', zh: '于是它重新 list,再从那里 watch。list 总能修复副本。' },
        act: async (stage, memory) => { memory.last = stage.open(await stage.list()); await stage.until(() => memory.last.state === 'live'); await stage.change('b', 2); await stage.until(() => memory.last.events >= 1); } }],
  },
];
