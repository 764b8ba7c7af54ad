// What a scene acts with: real requests to this server, on ConfigMaps of its own, written down as they go over the wire.

import { json, query, watch, write } from './api.js';
import { h } from './dom.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const MAX_LINES = 200;

export class Stage {
  constructor(log, signal) {
    this.log = log;
    this.signal = signal;
    this.id = Math.random().toString(36).slice(2, 8);
    this.selector = `scene=${this.id}`;
    this.names = new Set();
    this.watches = [];
    signal.addEventListener('abort', () => this.clear(), { once: true });
  }

  // Lists the scene's objects. Returns the collection's version.
  async list(parameters = {}) {
    const search = query({ labelSelector: this.selector, ...parameters });
    this.say('→', `GET ${MAPS}${decodeURIComponent(search)}`);
    try {
      const page = await json(MAPS + search, { signal: this.signal });
      this.say('←', `${page.kind} @${page.metadata.resourceVersion}: ${page.items.map((each) => short(each.metadata.name)).join(', ') || '–'}`);
      return page.metadata.resourceVersion;
    } catch (error) {
      this.say('←', `${error.code} ${error.reason}: ${error.message}`, 'bad');
      throw error;
    }
  }

  // Opens a watch that is not reopened when it ends. Returns it, with its last version and the number of its events.
  open(from, parameters = {}, name = '') {
    const stop = new AbortController();
    this.signal.addEventListener('abort', () => stop.abort(), { once: true });
    const opened = { version: from, events: 0, state: 'connecting', stop: () => stop.abort() };
    const search = { labelSelector: this.selector, ...parameters };
    this.say('→', `GET ${MAPS}${decodeURIComponent(query({ ...search, watch: 'true', resourceVersion: from, allowWatchBookmarks: 'true' }))}`);
    opened.ended = watch(MAPS, search, {
      table: false, signal: stop.signal, from, bookmarks: true, once: true,
      onState: (state) => { opened.state = state; },
      onEvent: (event) => {
        const { name: of, resourceVersion } = event.object.metadata;
        opened.version = resourceVersion;
        const end = event.object.metadata.annotations?.['k8s.io/initial-events-end'] === 'true';
        if (event.type !== 'BOOKMARK') opened.events++;
        this.say('←', `${name}${event.type}${of ? ` ${short(of)}` : ''} @${resourceVersion}${end ? ' · k8s.io/initial-events-end' : ''}`, event.type.toLowerCase());
      },
      onExpired: () => { opened.expired = true; this.say('←', `${name}ERROR 410 Expired`, 'bad'); },
    }).catch((error) => { if (!stop.signal.aborted) this.say('←', `${name}${error.message}`, 'bad'); }).finally(() => { opened.state = 'ended'; });
    this.watches.push(opened);
    return opened;
  }

  async create(name, labels = {}) {
    const full = `scene-${this.id}-${name}`;
    this.names.add(full);
    this.say('→', `POST ${MAPS}: ${name}`, 'write');
    const made = await write('POST', MAPS, 'application/json', JSON.stringify({ metadata: { name: full, labels: { scene: this.id, ...labels } }, data: { step: '1' } }), this.signal);
    this.say('←', `201 @${made.metadata.resourceVersion}`, 'write');
    return made.metadata.resourceVersion;
  }

  async change(name, step) {
    this.say('→', `PATCH ${name}: step=${step}`, 'write');
    const made = await write('PATCH', `${MAPS}/scene-${this.id}-${name}`, 'application/merge-patch+json', JSON.stringify({ data: { step: String(step) } }), this.signal);
    this.say('←', `200 @${made.metadata.resourceVersion}`, 'write');
  }

  async remove(name) {
    const full = `scene-${this.id}-${name}`;
    this.say('→', `DELETE ${name}`, 'write');
    await write('DELETE', `${MAPS}/${full}`, 'application/json', '{}', this.signal);
    this.names.delete(full);
    this.say('←', '200', 'write');
  }

  // Arms a fault. Needs a server that was started with --faults.
  async fault(command) {
    this.say('→', `POST /listwatch/v1/faults ${JSON.stringify(command)}`, 'write');
    const armed = await write('POST', '/listwatch/v1/faults', 'application/json', JSON.stringify(command), this.signal);
    this.armed = [...(this.armed ?? []), armed.id];
    return armed.id;
  }

  async unfault(id) {
    this.armed = (this.armed ?? []).filter((each) => each !== id);
    await write('POST', '/listwatch/v1/faults', 'application/json', JSON.stringify({ do: 'clear', id }));
  }

  // Waits until a condition holds, for a few seconds.
  async until(condition) {
    for (let i = 0; i < 100 && !condition() && !this.signal.aborted; i++) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  say(direction, line, kind = '') {
    this.log.append(h('li', { class: `wire ${kind}` }, h('span', { 'aria-hidden': 'true' }, direction), ' ', line));
    while (this.log.children.length > MAX_LINES) this.log.firstChild.remove();
    this.log.scrollTop = this.log.scrollHeight;
  }

  // Removes what the scene has made.
  async clear() {
    for (const each of this.watches) each.stop();
    for (const id of this.armed ?? []) await this.unfault(id).catch(() => {});
    for (const name of this.names) await write('DELETE', `${MAPS}/${name}`, 'application/json', '{}').catch(() => {});
  }
}

function short(name) {
  return name.replace(/^scene-[a-z0-9]+-/, '');
}
