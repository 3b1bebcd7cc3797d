/** Sends the predicates, sorts and expansion paths of SDK builders (queries.tsv) over one small project. */
import { readFileSync } from 'node:fs';
import { test } from '../../../support/tap.js';
import { createLibrary } from './library.js';

const { http, base, ids } = await createLibrary();

interface Row {
  readonly kind: string;
  readonly path: string;
  readonly expected: string;
  readonly text: string;
  readonly variables: readonly (readonly [string, string])[];
}

const withIds = (text: string): string => text.replace(/\{(\w+)\}/g, (whole, name: string) => ids.get(name) ?? whole);

const rows: readonly Row[] = readFileSync('test/engine/query/builders/queries.tsv', 'utf8')
  .trim()
  .split('\n')
  .filter(line => !line.startsWith('#'))
  .map(line => line.split('\t'))
  .map(([, kind = '', path = '', expected = '', text = '', variables = '']) => ({
    kind,
    path: withIds(path),
    expected,
    text: withIds(text),
    variables: withIds(variables)
      .split('&')
      .filter(each => each !== '')
      .map(each => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)] as const),
  }));

const get = async ({ kind, path, text, variables }: Row) => {
  const [name, given] = path.split('?');
  const query = new URLSearchParams(given);
  for (const [variable, value] of [[kind, text] as const, ...variables]) query.append(variable, value);
  const { status, json } = await http.send('GET', `${base}/${name!}?${query.toString()}`);
  return status === 200 ? json : ((json as { message: string }).message as never);
};

type Named = Readonly<Record<string, unknown>>;

/** Returns the name of a result in the rows. */
const nameOf = ({ key, orderNumber, code, sku, name, type }: Named): unknown =>
  key ?? orderNumber ?? code ?? sku ?? name ?? type;

const namesIn = (answer: { results?: readonly Named[] }): string =>
  answer.results === undefined ? JSON.stringify(answer) : answer.results.map(nameOf).join(' ') || '-';

/** A query without a sort has no promised order. */
const inAnyOrder = (names: string): string => names.split(' ').sort().join(' ');

for (const [kind, title] of [
  ['where', 'a predicate of a builder finds its resources'],
  ['sort', 'a sort of a builder puts the resources in its order'],
] as const)
  test(title, async t => {
    const all = rows.filter(row => row.kind === kind);
    const found = await Promise.all(all.map(get));
    const label = ({ path, text }: Row): string => `${path.split('?')[0]!}: ${text}`;
    const compared = kind === 'where' ? inAnyOrder : (names: string) => names;
    t.same(
      all.map((row, at) => [label(row), compared(namesIn(found[at] as never))]),
      all.map(row => [label(row), compared(row.expected)]),
    );
  });

/** Lists the paths of a value and of all members below it. */
const placesIn = (value: unknown, place = ''): string[] =>
  typeof value === 'object' && value !== null
    ? [
        place,
        ...Object.entries(value).flatMap(([name, each]) => placesIn(each, place === '' ? name : `${place}.${name}`)),
      ]
    : [place];

/** Lists the paths of expanded references, and of other members that only an expansion adds. */
const addedPlaces = (expanded: unknown, plain: unknown): string => {
  const known = new Set(placesIn(plain));
  const added = placesIn(expanded).filter(
    place => !known.has(place) && (place.endsWith('.obj') || known.has(place.slice(0, place.lastIndexOf('.')))),
  );
  return added.map(place => place.replace(/\.obj$/, '')).join(' ') || '-';
};

test('an expansion path of a builder shows the resources at its places', async t => {
  const all = rows.filter(row => row.kind === 'expand');
  const found = await Promise.all(all.map(async row => [await get(row), await get({ ...row, text: '' })] as const));
  t.same(
    all.map(({ path, text }, at) => [`${path}: ${text}`, addedPlaces(...found[at]!)]),
    all.map(({ path, text, expected }) => [`${path}: ${text}`, expected]),
  );
});
