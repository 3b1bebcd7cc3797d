/**
 * docs/reference/graphql-types.tsv: each type of the GraphQL schema with the number of its members and a digest of its
 * text, so that a review shows which types a change touches. `npm run build` writes the schema itself to dist/graphql.
 */
import { createHash } from 'node:crypto';
import { printType } from 'graphql';

const digestOf = text => createHash('sha256').update(text).digest('hex').slice(0, 10);

const membersOf = type => {
  if (type.getFields !== undefined) return Object.keys(type.getFields()).length;
  return (type.getValues?.() ?? type.getTypes?.() ?? []).length;
};

const kindOf = type => type.constructor.name.replace(/^GraphQL|Type$/g, '').toLowerCase();

export const graphqlTypesPage = schema =>
  [
    'type\tkind\tmembers\tdigest',
    ...Object.values(schema.getTypeMap())
      .filter(({ name }) => !name.startsWith('__'))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(type => [type.name, kindOf(type), membersOf(type), digestOf(printType(type))].join('\t')),
    '',
  ].join('\n');
