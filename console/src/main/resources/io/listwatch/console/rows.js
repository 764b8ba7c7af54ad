// A table of any length: only the rows in view are in the document.

import { h, set, text } from './dom.js';
import { words } from './words.js';

const HEIGHT = 34;
const SPARE = 12;
const WIDEST = 56;

// Creates a table. A column reads its cell from a row. A row has a key, a stamp that is new when its cells are, and a mark
// ("added", "modified", "deleted" or a state of the past).
export function virtualRows({ label, onOpen, onSort }) {
  const head = h('div', { class: 'row head', role: 'row', 'aria-rowindex': 1 });
  const body = h('div', { class: 'rows', role: 'rowgroup' });
  const node = h('div', { class: 'grid', role: 'grid', tabindex: 0, 'aria-label': label, onscroll: () => schedule(), onkeydown: (event) => key(event) }, head, body);
  const nodes = new Map();
  let columns = [];
  let rows = [];
  let sort = null;
  let active = -1;
  let opened = null;
  let pending = false;

  function setColumns(next, sample, newSort) {
    columns = next;
    sort = newSort;
    const widths = columns.map((column) => width(column, sample));
    node.style.setProperty('--columns', widths.map((each) => `minmax(${each}ch, ${each}fr)`).join(' '));
    node.style.setProperty('--least', `${widths.reduce((sum, each) => sum + each + 2.5, 0)}ch`);
    head.replaceChildren(...columns.map((column, i) => headCell(column, i)));
    for (const each of nodes.values()) each.node.remove();
    nodes.clear();
    schedule();
  }

  function width(column, sample) {
    const longest = sample.reduce((max, row) => Math.max(max, String(column.cell(row) ?? '').length), column.name.length + 2);
    return Math.min(WIDEST, Math.max(4, longest)) + 1;
  }

  function headCell(column, i) {
    const direction = sort?.column === i ? (sort.down ? 'descending' : 'ascending') : 'none';
    return h('div', { role: 'columnheader', 'aria-sort': direction },
      h('button', { title: column.description || words().sortBy(column.name), onclick: () => onSort(i) },
        column.name, h('span', { class: 'arrow', 'aria-hidden': 'true' }, { ascending: ' ↑', descending: ' ↓', none: '' }[direction])));
  }

  // Shows these rows in the current frame.
  function setRows(next) {
    rows = next;
    active = Math.min(active, rows.length - 1);
    render();
  }

  function schedule() {
    if (!pending) {
      pending = true;
      requestAnimationFrame(render);
    }
  }

  function render() {
    pending = false;
    set(node, 'aria-rowcount', rows.length + 1);
    body.style.height = `${rows.length * HEIGHT}px`;
    const first = Math.max(0, Math.floor(node.scrollTop / HEIGHT) - SPARE);
    const last = Math.min(rows.length, Math.ceil((node.scrollTop + node.clientHeight) / HEIGHT) + SPARE);
    const visible = new Set();
    for (let i = first; i < last; i++) {
      visible.add(rows[i].key);
      paint(rows[i], i);
    }
    for (const [each, painted] of nodes) {
      if (!visible.has(each)) {
        painted.node.remove();
        nodes.delete(each);
      }
    }
  }

  function paint(row, i) {
    let painted = nodes.get(row.key);
    if (!painted) {
      painted = create(row);
      nodes.set(row.key, painted);
    }
    painted.node.style.transform = `translateY(${i * HEIGHT}px)`;
    set(painted.node, 'aria-rowindex', i + 2);
    set(painted.node, 'id', i === active ? 'active-row' : null);
    set(painted.node, 'aria-selected', row.key === opened ? 'true' : 'false');
    painted.node.className = `row${i === active ? ' active' : ''}${row.mark ? ` mark-${row.mark}` : ''}${i % 2 ? ' odd' : ''}`;
    if (painted.stamp !== row.stamp) {
      painted.stamp = row.stamp;
      painted.row = row;
      columns.forEach((column, c) => paintCell(painted.cells[c], column, column.cell(row)));
    }
    if (painted.flash !== row.flash) {
      painted.flash = row.flash;
      flash(painted.node, row.mark);
    }
  }

  function paintCell(target, column, value) {
    text(target, value ?? '');
    set(target, 'data-tone', tone(column, value));
  }

  // Paints the ages of the rows in view again.
  function refreshAges() {
    const at = columns.findIndex((column) => column.ages);
    if (at < 0) return;
    for (const { row, cells } of nodes.values()) paintCell(cells[at], columns[at], columns[at].cell(row));
  }

  function create(row) {
    const cells = columns.map(() => h('div', { role: 'gridcell' }));
    const created = h('div', { class: 'row', role: 'row', onclick: () => open(row.key) }, cells);
    body.append(created);
    return { node: created, row, cells, stamp: null, flash: row.flash };
  }

  function flash(target, mark) {
    if (mark && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      target.animate([{ backgroundColor: `var(--${mark}-strong)` }, {}], { duration: 1600, easing: 'ease-out' });
    }
  }

  function key(event) {
    const page = Math.max(1, Math.floor(node.clientHeight / HEIGHT) - 2);
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -rows.length, End: rows.length };
    if (event.target !== node) return;
    if (event.key in moves && rows.length > 0) {
      event.preventDefault();
      active = Math.max(0, Math.min(rows.length - 1, active + moves[event.key]));
      reveal();
    } else if (event.key === 'Enter' && rows[active]) open(rows[active].key);
  }

  function reveal() {
    const top = active * HEIGHT;
    if (top < node.scrollTop) node.scrollTop = top;
    else if (top + 2 * HEIGHT > node.scrollTop + node.clientHeight) node.scrollTop = top + 2 * HEIGHT - node.clientHeight;
    set(node, 'aria-activedescendant', 'active-row');
    schedule();
  }

  function open(rowKey) {
    active = rows.findIndex((row) => row.key === rowKey);
    opened = rowKey;
    schedule();
    onOpen(rowKey);
  }

  function setOpened(rowKey) {
    opened = rowKey;
    schedule();
  }

  new ResizeObserver(() => schedule()).observe(node);
  return { node, setColumns, setRows, setOpened, refreshAges, schedule, top: () => { node.scrollTop = 0; active = -1; } };
}

const GOOD = new Set(['Running', 'Active', 'Bound', 'Ready', 'True', 'Complete', 'Succeeded', 'Available', 'Completed', 'Established']);
const BAD = new Set(['Failed', 'Error', 'CrashLoopBackOff', 'ImagePullBackOff', 'ErrImagePull', 'Lost', 'NotReady', 'Evicted', 'OOMKilled', 'Unknown']);
const BUSY = new Set(['Pending', 'Terminating', 'ContainerCreating', 'Init', 'Released']);

// Colours the words of a status; the word itself says the same.
function tone(column, cell) {
  if (!/status|phase|ready|available/i.test(column?.name ?? '')) return null;
  if (GOOD.has(cell)) return 'good';
  if (BAD.has(cell)) return 'bad';
  return BUSY.has(cell) ? 'busy' : null;
}
