// Builds DOM nodes. Text only ever becomes a text node or an attribute, never HTML.

const SVG = 'http://www.w3.org/2000/svg';

// Creates an element: properties that start with "on" are listeners, "class" is the class, the rest are attributes.
// A value of null, undefined or false leaves the attribute out.
export function h(tag, properties, ...children) {
  return build(document.createElement(tag), properties, children);
}

// Creates an SVG element.
export function s(tag, properties, ...children) {
  return build(document.createElementNS(SVG, tag), properties, children);
}

function build(node, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else set(node, name, value);
  }
  append(node, children);
  return node;
}

// Sets an attribute, or removes it for null, undefined and false. Leaves equal values alone.
export function set(node, name, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else {
    const text = value === true ? '' : String(value);
    if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
}

function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) {
      node.append(child instanceof Node ? child : document.createTextNode(String(child)));
    }
  }
}

// Replaces the children of a node.
export function fill(node, ...children) {
  node.replaceChildren();
  append(node, children);
  return node;
}

// Sets the text of a node if it differs.
export function text(node, value) {
  const string = String(value);
  if (node.textContent !== string) node.textContent = string;
}
