// The client side: informers and controllers that report their steps, from the list to the reconciler.

import { json } from './api.js';
import { fill, h, set, text } from './dom.js';
import { age, number } from './format.js';
import { words } from './words.js';

const PARTS = ['list', 'watch', 'delta', 'index', 'handler', 'queue'];
const MAX_LINES = 40;

// Creates the panel for the informers of a resource.
export function informersPanel(resource) {
  const w = words();
  const hint = h('p', { class: 'hint' }, w.noInformers);
  const list = h('div', { class: 'programs' });
  const node = h('section', { class: 'card informers' }, h('h2', {}, w.informers), hint, list);
  const programs = new Map();
  let last = 0;

  // Reads the steps since the last call. Without a console's documents, or the right to them, the panel stays empty.
  async function refresh(signal) {
    if (node.hidden) return;
    let answer;
    try {
      answer = await json(`/debug/listwatch/informers?after=${last}`, { signal });
    } catch (error) {
      if (error.code !== 403 && error.code !== 404) throw error;
      node.hidden = true;
      return;
    }
    // A server that was restarted counts from the beginning.
    const restarted = answer.last < last;
    last = answer.last;
    if (restarted) programs.clear();
    for (const each of answer.items) {
      if (!programs.has(each.program)) programs.set(each.program, program(each.program));
      programs.get(each.program).update(each);
    }
    for (const name of [...programs.keys()]) if (!answer.items.some((each) => each.program === name)) programs.delete(name);
    const shown = [...programs.values()].filter((each) => each.knows(resource.resource));
    hint.hidden = shown.length > 0;
    if (shown.some((each, i) => list.children[i] !== each.node) || list.children.length !== shown.length) fill(list, shown.map((each) => each.node));
  }

  return { node, refresh };
}

// One program: what its parts did last, what its store and its work queues have, and its last steps.
function program(name) {
  const w = words();
  const boxes = Object.fromEntries(PARTS.map((part) => [part, box(w.parts[part])]));
  const arrow = () => h('span', { class: 'step-arrow', 'aria-hidden': 'true' }, '→');
  const facts = h('span', { class: 'facts' });
  const log = h('ol', { class: 'steps', tabindex: 0, 'aria-label': `${w.steps}: ${name}` });
  const node = h('section', { class: 'program' },
    h('div', { class: 'program-head' }, h('h3', {}, name), facts),
    h('div', { class: 'path', tabindex: 0, role: 'group', 'aria-label': `${w.informers}: ${name}` }, PARTS.flatMap((part, i) => (i === 0 ? [boxes[part].node] : [arrow(), boxes[part].node]))), log);
  const known = new Set();
  const stores = new Map();
  const queues = new Map();
  const counts = Object.fromEntries(PARTS.map((part) => [part, 0]));

  function update({ user, steps, dropped, silenceMillis }) {
    text(facts, `${user}${dropped > 0 ? ` · ${w.droppedSteps(number(dropped))}` : ''} · ${w.ago(age(silenceMillis))}`);
    const touched = new Set();
    for (const step of steps) {
      known.add(step.who);
      counts[step.part]++;
      touched.add(step.part);
      if (step.part === 'index') stores.set(step.who, parseInt(step.what, 10) || 0);
      if (step.part === 'queue') queue(step.who, step.what);
    }
    for (const part of touched) boxes[part].last(steps.findLast((step) => step.part === part));
    for (const part of PARTS) boxes[part].count(counts[part]);
    text(boxes.index.value, [...stores].map(([who, size]) => `${who}: ${number(size)}`).join('\n') || '–');
    text(boxes.queue.value, [...queues].map(([who, { waiting, busy, done }]) => `${who}: ${w.waiting(waiting.size, busy.size)}${done > 0 ? `, ${w.reconciles(done)}` : ''}`).join('\n') || '–');
    for (const step of steps.slice(-MAX_LINES)) log.prepend(line(step));
    while (log.children.length > MAX_LINES) log.lastChild.remove();
  }

  // A key waits once however often it is added, and is not handed out while it is processed.
  function queue(who, what) {
    if (!queues.has(who)) queues.set(who, { waiting: new Set(), busy: new Set(), done: 0 });
    const of = queues.get(who);
    const { waiting, busy } = of;
    const [verb, key] = what.split(' ');
    if (verb === 'add') waiting.add(key);
    if (verb === 'take') {
      waiting.delete(key);
      busy.add(key);
    }
    if (verb === 'done') {
      busy.delete(key);
      of.done++;
    }
    if (waiting.size > 10000) waiting.clear();
  }

  return { node, update, knows: (who) => known.has(who) };
}

function box(title) {
  const value = h('span', { class: 'box-value' }, '–');
  const count = h('span', { class: 'count' });
  const node = h('div', { class: 'box' }, h('span', { class: 'box-title' }, title, ' ', count), value);
  return {
    node, value,
    count: (n) => text(count, n === 0 ? '' : number(n)),
    last: (step) => {
      text(value, step.what);
      if (!matchMedia('(prefers-reduced-motion: reduce)').matches) node.animate([{ borderColor: 'var(--accent)', backgroundColor: 'var(--accent-ground)' }, {}], { duration: 900, easing: 'ease-out' });
    },
  };
}

function line(step) {
  const item = h('li', { class: `step ${step.part}` },
    h('span', { class: 'time' }, `${(step.afterMillis / 1000).toFixed(3)} s`), h('b', {}, step.part), h('span', {}, `${step.who}: ${step.what}`),
    step.version && h('span', { class: 'time' }, `@${step.version}`));
  set(item, 'title', step.what);
  return item;
}
