// The load of the last hour as plots.

import { json, poll } from './api.js';
import { fill, h, s, set, text } from './dom.js';
import { bytes, number, seconds } from './format.js';
import { words } from './words.js';

const WIDTH = 360;
const HEIGHT = 110;
const PERIOD = 10000;
const SHORTEST = 300 * 1000;
const MINUTES = { hour: '2-digit', minute: '2-digit' };
const SECONDS = { ...MINUTES, second: '2-digit' };

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
    plot(w.flowControl, number, (load) => load.inFlight, (load) => load.queued, w.queued),
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
  const most = h('span', { class: 'most' });
  const from = h('span', {});
  const to = h('span', {});
  const area = s('path', { class: 'area' });
  const line = s('path', { class: 'line' });
  const other = s('path', { class: 'other' });
  const cursor = s('line', { class: 'cursor', y1: 0, y2: HEIGHT, visibility: 'hidden' });
  const svg = s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', class: 'plot', tabindex: 0, role: 'slider', 'aria-label': title,
    'aria-valuemin': 0, 'aria-valuemax': 0, 'aria-valuenow': 0, 'aria-valuetext': '–',
    onpointermove: (event) => point(event), onpointerleave: () => latest(), onkeydown: (event) => step(event), onblur: () => latest() }, area, line, other, cursor);
  const node = h('section', { class: 'card' }, h('div', { class: 'card-head' }, h('h2', {}, title), most), h('p', { class: 'figure' }, value, second), svg,
    h('p', { class: 'scale', 'aria-hidden': 'true' }, from, to));
  let load = null;
  let data = [];
  let more = null;
  let span = SHORTEST;
  // The sample whose values are shown, null for the latest.
  let at = null;

  function update(next) {
    load = next;
    data = values(load);
    more = others?.(load) ?? null;
    const top = Math.max(...data, ...(more ?? []), 0) || 1;
    const end = load.time.at(-1) ?? 0;
    span = Math.max(SHORTEST, end - (load.time[0] ?? 0));
    const place = (i, y) => `${(WIDTH * (1 - (end - load.time[i]) / span)).toFixed(1)} ${(HEIGHT - 4 - (y / top) * (HEIGHT - 24)).toFixed(1)}`;
    const path = (list) => list.map((y, i) => `${i === 0 ? 'M' : 'L'} ${place(i, y)}`).join(' ');
    set(line, 'd', path(data));
    set(area, 'd', data.length > 1 ? `${path(data)} V ${HEIGHT} H ${place(0, 0).split(' ')[0]} Z` : null);
    set(other, 'd', more ? path(more) : null);
    text(most, data.length > 0 ? words().most(format(Math.max(...data, ...(more ?? [])))) : '');
    text(from, data.length > 0 ? time(end - span, MINUTES) : '');
    text(to, data.length > 0 ? time(end, MINUTES) : '');
    set(svg, 'aria-valuemax', Math.max(0, data.length - 1));
    if (at === null || at >= data.length) latest();
    else showAt(at);
  }

  function latest() {
    at = null;
    showAt(data.length - 1);
  }

  function showAt(i) {
    set(cursor, 'visibility', at === null ? 'hidden' : 'visible');
    if (i < 0) return;
    const x = WIDTH * (1 - (load.time.at(-1) - load.time[i]) / span);
    set(cursor, 'x1', x);
    set(cursor, 'x2', x);
    const then = time(load.time[i], SECONDS);
    text(value, format(data[i]));
    text(second, [more && `${otherTitle} ${format(more[i])}`, at !== null && then].filter(Boolean).join('  '));
    set(svg, 'aria-valuenow', i);
    set(svg, 'aria-valuetext', `${then}: ${value.textContent}${more ? `, ${otherTitle} ${format(more[i])}` : ''}, ${most.textContent}`);
  }

  // Arrow keys go from sample to sample.
  function step(event) {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -30, PageUp: 30, Home: -Infinity, End: Infinity }[event.key];
    if (!by || data.length === 0) return;
    event.preventDefault();
    at = Math.max(0, Math.min(data.length - 1, (at ?? data.length - 1) + by));
    showAt(at);
  }

  // Shows the values at the pointer.
  function point(event) {
    if (!load || data.length === 0) return;
    const box = svg.getBoundingClientRect();
    const wanted = load.time.at(-1) - span * (1 - (event.clientX - box.left) / box.width);
    at = load.time.findIndex((each) => each >= wanted);
    if (at < 0) at = data.length - 1;
    showAt(at);
  }

  return { node, update };
}

function time(millis, digits) {
  return new Date(millis).toLocaleTimeString(document.documentElement.lang, digits);
}
