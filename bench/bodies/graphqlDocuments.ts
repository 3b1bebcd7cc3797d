/** GraphQL documents at their limits. Each request has another text, since a worker keeps compiled documents. */
import { getNamedType, type GraphQLObjectType, isLeafType, isObjectType } from 'graphql';
import { createSchema } from '../../src/operations/graphqlSchema.js';
import { type HostileBody, range, unique } from './HostileBody.js';
import { longPredicate, openLargeOrders } from './queries.js';

const schema = createSchema();

/** Selects at most `fieldsMax` fields of a type, to a depth. */
const selectAll = (name: string, depth: number, fieldsMax: number): string => {
  let left = fieldsMax;
  const select = (type: GraphQLObjectType, levels: number): string => {
    const fields: string[] = [];
    for (const field of Object.values(type.getFields())) {
      const named = getNamedType(field.type);
      if (left <= 0 || field.args.some(({ type: argument }) => String(argument).endsWith('!'))) continue;
      if (isLeafType(named)) fields.push(field.name);
      else if (isObjectType(named) && levels > 0) fields.push(`${field.name}${select(named, levels - 1)}`);
      left -= 2;
    }
    return `{${fields.join(' ')} __typename}`;
  };
  return select(schema.getType(name) as GraphQLObjectType, depth);
};

const document = (text: string, variables?: object, operationName?: string): HostileBody['make'] => {
  return async world => {
    await openLargeOrders(world);
    const body = JSON.stringify({ query: `# ${unique}\n${text}`, variables, operationName });
    return () => ({ path: 'graphql', body });
  };
};

const whereDocument = (characters: number): HostileBody['make'] =>
  document('query($where: String) { orders(where: $where) { total } }', { where: longPredicate(characters) });

const flags = (count: number): Record<string, boolean> =>
  Object.fromEntries(range(count, at => [`v${at}`, at % 2 === 0] as const));

const kinds: Readonly<Record<string, HostileBody['make']>> = {
  'GraphQL: where of 12 KB on orders with 10,000 attributes': whereDocument(12_000),
  'GraphQL: where of 60 KB on orders with 10,000 attributes': whereDocument(60_000),
  'GraphQL: one field 4,900 times': document(`{ orders { ${'total '.repeat(4_900)} } }`),
  'GraphQL: one field with arguments 700 times': document(`{ ${'orders(limit: 1) { total } '.repeat(700)} }`),
  'GraphQL: all fields of an order, 15 KB': document(`{ orders { results ${selectAll('Order', 3, 1_400)} } }`),
  'GraphQL: all fields of an order, 40 KB': document(`{ orders { results ${selectAll('Order', 6, 4_700)} } }`),
  'GraphQL: all fields of a product, 40 KB': document(`{ products { results ${selectAll('Product', 6, 4_700)} } }`),
  'GraphQL: all fields of an order under 100 conditions': document(
    `query(${range(100, at => `$v${at}: Boolean!`).join(' ')}) { orders { results { ${range(
      100,
      at => `... on Order @include(if: $v${at}) ${selectAll('Order', 1, 40)}`,
    ).join(' ')} } } }`,
    flags(100),
  ),
  'GraphQL: 600 fragments in a chain': document(
    '{ orders { results { ...F0 } } } ' +
      `${range(600, at => `fragment F${at} on Order { id ...F${at + 1} }`).join(' ')} fragment F600 on Order { id }`,
  ),
  'GraphQL: 390 operations': document(
    `${range(390, at => `query Q${at} { orders { results { ...F0 } } }`).join(' ')} ` +
      `${range(390, at => `fragment F${at} on Order { ...F${at + 1} }`).join(' ')} fragment F390 on Order { id }`,
    undefined,
    'Q0',
  ),
  'GraphQL: 1,900 variables': document(`query(${range(1_900, at => `$v${at}: Int`).join(' ')}) { orders { total } }`),
  'GraphQL: a list of 7,800 defaults': document(
    `query($sort: [String!] = [${'"id" '.repeat(7_800)}]) { orders(sort: $sort) { total } }`,
  ),
  'GraphQL: unknown fields': document(`{ orders { ${range(4_900, at => `totalx${at}`).join(' ')} } }`),
  'GraphQL: introspection': document(
    '{ __schema { types { name kind fields { name type { name ofType { name ofType { name } } } args { name } } ' +
      'inputFields { name } } } }',
  ),
  'GraphQL: attributes of 10 orders with 10,000 attributes': document(
    '{ orders(limit: 10) { results { lineItems { id quantity variant { sku attributesRaw { name value } } } } } }',
  ),
  'GraphQL: attributes of one order ten times': document(
    `{ orders(limit: 1) { results { ${range(
      10,
      at => `a${at}: lineItems { variant { attributesRaw { name value } } }`,
    ).join(' ')} } } }`,
  ),
};

export const graphqlBodies: readonly HostileBody[] = Object.entries(kinds).map(([name, make]) => ({ name, make }));
