// The resources at the left: those with objects first, then all of them by group.

import { nameOf } from './api.js';
import { fill, h, set, text } from './dom.js';
import { number } from './format.js';
import { words } from './words.js';

export function tree({ onChoose }) {
  const w = words();
  const used = h('ul', {});
  const groups = h('div', {});
  const filter = h('input', { type: 'search', placeholder: w.filterResources, 'aria-label': w.filterResources, oninput: () => render() });
  const node = h('nav', { class: 'side', 'aria-label': w.resources },
    filter, h('h2', {}, w.inUse), used, groups);
  const links = new Map();
  let known = [];
  let chosen = null;
  let shape = '';

  function update(resources, current, active) {
    known = resources;
    chosen = active ? current : null;
    render();
  }

  // Rebuilds the lists only if a resource came, went, or got its first object.
  function render() {
    const wanted = filter.value.trim().toLowerCase();
    const shown = known.filter((each) => nameOf(each).includes(wanted) || each.kind.toLowerCase().includes(wanted));
    const next = shown.map((each) => `${nameOf(each)}:${each.objects > 0}`).join(' ');
    if (next !== shape) {
      shape = next;
      build(shown, wanted !== '');
    }
    for (const each of known) {
      for (const link of links.get(nameOf(each)) ?? []) {
        set(link.node, 'aria-current', chosen && nameOf(chosen) === nameOf(each) ? 'true' : null);
        text(link.count, each.objects === null ? '' : number(each.objects));
      }
    }
  }

  function build(shown, open) {
    links.clear();
    fill(used, shown.filter((each) => each.objects > 0).sort((a, b) => a.resource.localeCompare(b.resource)).map(item));
    const byGroup = new Map();
    for (const each of shown) byGroup.set(each.group, [...(byGroup.get(each.group) ?? []), each]);
    fill(groups, [...byGroup].sort(([a], [b]) => a.localeCompare(b)).map(([group, members]) =>
      h('details', { open: open || undefined },
        h('summary', {}, group === '' ? w.core : group),
        h('ul', {}, members.sort((a, b) => a.resource.localeCompare(b.resource)).map(item)))));
  }

  function item(resource) {
    const count = h('span', { class: 'count' });
    const link = h('a', { href: '#', title: `${resource.kind} · ${resource.group || 'core'}/${resource.version}`,
      onclick: (event) => { event.preventDefault(); onChoose(resource); } }, h('span', {}, resource.resource), count);
    links.set(nameOf(resource), [...(links.get(nameOf(resource)) ?? []), { node: link, count }]);
    return h('li', {}, link);
  }

  return { node, update };
}
