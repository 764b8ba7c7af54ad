// Two texts side by side, or as one column, with what differs marked.

import { h } from './dom.js';
import { words } from './words.js';

const MAX_CELLS = 4000000;

// Returns pairs of lines: { left, right }, where null means that the line is missing on that side.
export function pairs(before, after) {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const same = (from, to) => before.slice(from, to).map((line) => ({ left: line, right: line }));
  return [
    ...same(0, start),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.length - end, before.length)];
}

// The longest common subsequence, unless that would take too long.
function middle(before, after) {
  if ((before.length + 1) * (after.length + 1) > MAX_CELLS) return changed(before, after);
  const width = after.length + 1;
  const common = new Uint16Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      common[i * width + j] = before[i] === after[j] ? common[(i + 1) * width + j + 1] + 1 : Math.max(common[(i + 1) * width + j], common[i * width + j + 1]);
    }
  }
  const out = [];
  let removed = [];
  let added = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      out.push(...changed(removed, added), { left: before[i++], right: after[j++] });
      removed = [];
      added = [];
    } else if (j >= after.length || (i < before.length && common[(i + 1) * width + j] >= common[i * width + j + 1])) removed.push(before[i++]);
    else added.push(after[j++]);
  }
  out.push(...changed(removed, added));
  return out;
}

function changed(removed, added) {
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, i) => ({ left: removed[i] ?? null, right: added[i] ?? null }));
}

// Two columns. Equal stretches are shortened to their edges.
export function sideBySide(before, after, leftTitle, rightTitle) {
  const w = words();
  const rows = [];
  for (const part of shortened(pairs(before, after))) {
    if (part.skipped) rows.push(h('tr', { class: 'skipped' }, h('td', { colspan: 2 }, w.equalLines(part.skipped))));
    else {
      const differs = part.left !== part.right;
      rows.push(h('tr', {}, cell('left', part.left, differs), cell('right', part.right, differs)));
    }
  }
  return h('div', { class: 'diff', tabindex: 0, role: 'region', 'aria-label': `${leftTitle} / ${rightTitle}` }, h('table', {},
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, leftTitle), h('th', { scope: 'col' }, rightTitle))),
    h('tbody', {}, rows)));
}

function cell(side, line, differs) {
  if (!differs || line === null) return h('td', { class: line === null ? 'absent' : null }, line ?? '');
  return side === 'left' ? h('td', { class: 'removed' }, h('del', {}, line)) : h('td', { class: 'inserted' }, h('ins', {}, line));
}

function shortened(all) {
  const near = 3;
  const keep = new Array(all.length).fill(false);
  all.forEach(({ left, right }, i) => {
    if (left !== right) for (let k = Math.max(0, i - near); k <= Math.min(all.length - 1, i + near); k++) keep[k] = true;
  });
  const out = [];
  let skipped = 0;
  all.forEach((each, i) => {
    if (keep[i]) {
      if (skipped > 0) out.push({ skipped });
      skipped = 0;
      out.push(each);
    } else skipped++;
  });
  if (skipped > 0) out.push({ skipped });
  return out;
}
