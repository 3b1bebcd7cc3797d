/** Removes personal data from the addresses and custom fields of a value, wherever its schema has them. */
import type { TSchema } from '@sinclair/typebox';
import { nameOf } from '../../../../engine/schema/Named.js';

type Members = Readonly<Record<string, unknown>>;

/** The members of an address that taxes and statistics need, or that items refer to. */
const keptOfAddress = ['id', 'key', 'country', 'region', 'state'];

const addressWithoutPerson = (address: Members): Members =>
  Object.fromEntries(Object.entries(address).filter(([name]) => keptOfAddress.includes(name)));

/** Tells whether a value has no text about a person: a number, an amount, a flag, or a reference to no customer. */
const isKeptFieldValue = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.every(isKeptFieldValue);
  if (typeof value === 'number' || typeof value === 'boolean') return true;
  if (typeof value !== 'object' || value === null) return false;
  const { centAmount, typeId } = value as { readonly centAmount?: unknown; readonly typeId?: unknown };
  return typeof centAmount === 'number' || (typeof typeId === 'string' && typeId !== 'customer');
};

const fieldsWithoutPerson = ({ fields, ...custom }: Members): Members => ({
  ...custom,
  fields: Object.fromEntries(Object.entries(fields as Members).filter(([, value]) => isKeptFieldValue(value))),
});

const redactions: ReadonlyMap<string, (value: Members) => Members> = new Map([
  ['Address', addressWithoutPerson],
  ['CustomFields', fieldsWithoutPerson],
]);

/** Returns the value with each address and each custom field in it reduced. */
export const withoutPerson = (schema: TSchema | undefined, value: unknown): unknown => {
  if (schema === undefined || typeof value !== 'object' || value === null) return value;
  const redaction = redactions.get(nameOf(schema)?.component ?? '');
  if (redaction !== undefined) return redaction(value as Members);
  if (Array.isArray(value)) return value.map(element => withoutPerson(schema.items as TSchema | undefined, element));
  const members = (schema.properties ?? {}) as Record<string, TSchema | undefined>;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutPerson(members[name], member)]),
  );
};
