// Requests to the server that the page came from. The token stays in this module.

let token = null;
let onSignedOut = () => {};

export class ApiError extends Error {
  constructor(code, reason, message) {
    super(message);
    this.code = code;
    this.reason = reason;
  }
}

export function setToken(value) {
  token = value || null;
  mayReadDebug = true;
  ahead = null;
}

// Sets what is called when the server no longer accepts the token.
export function whenSignedOut(listener) {
  onSignedOut = listener;
}

// A table needs no managedFields, which are most of an object's metadata.
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io;drop=metadata.managedFields';

async function send(path, options = {}) {
  const headers = { Accept: 'application/json', ...options.headers };
  if (token) headers.Authorization = `Bearer ${token}`;
  const response = await fetch(path, { ...options, headers, cache: 'no-store', credentials: 'same-origin' });
  if (response.ok) return response;
  const error = await failure(response);
  if (error.code === 401) onSignedOut(error);
  throw error;
}

async function failure(response) {
  try {
    const status = await response.json();
    return new ApiError(response.status, status.reason ?? '', status.message ?? response.statusText);
  } catch {
    return new ApiError(response.status, '', `${response.status} ${response.statusText}`);
  }
}

export async function json(path, options) {
  return (await send(path, options)).json();
}

// Sends a body and returns the server's answer.
export function write(method, path, type, body, signal) {
  return json(path, { method, body, headers: { 'Content-Type': type }, signal });
}

// Exchanges the code of a one-time link for a token. Returns false if the link was used or is too old.
export async function signInByCode(code) {
  const response = await fetch('session', { method: 'POST', headers: { 'X-Listwatch-Code': code }, cache: 'no-store', credentials: 'same-origin' });
  if (response.ok) setToken((await response.json()).token);
  return response.ok;
}

// Returns the field selector of one object by its name.
export function named(name) {
  return `metadata.name=${escaped(name)}`;
}

// Returns a value as field selectors spell it.
export function escaped(value) {
  return value.replace(/[\\,=]/g, '\\$&');
}

// Returns the path of an object.
export function objectPath(resource, meta) {
  return `${collection(resource, meta.namespace)}/${encodeURIComponent(meta.name)}`;
}

// Returns an object as it was at a version; null if it did not exist then.
export async function objectAt(resource, meta, version, signal) {
  const page = await json(collection(resource, meta.namespace) + query({ fieldSelector: named(meta.name), resourceVersion: version, resourceVersionMatch: 'Exact' }), { signal });
  return page.items.length > 0 ? { ...page.items[0], apiVersion: page.apiVersion, kind: resource.kind } : null;
}

// Returns whether the user may do this to an object: a record of verb to true or false.
export async function rights(resource, meta, verbs, signal) {
  const answers = await Promise.all(verbs.map((verb) => write('POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', 'application/json', JSON.stringify({
    apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: { group: resource.group, version: resource.version, resource: resource.resource, verb, name: meta.name, namespace: meta.namespace } },
  }), signal)));
  return Object.fromEntries(verbs.map((verb, i) => [verb, answers[i].status.allowed === true]));
}

// Returns the path of a resource's collection.
export function collection(resource, namespace) {
  const root = resource.group === '' ? `/api/${resource.version}` : `/apis/${resource.group}/${resource.version}`;
  const place = resource.namespaced && namespace ? `/namespaces/${encodeURIComponent(namespace)}` : '';
  return `${root}${place}/${resource.resource}`;
}

export function query(parameters) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== '' && value !== null && value !== undefined) search.set(name, value);
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

// A page of a collection that was requested before the view that shows it.
let ahead = null;

// Requests a page of a collection for the next call of tablePage.
export function readAhead(path, parameters) {
  const address = path + query(parameters);
  ahead = { address, page: readTable(address) };
  ahead.page.catch(() => {});
}

// Returns one page of a collection as kubectl's table.
export async function tablePage(path, parameters, signal) {
  const address = path + query(parameters);
  const early = ahead;
  ahead = null;
  if (early?.address === address) {
    const page = await early.page.catch(() => null);
    if (page) return page;
  }
  return readTable(address, signal);
}

function readTable(address, signal) {
  return json(address, { headers: { Accept: `${TABLE},application/json` }, signal });
}

// Follows a collection or an object, table rows or whole objects, until the signal aborts. Reconnects from the last
// version; calls onExpired and returns when the server no longer has it.
// Follows it once if "once" is true; passes on bookmarks if "bookmarks" is true.
export async function watch(path, parameters, { table, signal, from, bookmarks, once, onEvent, onState, onExpired }) {
  let version = from;
  let delay = 500;
  while (!signal.aborted) {
    try {
      onState('connecting');
      const search = query({ ...parameters, watch: 'true', allowWatchBookmarks: 'true', resourceVersion: version });
      const response = await send(path + search, { signal, headers: table ? { Accept: `${TABLE},application/json` } : {} });
      onState('live');
      for await (const event of lines(response.body)) {
        delay = 500;
        if (event.type === 'ERROR') throw new ApiError(event.object?.code ?? 500, event.object?.reason, event.object?.message);
        version = versionOf(event, table) ?? version;
        if (bookmarks || event.type !== 'BOOKMARK') onEvent(event);
      }
      if (once) return;
    } catch (error) {
      if (signal.aborted) return;
      if (error.code === 410) {
        onExpired();
        return;
      }
      if (once || error.code === 401 || error.code === 403) throw error;
      onState('reconnecting');
      await pause(delay, signal);
      delay = Math.min(delay * 2, 15000);
    }
  }
}

function versionOf(event, table) {
  const object = event.object;
  return (table ? object?.rows?.[0]?.object?.metadata?.resourceVersion : null) ?? object?.metadata?.resourceVersion;
}

// Splits a body into lines of JSON.
async function* lines(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const parts = (rest + value).split('\n');
      rest = parts.pop();
      for (const part of parts) if (part !== '') yield JSON.parse(part);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function pause(millis, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, millis);
    signal.addEventListener('abort', () => { clearTimeout(timer); resolve(); }, { once: true });
  });
}

// Calls a task now and then every so often, one at a time, while the page is visible, until the signal aborts or the task
// returns false.
export async function poll(millis, signal, task) {
  while (!signal.aborted) {
    if (!document.hidden && await task().catch((error) => console.debug(error)) === false) return;
    await pause(millis, signal);
  }
}

// False once the server has said that this user may not read the documents below /debug.
let mayReadDebug = true;

// Returns the resources that can be listed, with counts if the user may see them.
export async function resources() {
  if (mayReadDebug) {
    try {
      const { items } = await json('/debug/listwatch/resources');
      return preferred(items.filter((each) => each.stored || !items.some((other) => other.stored && sameResource(each, other))));
    } catch (error) {
      if (error.code !== 403 && error.code !== 404) throw error;
      mayReadDebug = false;
    }
  }
  return preferred(await discovered());
}

function sameResource(one, other) {
  return one.group === other.group && one.resource === other.resource;
}

// Keeps one version of each resource.
function preferred(items) {
  const byName = new Map();
  for (const each of items) {
    const name = nameOf(each);
    if (!byName.has(name)) byName.set(name, each);
  }
  return [...byName.values()];
}

// Returns a resource's name with its group, as the server spells it: pods, deployments.apps.
export function nameOf(resource) {
  return resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`;
}

const DISCOVERY = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

async function discovered() {
  const documents = await Promise.all(['/api', '/apis'].map((path) => json(path, { headers: { Accept: DISCOVERY } })));
  return documents.flatMap((document) => document.items).flatMap((group) =>
    group.versions.flatMap((version) => version.resources
      .filter((each) => each.verbs.includes('list'))
      .map((each) => ({
        group: group.metadata.name ?? '', version: version.version, resource: each.resource, kind: each.responseKind.kind,
        namespaced: each.scope === 'Namespaced', verbs: each.verbs, selectableFields: ['metadata.name'], objects: null,
      }))));
}
