// One object, live: the fields that the last event changed are marked, and each field shows its manager.

import { collection, json, named, objectAt, objectPath, rights, watch } from './api.js';
import { fill, h, set, text } from './dom.js';
import { deletion } from './editor.js';
import { age } from './format.js';
import { differences, inUsualOrder, jsonLines, masked, owners, within, yaml } from './lines.js';
import { words } from './words.js';

const HUES = 8;
const MAX_LINES = 4000;

let format = 'yaml';

// Shows an object in a node. For a version of the past it is read once, else it is followed. The buttons for changes are there
// if the console is writable and the user has the right.
export function inspector(node, resource, meta, past, { onClose, onEdit, writable }) {
  const w = words();
  const stop = new AbortController();
  const lines = h('div', { class: 'lines', role: 'region', 'aria-label': meta.name, tabindex: 0, onkeydown: (event) => step(event) });
  const summary = h('p', { class: 'summary', role: 'status' });
  const legend = h('div', { class: 'legend' });
  const owner = h('p', { class: 'owner', role: 'status' });
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const formats = ['yaml', 'json'].map((name) => h('button', { class: 'quiet', 'aria-pressed': String(format === name), onclick: () => choose(name) }, name.toUpperCase()));
  const changes = h('div', { class: 'buttons' });
  let object = null;
  let changed = new Set();
  let focused = null;
  // The line that the arrow keys have reached, and the managers of each line.
  let at = -1;
  let entriesOf = [];

  fill(node,
    h('div', { class: 'inspector-head' },
      h('div', {}, h('h2', {}, meta.name), meta.namespace && h('span', { class: 'group' }, meta.namespace)),
      changes, h('div', { class: 'buttons' }, formats,
        h('button', { class: 'quiet', onclick: (event) => copy(event.currentTarget) }, w.copy),
        h('button', { class: 'quiet close', 'aria-label': w.close, onclick: () => { close(); onClose(); } }, '✕'))),
    summary, problem, legend, lines, owner);
  node.onkeydown = (event) => { if (event.key === 'Escape') { close(); onClose(); } };
  read();

  async function read() {
    try {
      if (past !== null) {
        const found = await objectAt(resource, meta, past, stop.signal);
        if (found) accept(found);
        else text(summary, w.notThen);
        return;
      }
      accept(await json(objectPath(resource, meta), { signal: stop.signal }));
      if (writable) offerChanges();
      lines.focus({ preventScroll: true });
      await watch(collection(resource, meta.namespace), { fieldSelector: named(meta.name) }, {
        table: false, signal: stop.signal, from: object.metadata.resourceVersion, onState: () => {},
        onEvent: (event) => (event.type === 'DELETED' ? end() : accept(event.object)), onExpired: () => read(),
      });
    } catch (error) {
      if (!stop.signal.aborted) {
        problem.hidden = false;
        text(problem, error.message);
      }
    }
  }

  async function offerChanges() {
    const allowed = await rights(resource, meta, ['update', 'patch', 'delete'], stop.signal).catch(() => ({}));
    if (stop.signal.aborted) return;
    fill(changes,
      allowed.update && allowed.patch && h('button', { class: 'quiet edit', onclick: () => { close(); onEdit(object); } }, w.edit),
      allowed.delete && h('button', { class: 'quiet delete', onclick: (event) => {
        const button = event.currentTarget;
        set(button, 'disabled', true);
        deletion(node, resource, object, { onDone: () => { set(button, 'disabled', null); button.focus(); } });
      } }, w.remove));
  }

  function accept(next) {
    changed = object ? differences(object, next) : new Set();
    object = next;
    render();
    const version = object.metadata.resourceVersion;
    text(summary, changed.size > 0 ? w.changedAt(version, changed.size) : w.unchanged(version));
    set(summary, 'data-changed', changed.size > 0 ? 'true' : null);
  }

  function end() {
    set(node, 'data-gone', 'true');
    text(summary, w.gone);
  }

  function render() {
    const shown = masked(object, w.masked);
    const { managedFields, ...rest } = shown.metadata ?? {};
    const plain = inUsualOrder({ ...shown, metadata: rest });
    const owned = owners(object);
    const managers = [...new Set((managedFields ?? []).map(managerOf))];
    const list = (format === 'yaml' ? yaml(plain) : jsonLines(plain)).slice(0, MAX_LINES);
    const top = lines.scrollTop;
    entriesOf = list.map((each) => ownersOf(each.path, owned));
    fill(lines, list.map((each, i) => line(each, i, managers)));
    lines.scrollTop = top;
    fill(legend, managers.length > 0 && h('span', { class: 'label' }, w.owners), managers.map((manager, i) =>
      h('button', { class: 'manager quiet', 'data-hue': i % HUES, 'aria-pressed': String(focused === manager), onclick: () => { focused = focused === manager ? null : manager; render(); } },
        h('i', { 'aria-hidden': 'true' }), manager)));
  }

  function line({ indent, key, dash, value, path }, i, managers) {
    const entries = entriesOf[i];
    const mine = entries.map(managerOf);
    const marked = within(path, changed);
    const result = h('div', {
      class: `line${i === at ? ' at' : ''}${marked ? ' changed' : ''}${focused && !mine.includes(focused) ? ' dim' : ''}`,
      'data-hue': mine.length > 0 ? managers.indexOf(mine[0]) % HUES : null,
      onmouseenter: () => describe(entries),
      title: mine.length > 0 ? mine.join(', ') : null,
    }, h('span', { class: 'code' }, ' '.repeat(2 * indent), dash, key !== '' && h('b', {}, key), key !== '' && ':', key !== '' && value !== '' && ' ', value));
    result.style.setProperty('--indent', indent);
    return result;
  }

  // Arrow keys move from line to line, and say who owns the field.
  function step(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || lines.children.length === 0) return;
    event.preventDefault();
    lines.children[at]?.classList.remove('at');
    at = Math.max(0, Math.min(lines.children.length - 1, at + by));
    lines.children[at].classList.add('at');
    lines.children[at].scrollIntoView({ block: 'nearest' });
    describe(entriesOf[at]);
  }

  function describe(entries) {
    text(owner, entries.length === 0 ? w.nobody : entries.map((entry) =>
      `${managerOf(entry)} · ${entry.operation}${entry.time ? ` · ${w.ago(age(Date.now() - Date.parse(entry.time)))}` : ''}`).join('   '));
  }

  function choose(name) {
    format = name;
    formats.forEach((button) => set(button, 'aria-pressed', String(button.textContent === name.toUpperCase())));
    if (object) render();
  }

  async function copy(button) {
    await navigator.clipboard.writeText([...lines.children].map((each) => each.textContent).join('\n'));
    text(button, w.copied);
    setTimeout(() => text(button, w.copy), 1200);
  }

  function close() {
    stop.abort();
    node.onkeydown = null;
    set(node, 'data-gone', null);
  }

  return { close: () => { close(); node.hidden = true; } };
}

function managerOf(entry) {
  return entry.subresource ? `${entry.manager} (${entry.subresource})` : entry.manager;
}

// Returns the managers of a field, or of the nearest field around it.
function ownersOf(path, owned) {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('\u0000')))) {
    if (owned.has(at)) return owned.get(at);
  }
  return [];
}
