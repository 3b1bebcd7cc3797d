/** The traffic of a shop, from docs/shop-mix.json: a table and a picture. */
import { conditionsOf, medianOf, number, tableOf, textOf } from './figures.mjs';

const readRun = () => JSON.parse(textOf('docs/shop-mix.json'));

/** Returns the kinds of requests with their share per thousand and their median times, the most frequent first. */
const kindsOf = ({ figures: rounds }) => {
  const all = rounds.reduce((sum, { requests }) => sum + requests, 0);
  return rounds[0].kinds
    .map(({ kind }) => {
      const ofKind = rounds.flatMap(({ kinds }) => kinds.filter(each => each.kind === kind));
      const requests = ofKind.reduce((sum, each) => sum + each.requests, 0);
      return {
        kind,
        share: (1_000 * requests) / all,
        p50Ms: medianOf(ofKind.map(each => each.p50Ms)),
        p99Ms: medianOf(ofKind.map(each => each.p99Ms)),
      };
    })
    .toSorted((one, other) => other.share - one.share);
};

const millis = value => number(value, value < 10 ? 1 : 0);

export const mixTable = () => {
  const run = readRun();
  const [{ figures: rounds, ...result }] = run.results;
  const of = name => medianOf(rounds.map(round => round[name]));
  const perCore = micros => number(1_000_000 / micros, 0);
  const rows = kindsOf({ ...result, figures: rounds }).map(({ kind, share, p50Ms, p99Ms }) => [
    kind,
    number(share, 0),
    millis(p50Ms),
    millis(p99Ms),
  ]);
  return [
    `**A core of Node serves ${perCore(of('nodeMicros'))} mixed requests a second, the thread of Redis ` +
      `${perCore(of('redisMainMicros'))}.** ${conditionsOf(run)} 64 connections fill the server, ` +
      'so that times are those of a queue; medians of the rounds.',
    '![Times of each kind of request: from p50 to p99](shop-mix.svg)',
    tableOf([['kind of request', 'of 1,000', 'p50 ms', 'p99 ms'], ...rows]),
  ].join('\n\n');
};

const [width, labelWidth, rowHeight, top] = [760, 190, 22, 36];
/** The scale is logarithmic and begins at 1 ms. */
const [decades, decadeWidth] = [3, (width - labelWidth - 30) / 3];
const xOf = ms => labelWidth + Math.max(0, Math.log10(ms)) * decadeWidth;
const text = (x, y, anchor, words) => `<text x="${x.toFixed(1)}" y="${y}" text-anchor="${anchor}">${words}</text>`;

const lineOf = (decade, height) => {
  const x = xOf(10 ** decade).toFixed(1);
  return (
    `<line x1="${x}" x2="${x}" y1="${top - 8}" y2="${height - 8}" ` +
    `stroke="#d0d4da"/>${text(Number(x), top - 14, 'middle', `${10 ** decade} ms`)}`
  );
};

const barOf = ({ kind, p50Ms, p99Ms }, at) => {
  const y = top + at * rowHeight;
  const [from, to] = [xOf(p50Ms), xOf(p99Ms)];
  return [
    text(labelWidth - 12, y + 12, 'end', kind),
    `<rect x="${from.toFixed(1)}" y="${y + 3}" width="${(to - from).toFixed(1)}" height="10" rx="2" fill="#8fb4dc"/>`,
    `<circle cx="${from.toFixed(1)}" cy="${y + 8}" r="5" fill="#1c5a99"/>`,
  ].join('');
};

/** Draws a bar for each kind, from p50, a dot, to p99. */
export const mixPicture = () => {
  const kinds = kindsOf(readRun().results[0]);
  const height = top + kinds.length * rowHeight + 12;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" ` +
      'font-size="12" fill="#24292f">',
    '<title>The traffic of a shop: times of each kind of request, from p50 (dot) to p99</title>',
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...Array.from({ length: decades + 1 }, (_, decade) => lineOf(decade, height)),
    ...kinds.map(barOf),
    '</svg>\n',
  ].join('\n');
};
