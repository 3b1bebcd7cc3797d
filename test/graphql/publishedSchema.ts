/** Reads the published hosted schema, and lists the parts of it that the schema of this server lacks. */
import { readFileSync } from 'node:fs';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLType,
} from 'graphql';

interface PublishedMember {
  readonly name: string;
  readonly args: readonly PublishedMember[];
  /** For example `[LineItem!]!`; `=` follows a type with a default, and `|` separates the types of a union. */
  readonly type: string;
}

const membersIn = (texts: readonly string[]): PublishedMember[] =>
  texts.map(text => {
    const [, name = '', args, type = ''] = /^(\w+)(?:\(([^)]*)\))?(?::(.*))?$/.exec(text) ?? [];
    return { name, args: args === undefined ? [] : membersIn(args.split(',')), type };
  });

/** The published types with their members, as of the date in the list. */
export const publishedTypes = readFileSync(
  new URL('../../../test/graphql/publishedSchema.tsv', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .filter(line => !line.startsWith('#'))
  .map(line => line.split('\t'))
  .map(([type = '', ...texts]) => ({ type, members: membersIn(texts) }));

const namesOf = (type: string): string[] => type.replaceAll(/[[\]!=]/g, '').split('|');

const depthOf = (type: GraphQLType): number => {
  const nullable = getNullableType(type);
  return isListType(nullable) ? 1 + depthOf(nullable.ofType) : 0;
};

/** Tells whether the argument or field accepts a variable of the published type. */
const takes = (declared: GraphQLArgument | GraphQLInputField, type: string): boolean => {
  if (getNamedType(declared.type).name !== namesOf(type)[0]) return false;
  const needsValue = isNonNullType(declared.type) && declared.defaultValue === undefined;
  const takesWrapped = (inner: GraphQLType, text: string): boolean => {
    if (isNonNullType(inner) && !text.endsWith('!')) return false;
    const [nullable, bare] = [getNullableType(inner), text.replace(/!$/, '')];
    return (
      isListType(nullable) === bare.startsWith('[') &&
      (!isListType(nullable) || takesWrapped(nullable.ofType, bare.slice(1, -1)))
    );
  };
  if (type.endsWith('=') && needsValue) return false;
  return takesWrapped(needsValue ? declared.type : getNullableType(declared.type), type.replace(/=$/, ''));
};

/** Tells whether the published selections of the field are valid: its type includes each type that fragments name. */
const shows = (schema: GraphQLSchema, { type: declared }: GraphQLField<unknown, unknown>, type: string): boolean => {
  const named = getNamedType(declared);
  if (depthOf(declared) !== type.replaceAll(/[^[]/g, '').length) return false;
  if (isLeafType(named)) return true;
  const [first = '', ...others] = namesOf(type);
  if (others.length === 0 && named.name === first) return true;
  const possible = isAbstractType(named) ? schema.getPossibleTypes(named) : [named];
  return [first, ...others].every(name => {
    const one = schema.getType(name);
    // A member of a union may be a type that is not offered here.
    return one === undefined ? others.length > 0 : possible.some(each => each === one);
  });
};

const gapsOfField = (schema: GraphQLSchema, field: GraphQLField<unknown, unknown>, { args, type }: PublishedMember) => [
  ...(shows(schema, field, type) ? [] : [`: ${type}`]),
  ...args.flatMap(({ name, type: argType }) => {
    const declared = field.args.find(each => each.name === name);
    if (declared === undefined) return [`(${name})`];
    return takes(declared, argType) ? [] : [`(${name}: ${argType})`];
  }),
];

const gapsOfMember = (schema: GraphQLSchema, type: GraphQLNamedType, member: PublishedMember): string[] => {
  if (isEnumType(type)) return type.getValue(member.name) == null ? [''] : [];
  if (isInputObjectType(type)) {
    const field = type.getFields()[member.name];
    if (field === undefined) return [''];
    return takes(field, member.type) ? [] : [`: ${member.type}`];
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return [': no object'];
  const field = type.getFields()[member.name];
  return field === undefined ? [''] : gapsOfField(schema, field, member);
};

/** Lists gaps: `Cart.placement` is absent; `Cart.lineItems(id)` lacks an argument; `A.b: C` has another type. */
export const gapsOf = (schema: GraphQLSchema): string[] =>
  publishedTypes.flatMap(({ type: typeName, members }) => {
    const type = schema.getType(typeName);
    if (type === undefined) return [];
    return members.flatMap(member => gapsOfMember(schema, type, member).map(gap => `${typeName}.${member.name}${gap}`));
  });
