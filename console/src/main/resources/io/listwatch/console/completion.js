// Completion of selectors: options for the requirement that is being written, after those that stand before it.

import { escaped } from './api.js';
import { h } from './dom.js';

const MAX_OPTIONS = 200;

// Returns a selector without its last requirement. A comma in parentheses belongs to one: tier in (a, b).
export function beforeLast(selector) {
  let depth = 0;
  let end = 0;
  [...selector].forEach((each, i) => {
    if (each === '(') depth++;
    else if (each === ')') depth--;
    else if (each === ',' && depth === 0) end = i + 1;
  });
  return selector.slice(0, end);
}

// Returns the path of a requirement that is followed by an operator; null before there is one.
export function pathOf(requirement) {
  return /^\s*([^\s=!]+)\s*!?==?/.exec(requirement)?.[1] ?? null;
}

// Returns requirements that labels meet: each name with its values, and the name alone.
export function labelRequirements(labels) {
  const found = new Set();
  for (const each of labels) {
    for (const [name, value] of Object.entries(each ?? {})) {
      found.add(name);
      found.add(`${name}=${value}`);
    }
    if (found.size > MAX_OPTIONS) break;
  }
  return [...found].sort();
}

// Returns requirements of a field selector: before an operator the paths, after it the values at the path.
export function fieldRequirements(requirement, paths, valuesAt) {
  const path = pathOf(requirement);
  if (path === null) return paths.map((each) => `${each}=`);
  const operator = requirement.includes('!') ? '!=' : '=';
  return [...new Set(valuesAt(path))].sort().slice(0, MAX_OPTIONS).map((value) => `${path}${operator}${escaped(String(value))}`);
}

// Fills a datalist: its options replace the whole text, so each begins with what is written before.
export function offer(list, selector, requirements) {
  const before = beforeLast(selector);
  list.replaceChildren(...requirements.map((each) => h('option', { value: before + each })));
}

// Returns the values of the objects at a path such as spec.nodeName.
export function valuesAt(objects, path) {
  return objects.map((object) => path.split('.').reduce((at, name) => at?.[name], object))
    .filter((value) => value !== undefined && value !== null && value !== '' && typeof value !== 'object');
}
