/* Makes an example of a schema with its required members. */
import { resolveSchema } from './parts.js';

/** Deeper members are left out. */
const depthMax = 8;

const exampleText = ({ format, minLength = 0 }) =>
  format === 'date-time' ? '2026-01-01T00:00:00.000Z' : 'text'.padEnd(minLength, '-');

/** @type {[type: string, example: (schema: any) => unknown][]} */
const examples = [
  ['string', exampleText],
  ['integer', ({ minimum = 1 }) => Math.max(1, minimum)],
  ['number', ({ minimum = 1 }) => minimum],
  ['boolean', () => true],
  ['null', () => null],
];
const scalarExamples = new Map(examples);

const exampleObject = async ({ properties = {}, required = [] }, depth) => {
  const members = [];
  for (const name of required)
    if (properties[name] !== undefined) members.push([name, await exampleOf(properties[name], depth + 1)]);
  return Object.fromEntries(members);
};

/** Returns a value of the schema. */
export const exampleOf = async (schema, depth = 0) => {
  const resolved = await resolveSchema(schema);
  if (depth > depthMax) return null;
  for (const name of ['const', 'example', 'default']) if (name in resolved) return resolved[name];
  if (resolved.enum !== undefined) return resolved.enum[0];
  const [alternative] = resolved.oneOf ?? resolved.anyOf ?? [];
  if (alternative !== undefined) return exampleOf(alternative, depth);
  if (resolved.items !== undefined) return [await exampleOf(resolved.items, depth + 1)];
  if (resolved.type === 'object' || resolved.properties !== undefined) return exampleObject(resolved, depth);
  return (scalarExamples.get(resolved.type) ?? (() => null))(resolved);
};
