// Changes an object, or creates one: a text, the server's dry run of it as a diff, then the write itself.

import { collection, objectPath, query, write } from './api.js';
import { texts } from './compare.js';
import { sideBySide } from './diff.js';
import { fill, h, set, text } from './dom.js';
import { inUsualOrder, owners, textOf, yaml } from './lines.js';
import { words } from './words.js';

const MANAGER = 'listwatch-console';
const CREATE = 'create';
const UPDATE = 'update';
const APPLY = 'apply';

// Shows an editor in a node. Without an object it creates one in the namespace.
export function editor(node, resource, object, namespace, { onDone }) {
  const w = words();
  const secret = resource.kind === 'Secret' && resource.group === '';
  // The values of a Secret are never shown, so it cannot be sent back as a whole.
  const modes = !object ? [CREATE] : secret ? [APPLY] : [UPDATE, APPLY];
  let mode = modes[0];
  let checked = null;
  const stop = new AbortController();
  const area = h('textarea', { class: 'text', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', wrap: 'off', 'aria-label': w.manifest, oninput: () => changed() });
  const choices = modes.length > 1 && h('div', { class: 'choices', role: 'group', 'aria-label': w.how }, modes.map((each) =>
    h('button', { class: 'quiet', type: 'button', 'data-mode': each, 'aria-pressed': String(each === mode), onclick: () => choose(each) }, w.modes[each])));
  const force = h('input', { type: 'checkbox', onchange: () => changed() });
  const forceLabel = h('label', { class: 'check', title: w.forceText }, force, w.force);
  const hint = h('p', { class: 'hint' });
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const result = h('div', { class: 'diffbox', hidden: true });
  const preview = h('button', { class: 'plain', type: 'button', onclick: () => run(true) }, w.preview);
  const commit = h('button', { class: 'primary', type: 'button', disabled: true, onclick: () => run(false) }, w.write);
  const content = h('div', { class: 'editor' },
    h('div', { class: 'inspector-head' },
      h('div', {}, h('h2', {}, object ? object.metadata.name : w.create(resource.kind)), object?.metadata.namespace && h('span', { class: 'group' }, object.metadata.namespace)),
      h('button', { class: 'quiet close', type: 'button', 'aria-label': w.cancel, onclick: () => leave() }, '✕')),
    h('div', { class: 'editor-bar' }, choices, forceLabel), hint, area, result, problem,
    h('div', { class: 'editor-bar end' }, h('button', { class: 'quiet', type: 'button', onclick: () => leave() }, w.cancel), preview, commit));
  fill(node, content);
  node.hidden = false;
  node.onkeydown = (event) => {
    if (event.key === 'Escape') leave();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run(checked === null);
  };
  choose(mode);
  area.focus();

  function choose(next) {
    mode = next;
    for (const button of choices ? choices.children : []) set(button, 'aria-pressed', String(button.dataset.mode === mode));
    forceLabel.hidden = mode !== APPLY;
    text(hint, secret && object ? w.secretHint : w.modeHints[mode]);
    area.value = `${start()}\n`;
    changed();
  }

  function start() {
    if (mode === CREATE) {
      const metadata = { name: '', ...(resource.namespaced ? { namespace: namespace || 'default' } : {}) };
      return textOf(yaml({ apiVersion: apiVersion(), kind: resource.kind, metadata })).replace('name: ""', 'name: ');
    }
    if (mode === APPLY) return textOf(yaml(applied()));
    const { managedFields, ...metadata } = object.metadata;
    return textOf(yaml(inUsualOrder({ ...object, metadata })));
  }

  function apiVersion() {
    return resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
  }

  // The fields that this page has applied before, which a further apply would remove if they were left out.
  function applied() {
    const { name, namespace: space } = object.metadata;
    const out = { apiVersion: apiVersion(), kind: resource.kind, metadata: { name, ...(space ? { namespace: space } : {}) } };
    for (const [path, entries] of owners(object)) {
      if (secret || !entries.some((entry) => entry.manager === MANAGER && entry.operation === 'Apply')) continue;
      const names = path.split('\u0000');
      let from = object;
      let to = out;
      for (const [i, each] of names.entries()) {
        from = from?.[each];
        // A list is taken as a whole: its items have keys that the schema decides.
        if (i === names.length - 1 || Array.isArray(from)) {
          if (from !== null && typeof from === 'object' && !Array.isArray(from) && Object.keys(from).length > 0) to[each] ??= {};
          else if (from !== undefined) to[each] = from;
          break;
        }
        to = to[each] ??= {};
      }
    }
    return out;
  }

  function changed() {
    checked = null;
    set(commit, 'disabled', true);
    result.hidden = true;
    area.hidden = false;
    problem.hidden = true;
  }

  async function run(dry) {
    const sent = area.value;
    if (!dry && checked !== sent) return;
    set(preview, 'disabled', true);
    set(commit, 'disabled', true);
    problem.hidden = true;
    try {
      const answer = await send(sent, dry);
      if (!dry) {
        close();
        onDone(answer);
        return;
      }
      checked = sent;
      const view = sideBySide(...texts(object, answer), object ? w.asOf(object.metadata.resourceVersion) : w.nothing, w.afterWrite);
      fill(result, view, h('button', { class: 'quiet', type: 'button', onclick: () => { changed(); area.focus(); } }, w.editAgain));
      result.hidden = false;
      area.hidden = true;
      set(commit, 'disabled', null);
      commit.focus();
    } catch (error) {
      if (stop.signal.aborted) return;
      problem.hidden = false;
      text(problem, error.message);
    } finally {
      set(preview, 'disabled', null);
    }
  }

  function send(body, dry) {
    const parameters = query({ fieldManager: MANAGER, fieldValidation: 'Strict', dryRun: dry ? 'All' : '', force: mode === APPLY && force.checked ? 'true' : '' });
    if (mode === CREATE) return write('POST', collection(resource, namespace || 'default') + parameters, 'application/yaml', body, stop.signal);
    const path = objectPath(resource, object.metadata) + parameters;
    return mode === APPLY
      ? write('PATCH', path, 'application/apply-patch+yaml', body, stop.signal)
      : write('PUT', path, 'application/yaml', body, stop.signal);
  }

  function leave() {
    close();
    onDone(null);
  }

  function close() {
    stop.abort();
    node.onkeydown = null;
  }

  return { close: () => { close(); node.hidden = true; } };
}

// Asks whether to delete an object, and deletes the one with this uid and no successor of the same name.
export function deletion(node, resource, object, { onDone }) {
  const w = words();
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const cancel = h('button', { class: 'quiet', type: 'button', onclick: () => leave() }, w.cancel);
  const box = h('div', { class: 'confirm', role: 'alertdialog', 'aria-label': w.deleteObject(object.metadata.name) },
    h('p', {}, w.deleteObject(object.metadata.name)), problem,
    h('div', { class: 'editor-bar end' }, cancel, h('button', { class: 'danger', type: 'button', onclick: () => run() }, w.remove)));
  node.append(box);
  cancel.focus();

  async function run() {
    try {
      await write('DELETE', objectPath(resource, object.metadata), 'application/json',
        JSON.stringify({ apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid: object.metadata.uid } }));
      leave();
    } catch (error) {
      problem.hidden = false;
      text(problem, error.message);
    }
  }

  function leave() {
    box.remove();
    onDone();
  }
}
