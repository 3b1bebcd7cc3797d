import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from '../support/tap.js';

const folder = join(process.cwd(), 'console', 'src', 'i18n');

type Texts = Readonly<Record<string, unknown>>;

const read = (file: string): Texts => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Texts;

/** Each text by its path, with the names of the values that it shows. */
const outline = (texts: Texts, at = ''): readonly string[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string'
      ? [[`${at}${name}`, ...(text.match(/\{\{\w+\}\}/g) ?? []).sort()].join(' ')]
      : outline(text as Texts, `${at}${name}.`),
  );

const english = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('en.json'));

test('has every text in German as in English, with the same values', t => {
  t.ok(english.length > 1);
  for (const file of english) {
    const german = outline(read(join(dirname(file), 'de.json')));
    t.ok(german.length > 0, file);
    t.same([...german].sort(), [...outline(read(file))].sort(), file);
  }
  t.end();
});

const texts = english.flatMap(file => {
  const area = dirname(file);
  return outline(read(file), area === '.' ? '' : `${area}.`).map(each => each.split(' ')[0]!);
});

/** The texts that a program names: `t('order.cancel')`; names that are put together are left out. */
const namesIn = (source: string): readonly string[] =>
  [...source.matchAll(/(?:\bt\(\s*|label: )'(\w+(?:\.\w+)+)'/g)].map(([, name]) => name!);

test('has each text that the console names', t => {
  const sources = join(process.cwd(), 'console', 'src');
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(file => /\.tsx?$/.test(file));
  const named = files.flatMap(file => namesIn(readFileSync(join(sources, file), 'utf8')));
  t.ok(named.length > 200, `${named.length} names are found`);
  const known = new Set(texts.map(name => name.replace(/_(?:one|other)$/, '')));
  t.same(
    named.filter(name => !known.has(name)),
    [],
  );
  t.end();
});
