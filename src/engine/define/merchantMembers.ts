/** Members that only merchants see: checks their declaration (Visibility.merchantOnly), and leaves them out. */
import type { TSchema } from '@sinclair/typebox';
import type { ResourceDefinition } from './ResourceDefinition.js';

/** The members of a resource without those of some names. */
export const withoutMembers = <M extends object>(names: readonly string[], members: M): M =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name))) as M;

/** The declared input at `/me`, with its name. */
const ownInputs = ({ own }: ResourceDefinition): (readonly [string, TSchema])[] => [
  ...(own?.draft === undefined ? [] : [['the draft at /me', own.draft.schema] as const]),
  ...Object.entries(own?.creations ?? {}).map(([name, { schema }]) => [`the draft ${name} at /me`, schema] as const),
  ...Object.entries(own?.actions ?? {}).map(([name, { schema }]) => [`the action ${name} at /me`, schema] as const),
];

const takes = ({ properties, anyOf = [] }: TSchema, name: string): boolean =>
  Object.hasOwn((properties as object | undefined) ?? {}, name) || (anyOf as TSchema[]).some(part => takes(part, name));

/** Returns the reason why a member cannot be hidden at `/me`; undefined where it can. */
const problemOf = (definition: ResourceDefinition, name: string): string | undefined => {
  const { resource, unique = [], own } = definition;
  if (!Object.hasOwn(resource.properties, name)) return 'is no member of it';
  // GraphQL has one type for both, with the value or without it, unless there is a type for `/me`.
  if (own?.hasOwnType !== true && resource.required?.includes(name) === true) return 'is required: declare it Optional';
  if ((unique as readonly string[]).includes(name)) return 'is unique: a refused duplicate would tell its value';
  const input = ownInputs(definition).find(([, schema]) => takes(schema, name));
  return input && `is taken by ${input[0]}`;
};

/** The members that are not shown at `/me`; throws for one that cannot be hidden there. */
export const merchantMembersOf = (definition: ResourceDefinition): readonly string[] | undefined => {
  const { typeId, visibility: { merchantOnly } = {} } = definition;
  if (merchantOnly === undefined || merchantOnly === true) return undefined;
  for (const name of merchantOnly) {
    const problem = problemOf(definition, name);
    if (problem !== undefined) throw new Error(`${typeId} declares '${name}' merchantOnly, which ${problem}`);
  }
  return merchantOnly;
};
