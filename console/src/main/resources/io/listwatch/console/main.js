// The frame of the page: sign-in, header, resources at the left, one view at a time.

import { ApiError, json, nameOf, resources, setToken, signInByCode, whenSignedOut } from './api.js';
import { fill, h, set } from './dom.js';
import { loadDetails, objectsView, readFirstPageAhead } from './objects.js';
import { tree } from './tree.js';
import { currentLanguage, toggleLanguage, words } from './words.js';

// A table needs none of the other views: they are loaded after the first one is shown.
const VIEWS = {
  objects: async () => objectsView,
  mechanism: async () => (await import('./mechanism.js')).mechanismView,
  scenes: async () => (await import('./scenes.js')).scenesView,
  load: async () => (await import('./load.js')).loadView,
};
const OF_A_RESOURCE = new Set(['objects', 'mechanism']);
const THEMES = ['auto', 'light', 'dark'];
const REFRESH = 10000;
const REST_AFTER = 1000;

const state = { known: [], resource: null, view: 'objects', settings: { writable: false, faults: false }, scene: null, stop: new AbortController() };

applyTheme();
whenSignedOut(signOut);
takeTokenFromLink().then(start);

// A link may carry a token, or a code that is exchanged for one, in its fragment. That is never sent, and removed from the
// address at once. Returns a message if the code is not valid.
async function takeTokenFromLink() {
  const match = /^#(token|code)=(.+)$/.exec(location.hash);
  if (!match) {
    readTableAhead();
    return undefined;
  }
  history.replaceState(null, '', location.pathname);
  if (match[1] === 'token') setToken(decodeURIComponent(match[2]));
  else if (!(await signInByCode(match[2]))) return words().usedLink;
  return undefined;
}

// The path of a core resource follows from its name, so its first page need not wait for the list of resources.
function readTableAhead() {
  const [, view, name] = location.hash.split('/');
  if (view && view !== 'objects') return;
  if (/^[a-z]*$/.test(name ?? '')) readFirstPageAhead(name || 'pods');
}

async function start(message) {
  document.documentElement.lang = currentLanguage();
  document.title = words().title;
  try {
    [state.settings, state.known] = await Promise.all([json('settings.json'), resources()]);
    readAddress();
    show();
  } catch (error) {
    if (error instanceof ApiError && (error.code === 401 || error.code === 403)) signIn(error, message);
    else fill(document.body, h('main', { class: 'alone' }, h('h1', {}, words().error), h('p', { role: 'alert' }, error.message)));
  }
}

// The token of a link ends after an hour, any other one when its issuer says so.
function signOut(error) {
  if (!frame) return;
  frame = null;
  refresh++;
  state.stop.abort();
  setToken(null);
  signIn(error, words().signedOut);
}

function signIn(error, message) {
  const w = words();
  const input = h('input', { type: 'password', id: 'token', autocomplete: 'off', spellcheck: 'false', required: true });
  const form = h('form', { class: 'card', onsubmit: (event) => { event.preventDefault(); setToken(input.value.trim()); start(w.wrongToken); } },
    h('img', { src: 'icon.svg', alt: '', width: 48, height: 48 }),
    h('h1', {}, w.title), h('p', {}, w.tokenText),
    h('label', { for: 'token' }, w.token), input,
    h('p', { class: 'hint' }, w.tokenHint),
    message && h('p', { class: 'problem', role: 'alert' }, error.code === 403 ? error.message : message),
    h('button', { class: 'primary' }, w.signIn));
  fill(document.body, h('main', { class: 'alone' }, form));
  input.focus();
}

// The address says what is shown: #/objects/pods
function readAddress() {
  const [, view, name, more] = location.hash.split('/');
  if (Object.hasOwn(VIEWS, view)) state.view = view;
  if (state.view === 'scenes') {
    state.scene = name ? { id: name, fast: more === 'fast' } : null;
    state.resource ??= firstResource();
    return;
  }
  const wanted = name ? decodeURIComponent(name) : null;
  state.resource = state.known.find((each) => nameOf(each) === wanted) ?? state.resource ?? firstResource();
}

function firstResource() {
  return state.known.find((each) => nameOf(each) === 'pods') ?? state.known[0] ?? null;
}

function go(view, resource) {
  location.hash = view === 'scenes' ? '#/scenes/' : `#/${view}/${resource ? encodeURIComponent(nameOf(resource)) : ''}`;
}

window.addEventListener('hashchange', () => {
  readAddress();
  if (frame) renderView();
});

let frame = null;

function show() {
  const w = words();
  const side = tree({ onChoose: (resource) => { document.body.classList.remove('menu-open'); go(OF_A_RESOURCE.has(state.view) ? state.view : 'objects', resource); } });
  const main = h('main', { id: 'content', tabindex: '-1' });
  const tabs = Object.keys(VIEWS).map((view) =>
    h('a', { href: '#', 'data-view': view, onclick: (event) => { event.preventDefault(); go(view, state.resource); } }, w[view]));
  const theme = h('button', { class: 'quiet', onclick: () => { nextTheme(); labelTheme(theme); } });
  labelTheme(theme);
  fill(document.body,
    h('a', { class: 'skip', href: '#content', onclick: (event) => { event.preventDefault(); main.focus(); } }, w.skip),
    h('header', { class: 'bar' },
      h('button', { class: 'menu quiet', 'aria-label': w.menu, onclick: () => document.body.classList.toggle('menu-open') }, '☰'),
      h('span', { class: 'brand' }, h('img', { src: 'icon.svg', alt: '', width: 24, height: 24 }), h('span', {}, 'Listwatch')),
      h('nav', { class: 'tabs', 'aria-label': w.title }, tabs),
      h('span', { class: 'space' }),
      !state.settings.writable && h('span', { class: 'badge' }, w.readOnly),
      h('button', { class: 'quiet', lang: currentLanguage() === 'en' ? 'zh' : 'en', onclick: () => { toggleLanguage(); start(); } }, w.language),
      theme),
    side.node, main);
  frame = { side, main, tabs };
  renderView();
  refreshCounts();
  setTimeout(loadTheRest, REST_AFTER);
}

async function renderView() {
  state.stop.abort();
  state.stop = new AbortController();
  const { signal } = state.stop;
  for (const tab of frame.tabs) set(tab, 'aria-current', tab.dataset.view === state.view ? 'page' : null);
  frame.side.update(state.known, state.resource, OF_A_RESOURCE.has(state.view));
  const { main } = frame;
  try {
    const render = await VIEWS[state.view]();
    if (signal.aborted) return;
    main.className = `view-${state.view}`;
    render(main, state, signal);
  } catch (error) {
    fill(main, h('p', { class: 'problem', role: 'alert' }, error.message));
  }
}

// Loads the rest of the page, so that no later click waits for it.
function loadTheRest() {
  for (const view of Object.values(VIEWS)) view().catch((error) => console.debug(error));
  loadDetails().catch((error) => console.debug(error));
}

let refresh = 0;

async function refreshCounts() {
  const mine = ++refresh;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, REFRESH));
    if (mine !== refresh) return;
    if (document.hidden) continue;
    try {
      state.known = await resources();
      frame.side.update(state.known, state.resource, OF_A_RESOURCE.has(state.view));
    } catch (error) {
      console.debug(error);
    }
  }
}

function theme() {
  return localStorage.getItem('listwatch.theme') ?? 'auto';
}

function nextTheme() {
  localStorage.setItem('listwatch.theme', THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length]);
  applyTheme();
}

function applyTheme() {
  set(document.documentElement, 'data-theme', theme() === 'auto' ? null : theme());
}

function labelTheme(button) {
  button.textContent = { auto: '◐', light: '☀', dark: '☾' }[theme()];
  set(button, 'aria-label', `${words().theme}: ${theme()}`);
  set(button, 'title', `${words().theme}: ${theme()}`);
}
