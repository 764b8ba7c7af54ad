// The path of a change as one picture: storage, reflector, window, watchers.

import { json, nameOf, poll, write } from './api.js';
import { fill, h, s, set, text } from './dom.js';
import { age, bytes, number } from './format.js';
import { informersPanel } from './informers.js';
import { words } from './words.js';

const PERIOD = 1000;
const LIMIT = 50;
const MANY = 500;
const VERY_MANY = 5000;
const STEP = 9;
const LANES = 24;
const LANE = 26;
const TOP = 74;
const SIDE = 28;

const FAULTS = '/listwatch/v1/faults';

export function mechanismView(main, { resource, settings }, signal) {
  const w = words();
  if (!resource) {
    fill(main, h('p', { class: 'empty' }, w.empty));
    return;
  }
  const flow = h('div', { class: 'flow' });
  const note = h('p', { class: 'empty', hidden: true });
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const picture = windowPicture();
  const table = watcherTable(settings.faults);
  const informers = informersPanel(resource);
  let client = '';
  let rest = 0;
  table.onFilter((text) => { client = text; rest = 0; });
  const facts = flowFacts(flow);
  const stage = h('div', { class: 'scene', hidden: true }, flow, picture.node, table.node, informers.node);
  fill(main, h('div', { class: 'stack' },
    h('div', { class: 'title' }, h('h1', {}, resource.resource), h('span', { class: 'group' }, `${resource.group || 'core'}/${resource.version}`)),
    problem, note, stage));

  const name = encodeURIComponent(nameOf(resource));
  poll(PERIOD, signal, async () => {
    // Beside thousands of watches the picture is refreshed less often, to stay cheap.
    if (rest-- > 0) return true;
    try {
      const [caches, watches] = await Promise.all([
        json(`/debug/listwatch/caches?resource=${name}`, { signal }),
        json(`/debug/listwatch/watches?resource=${name}&limit=${LIMIT}&client=${encodeURIComponent(client)}`, { signal }),
        settings.faults ? stalledWatches(signal).then(table.stalled) : null,
        informers.refresh(signal)]);
      problem.hidden = true;
      rest = watches.total > VERY_MANY ? 9 : watches.total > MANY ? 4 : 0;
      show(caches, watches);
    } catch (error) {
      if (signal.aborted) return false;
      problem.hidden = false;
      text(problem, error.code === 403 ? `${w.forbidden} ${error.message}` : error.message);
      return error.code !== 403;
    }
    return true;
  });

  function show({ storageRevision, items }, watches) {
    const cache = items[0];
    const unused = !cache || (cache.cached && cache.resourceVersion === 0);
    note.hidden = Boolean(cache?.cached) && !unused;
    text(note, unused ? w.unusedCache : w.noCache);
    stage.hidden = unused;
    if (unused) return;
    facts.update(storageRevision, cache);
    const placed = slowestFirst(watches.items, cache);
    picture.update(cache, placed);
    table.update(placed, watches.total);
  }
}

// Returns the faults that stall one watch: the watch's audit ID to the fault's ID.
async function stalledWatches(signal) {
  const { faults } = await json(FAULTS, { signal });
  return new Map(faults.filter((each) => each.do === 'stall' && each.auditId).map((each) => [each.auditId, each.id]));
}

// Returns watches with the number of changes that each has not read yet, the slowest first. The lag is null if it is not known;
// "further" is true if the server describes no more of the changes that the watch has yet to read.
export function slowestFirst(watches, cache) {
  const changes = cache.changes ?? [];
  const described = changes.length === (cache.window?.changes ?? 0);
  return watches.filter((each) => each.auditId).map((watch) => {
    const lag = watch.position === 0 ? null : changes.filter((change) => change.resourceVersion > watch.position).length;
    const further = lag === changes.length && lag > 0 && (!described || watch.position < cache.window.oldest);
    return { ...watch, lag, further };
  }).sort((a, b) => (b.lag ?? -1) - (a.lag ?? -1) || b.blocked - a.blocked || a.ageMillis - b.ageMillis);
}

// Three cards with arrows between them.
export function flowFacts(flow) {
  const w = words();
  const revision = h('strong', {});
  const reflectorState = h('strong', {});
  const reflectorFacts = h('p', { class: 'facts' });
  const version = h('strong', {});
  const cacheFacts = h('p', { class: 'facts' });
  const pipes = [h('div', { class: 'pipe', 'aria-hidden': 'true' }, h('i', {})), h('div', { class: 'pipe', 'aria-hidden': 'true' }, h('i', {}))];
  fill(flow,
    card('storage', w.storage, w.revision, revision, h('p', { class: 'facts' }, w.storageText)), pipes[0],
    card('reflector', w.reflector, w.state, reflectorState, reflectorFacts), pipes[1],
    card('cache', w.cache, w.version, version, cacheFacts));
  let last = 0;

  function card(kind, title, unit, value, more) {
    return h('section', { class: `card ${kind}` }, h('h2', {}, title), h('p', { class: 'figure' }, value, h('span', {}, unit)), more);
  }

  function update(storageRevision, cache) {
    text(revision, number(storageRevision));
    text(version, number(cache.resourceVersion ?? 0));
    const reflector = cache.reflector;
    text(reflectorState, reflector ? w.states[reflector.state] ?? reflector.state : '–');
    set(reflectorState, 'data-tone', reflector?.failing ? 'bad' : reflector?.state === 'watching' ? 'good' : 'busy');
    text(reflectorFacts, reflector
      ? `${w.lists(reflector.lists)} · ${w.reconnects(reflector.reconnects)} · ${w.heard} ${w.ago(age(cache.silenceMillis))}${reflector.lastError ? ` · ${reflector.lastError}` : ''}`
      : w.noCache);
    text(cacheFacts, cache.cached
      ? `${w.objectsOf(number(cache.objects), number(cache.objects))} · ${number(cache.window.changes)} ${w.kept} (${bytes(cache.window.bytes)})` : w.noCache);
    if (cache.resourceVersion !== last && last !== 0) pipes.forEach(pulse);
    last = cache.resourceVersion;
  }

  return { update };
}

// Sends a dot through an arrow: something has changed.
function pulse(pipe) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  pipe.firstChild.animate([{ offsetDistance: '0%', opacity: 1 }, { offsetDistance: '100%', opacity: 1 }], { duration: 700, easing: 'ease-in-out' });
}

// The window from its oldest change to its head, with a lane for each watcher.
export function windowPicture() {
  const w = words();
  const svg = s('svg', { role: 'img', class: 'window', 'aria-label': w.window });
  const ticks = s('g', {});
  const lanes = s('g', {});
  const left = s('text', { class: 'axis', y: 24 });
  const right = s('text', { class: 'axis end', y: 24, 'text-anchor': 'end' });
  const frame = s('rect', { class: 'frame', x: 8, y: 34, height: 34, rx: 8 });
  svg.append(frame, left, right, ticks, lanes);
  const legend = h('p', { class: 'legend' }, ['added', 'modified', 'deleted'].map((type) => h('span', { class: `key ${type}` }, h('i', { 'aria-hidden': 'true' }), w[type])),
    ['parked', 'reading', 'blocked'].map((stage) => h('span', { class: `key dot ${stage}` }, h('i', { 'aria-hidden': 'true' }), stage === 'blocked' ? `${w.blocked}: ${w.blockedText}` : w.stages[stage])));
  const node = h('section', { class: 'card picture' }, h('h2', {}, w.window), svg, legend);
  const dots = new Map();
  let known = [];

  function update(cache, watches) {
    const width = Math.max(280, svg.clientWidth || node.clientWidth - 40);
    const room = Math.floor((width - 2 * SIDE - 24) / STEP);
    const changes = (cache.changes ?? []).slice(-room);
    const shown = watches.slice(0, LANES);
    const height = TOP + Math.max(1, shown.length) * LANE + 10;
    set(svg, 'viewBox', `0 0 ${width} ${height}`);
    set(svg, 'height', height);
    set(svg, 'aria-label', w.windowLabel(changes.length, watches.length));
    set(frame, 'width', width - 16);
    const whole = (cache.changes ?? []).length >= (cache.window?.changes ?? 0) && changes.length === (cache.changes ?? []).length;
    text(left, whole ? `${w.oldest} ${number(cache.window?.oldest ?? 0)}` : `… ${number(changes[0]?.resourceVersion ?? 0)}`);
    text(right, `${w.head} ${number(cache.resourceVersion ?? 0)}`);
    set(left, 'x', whole ? Math.max(12, Math.min(width - SIDE - changes.length * STEP, width - 250)) : 12);
    set(right, 'x', width - 12);
    const head = width - SIDE;
    drawTicks(changes, head);
    drawLanes(shown, changes, head, height);
  }

  // The newest change is at the right; older ones are further left.
  function drawTicks(changes, head) {
    const fresh = new Set(changes.map((each) => each.resourceVersion).filter((version) => version > (known.at(-1) ?? Infinity)));
    known = changes.map((each) => each.resourceVersion);
    fill(ticks, changes.map((change, i) => s('rect', {
      class: `tick ${change.type.toLowerCase()}${fresh.has(change.resourceVersion) ? ' fresh' : ''}`, x: head - (changes.length - i) * STEP, y: 41, width: 5, height: 20, rx: 2,
    }, s('title', {}, `${change.type} · ${w.version} ${change.resourceVersion} · ${w.ago(age(change.ageMillis))}`))));
    if (changes.length === 0) ticks.append(s('text', { class: 'axis', x: 20, y: 56 }, w.emptyWindow));
  }

  function drawLanes(watches, changes, head, height) {
    const seen = new Set();
    watches.forEach((watch, i) => {
      seen.add(watch.auditId);
      const behind = Math.min(watch.lag ?? 0, changes.length);
      const x = head - behind * STEP;
      const y = TOP + i * LANE + LANE / 2;
      const dot = dots.get(watch.auditId) ?? newLane(watch.auditId);
      set(dot.group, 'class', `lane ${watch.blocked ? 'blocked' : watch.stage}`);
      text(dot.title, everythingOf(watch));
      dot.mark.style.transform = `translate(${x}px, ${y}px)`;
      set(dot.gap, 'x1', x);
      set(dot.gap, 'x2', head);
      set(dot.gap, 'y1', y);
      set(dot.gap, 'y2', y);
      set(dot.stem, 'd', `M ${x} 68 V ${y}`);
      set(dot.label, 'y', y + 4);
      set(dot.label, 'x', x > 240 ? x - 14 : x + 14);
      set(dot.label, 'text-anchor', x > 240 ? 'end' : 'start');
      text(dot.label, `${watch.user} · ${clientOf(watch)}${selectorOf(watch) ? ` · ${selectorOf(watch)}` : ''}${watch.lag ? ` · ${w.lag} ${lagOf(watch)}` : ''}`);
      const length = dot.label.getComputedTextLength() + 6;
      const [from, to] = x > 240 ? [x - 14 - length, x - 14] : [x + 8, x + 14 + length];
      set(dot.rail, 'd', `M 12 ${y} H ${Math.max(12, from)} M ${to} ${y} H ${head}`);
    });
    for (const [id, dot] of dots) {
      if (!seen.has(id)) {
        dot.group.remove();
        dots.delete(id);
      }
    }
    if (watches.length === 0 && !lanes.querySelector('.axis')) lanes.append(s('text', { class: 'axis', x: 20, y: height - 14 }, w.noWatchers));
    else if (watches.length > 0) lanes.querySelector('.axis')?.remove();
  }

  function newLane(id) {
    const parts = {
      rail: s('path', { class: 'rail' }), stem: s('path', { class: 'stem' }), gap: s('line', { class: 'gap' }),
      mark: s('circle', { r: 6 }), label: s('text', { class: 'who' }), title: s('title', {}),
    };
    const group = s('g', {}, parts.title, parts.rail, parts.stem, parts.gap, parts.label, parts.mark);
    lanes.append(group);
    dots.set(id, { group, ...parts });
    return dots.get(id);
  }

  return { node, update };
}

const BROWSERS = [['Edg/', 'Edge'], ['Firefox/', 'Firefox'], ['Chrome/', 'Chromium'], ['Safari/', 'Safari']];

// The name of a browser, else the first word of the User-Agent, without its version's details.
export function clientOf({ userAgent, source }) {
  const browser = userAgent.startsWith('Mozilla/') && BROWSERS.find(([mark]) => userAgent.includes(mark));
  const first = browser ? browser[1] : userAgent.split(' ')[0] || source;
  return first.length > 32 ? `${first.slice(0, 31)}…` : first;
}

function lagOf({ lag, further }) {
  return lag === null ? '–' : `${number(lag)}${further ? '+' : ''}`;
}

function selectorOf(watch) {
  return [watch.labelSelector, watch.fieldSelector].filter(Boolean).join(' ');
}

function scopeOf(watch) {
  return [watch.namespace, watch.name].filter(Boolean).join('/') || words().everything;
}

function beginningOf(watch) {
  return watch.from || (watch.initialEvents ? words().initial : words().now);
}

// What was sent: events, the deltas among them, and bytes.
function sentOf(watch) {
  const w = words();
  return [w.eventsOf(number(watch.events), watch.events), watch.deltas > 0 && w.deltasOf(number(watch.deltas), watch.deltas), bytes(watch.bytes)].filter(Boolean);
}

// A watch as text, for those who point at its dot.
function everythingOf(watch) {
  const w = words();
  return [
    `${watch.user} · ${clientOf(watch)} · ${watch.source}`,
    [scopeOf(watch), selectorOf(watch)].filter(Boolean).join(' · '),
    `${w.from} ${beginningOf(watch)} · ${watch.encoding}${watch.bookmarks ? ` · ${w.bookmarks}` : ''}`,
    `${watch.blocked ? w.blocked : w.stages[watch.stage]} · ${w.version} ${watch.position || '–'} · ${w.lag} ${lagOf(watch)}`,
    `${sentOf(watch).join(' · ')} · ${age(watch.ageMillis)}`].join('\n');
}

function watcherTable(faults) {
  const w = words();
  let stalls = new Map();
  // Each cell has a line, and a second one below it.
  const columns = [
    [w.client, (each) => clientOf(each), (each) => `${each.user} · ${each.source}`],
    [w.stage, (each) => (each.blocked ? w.blocked : w.stages[each.stage]), (each) => (each.blocked ? w.blockedText : '')],
    [w.lag, lagOf, () => '', 'n'],
    [w.scope, scopeOf, selectorOf],
    [w.from, beginningOf, (each) => w.ago(age(each.ageMillis))],
    [w.encoding, (each) => each.encoding, (each) => (each.bookmarks ? w.withBookmarks : w.withoutBookmarks)],
    [w.sent, (each) => sentOf(each).slice(0, -1).join(' · '), (each) => sentOf(each).at(-1), 'n']];
  const stageAt = columns.findIndex(([name]) => name === w.stage);
  const count = h('span', { class: 'total' });
  const filter = h('input', { type: 'search', id: 'watcher', autocomplete: 'off', spellcheck: 'false', placeholder: w.watcherOf, 'aria-label': w.watcherOf });
  const body = h('tbody', {});
  const more = h('p', { class: 'hint', hidden: true });
  const node = h('section', { class: 'card watchers' }, h('div', { class: 'card-head' }, h('h2', {}, w.watchers, ' ', count), filter),
    h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': w.watchers }, h('table', {},
      h('thead', {}, h('tr', {}, columns.map(([name, , , kind]) => h('th', { scope: 'col', class: kind }, name)), faults && h('th', { scope: 'col', class: 'actions' }, w.faults))), body)), more);

  function update(watches, total) {
    text(count, number(total));
    while (body.rows.length > watches.length) body.lastChild.remove();
    watches.forEach((watch, i) => {
      const row = body.rows[i] ?? body.appendChild(h('tr', {}, columns.map(([, , , kind]) => h('td', { class: kind }, h('span', {}), h('small', {}))), faults && actions()));
      row.dataset.watch = watch.auditId;
      columns.forEach(([, value, below], c) => {
        text(row.cells[c].firstChild, value(watch));
        text(row.cells[c].lastChild, below(watch));
      });
      set(row.cells[stageAt], 'data-tone', watch.blocked ? 'bad' : watch.stage === 'parked' ? 'good' : 'busy');
    });
    if (faults) watches.forEach((watch, i) => label(body.rows[i].lastChild.lastChild, stalls.has(watch.auditId)));
    more.hidden = total <= watches.length;
    text(more, w.more(number(total - watches.length)));
  }

  // Two buttons that break the watch of their row, and stall it or let it go on.
  function actions() {
    const watchOf = (event) => event.currentTarget.closest('tr').dataset.watch;
    return h('td', { class: 'actions' },
      h('button', { class: 'quiet break', title: w.breakText, onclick: (event) => fault({ do: 'drop', auditId: watchOf(event) }) }, w.breakWatch), ' ',
      h('button', { class: 'quiet stall', title: w.stallText, onclick: (event) => {
        const id = stalls.get(watchOf(event));
        fault(id ? { do: 'clear', id } : { do: 'stall', auditId: watchOf(event) });
      } }, w.stall));
  }

  function label(button, stalled) {
    text(button, stalled ? w.goOn : w.stall);
    set(button, 'aria-pressed', String(stalled));
  }

  async function fault(command) {
    const done = await write('POST', FAULTS, 'application/json', JSON.stringify(command));
    // What broke a watch has had its effect, and would only fill the list of faults.
    if (command.do === 'drop') await write('POST', FAULTS, 'application/json', JSON.stringify({ do: 'clear', id: done.id }));
  }

  const onFilter = (listener) => filter.addEventListener('input', () => listener(filter.value.trim()));
  return { node, update, onFilter, stalled: (next) => { stalls = next; } };
}
