// The notes' walk-throughs, played on this server: each scene is a few sentences, and what they say happens beside them.

import { json, poll } from './api.js';
import { fill, h, set, text } from './dom.js';
import { flowFacts, slowestFirst, windowPicture } from './mechanism.js';
import { SCENES } from './script.js';
import { Stage } from './stage.js';
import { currentLanguage, words } from './words.js';

const PERIOD = 500;
const FAST = 60;

// What can be read in this time is about what a step needs.
const dwell = (sentence) => 1600 + sentence.length * (currentLanguage() === 'zh' ? 110 : 38);

export function scenesView(main, { scene, settings }, signal) {
  const w = words();
  const chosen = SCENES.find((each) => each.id === scene?.id);
  if (chosen) play(main, chosen, scene.fast, settings, signal);
  else {
    fill(main, h('div', { class: 'stack' },
      h('div', { class: 'title' }, h('h1', {}, w.scenes)), h('p', { class: 'hint' }, w.scenesText),
      !settings.writable && h('p', { class: 'problem' }, w.scenesNeed),
      h('ul', { class: 'shelf' }, SCENES.map((each) => h('li', {}, h('a', { class: 'card', href: `#/scenes/${each.id}` },
        h('span', { class: 'group' }, `${w.note} ${each.note}`), h('strong', {}, each.title[currentLanguage()]), h('span', { class: 'facts' }, each.about[currentLanguage()])))))));
  }
}

function play(main, scene, fast, settings, signal) {
  const w = words();
  const language = currentLanguage();
  const steps = h('ol', { class: 'script' });
  const log = h('ol', { class: 'wires', tabindex: 0, 'aria-label': w.wire });
  const flow = h('div', { class: 'flow' });
  const facts = flowFacts(flow);
  const picture = windowPicture();
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const pause = h('button', { class: 'plain pause', onclick: () => { playing = !playing; label(); wake(); } });
  const next = h('button', { class: 'quiet next', onclick: () => { skip = true; wake(); } }, w.next);
  const again = h('button', { class: 'quiet again', onclick: () => start() }, w.again);
  let playing = true;
  let skip = false;
  let wake = () => {};
  let run = null;

  fill(main, h('div', { class: 'stack theatre' },
    h('div', { class: 'title' }, h('a', { href: '#/scenes/', class: 'back' }, `‹ ${w.scenes}`), h('h1', {}, scene.title[language]), h('span', { class: 'group' }, `${w.note} ${scene.note}`),
      h('span', { class: 'space' }), h('div', { class: 'buttons' }, again, next, pause)),
    problem,
    h('div', { class: 'acts' },
      h('section', { class: 'card' }, h('h2', {}, w.story), steps),
      h('section', { class: 'card' }, h('h2', {}, w.wire), log)),
    picture.node, flow));
  signal.addEventListener('abort', () => run?.abort());
  label();
  if (settings.writable) start();
  else {
    problem.hidden = false;
    text(problem, w.scenesNeed);
    fill(steps, scene.steps.map((each) => h('li', {}, each.say[language])));
    for (const button of [pause, next, again]) set(button, 'disabled', true);
  }
  // A scene that is over moves no more: what it made is gone after a moment.
  let idle = 0;
  poll(PERIOD, signal, async () => {
    idle = steps.dataset.over === undefined && settings.writable ? 0 : idle + 1;
    if (idle > 6) return;
    const [caches, watches] = await Promise.all(['caches', 'watches'].map((each) => json(`/debug/listwatch/${each}?resource=configmaps&limit=24`, { signal })));
    const cache = caches.items[0];
    if (!cache?.cached) return;
    facts.update(caches.storageRevision, cache);
    picture.update(cache, slowestFirst(watches.items, cache));
  });

  async function start() {
    run?.abort();
    run = new AbortController();
    const mine = run.signal;
    playing = true;
    problem.hidden = true;
    label();
    for (const button of [pause, next]) set(button, 'disabled', null);
    fill(log);
    const lines = scene.steps.map((each) => h('li', {}, each.say[language], each.faults && !settings.faults && h('span', { class: 'facts' }, ` (${w.needsFaults})`)));
    fill(steps, lines);
    const stage = new Stage(log, mine);
    const memory = {};
    try {
      for (const [i, step] of scene.steps.entries()) {
        lines.forEach((line, k) => set(line, 'aria-current', k === i ? 'step' : null));
        lines[i].scrollIntoView({ block: 'nearest' });
        if (!step.faults || settings.faults) await step.act?.(stage, memory);
        if (mine.aborted) return;
        await rest(fast ? FAST : dwell(step.say[language]), mine);
        if (mine.aborted) return;
        set(lines[i], 'class', 'told');
      }
    } catch (error) {
      if (mine.aborted) return;
      problem.hidden = false;
      text(problem, error.message);
    } finally {
      if (!mine.aborted) {
        await stage.clear();
        set(steps, 'data-over', 'true');
        for (const button of [pause, next]) set(button, 'disabled', true);
      }
    }
  }

  // Waits for the time of a step; while paused, until it goes on.
  async function rest(millis, mine) {
    skip = false;
    const end = performance.now() + millis;
    while (!mine.aborted && !skip && (!playing || performance.now() < end)) {
      await new Promise((resolve) => {
        wake = resolve;
        setTimeout(resolve, 100);
      });
    }
  }

  function label() {
    text(pause, playing ? w.pause : w.play);
    set(steps, 'data-over', null);
  }
}
