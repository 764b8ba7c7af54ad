// The load of the last hour as plots.

import { json, poll } from './api.js';
import { fill, h, s, set, text } from './dom.js';
import { bytes, number, seconds } from './format.js';
import { words } from './words.js';

const WIDTH = 360;
const HEIGHT = 110;
const PERIOD = 10000;
const SHORTEST = 300 * 1000;

export function loadView(main, state, signal) {
  const w = words();
  const perSecond = (load, name) => load[name].map((each) => each / load.intervalSeconds);
  const rate = (value) => `${value < 10 ? value.toFixed(1) : number(Math.round(value))} ${w.perSecond}`;
  const plots = [
    plot(w.requests, rate, (load) => perSecond(load, 'requests'), (load) => perSecond(load, 'failures'), w.failures),
    plot(w.latency, seconds, (load) => load.latency99, (load) => load.latencyMedian, w.median),
    plot(w.openWatches, number, (load) => load.watches),
    plot(w.changes, rate, (load) => perSecond(load, 'events')),
    plot(w.deliveries, rate, (load) => perSecond(load, 'deliveries')),
    plot(w.inFlight, number, (load) => load.inFlight, (load) => load.queued, w.queued),
    plot(w.heap, bytes, (load) => load.heap),
    plot(w.database, bytes, (load) => load.storageBytes)];
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const note = h('p', { class: 'hint' }, w.lastHour);
  fill(main, h('div', { class: 'stack' }, h('div', { class: 'title' }, h('h1', {}, w.load)), note, problem,
    h('div', { class: 'plots' }, plots.map((each) => each.node))));
  poll(PERIOD, signal, async () => {
    try {
      const load = await json('/debug/listwatch/load', { signal });
      problem.hidden = true;
      text(note, load.time.length === 0 ? w.noLoad : w.lastHour);
      plots.forEach((each) => each.update(load));
    } catch (error) {
      if (signal.aborted) return false;
      problem.hidden = false;
      text(problem, error.message);
      return error.code !== 403;
    }
    return true;
  });
}

// One plot: the last value in large, the hour as an area, optionally a second line.
function plot(title, format, values, others, otherTitle) {
  const value = h('strong', {}, '–');
  const second = h('span', { class: 'second' });
  const area = s('path', { class: 'area' });
  const line = s('path', { class: 'line' });
  const other = s('path', { class: 'other' });
  const cursor = s('line', { class: 'cursor', y1: 0, y2: HEIGHT, visibility: 'hidden' });
  const svg = s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': title, preserveAspectRatio: 'none', class: 'plot',
    onpointermove: (event) => point(event), onpointerleave: () => latest() }, area, line, other, cursor);
  const node = h('section', { class: 'card' }, h('h2', {}, title), h('p', { class: 'figure' }, value, second), svg);
  let load = null;
  let data = [];
  let more = null;
  let span = SHORTEST;

  function update(next) {
    load = next;
    data = values(load);
    more = others?.(load) ?? null;
    const top = Math.max(...data, ...(more ?? []), 0) || 1;
    const end = load.time.at(-1) ?? 0;
    span = Math.max(SHORTEST, end - (load.time[0] ?? 0));
    const at = (i, y) => `${(WIDTH * (1 - (end - load.time[i]) / span)).toFixed(1)} ${(HEIGHT - 4 - (y / top) * (HEIGHT - 24)).toFixed(1)}`;
    const path = (list) => list.map((y, i) => `${i === 0 ? 'M' : 'L'} ${at(i, y)}`).join(' ');
    set(line, 'd', path(data));
    set(area, 'd', data.length > 1 ? `${path(data)} V ${HEIGHT} H ${at(0, 0).split(' ')[0]} Z` : null);
    set(other, 'd', more ? path(more) : null);
    latest();
    set(svg, 'aria-label', `${title}: ${value.textContent}; max ${format(top)}`);
  }

  function latest() {
    set(cursor, 'visibility', 'hidden');
    showAt(data.length - 1, '');
  }

  function showAt(i, when) {
    if (i < 0) return;
    text(value, format(data[i]));
    text(second, `${more ? `${otherTitle} ${format(more[i])}` : ''}${when}`);
  }

  // Shows the values at the pointer.
  function point(event) {
    if (!load || data.length === 0) return;
    const box = svg.getBoundingClientRect();
    const time = load.time.at(-1) - span * (1 - (event.clientX - box.left) / box.width);
    let i = load.time.findIndex((each) => each >= time);
    if (i < 0) i = data.length - 1;
    const x = WIDTH * (1 - (load.time.at(-1) - load.time[i]) / span);
    set(cursor, 'visibility', 'visible');
    set(cursor, 'x1', x);
    set(cursor, 'x2', x);
    showAt(i, `  ${new Date(load.time[i]).toLocaleTimeString()}`);
  }

  return { node, update };
}
