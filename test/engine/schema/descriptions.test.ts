import type { TSchema } from '@sinclair/typebox';
import { test } from '../../support/tap.js';
import { resourceTypes } from '../../../src/commerce/resources/index.js';

/** Lists the paths of patterns in a schema that have no `description`. */
const undescribedPatterns = (value: unknown, path: string): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const own =
    typeof (value as TSchema).pattern === 'string' && (value as TSchema).description === undefined
      ? [`${path}: ${(value as TSchema).pattern}`]
      : [];
  return [...own, ...Object.entries(value).flatMap(([name, child]) => undescribedPatterns(child, `${path}.${name}`))];
};

test('describes every pattern in words, since error messages do not print patterns', async t => {
  const schemas = resourceTypes.flatMap(({ typeId, definition }) => [
    ...(definition.draft === undefined ? [] : [[`${typeId} draft`, definition.draft.schema] as const]),
    ...Object.entries(definition.creations ?? {}).map(([name, { schema }]) => [`${typeId} ${name}`, schema] as const),
    ...Object.entries(definition.actions ?? {}).map(([name, { schema }]) => [`${typeId} ${name}`, schema] as const),
  ]);
  t.ok(schemas.length > 300, `${schemas.length} schemas`);
  const patterns = JSON.stringify(schemas.map(([, schema]) => schema)).match(/"pattern":/g) ?? [];
  t.ok(patterns.length > 100, `${patterns.length} patterns`);
  t.same(
    schemas.flatMap(([name, schema]) => undescribedPatterns(schema, name)),
    [],
  );
});
