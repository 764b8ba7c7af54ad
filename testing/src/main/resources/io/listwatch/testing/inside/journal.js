// Shows the journal in this page. Everything becomes text nodes, never HTML.
'use strict';
{
  const journal = JSON.parse(document.getElementById('journal').textContent);
  const SVG = 'http://www.w3.org/2000/svg';
  const WIDTH = 1120;
  const LANES = { request: 14, change: 36, fault: 58 };

  const make = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
  const draw = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);
  function fill(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes ?? {})) {
      if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
      else if (value !== null && value !== false) node.setAttribute(name, value === true ? '' : String(value));
    }
    node.append(...children.flat().filter((each) => each !== null && each !== false));
    return node;
  }

  // A change without a time happened after the one before it.
  const entries = journal.entries;
  let lastChange = null;
  for (const each of entries.filter((entry) => entry.kind === 'change').sort((a, b) => a.revision - b.revision)) {
    each.at ??= lastChange;
    lastChange = each.at ?? lastChange;
  }
  const begin = Math.min(...entries.map((each) => each.at ?? Infinity));
  const start = Number.isFinite(begin) ? begin : 0;
  const end = Math.max(start + 1, ...entries.map((each) => (each.at ?? start) + (each.millis ?? 0)));
  const ORDER = { fault: 0, request: 1, change: 2 };
  entries.sort((a, b) => (a.at ?? start) - (b.at ?? start) || (a.revision ?? 0) - (b.revision ?? 0) || ORDER[a.kind] - ORDER[b.kind]);

  const seconds = (millis) => `${(millis / 1000).toFixed(3)} s`;
  const isBad = (each) => each.kind === 'request' && (each.code === 0 || each.code >= 400);
  const style = (each) => (each.kind === 'change' ? each.type.toLowerCase() : each.kind) + (isBad(each) ? ' bad' : '');

  const shown = { request: true, change: true, fault: true };
  const list = make('ol', {});
  const none = make('p', { class: 'none', hidden: true }, 'Nothing matches.');
  const count = make('span', { class: 'count', role: 'status' });
  const search = make('input', { type: 'search', placeholder: 'Search', 'aria-label': 'Search', oninput: () => filter() });
  const svg = draw('svg', { viewBox: `0 0 ${WIDTH} 74`, preserveAspectRatio: 'none', tabindex: 0, role: 'slider', 'aria-valuemin': 1, 'aria-valuemax': Math.max(1, entries.length), 'aria-label': `${entries.length} entries in ${seconds(end - start)}` });
  svg.addEventListener('keydown', (event) => step(event));
  for (const y of Object.values(LANES)) svg.append(draw('line', { class: 'rail', x1: 0, x2: WIDTH, y1: y, y2: y }));

  const x = (at) => 4 + ((WIDTH - 12) * (at - start)) / (end - start);
  const rows = entries.map((each, i) => {
    const at = each.at ?? start;
    const length = each.open ? WIDTH - x(at) : Math.max(3, x(at + (each.millis ?? 0)) - x(at));
    const mark = draw('rect', { class: `mark ${style(each)}`, x: x(at), y: LANES[each.kind] - 6, width: each.kind === 'request' ? length : 3, height: 12, onclick: () => go(i) },
      draw('title', {}, describe(each)));
    svg.append(mark);
    const row = make('li', { class: style(each), id: `e${i}` }, content(each, at));
    list.append(row);
    return { each, row, mark, text: `${describe(each)} ${JSON.stringify(each.fields ?? '')}`.toLowerCase() };
  });

  function describe(each) {
    if (each.kind === 'request') return `${each.verb} ${each.path} ${each.user} ${each.open ? 'in progress' : each.code}`;
    return each.kind === 'change' ? `${each.type} ${each.key} @${each.revision}` : each.what;
  }

  function content(each, at) {
    const time = make('span', { class: 'time' }, `+${seconds(at - start)}`);
    if (each.kind === 'request') {
      return make('div', { class: 'row' }, time, make('span', { class: 'tag' }, each.verb), make('span', { class: 'what', title: each.user }, each.path),
        make('span', { class: 'more' }, each.open ? 'in progress' : `${each.code} · ${each.millis} ms`));
    }
    if (each.kind === 'fault') return make('div', { class: 'row' }, time, make('span', { class: 'tag' }, 'fault'), make('span', { class: 'what' }, each.what));
    const fields = each.fields;
    const line = [time, make('span', { class: 'tag' }, each.type), make('span', { class: 'what' }, each.key), make('span', { class: 'more' }, `${each.omitted ? 'fields left out: too much data · ' : ''}@${each.revision}`)];
    if (fields.length === 0) return make('div', { class: 'row' }, line);
    return make('details', { open: each.type === 'MODIFIED' && fields.length <= 12 }, make('summary', { class: 'row' }, line),
      make('table', {}, fields.map((field) => make('tr', {}, make('td', {}, field.path),
        make('td', {}, field.before !== undefined ? make('del', {}, field.before) : '', field.before !== undefined && field.after !== undefined ? ' → ' : '',
          field.after !== undefined ? make('ins', {}, field.after) : '')))));
  }

  let at = 0;

  function go(i) {
    at = i;
    rows.forEach(({ row, mark }, k) => {
      row.classList.toggle('at', k === i);
      mark.classList.toggle('at', k === i);
    });
    rows[i].row.scrollIntoView({ block: 'center' });
    describeSlider();
  }

  // Arrow keys on the time line go to the next entry that matches.
  function step(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1, End: 1, Home: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const matching = rows.map((_, i) => i).filter((i) => !rows[i].row.hidden);
    const next = event.key === 'Home' ? matching[0] : event.key === 'End' ? matching.at(-1)
      : by > 0 ? matching.find((i) => i > at) : matching.findLast((i) => i < at);
    if (next !== undefined) go(next);
  }

  function describeSlider() {
    svg.setAttribute('aria-valuenow', String(at + 1));
    svg.setAttribute('aria-valuetext', rows[at] ? `${seconds((rows[at].each.at ?? start) - start)} ${describe(rows[at].each)}` : '');
  }

  function filter() {
    const wanted = search.value.trim().toLowerCase();
    let visible = 0;
    for (const { each, row, mark, text } of rows) {
      const matches = shown[each.kind] && text.includes(wanted);
      row.hidden = !matches;
      mark.classList.toggle('off', !matches);
      if (matches) visible++;
    }
    none.hidden = visible > 0;
    list.hidden = visible === 0;
    count.textContent = visible === rows.length ? `${visible} entries` : `${visible} of ${rows.length} entries`;
  }

  const box = (kind, label) => make('label', {}, make('input', { type: 'checkbox', checked: true, onchange: (event) => { shown[kind] = event.target.checked; filter(); } }), label);
  const lanes = make('div', { class: 'lanes', 'aria-hidden': 'true' }, ['Requests', 'Changes', 'Faults'].map((each) => make('span', {}, each)));
  const scale = make('p', { class: 'scale', 'aria-hidden': 'true' }, make('span', {}, seconds(0)), make('span', {}, seconds(end - start)));
  document.title = journal.title;
  describeSlider();
  document.body.append(
    make('header', {}, make('h1', {}, journal.title), make('p', { class: 'failure' }, journal.failure), make('div', { class: 'axis' }, lanes, svg), scale,
      make('div', { class: 'tools' }, search, box('request', 'Requests'), box('change', 'Changes'), box('fault', 'Faults'), count)),
    make('main', {}, list, none));
  filter();
}
