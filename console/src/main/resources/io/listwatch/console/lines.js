// An object as lines of YAML or JSON, each with the path of its field.

const MASKED_ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration';

// JSON Web Tokens, values of Authorization headers, and private keys in PEM.
const TOKEN = /eyJ[\w-]{8,}\.[\w-]+\.[\w-]*|\b(?:[Bb]earer|[Bb]asic|BEARER|BASIC) +[\w.~+/=-]{8,}|-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(?:-----END [A-Z ]*PRIVATE KEY-----)?/g;

// Returns an object in which the values of a Secret, and texts that look like tokens, are replaced by mask(size, value).
export function masked(object, mask) {
  const secret = object.kind === 'Secret' && (object.apiVersion ?? 'v1') === 'v1';
  return withoutTokens(secret ? withoutValues(object, mask) : object, mask);
}

function withoutValues(object, mask) {
  const copy = structuredClone(object);
  for (const part of ['data', 'stringData']) {
    for (const name of Object.keys(copy[part] ?? {})) {
      const size = part === 'data' ? Math.floor((copy[part][name].replace(/=+$/, '').length * 3) / 4) : copy[part][name].length;
      copy[part][name] = mask(size, copy[part][name]);
    }
  }
  const annotations = copy.metadata?.annotations;
  if (annotations && MASKED_ANNOTATION in annotations) annotations[MASKED_ANNOTATION] = mask(annotations[MASKED_ANNOTATION].length);
  return copy;
}

function withoutTokens(value, mask) {
  if (typeof value === 'string') return value.replace(TOKEN, (found) => mask(found.length, found));
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((each) => withoutTokens(each, mask));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutTokens(each, mask)]));
}

const FIRST = ['apiVersion', 'kind', 'metadata', 'type', 'spec', 'data'];
const FIRST_METADATA = ['name', 'generateName', 'namespace', 'labels', 'annotations', 'uid', 'resourceVersion', 'generation', 'creationTimestamp'];

// Returns a copy of an object with its members in the order in which people write them.
export function inUsualOrder(object) {
  return { ...ordered(object, FIRST), metadata: ordered(object.metadata ?? {}, FIRST_METADATA) };
}

function ordered(object, first) {
  const names = [...first.filter((name) => name in object), ...Object.keys(object).filter((name) => !first.includes(name))];
  return Object.fromEntries(names.map((name) => [name, object[name]]));
}

// Returns lines: { indent, key, value, path }. Paths are joined by U+0000, which no key contains.
export function yaml(value) {
  const out = [];
  node(value, [], 0, '', '', out);
  return out;
}

function node(value, path, indent, key, dash, out) {
  const line = (text) => out.push({ indent, key, dash, value: text, path: join(path) });
  if (Array.isArray(value)) {
    if (value.length === 0) return line('[]');
    if (key !== '') line('');
    value.forEach((each, i) => item(each, [...path, String(i)], key === '' ? indent : indent, out));
  } else if (value !== null && typeof value === 'object') {
    const names = Object.keys(value);
    if (names.length === 0) return line('{}');
    if (key !== '') line('');
    const inner = key === '' ? indent : indent + 1;
    names.forEach((name, i) => node(value[name], [...path, name], inner, quoted(name), i === 0 && key === '' ? dash : '', out));
  } else if (isBlock(value)) {
    line(value.endsWith('\n') ? '|' : '|-');
    for (const part of value.replace(/\n$/, '').split('\n')) out.push({ indent: indent + 1, key: '', dash: '', value: part, path: join(path) });
  } else line(scalar(value));
  return undefined;
}

// True for a text that YAML can show line by line without loss.
function isBlock(value) {
  return typeof value === 'string' && value.includes('\n') && !/^[\s]|[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]|\n\n$/.test(value);
}

// Returns lines as text.
export function textOf(lines) {
  return lines.map(({ indent, dash, key, value }) => `${' '.repeat(2 * indent)}${dash}${key}${key === '' ? '' : ':'}${key !== '' && value !== '' ? ' ' : ''}${value}`).join('\n');
}

function item(value, path, indent, out) {
  const before = out.length;
  if (Array.isArray(value) && value.length > 0) {
    out.push({ indent, key: '', dash: '- ', value: JSON.stringify(value), path: join(path) });
    return;
  }
  node(value, path, indent + 1, '', '- ', out);
  if (out[before]) {
    out[before].dash = '- ';
    out[before].indent = indent;
  }
}

const PLAIN = /^[A-Za-z_/][\w./()+@:-]*( [\w./()+@-]+)*$/;
const WORDS = /^(true|false|null|yes|no|on|off|y|n|~)$/i;

function scalar(value) {
  if (typeof value !== 'string') return String(value);
  return PLAIN.test(value) && !WORDS.test(value) && !/:( |$)/.test(value) ? value : JSON.stringify(value);
}

function quoted(name) {
  return PLAIN.test(name) && !WORDS.test(name) && !/:( |$)/.test(name) ? name : JSON.stringify(name);
}

// Returns lines of indented JSON.
export function jsonLines(value) {
  const out = [];
  member(value, [], 0, '', '', out);
  return out;
}

function member(value, path, indent, key, comma, out) {
  const push = (text, at = path) => out.push({ indent, key: '', dash: key, value: text, path: join(at) });
  if (value === null || typeof value !== 'object') {
    push(JSON.stringify(value) + comma);
    return;
  }
  const list = Array.isArray(value);
  const names = Object.keys(value);
  const [left, right] = list ? '[]' : '{}';
  if (names.length === 0) {
    push(left + right + comma);
    return;
  }
  push(left);
  names.forEach((name, i) => member(value[name], [...path, name], indent + 1, list ? '' : `${JSON.stringify(name)}: `, i < names.length - 1 ? ',' : '', out));
  out.push({ indent, key: '', dash: '', value: right + comma, path: join(path) });
}

export function join(path) {
  return path.join('\u0000');
}

// Returns the paths of the leaves in which two objects differ.
export function differences(before, after, path = [], out = new Set()) {
  if (before === after) return out;
  const both = before !== null && after !== null && typeof before === 'object' && typeof after === 'object' && Array.isArray(before) === Array.isArray(after);
  if (!both) {
    out.add(join(path));
    return out;
  }
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (path.length === 1 && path[0] === 'metadata' && (name === 'managedFields' || name === 'resourceVersion')) continue;
    if (!(name in after)) out.add(join(path));
    else if (!(name in before)) out.add(join([...path, name]));
    else differences(before[name], after[name], [...path, name], out);
  }
  return out;
}

// True if the path is one of the paths or below one of them.
export function within(path, paths) {
  if (paths.has(path)) return true;
  for (let end = path.lastIndexOf('\u0000'); end > 0; end = path.lastIndexOf('\u0000', end - 1)) {
    if (paths.has(path.slice(0, end))) return true;
  }
  return false;
}

// Returns the managers of each field: path to a list of entries of managedFields.
export function owners(object) {
  const found = new Map();
  for (const entry of object.metadata?.managedFields ?? []) own(object, entry.fieldsV1 ?? {}, [], entry, found);
  return found;
}

function own(value, fields, path, entry, found) {
  const inner = Object.keys(fields).filter((key) => key !== '.');
  if (inner.length === 0 || '.' in fields) add(found, join(path), entry);
  for (const key of inner) {
    const step = stepOf(value, key);
    if (step !== null && value !== null && typeof value === 'object') own(value[step], fields[key], [...path, step], entry, found);
  }
}

function add(found, path, entry) {
  if (path !== '') found.set(path, [...(found.get(path) ?? []), entry]);
}

// Returns the name or index that a key of fieldsV1 means: f:name, k:{"name":"a"}, v:"value", i:0.
function stepOf(value, key) {
  const rest = key.slice(2);
  if (key.startsWith('f:')) return rest;
  if (key.startsWith('i:')) return rest;
  if (!Array.isArray(value)) return null;
  const wanted = JSON.parse(rest);
  const at = key.startsWith('v:')
    ? value.findIndex((each) => each === wanted)
    : value.findIndex((each) => Object.entries(wanted).every(([name, part]) => each?.[name] === part));
  return at < 0 ? null : String(at);
}
