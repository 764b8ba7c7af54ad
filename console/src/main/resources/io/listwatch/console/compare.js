// An object at two versions, side by side.

import { objectAt } from './api.js';
import { sideBySide } from './diff.js';
import { fill, h, text } from './dom.js';
import { inUsualOrder, masked, textOf, yaml } from './lines.js';
import { words } from './words.js';

// Shows an object at two versions in a node.
export function comparison(node, resource, meta, before, after, { onClose }) {
  const w = words();
  const stop = new AbortController();
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const summary = h('p', { class: 'summary', role: 'status' }, w.loading);
  const body = h('div', { class: 'diffbox' });
  fill(node,
    h('div', { class: 'inspector-head' },
      h('div', {}, h('h2', {}, meta.name), meta.namespace && h('span', { class: 'group' }, meta.namespace)),
      h('button', { class: 'quiet close', 'aria-label': w.close, onclick: () => { close(); onClose(); } }, '✕')),
    summary, problem, body);
  node.onkeydown = (event) => { if (event.key === 'Escape') { close(); onClose(); } };
  read();

  async function read() {
    try {
      const [left, right] = await Promise.all([before, after].map((version) => objectAt(resource, meta, version, stop.signal)));
      const view = sideBySide(...texts(left, right), w.asOf(before), w.asOf(after));
      fill(body, view);
      const count = view.querySelectorAll('td.inserted, td.removed').length;
      text(summary, count === 0 ? w.noDifference : w.differs);
      view.focus({ preventScroll: true });
    } catch (error) {
      if (stop.signal.aborted) return;
      problem.hidden = false;
      text(summary, '');
      text(problem, error.code === 410 ? w.expired : error.message);
    }
  }

  function close() {
    stop.abort();
    node.onkeydown = null;
    node.hidden = true;
  }

  return { close };
}

// Returns two objects as lines without their version and managedFields, with secrets masked; a value that differs says so.
export function texts(before, after) {
  const w = words();
  const differs = new Set();
  for (const part of ['data', 'stringData']) {
    for (const name of Object.keys(after?.[part] ?? {})) if (before?.[part]?.[name] !== after[part][name]) differs.add(after[part][name]);
  }
  const known = JSON.stringify(before ?? null);
  const isNew = (value) => differs.has(value) || (value !== undefined && !known.includes(JSON.stringify(value).slice(1, -1)));
  return [before, after].map((object) => {
    if (!object) return [];
    const { managedFields, resourceVersion, ...metadata } = object.metadata ?? {};
    const shown = masked({ ...object, metadata }, (size, value) => w.masked(size) + (object === after && isNew(value) ? ' *' : ''));
    return textOf(yaml(inUsualOrder(shown))).split('\n');
  });
}
