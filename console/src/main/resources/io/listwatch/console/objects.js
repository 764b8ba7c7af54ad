// The objects of a resource as kubectl prints them, live; and as they were.

import { collection, json, nameOf, poll, query, readAhead, rights, tablePage, watch } from './api.js';
import { fieldRequirements, beforeLast, labelRequirements, offer, valuesAt } from './completion.js';
import { fill, h, set, text } from './dom.js';
import { age, compare, number } from './format.js';
import { virtualRows } from './rows.js';
import { words } from './words.js';

// As many as fit on a large screen: the first rows are there before the others are read.
const FIRST_PAGE = 100;
const PAGE = 2500;
const MAX_ROWS = 50000;
const REMAINS = 1500;
const SAMPLE = 200;
const LABELLED = 2000;

// What the user chose stays while the page is open.
const chosen = { namespace: '', wide: false };

// Requests the first page of a resource of the core group in all namespaces, before anything else about it is known.
export function readFirstPageAhead(name) {
  readAhead(`/api/v1/${name}`, { limit: FIRST_PAGE });
}

// Loads what an object is shown, compared and edited with. A table does not need it.
export async function loadDetails() {
  const [{ comparison }, { editor }, { inspector }] = await Promise.all([import('./compare.js'), import('./editor.js'), import('./inspector.js')]);
  return { comparison, editor, inspector };
}

export function objectsView(main, { resource, known, settings }, signal) {
  const w = words();
  if (!resource) {
    fill(main, h('p', { class: 'empty' }, w.empty));
    return;
  }
  const view = new View(main, resource, known, settings, signal);
  view.load();
}

class View {
  constructor(main, resource, known, settings, signal) {
    const w = words();
    this.resource = resource;
    this.viewSignal = signal;
    this.writable = settings.writable;
    this.rows = new Map();
    // The number of objects that the server has and that were not read yet.
    this.unread = 0;
    this.sort = null;
    this.columns = [];
    // The version that is shown, null for the present; and the collection that it is compared with, null for none.
    this.past = null;
    this.base = null;
    this.grid = virtualRows({ label: resource.resource, onOpen: (key) => this.open(key), onSort: (i) => this.sortBy(i) });
    this.state = h('span', { class: 'state', role: 'status' });
    this.count = h('span', { class: 'total' });
    this.problem = h('p', { class: 'problem', role: 'alert', hidden: true });
    this.note = h('p', { class: 'empty', hidden: true });
    this.aside = h('aside', { class: 'inspector', hidden: true, 'aria-label': resource.kind });
    this.labels = this.input('labels', w.labels, 'app=web', () => this.completeLabels());
    this.fields = this.input('fields', w.fields, 'metadata.name=…', () => this.completeFields());
    this.timeline = timeline({ onTravel: (version) => this.travel(version), onCompare: (version) => this.compareWith(version) });
    this.newObject = h('button', { class: 'plain new', hidden: true, onclick: () => this.edit(null) }, w.newObject);
    fill(main,
      h('div', { class: 'stack' },
        h('div', { class: 'title' },
          h('h1', {}, resource.resource), h('span', { class: 'group' }, `${resource.group || 'core'}/${resource.version}`),
          this.newObject,
          this.count, this.state),
        h('div', { class: 'filters' }, resource.namespaced && this.namespaces(), this.labels.node, this.fields.node, this.wide()),
        this.timeline.node, this.problem,
        h('div', { class: 'tablebox' }, this.grid.node, this.note)),
      this.aside);
    this.known = known;
    this.tick = setInterval(() => this.refreshAges(), 1000);
    signal.addEventListener('abort', () => { clearInterval(this.tick); this.stop?.abort(); this.inspected?.close(); });
  }

  input(name, label, placeholder, complete) {
    const list = h('datalist', { id: `${name}-options` });
    const field = h('input', { id: name, list: `${name}-options`, placeholder, autocomplete: 'off', spellcheck: 'false',
      onfocus: complete, onchange: () => this.select(),
      oninput: (event) => { complete(); if (event.inputType === 'insertReplacementText' && !field.value.endsWith('=')) this.select(); } });
    return { field, list, node: h('label', { class: 'field', for: name }, h('span', {}, label), field, list) };
  }

  namespaces() {
    const w = words();
    const select = h('select', { id: 'namespace', onchange: () => { chosen.namespace = select.value; this.offerNew(); this.load(); } },
      h('option', { value: '' }, w.allNamespaces));
    if (chosen.namespace) select.append(h('option', { value: chosen.namespace, selected: true }, chosen.namespace));
    this.namespace = select;
    return h('label', { class: 'field', for: 'namespace' }, h('span', {}, w.namespace), select);
  }

  async offerNamespaces() {
    const resource = this.known.find((each) => nameOf(each) === 'namespaces');
    if (!this.namespace || !resource) return;
    const { items } = await json(collection(resource), { headers: { Accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io' }, signal: this.viewSignal })
      .catch(() => ({ items: [] }));
    const names = items.map((each) => each.metadata.name).filter((name) => name !== chosen.namespace);
    this.namespace.append(...names.map((name) => h('option', { value: name }, name)));
  }

  // Requests what the table can do without, once its first rows are there.
  loadTheRest() {
    if (this.complete || this.viewSignal.aborted) return;
    this.complete = true;
    this.offerNamespaces();
    this.followHistory();
    this.offerNew();
  }

  wide() {
    const box = h('input', { type: 'checkbox', checked: chosen.wide, onchange: () => { chosen.wide = box.checked; this.layOut(); } });
    return h('label', { class: 'check' }, box, words().wide);
  }

  selectors() {
    return { labelSelector: this.labels.field.value.trim(), fieldSelector: this.fields.field.value.trim() };
  }

  // Shows what the selectors match, unless it is shown already.
  select() {
    if (JSON.stringify(this.selectors()) !== this.selected) this.load();
  }

  // Lists the collection page by page, shows the first page at once, then follows the rest by watch.
  async load() {
    this.stop?.abort();
    const stop = new AbortController();
    this.stop = stop;
    this.unread = 0;
    this.problem.hidden = true;
    this.grid.top();
    this.setState(this.past === null ? 'connecting' : 'paused');
    const path = collection(this.resource, chosen.namespace);
    const parameters = this.selectors();
    this.selected = JSON.stringify(parameters);
    try {
      const version = await this.list(path, parameters, stop);
      if (this.past !== null || stop.signal.aborted) return;
      await watch(path, parameters, {
        table: true, signal: stop.signal, from: version,
        onEvent: (event) => this.event(event), onState: (state) => this.setState(state), onExpired: () => this.load(),
      });
    } catch (error) {
      if (stop.signal.aborted) return;
      this.rows = new Map();
      this.order = null;
      this.changed();
      this.fail(error);
      this.loadTheRest();
    }
  }

  async list(path, parameters, stop) {
    let next = '';
    let version = '';
    const exact = this.past === null ? {} : { resourceVersion: this.past, resourceVersionMatch: 'Exact' };
    do {
      const page = await tablePage(path, { ...parameters, ...(next ? {} : exact), limit: next === '' ? FIRST_PAGE : PAGE, continue: next }, stop.signal);
      if (stop.signal.aborted) return version;
      if (next === '') this.rows = new Map();
      if (page.columnDefinitions?.length) this.definitions = page.columnDefinitions;
      // Pages come in the order of an unsorted table.
      if (this.sort) this.order = null;
      for (const row of page.rows ?? []) this.put(row, this.past === null ? null : this.difference(row.object.metadata));
      version = page.metadata.resourceVersion;
      if (next === '') this.layOut();
      this.changed();
      requestAnimationFrame(() => this.loadTheRest());
      next = page.metadata.continue ?? '';
      this.unread = page.metadata.remainingItemCount ?? 0;
    } while (next !== '' && this.rows.size < MAX_ROWS);
    if (next !== '') this.fail(new Error(words().cut(number(MAX_ROWS))));
    this.unread = 0;
    this.showRemoved();
    this.changed();
    return version;
  }

  put(row, mark) {
    const meta = row.object.metadata;
    const key = `${meta.namespace ?? ''}/${meta.name}`;
    const previous = this.rows.get(key);
    const next = { key, meta, raw: row.cells, mark, stamp: {}, flash: mark && this.past === null ? {} : previous?.flash };
    this.rows.set(key, next);
    if (previous) this.takeOut(previous);
    this.insert(next);
    return next;
  }

  // Inserts a row into the order. Sorting 20,000 rows for one event would take longer than a frame.
  insert(row) {
    this.order?.splice(this.position(row), 0, row);
  }

  takeOut(row) {
    const at = this.position(row);
    if (this.order?.[at] === row) this.order.splice(at, 1);
    else this.order = null;
  }

  // Returns the index of the first row of the order that is not before this one.
  position(row) {
    const before = this.comparator();
    let low = 0;
    let high = this.order?.length ?? 0;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (before(this.order[middle], row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  event({ type, object }) {
    for (const row of object.rows ?? []) {
      const put = this.put(row, { ADDED: 'added', MODIFIED: 'modified', DELETED: 'deleted' }[type]);
      if (type === 'DELETED') setTimeout(() => this.remove(put), REMAINS);
      else setTimeout(() => this.unmark(put), 2 * REMAINS);
    }
    this.changed();
  }

  remove(row) {
    if (this.rows.get(row.key) === row) {
      this.rows.delete(row.key);
      this.takeOut(row);
      this.changed();
    }
  }

  unmark(row) {
    row.mark = null;
    this.grid.schedule();
  }

  // Chooses the columns and their widths.
  layOut() {
    const w = words();
    const sorted = this.columns[this.sort?.column]?.name;
    this.columns = (this.definitions ?? []).map((definition, i) => columnOf(definition, i))
      .filter((column) => chosen.wide || !column.priority);
    if (this.resource.namespaced && chosen.namespace === '') {
      const namespace = (row) => row.meta.namespace ?? '';
      this.columns.unshift({ name: w.namespace, description: '', cell: namespace, order: namespace });
    }
    const at = this.columns.findIndex((column) => column.name === sorted);
    this.sort = at < 0 ? null : { ...this.sort, column: at };
    this.order = null;
    this.grid.setColumns(this.columns, [...this.rows.values()].slice(0, SAMPLE), this.sort);
    this.changed();
  }

  refreshAges() {
    if (!document.hidden && this.past === null) this.grid.refreshAges();
  }

  sortBy(i) {
    this.sort = this.sort?.column === i ? (this.sort.down ? null : { column: i, down: true }) : { column: i, down: false };
    this.order = null;
    this.grid.setColumns(this.columns, [...this.rows.values()].slice(0, SAMPLE), this.sort);
    this.changed();
  }

  // Paints changes in the next frame.
  changed() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => { this.waiting = false; this.paint(); });
  }

  paint() {
    this.order ??= [...this.rows.values()].sort(this.comparator());
    this.grid.setRows(this.order);
    const w = words();
    text(this.count, w.objectsOf(number(this.rows.size), number(this.rows.size + this.unread)));
    this.note.hidden = this.rows.size > 0 || this.state.dataset.state === 'connecting';
    text(this.note, this.labels.field.value || this.fields.field.value ? w.noMatch : w.noObjects);
  }

  // Compares rows by the sorted column, and equal ones by namespace and name: no two rows are equal.
  comparator() {
    const byKey = (a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
    if (!this.sort) return byKey;
    const { order } = this.columns[this.sort.column];
    const sign = this.sort.down ? -1 : 1;
    return (a, b) => sign * compare(order(a), order(b)) || byKey(a, b);
  }

  // Offers labels of the objects as completions.
  completeLabels() {
    offer(this.labels.list, this.labels.field.value, labelRequirements([...this.rows.values()].slice(0, LABELLED).map((row) => row.meta.labels)));
  }

  // Offers what the server can select by, and values of it: names from the table, others from a sample of the objects.
  async completeFields() {
    const { field, list } = this.fields;
    // Every resource can be selected by its name, so the server does not list it.
    const paths = [...new Set(['metadata.name', ...(this.resource.namespaced ? ['metadata.namespace'] : []), ...(this.resource.selectableFields ?? [])])];
    const metadata = [...this.rows.values()].slice(0, LABELLED).map((row) => ({ metadata: row.meta }));
    const valuesOf = (objects) => (path) => valuesAt(path.startsWith('metadata.') ? metadata : objects, path);
    const complete = (objects) => offer(list, field.value, fieldRequirements(field.value.slice(beforeLast(field.value).length), paths, valuesOf(objects)));
    complete([]);
    if (paths.every((path) => path.startsWith('metadata.'))) return;
    this.sample ??= json(collection(this.resource, chosen.namespace) + query({ limit: FIRST_PAGE }), { signal: this.viewSignal })
      .then(({ items }) => items, () => []);
    complete(await this.sample);
  }

  setState(state) {
    set(this.state, 'data-state', state);
    const w = words();
    text(this.state, state !== 'paused' ? w[state] : this.base ? w.comparing(this.base.version, this.past) : w.asOf(this.past));
  }

  fail(error) {
    this.problem.hidden = false;
    text(this.problem, error.code === 410 ? words().expired : error.message);
  }

  open(key) {
    const row = this.rows.get(key);
    if (row) this.show(row.meta);
  }

  async show(meta) {
    const { comparison, inspector } = await this.detailsFor();
    if (!inspector) return;
    this.aside.hidden = false;
    const onClose = () => { this.aside.hidden = true; this.inspected = null; this.grid.setOpened(null); this.grid.node.focus(); };
    this.inspected = this.base
      ? comparison(this.aside, this.resource, meta, this.base.version, this.past, { onClose })
      : inspector(this.aside, this.resource, meta, this.past, { onClose, writable: this.writable, onEdit: (object) => this.edit(object) });
  }

  // Closes what is open. Returns what objects are shown with, or nothing if something else was opened meanwhile.
  async detailsFor() {
    this.inspected?.close();
    const wanted = { close: () => {} };
    this.inspected = wanted;
    const details = await loadDetails();
    return this.inspected === wanted && !this.viewSignal.aborted ? details : {};
  }

  // Shows the button for a new object if the user may create one in the namespace that the editor begins with.
  async offerNew() {
    if (!this.writable || !this.resource.verbs.includes('create')) return;
    const namespace = this.resource.namespaced ? chosen.namespace || 'default' : undefined;
    const { create } = await rights(this.resource, { namespace }, ['create'], this.viewSignal).catch(() => ({}));
    this.newObject.hidden = !create;
  }

  // Opens the editor for an object, or for a new one.
  async edit(object) {
    const { editor } = await this.detailsFor();
    if (!editor) return;
    this.inspected = editor(this.aside, this.resource, object, object?.metadata.namespace ?? chosen.namespace, {
      onDone: (written) => {
        const next = written ?? object;
        if (next) this.show(next.metadata);
        else {
          this.aside.hidden = true;
          this.grid.node.focus();
        }
      },
    });
  }

  // Keeps the timeline's versions up to date; without the right to see them there is no timeline.
  followHistory() {
    const path = `/debug/listwatch/caches?resource=${encodeURIComponent(nameOf(this.resource))}`;
    poll(5000, this.viewSignal, async () => {
      try {
        const { items } = await json(path);
        this.timeline.update(items[0]?.changes ?? []);
        return true;
      } catch (error) {
        if (error.code !== 403) throw error;
        this.timeline.node.hidden = true;
        return false;
      }
    });
  }

  // Shows the collection at a version, or the present for null.
  travel(version) {
    if (this.past === null) this.present = this.versions();
    this.past = version;
    this.order = null;
    this.load();
  }

  versions() {
    return new Map([...this.rows].map(([key, row]) => [key, row.meta.resourceVersion]));
  }

  // Compares with the collection at a version from now on, or with nothing for null.
  async compareWith(version) {
    this.inspected?.close();
    this.inspected = null;
    this.aside.hidden = true;
    this.base = null;
    if (version !== null) {
      const keep = this.past;
      if (keep === null) this.present = this.versions();
      this.past = version;
      await this.load();
      if (this.past !== version || !this.problem.hidden) return;
      this.base = { version, rows: new Map(this.rows) };
      this.past = keep ?? version;
    }
    this.order = null;
    this.load();
  }

  // Says how a row of the past differs from the present, or from the version that it is compared with.
  difference(meta) {
    const key = `${meta.namespace ?? ''}/${meta.name}`;
    if (this.base) {
      const then = this.base.rows.get(key);
      if (!then) return 'added';
      return then.meta.resourceVersion === meta.resourceVersion ? null : 'modified';
    }
    const now = this.present?.get(key);
    if (now === undefined) return 'deleted';
    return now === meta.resourceVersion ? null : 'modified';
  }

  // Adds the rows that only the version to compare with has.
  showRemoved() {
    if (!this.base || this.past === null) return;
    for (const [key, row] of this.base.rows) {
      if (!this.rows.has(key)) this.rows.set(key, { ...row, mark: 'deleted', stamp: {} });
    }
    this.order = null;
    this.changed();
  }
}

// Adds to a column how its cells are read and how they are ordered. The age of an object changes without an event.
function columnOf(definition, i) {
  const raw = (row) => row.raw[i];
  if (definition.name !== 'Age' || definition.type !== 'string') return { ...definition, cell: raw, order: raw };
  const created = (row) => Date.parse(row.meta.creationTimestamp) || 0;
  return { ...definition, ages: true, cell: (row) => (row.meta.creationTimestamp ? age(Date.now() - created(row)) : raw(row)), order: (row) => -created(row) };
}

// The kept history as a line of changes; its slider travels.
function timeline({ onTravel, onCompare }) {
  const w = words();
  const marks = h('div', { class: 'marks', 'aria-hidden': 'true' });
  const slider = h('input', { type: 'range', min: 0, max: 1, value: 1, step: 1, disabled: true, 'aria-label': `${w.time}. ${w.timeText}`, oninput: () => moved(), onchange: () => travel() });
  const now = h('button', { class: 'quiet now', disabled: true, onclick: () => { if (compared !== null) compare(); slider.value = slider.max; travel(); } }, w.now);
  const pin = h('i', { class: 'pin', hidden: true });
  const both = h('button', { class: 'quiet compare', disabled: true, 'aria-pressed': 'false', title: w.compareText, onclick: () => compare() }, w.compare);
  const node = h('div', { class: 'timeline', title: w.timeText }, h('span', { class: 'label' }, w.time), h('div', { class: 'axis' }, marks, pin, slider), both, now);
  let changes = [];
  let at = null;
  let compared = null;
  let timer = 0;

  function update(next) {
    if (next.length < 2 || at !== null || compared !== null) return;
    changes = next;
    for (const each of [slider, both, now]) set(each, 'disabled', null);
    slider.max = changes.length - 1;
    slider.value = changes.length - 1;
    describe();
    const step = Math.max(1, Math.floor(changes.length / 160));
    fill(marks, changes.filter((_, i) => i % step === 0).map((change) => h('i', { class: change.type.toLowerCase() })));
  }

  function describe() {
    const change = changes[slider.value];
    set(slider, 'aria-valuetext', Number(slider.value) === changes.length - 1 ? w.now : `${w.asOf(change.resourceVersion)}, ${w.ago(age(change.ageMillis))}`);
  }

  function moved() {
    describe();
    clearTimeout(timer);
    timer = setTimeout(travel, 150);
  }

  function travel() {
    clearTimeout(timer);
    const last = Number(slider.value) === changes.length - 1 && compared === null;
    const next = last ? null : changes[slider.value].resourceVersion;
    set(node, 'data-past', last ? null : 'true');
    if (next !== at) {
      at = next;
      onTravel(next);
    }
  }

  // Keeps the version at the slider as the one to compare with, until it is pressed again.
  function compare() {
    clearTimeout(timer);
    const on = compared === null;
    compared = on ? changes[slider.value].resourceVersion : null;
    set(both, 'aria-pressed', String(on));
    pin.hidden = !on;
    if (on) {
      pin.style.setProperty('--at', slider.value / Math.max(1, changes.length - 1));
      at = compared;
      set(node, 'data-past', 'true');
    }
    onCompare(compared);
    if (!on) travel();
  }

  return { node, update };
}
