/** Derives parts of the schema's text from the declarations of the resource types, so that they are written once. */
import type { TSchema } from '@sinclair/typebox';
import { cartModes } from '../../resources/customer/carts/assignCarts.js';
import { required } from '../../errors/required.js';
import { AddressDraft } from '../../schema/address.js';
import { CustomFieldsDraft } from '../../schema/customFields.js';
import { CalendarDate, CountryCode, DateTime, Locale, OneOf } from '../../schema/primitives.js';

/** Derives an enum from a declared enumeration. */
export const enumSdl = (name: string, declared: TSchema): string =>
  `enum ${name} { ${(declared.enum as readonly string[]).join(' ')} }`;

/** Optional members are copies of the declared shapes, so shapes are compared by their JSON text. */
const textOf = (declared: TSchema): string => JSON.stringify(declared);

/** The names that shapes have as input types and scalars. */
const typeNames: ReadonlyMap<string, string> = new Map(
  (
    [
      [CalendarDate, 'Date'],
      [CountryCode, 'Country'],
      [DateTime, 'DateTime'],
      [Locale, 'Locale'],
      [AddressDraft, 'AddressInput'],
      [CustomFieldsDraft, 'CustomFieldsDraft'],
      [OneOf(cartModes), 'AnonymousCartSignInMode'],
    ] as const
  ).map(([declared, name]) => [textOf(declared), name]),
);

const scalarNames: ReadonlyMap<unknown, string> = new Map([
  ['string', 'String'],
  ['integer', 'Int'],
  ['boolean', 'Boolean'],
]);

const typeOf = (declared: TSchema): string => {
  const name = typeNames.get(textOf(declared));
  if (name !== undefined) return name;
  if (declared.identifier !== undefined) return 'ResourceIdentifierInput';
  if (declared.type === 'array') return `[${typeOf(declared.items as TSchema)}!]`;
  return required(scalarNames.get(declared.type), `a GraphQL type of ${textOf(declared)}`);
};

interface DeclaredShape {
  readonly properties: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
}

/** Derives the type of one member. */
const memberType = (declared: TSchema, name: string): string => {
  const { properties, required: requiredNames = [] } = declared as TSchema & DeclaredShape;
  return typeOf(required(properties[name], `the member ${name}`)) + (requiredNames.includes(name) ? '!' : '');
};

/**
 * Derives fields from a declared shape, in the given order. An entry is the name of a member, `name = default`, or,
 * where GraphQL differs from the declaration, `name: Type`. A description in quotes may precede the name.
 */
export const fieldsSdl = (declared: TSchema, entries: readonly string[]): string =>
  entries
    .map(entry => {
      const [, description = '', field = ''] = /^("[^"]*" )?(.*)$/.exec(entry) ?? [];
      if (field.includes(':')) return `${description}${field}`;
      const [name = '', defaultValue] = field.split(' = ');
      const type = memberType(declared, name);
      return `${description}${name}: ${type}${defaultValue === undefined ? '' : ` = ${defaultValue}`}`;
    })
    .join('\n    ');

const isScalar = (declared: TSchema): boolean =>
  declared.identifier === undefined && (typeNames.has(textOf(declared)) || scalarNames.has(declared.type));

/**
 * Derives the fields of those members of a declared shape that the handwritten fields do not name: texts, numbers,
 * flags and dates. So a new member of that kind needs no line in the schema.
 */
export const otherScalarsSdl = (declared: TSchema, handwritten: string): string => {
  const named = new Set([...handwritten.matchAll(/^\s*(\w+)[(:]/gm)].map(([, name]) => name));
  return Object.entries((declared as TSchema & DeclaredShape).properties)
    .filter(([name, member]) => !named.has(name) && isScalar(member))
    .map(([name]) => `${name}: ${memberType(declared, name)}`)
    .join('\n    ');
};
