/** Makes the smallest input that a declared shape accepts, with one value put in its place. */
import type { TSchema } from '@sinclair/typebox';
import type { ResourceType } from '../../src/engine/define/ResourceType.js';
import type { ReferenceMark } from '../../src/engine/schema/compilePaths.js';

/**
 * Texts for members with a pattern: a key, a country, a currency, a language, a day, a time, a decimal, a time stamp,
 * and a template of a URL.
 */
const textSamples = [
  'ab',
  'DE',
  'EUR',
  'en',
  '2026-01-31',
  '12:30:00',
  '0.5',
  'aB3',
  '2026-01-31T12:30:00.000Z',
  'https://example.com/{checkoutId}/{orderId}',
];

export const sampleText = ({ pattern, minLength = 0 }: TSchema): string => {
  const matches = new RegExp(typeof pattern === 'string' ? pattern : '');
  const found = textSamples.find(text => text.length >= minLength && matches.test(text));
  if (found === undefined) throw new Error(`no sample text matches ${String(pattern)}`);
  return found;
};

/**
 * Members by their names, which are included in every shape that has them (undefined: never), and identifiers by the
 * types that they refer to.
 */
export interface KnownInput {
  readonly byName: Readonly<Record<string, unknown>>;
  readonly byTypeId: Readonly<Record<string, object>>;
}

const objectOf = (schema: TSchema, steps: readonly string[], value: unknown, known: KnownInput): object => {
  const [step, ...rest] = steps;
  const required = new Set([...((schema.required ?? []) as string[]), ...(step === undefined ? [] : [step])]);
  const members = Object.entries((schema.properties ?? {}) as Record<string, TSchema>);
  const entries = members.flatMap(([name, member]): [string, unknown][] => {
    if (name === step) return [[name, minimalInput(member, rest, value, known)]];
    if (Object.hasOwn(known.byName, name)) return [[name, known.byName[name]]];
    const isKnown = Object.hasOwn(known.byTypeId, (member.identifier as Partial<ReferenceMark>)?.typeId ?? '');
    return isKnown || required.has(name) ? [[name, minimalInput(member, [], undefined, known)]] : [];
  });
  return Object.fromEntries(entries);
};

/**
 * Returns the input that has `value` at the path `steps` (schemaPaths.ts), or no value without steps. A member that may
 * have any name gets the name in `known.byName['**']`.
 */
export const minimalInput = (schema: TSchema, steps: readonly string[], value: unknown, known: KnownInput): unknown => {
  const [step, ...rest] = steps;
  if (step === '**') return { [String(known.byName['**'])]: rest.length > 0 ? [value] : value };
  if (step === '*') return [minimalInput((schema.items ?? {}) as TSchema, rest, value, known)];
  if (step === undefined && value !== undefined) return value;
  const { typeId } = (schema.identifier ?? {}) as Partial<ReferenceMark>;
  if (typeId !== undefined) return known.byTypeId[typeId] ?? { typeId, key: 'missing-key' };
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(schema.anyOf)) return minimalInput(schema.anyOf[0] as TSchema, steps, value, known);
  if (schema.type === 'object' && schema.properties === undefined)
    return schema.additionalProperties === undefined ? {} : { en: 'x' };
  if (schema.type === 'object') return objectOf(schema, steps, value, known);
  if (schema.type === 'array')
    return Array.from({ length: Number(schema.minItems ?? 0) }, () =>
      minimalInput(schema.items as TSchema, [], undefined, known),
    );
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(Number(schema.minimum ?? 1), 1);
  return schema.dateTime === true ? '2026-01-31T12:30:00.000Z' : sampleText(schema);
};

/** Returns the shapes of all drafts and actions of a type, with their validators. */
export const inputsOf = (resourceType: ResourceType) => {
  const { typeId, draft, ownDraft, creations, ownCreations, actions, ownActions } = resourceType;
  const drafts = [draft, ownDraft, ...creations.values(), ...ownCreations.values()].filter(each => each !== undefined);
  return [
    ...drafts.map(({ creation: { schema }, validate }) => ({ typeId, schema, validate })),
    ...[...actions.values(), ...ownActions.values()].map(({ action, validate }) => ({
      typeId,
      schema: action.schema,
      validate,
    })),
  ];
};
