'use strict';
// The page has all it needs in it: the data as written by the tool (tools/riffle/trace/page.cpp), and this.
const data = JSON.parse(document.getElementById('data').textContent);
const ops = data.ops, calls = data.calls, ranges = data.ranges, layers = data.layers, helps = data.helps;
const element = id => document.getElementById(id);
const canvas = element('canvas'), context = canvas.getContext('2d'), chart = element('chart');
const LABEL = 190, ROW = 20, RULER = 24, HEAD = 20;
const OVER = 3, EDGES = ['by an event', 'default stream', 'by the graph', 'by an event that was over'];
const KERNEL = 1, COPY = 2, FILL = 3, HOST = 4, GRAPH = 7;

// ---- Words ----
function time(ns, digits = 3) {
  const a = Math.abs(ns);
  if (a < 1e3) return `${Math.round(ns)} ns`;
  if (a < 1e6) return `${(ns / 1e3).toPrecision(digits)} µs`;
  if (a < 1e9) return `${(ns / 1e6).toPrecision(digits)} ms`;
  return `${(ns / 1e9).toPrecision(digits)} s`;
}
function size(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  const units = ['KiB', 'MiB', 'GiB', 'TiB'];
  let unit = -1;
  while (bytes >= 1024 && unit < 3) { bytes /= 1024; ++unit; }
  return `${bytes.toFixed(2)} ${units[unit]}`;
}
function opFacts(i) {
  const facts = [['stream', data.streams[ops.stream[i]].name]];
  if (ops.thread[i] >= 0) facts.push(['run by', data.threads[ops.thread[i]].name + ' ' + data.threads[ops.thread[i]].id]);
  facts.push(['began', time(ops.begin[i], 6)], ['took', time(ops.end[i] - ops.begin[i])]);
  facts.push(['after its call', time(ops.begin[i] - ops.enqueued[i])]);
  for (const fact of data.shapes[ops.shape[i]]) facts.push(fact);
  if (ops.bytes[i] > 0) {
    facts.push(['size', size(ops.bytes[i])]);
    if (ops.end[i] > ops.begin[i]) facts.push(['bandwidth', `${(ops.bytes[i] / (ops.end[i] - ops.begin[i])).toFixed(2)} GB/s`]);
  }
  if (ops.call[i] >= 0) facts.push(['called as', data.names[calls.name[ops.call[i]]]]);
  const sharers = sharersOf.get(i);
  if (sharers) facts.push(['shared by', `${sharers} more thread${sharers > 1 ? 's' : ''}`]);
  return facts;
}

// ---- Colours ----
function hash(text) {
  let h = 2166136261;
  for (let i = 0; i < text.length; ++i) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return h >>> 0;
}
const nameHues = data.names.map(name => hash(name) % 360);
const copyHues = {'memcpy H2D': 145, 'memcpy D2H': 28, 'memcpy D2D': 185};
function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}
let dark = isDark();
let style = {};
function readStyle() {
  dark = isDark();
  const computed = getComputedStyle(document.documentElement);
  for (const name of ['ground', 'panel', 'line', 'text', 'dim', 'lane', 'mark', 'critical', 'gap', 'gap-line', 'event', 'default', 'launch'])
    style[name] = computed.getPropertyValue('--' + name).trim();
}
function shade(hue, saturation) { return `hsl(${hue} ${saturation}% ${dark ? 42 : 72}%)`; }
function opColour(i) {
  const type = ops.type[i], name = data.names[ops.name[i]];
  if (type === KERNEL) return shade(nameHues[ops.name[i]], 55);
  if (type === COPY) return shade(copyHues[name] ?? 100, 60);
  if (type === FILL) return shade(60, 25);
  if (type === HOST) return shade(290, 45);
  return shade(220, 10);
}
const waits = data.names.map(name => /Synchronize|^cu(da)?(Memcpy|Free|MemFree)(?!.*Async)/.test(name));
function callColour(i) { return calls.result[i] !== 0 && calls.result[i] !== 600 ? style.mark : waits[calls.name[i]] ? shade(0, 30) : shade(215, 35); }

// ---- Lanes: rows of items in the order of their begin ----
const lanes = [];
function addLane(group, label, kind, items) {
  const source = {op: ops, run: ops, help: helps, call: calls, range: ranges, layer: layers}[kind];
  items.sort((a, b) => source.begin[a] - source.begin[b] || source.end[b] - source.end[a]);
  // Nested items go one row down; of a row all that end before the next begins.
  const levels = [], level = new Array(items.length);
  items.forEach((item, k) => {
    let l = 0;
    while (l < levels.length && levels[l] > source.begin[item]) ++l;
    levels[l] = Math.max(source.end[item], source.begin[item] + 1);
    level[k] = l;
  });
  const rows = Array.from({length: Math.min(Math.max(levels.length, 1), 8)}, () => []);
  items.forEach((item, k) => rows[Math.min(level[k], 7)].push(item));
  rows.forEach((row, k) => lanes.push({group, label: k === 0 ? label : '', kind, source, items: row}));
}
function collect(count, key) {
  const lists = new Map();
  for (let i = 0; i < count; ++i) {
    const k = key(i);
    if (k === null) continue;
    if (!lists.has(k)) lists.set(k, []);
    lists.get(k).push(i);
  }
  return lists;
}
const sharersOf = new Map();
for (let i = 0; i < helps.begin.length; ++i) sharersOf.set(helps.op[i], (sharersOf.get(helps.op[i]) ?? 0) + 1);
function makeLanes() {
  const byCall = collect(calls.begin.length, i => calls.thread[i]);
  const byRange = collect(ranges.begin.length, i => ranges.thread[i]);
  const byStream = collect(ops.begin.length, i => ops.stream[i]);
  const byRun = collect(ops.begin.length, i => ops.thread[i] >= 0 && ops.type[i] !== GRAPH ? ops.thread[i] : null);
  const byLayer = collect(layers.begin.length, i => ops.stream[layers.op[i]]);
  const byHelp = collect(helps.begin.length, i => helps.thread[i]);
  data.threads.forEach((thread, t) => {
    if (thread.worker) return;
    const label = `${thread.name} ${thread.id}`;
    if (byRange.has(t)) addLane('host threads', `${label}: NVTX`, 'range', byRange.get(t));
    if (byCall.has(t)) addLane('host threads', `${label}: calls`, 'call', byCall.get(t));
  });
  data.streams.forEach((stream, s) => {
    if (byStream.has(s)) addLane(`streams of device ${stream.device}`, stream.name, 'op', byStream.get(s));
    if (byLayer.has(s)) addLane(`streams of device ${stream.device}`, `${stream.name}: layers`, 'layer', byLayer.get(s));
  });
  data.threads.forEach((thread, t) => {
    const label = thread.worker ? `worker ${thread.id}` : `${thread.name} ${thread.id}, helping`;
    if (byRun.has(t)) addLane('who ran it', label, 'run', byRun.get(t));
    if (byHelp.has(t)) addLane('who ran it', byRun.has(t) ? '' : label, 'help', byHelp.get(t));
  });
  if (data.memory.length) lanes.push({group: 'memory', label: 'in use', kind: 'memory', source: {begin: [], end: []}, items: []});
  let y = RULER, group = '';
  for (const lane of lanes) {
    if (lane.group !== group) { y += HEAD; group = lane.group; lane.heads = true; }
    lane.y = y;
    y += ROW;
    if (lane.kind === 'op') lane.items.forEach(i => laneOfOp[i] = lane);
    if (lane.kind === 'call') lane.items.forEach(i => laneOfCall[i] = lane);
  }
  height = y + 12;
}
const laneOfOp = [], laneOfCall = [];
let height = 0;
function opOf(lane, item) { return lane.kind === 'help' ? helps.op[item] : lane.kind === 'op' || lane.kind === 'run' ? item : -1; }
function nameOf(lane, item) {
  if (lane.kind === 'call') return data.names[calls.name[item]];
  if (lane.kind === 'range') return data.names[ranges.name[item]];
  if (lane.kind === 'layer') return data.names[layers.name[item]];
  const op = opOf(lane, item);
  return op < 0 ? 'part of an operation' : data.names[ops.name[op]];
}
function colourOf(lane, item) {
  if (lane.kind === 'call') return callColour(item);
  if (lane.kind === 'range') {
    const c = ranges.colour[item];
    return c ? `rgb(${c >> 16 & 255} ${c >> 8 & 255} ${c & 255} / 70%)` : shade(nameHues[ranges.name[item]], 35);
  }
  if (lane.kind === 'layer') return shade(nameHues[layers.name[item]], 45);
  const op = opOf(lane, item);
  return op < 0 ? shade(0, 0) : opColour(op);
}

// ---- The view ----
const view = {begin: 0, end: Math.max(data.end, 1)};
let chosen = null, hovered = null, matches = null, matchList = [], matchAt = -1, width = 0;
const edgesOf = new Map();
data.edges.forEach((edge, k) => { for (const op of [edge[0], edge[1]]) { if (!edgesOf.has(op)) edgesOf.set(op, []); edgesOf.get(op).push(k); } });
const critical = new Set(data.critical.map(step => step[0]));
const X = ns => LABEL + (ns - view.begin) / (view.end - view.begin) * (width - LABEL);
const T = x => view.begin + (x - LABEL) / (width - LABEL) * (view.end - view.begin);
function clampView() {
  const most = data.end * 1.2 + 1000, least = 20;
  let span = Math.min(Math.max(view.end - view.begin, least), most);
  view.begin = Math.min(Math.max(view.begin, -data.end * 0.1 - 500), data.end * 1.1 + 500 - span * 0.1);
  view.end = view.begin + span;
}
function zoom(factor, x) {
  const at = T(x);
  view.begin = at - (at - view.begin) * factor;
  view.end = at + (view.end - at) * factor;
  clampView();
  draw();
}
function move(share) {
  const by = (view.end - view.begin) * share;
  view.begin += by; view.end += by;
  clampView();
  draw();
}
function fit() { view.begin = -data.end * 0.01; view.end = data.end * 1.01 + 1; clampView(); draw(); }

// The first of a row's items that ends after `t`; items of a row do not overlap, but for the eighth's.
function firstAfter(lane, t) {
  let low = 0, high = lane.items.length;
  while (low < high) {
    const middle = low + high >> 1;
    if (lane.source.end[lane.items[middle]] < t) low = middle + 1; else high = middle;
  }
  return low;
}
function drawRow(lane) {
  const {items, source} = lane, top = lane.y + 2, tall = ROW - 4;
  context.fillStyle = style.lane;
  context.fillRect(LABEL, lane.y, width - LABEL, ROW - 1);
  const pixel = (view.end - view.begin) / (width - LABEL);
  let k = firstAfter(lane, view.begin);
  while (k < items.length && source.begin[items[k]] <= view.end) {
    const item = items[k];
    const left = Math.max(X(source.begin[item]), LABEL), right = Math.min(X(source.end[item]), width);
    const wide = Math.max(right - left, 1);
    const matched = !matches || matches.has(nameOf(lane, item));
    context.globalAlpha = matched ? 1 : 0.18;
    context.fillStyle = colourOf(lane, item);
    context.fillRect(left, top, wide, tall);
    const op = opOf(lane, item);
    if (element('show-critical').checked && lane.kind === 'op' && critical.has(op)) {
      context.fillStyle = style.critical;
      context.fillRect(left, top + tall - 3, wide, 3);
    }
    if (chosen && chosen.lane === lane && chosen.item === item || hovered && hovered.lane === lane && hovered.item === item) {
      context.strokeStyle = style.text;
      context.strokeRect(left + 0.5, top + 0.5, Math.max(wide - 1, 1), tall - 1);
    }
    if (wide > 24) {
      context.save();
      context.beginPath();
      context.rect(left, top, wide - 2, tall);
      context.clip();
      context.fillStyle = style.text;
      context.fillText(nameOf(lane, item), left + 4, top + tall / 2);
      context.restore();
    }
    context.globalAlpha = 1;
    // What would fall on the same pixel is not worth drawing.
    if (right - left < 1) {
      const next = firstAfter(lane, source.begin[item] + pixel);
      k = Math.max(k + 1, next);
    } else {
      ++k;
    }
  }
}
// ---- Memory: how much of each kind, one upon the other ----
const MEMORY_KINDS = ['device', 'pinned', 'managed', 'stream-ordered'], MEMORY_HUES = [210, 30, 150, 280];
const memoryAll = data.memory.map(point => point[1] + point[2] + point[3] + point[4]);
const mostMemory = Math.max(1, memoryAll.reduce((a, b) => Math.max(a, b), 0));
// The last point that is not after `t`; -1 before all.
function memoryAt(t) {
  let low = 0, high = data.memory.length;
  while (low < high) {
    const middle = low + high >> 1;
    if (data.memory[middle][0] <= t) low = middle + 1; else high = middle;
  }
  return low - 1;
}
function drawMemory(lane) {
  const tall = ROW - 4, floor = lane.y + ROW - 2;
  let k = Math.max(0, memoryAt(view.begin));
  while (k < data.memory.length && data.memory[k][0] <= view.end) {
    // Of points on one pixel the last one is drawn.
    const left = Math.max(X(data.memory[k][0]), LABEL);
    const next = Math.max(k + 1, memoryAt(T(left + 1)));
    const until = next < data.memory.length ? data.memory[next][0] : data.end;
    const wide = Math.max(Math.min(X(until), width) - left, 1);
    let base = floor;
    MEMORY_HUES.forEach((hue, kind) => {
      const high = data.memory[k][kind + 1] / mostMemory * tall;
      if (high <= 0) return;
      context.fillStyle = shade(hue, 50);
      context.fillRect(left, base - high, wide, high);
      base -= high;
    });
    k = next;
  }
}
function memoryFacts(k) {
  const facts = MEMORY_KINDS.map((kind, i) => [kind, data.memory[k][i + 1]]).filter(([, bytes]) => bytes > 0);
  return facts.map(([kind, bytes]) => [kind, size(bytes)]).concat([['at most', size(mostMemory)]]);
}
function drawArrow(x0, y0, x1, y1, colour, weight) {
  if (Math.max(x0, x1) < LABEL || Math.min(x0, x1) > width) return;
  context.strokeStyle = context.fillStyle = colour;
  context.lineWidth = weight;
  context.beginPath();
  context.moveTo(x0, y0);
  const bend = Math.max(12, Math.abs(x1 - x0) / 3);
  context.bezierCurveTo(x0 + bend, y0, x1 - bend, y1, x1, y1);
  context.stroke();
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x1 - 6, y1 - 3);
  context.lineTo(x1 - 6, y1 + 3);
  context.fill();
  context.lineWidth = 1;
}
function drawEdge(k, weight) {
  const [before, after, kind] = data.edges[k];
  const from = laneOfOp[before], to = laneOfOp[after];
  if (!from || !to) return;
  context.globalAlpha = kind === OVER ? 0.35 : 1;
  drawArrow(X(ops.end[before]), from.y + ROW / 2, X(ops.begin[after]), to.y + ROW / 2,
    [style.event, style.default, style.dim, style.event][kind], weight);
  context.globalAlpha = 1;
}
function drawArrows() {
  context.save();
  context.beginPath();
  context.rect(LABEL, RULER, width - LABEL, height);
  context.clip();
  if (element('show-arrows').checked) {
    let drawn = 0;
    for (let k = 0; k < data.edges.length && drawn < 1500; ++k) {
      const [before, after] = data.edges[k];
      if (ops.begin[after] < view.begin || ops.end[before] > view.end) continue;
      drawEdge(k, 1);
      ++drawn;
    }
  }
  const op = chosen ? opOf(chosen.lane, chosen.item) : -1;
  if (op >= 0) {
    for (const k of edgesOf.get(op) ?? []) drawEdge(k, 2);
    const call = ops.call[op];
    if (call >= 0 && laneOfCall[call] && laneOfOp[op])
      drawArrow(X(calls.begin[call]), laneOfCall[call].y + ROW / 2, X(ops.begin[op]), laneOfOp[op].y + ROW / 2, style.launch, 1.5);
  }
  if (element('show-critical').checked) {
    for (let k = 1; k < data.critical.length; ++k) {
      const before = data.critical[k - 1][0], after = data.critical[k][0];
      if (ops.begin[after] < view.begin || ops.end[before] > view.end || laneOfOp[before] === laneOfOp[after]) continue;
      drawArrow(X(ops.end[before]), laneOfOp[before].y + ROW - 4, X(ops.begin[after]), laneOfOp[after].y + ROW - 4, style.critical, 1.5);
    }
  }
  context.restore();
}
const gapsOf = collect(data.gaps.length, k => data.gaps[k].stream);
function drawGaps(lane, stream) {
  for (const k of gapsOf.get(stream) ?? []) {
    const gap = data.gaps[k];
    const left = Math.max(X(gap.begin), LABEL), right = Math.min(X(gap.end), width);
    if (right - left < 2) continue;
    context.fillStyle = style.gap;
    context.fillRect(left, lane.y + 6, right - left, ROW - 12);
  }
}
function drawRuler() {
  context.fillStyle = style.panel;
  context.fillRect(0, chart.scrollTop, width, RULER);
  const span = view.end - view.begin, raw = span / Math.max(2, (width - LABEL) / 110);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map(m => m * power).find(s => s >= raw);
  const digits = Math.max(3, Math.ceil(Math.log10(Math.abs(view.end) / step)) + 1);
  context.fillStyle = style.dim;
  context.strokeStyle = style.line;
  for (let t = Math.ceil(view.begin / step) * step; t <= view.end; t += step) {
    const x = Math.round(X(t)) + 0.5;
    if (x < LABEL) continue;
    context.beginPath();
    context.moveTo(x, chart.scrollTop + RULER - 5);
    context.lineTo(x, height);
    context.stroke();
    context.fillText(Math.abs(t) < step / 2 ? '0' : time(t, Math.min(digits, 12)), x + 3, chart.scrollTop + RULER / 2);
  }
}
let asked = false;
function draw() {
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => { asked = false; drawNow(); });
}
function drawNow() {
  const ratio = devicePixelRatio || 1;
  width = chart.clientWidth;
  const tall = Math.max(height, chart.clientHeight);
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(tall * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(tall * ratio);
    canvas.style.width = width + 'px';
    canvas.style.height = tall + 'px';
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  context.fillStyle = style.ground;
  context.fillRect(0, 0, width, tall);
  for (const lane of lanes) {
    if (lane.heads) {
      context.fillStyle = style.dim;
      context.font = 'bold 11px system-ui, sans-serif';
      context.fillText(lane.group, 8, lane.y - HEAD / 2);
      context.font = '11px system-ui, sans-serif';
    }
    context.save();
    context.beginPath();
    context.rect(0, lane.y, LABEL - 6, ROW);
    context.clip();
    context.fillStyle = style.text;
    context.fillText(lane.label, 14, lane.y + ROW / 2);
    context.restore();
    drawRow(lane);
    if (lane.kind === 'memory') drawMemory(lane);
    if (lane.kind === 'op' && lane.label && element('show-gaps').checked) drawGaps(lane, ops.stream[lane.items[0]]);
  }
  drawArrows();
  drawRuler();
}

// ---- What is under the pointer ----
function itemAt(x, y) {
  const lane = lanes.find(l => y >= l.y && y < l.y + ROW);
  if (!lane || x < LABEL) return null;
  const t = T(x), slack = (view.end - view.begin) / (width - LABEL) * 2;
  for (let k = firstAfter(lane, t - slack); k < lane.items.length; ++k) {
    const item = lane.items[k];
    if (lane.source.begin[item] > t + slack) break;
    return {lane, item};
  }
  return null;
}
function gapAt(x, y) {
  const lane = lanes.find(l => y >= l.y && y < l.y + ROW);
  if (!lane || lane.kind !== 'op' || !element('show-gaps').checked) return null;
  const t = T(x);
  const k = (gapsOf.get(ops.stream[lane.items[0]]) ?? []).find(g => data.gaps[g].begin <= t && t < data.gaps[g].end);
  return k === undefined ? null : data.gaps[k];
}
function memoryUnder(x, y) {
  const lane = lanes.find(l => y >= l.y && y < l.y + ROW);
  return lane && lane.kind === 'memory' && x >= LABEL && T(x) <= data.end ? memoryAt(T(x)) : -1;
}
function factsAt(at) {
  const {lane, item} = at, op = opOf(lane, item);
  if (lane.kind === 'call') {
    const facts = [['thread', data.threads[calls.thread[item]].name], ['began', time(calls.begin[item], 6)], ['took', time(calls.end[item] - calls.begin[item])]];
    if (calls.result[item] !== 0) facts.push(['result', calls.result[item]]);
    return facts;
  }
  if (lane.kind === 'range') return [['began', time(ranges.begin[item], 6)], ['took', time(ranges.end[item] - ranges.begin[item])]];
  if (lane.kind === 'layer') return [['layer of', data.names[ops.name[layers.op[item]]]], ['began', time(layers.begin[item], 6)], ['took', time(layers.end[item] - layers.begin[item])]];
  if (lane.kind === 'help') {
    const own = [['its share took', time(helps.end[item] - helps.begin[item])]];
    return op < 0 ? own : own.concat(opFacts(op));
  }
  return opFacts(op);
}
function showTip(event, name, facts) {
  const tip = element('tip');
  tip.textContent = name + '\n' + facts.map(([key, value]) => `${key}: ${value}`).join('\n');
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  tip.style.left = Math.max(4, Math.min(event.clientX + 14, innerWidth - box.width - 8)) + 'px';
  tip.style.top = Math.max(4, Math.min(event.clientY + 14, innerHeight - box.height - 8)) + 'px';
}
function hover(event) {
  const box = canvas.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
  const at = itemAt(x, y), gap = at ? null : gapAt(x, y);
  const changed = (at && at.item) !== (hovered && hovered.item) || (at && at.lane) !== (hovered && hovered.lane);
  hovered = at;
  if (at) showTip(event, nameOf(at.lane, at.item), factsAt(at));
  else if (memoryUnder(x, y) >= 0) showTip(event, `memory in use: ${size(memoryAll[memoryUnder(x, y)])}`, memoryFacts(memoryUnder(x, y)));
  else if (gap) showTip(event, `idle for ${time(gap.end - gap.begin)}`, [['why', gap.text]]);
  else element('tip').hidden = true;
  if (changed) draw();
}
function row(cells) {
  const tr = document.createElement('tr');
  for (const cell of cells) { const td = document.createElement('td'); td.textContent = cell; tr.append(td); }
  return tr;
}
function choose(at) {
  chosen = at;
  const box = element('details');
  box.hidden = !at;
  box.replaceChildren();
  if (at) {
    const head = document.createElement('h2'), table = document.createElement('table');
    head.textContent = nameOf(at.lane, at.item);
    for (const fact of factsAt(at)) table.append(row(fact));
    const op = opOf(at.lane, at.item);
    for (const k of op >= 0 ? edgesOf.get(op) ?? [] : []) {
      const [before, after, kind] = data.edges[k];
      const other = before === op ? after : before;
      table.append(row([`${before === op ? 'before' : kind === OVER ? 'came after' : 'waited for'}, ${EDGES[kind]}`,
        `${data.names[ops.name[other]]} in ${data.streams[ops.stream[other]].name}`]));
    }
    box.append(head, table);
  }
  draw();
}
function show(at) {
  const begin = at.lane.source.begin[at.item], end = at.lane.source.end[at.item];
  const span = Math.max((end - begin) * 4, 200);
  view.begin = (begin + end - span) / 2; view.end = view.begin + span;
  clampView();
  const top = at.lane.y - chart.clientHeight / 2;
  chart.scrollTop = Math.max(0, top);
  choose(at);
}

// ---- Search ----
function search(text) {
  const wanted = text.trim().toLowerCase();
  matchList = []; matchAt = -1; matches = null;
  if (wanted) {
    matches = new Set(data.names.filter(name => name.toLowerCase().includes(wanted)));
    for (const lane of lanes)
      if (lane.kind !== 'run' && lane.kind !== 'help')
        for (const item of lane.items) if (matches.has(nameOf(lane, item))) matchList.push({lane, item});
    matchList.sort((a, b) => a.lane.source.begin[a.item] - b.lane.source.begin[b.item]);
  }
  element('found').textContent = wanted ? `${matchList.length} found` : '';
  draw();
}
function nextMatch(step) {
  if (!matchList.length) return;
  matchAt = (matchAt + step + matchList.length) % matchList.length;
  element('found').textContent = `${matchAt + 1} of ${matchList.length}`;
  show(matchList[matchAt]);
}

// ---- Events ----
let drag = null;
canvas.addEventListener('wheel', event => {
  if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) { event.preventDefault(); move((event.deltaX || event.deltaY) / 1000); return; }
  event.preventDefault();
  zoom(Math.exp(event.deltaY / 400), Math.max(event.offsetX, LABEL));
}, {passive: false});
canvas.addEventListener('mousedown', event => { drag = {x: event.clientX, y: event.clientY, begin: view.begin, top: chart.scrollTop, moved: false}; });
addEventListener('mousemove', event => {
  if (!drag) return;
  const by = event.clientX - drag.x;
  if (Math.abs(by) + Math.abs(event.clientY - drag.y) > 3) drag.moved = true;
  if (!drag.moved) return;
  canvas.classList.add('moving');
  const span = view.end - view.begin;
  view.begin = drag.begin - by / (width - LABEL) * span; view.end = view.begin + span;
  chart.scrollTop = drag.top - (event.clientY - drag.y);
  clampView();
  draw();
});
addEventListener('mouseup', event => {
  if (drag && !drag.moved && event.target === canvas) choose(itemAt(event.offsetX, event.offsetY));
  drag = null;
  canvas.classList.remove('moving');
});
canvas.addEventListener('mousemove', event => { if (!drag) hover(event); });
canvas.addEventListener('mouseleave', () => { hovered = null; element('tip').hidden = true; draw(); });
canvas.addEventListener('dblclick', event => { const at = itemAt(event.offsetX, event.offsetY); if (at) show(at); });
element('search').addEventListener('input', event => search(event.target.value));
element('search').addEventListener('keydown', event => { if (event.key === 'Enter') nextMatch(event.shiftKey ? -1 : 1); });
element('fit').addEventListener('click', fit);
for (const id of ['show-arrows', 'show-critical', 'show-gaps']) element(id).addEventListener('change', draw);
element('theme').addEventListener('click', () => { document.documentElement.dataset.theme = isDark() ? 'light' : 'dark'; readStyle(); draw(); });
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { readStyle(); draw(); });
addEventListener('keydown', event => {
  if (event.target.tagName === 'INPUT' && event.target.type === 'search') { if (event.key === 'Escape') event.target.blur(); return; }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const middle = (LABEL + width) / 2;
  const act = {w: () => zoom(0.7, middle), s: () => zoom(1.4, middle), a: () => move(-0.2), d: () => move(0.2), f: fit,
    ArrowLeft: () => move(-0.2), ArrowRight: () => move(0.2), Escape: () => choose(null), n: () => nextMatch(1),
    '/': () => { event.preventDefault(); element('search').focus(); }}[event.key];
  if (act) act();
});
chart.addEventListener('scroll', draw);
addEventListener('resize', draw);

// ---- The panel ----
function fill() {
  element('summary').textContent = data.summary;
  for (const figure of data.figures) element('figures').append(row(figure));
  for (const text of data.explanations.slice(0, 30)) { const li = document.createElement('li'); li.textContent = text; element('explanations').append(li); }
  if (!data.explanations.length) { const li = document.createElement('li'); li.textContent = 'no stream waited for long'; element('explanations').append(li); }
  for (const share of data.criticalShares) element('critical').append(row(share));
}
readStyle();
makeLanes();
fill();
fit();
// x.html#t=BEGIN-END opens at a time, in nanoseconds.
const opened = /t=(\d+)-(\d+)/.exec(location.hash);
if (opened && +opened[2] > +opened[1]) { view.begin = +opened[1]; view.end = +opened[2]; clampView(); }
