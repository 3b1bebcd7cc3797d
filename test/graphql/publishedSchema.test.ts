/** Compares each type that exists here with the published hosted schema. */
import { readFileSync } from 'node:fs';
import { test } from '../support/tap.js';
import { apiSchema } from '../support/apiSchema.js';
import { gapsOf, publishedTypes } from './publishedSchema.js';

const schema = apiSchema();
const gaps = new Set(gapsOf(schema));

/** The gaps for which docs/reference/hosted-api.md gives a reason. */
const excused = readFileSync(new URL('../../../scripts/docs/graphqlGaps.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .flatMap(line => line.split('\t')[1]?.split(' ') ?? []);

/** Shortens `Query.message(id: String)` to `Query.message(id)`. */
const nameOf = (gap: string): string => gap.replace(/: [^)]*/, '');

test('offers all published fields, arguments, inputs and values of existing types, or gives a reason', async t => {
  t.ok(publishedTypes.filter(({ type }) => schema.getType(type) !== undefined).length > 1_000);
  t.same(
    [...gaps].filter(gap => !excused.includes(nameOf(gap))),
    [],
  );
});

test('gives each reason once, and none for anything that is offered', async t => {
  const missing = new Set([...gaps].map(nameOf));
  t.same(
    excused.filter((name, at) => !missing.has(name) || excused.indexOf(name) !== at),
    [],
  );
});
