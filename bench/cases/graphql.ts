/** GraphQL: a page of customers as a shop's office asks for it, and what compiling and caching of documents are worth. */
import { execute, type ExecutionResult, parse } from 'graphql';
import { createGraphqlContext } from '../../src/graphql/createGraphqlEndpoint.js';
import { createPrepare } from '../../src/graphql/QueryCompiler.js';
import { createSchema } from '../../src/graphql/createSchema.js';
import { many, post } from '../shop.js';
import type { World } from '../world.js';
import type { Case } from './case.js';

const customersCount = 100;
const groupsCount = 10;
const warmUpRounds = 10;
const rounds = 25;
const runsPerRound = 30;

const text = `query Customers($limit: Int!) {
  customers(limit: $limit, sort: "createdAt asc") {
    offset
    count
    results {
      id version email firstName lastName createdAt lastModifiedAt isEmailVerified customerNumber
      addresses { id country city streetName contactInfo { phone email } }
      defaultShippingAddress { id city }
      customerGroup { id name }
    }
  }
}`;

/** Customers need no password here: hashing a hundred would take longer than measuring. */
const makeCustomers = async (world: World): Promise<void> => {
  const groups = await many(groupsCount, number => post(world, 'customer-groups', { groupName: `Group ${number}` }));
  await many(customersCount, number =>
    post(world, 'customers', {
      email: `office-${number}@example.com`,
      authenticationMode: 'ExternalAuth',
      firstName: 'Ana',
      lastName: `No ${number}`,
      customerGroup: { typeId: 'customer-group', id: groups[number % groupsCount]!.id },
      addresses: ['Bremen', 'Kiel'].map(city => ({ country: 'DE', city, streetName: 'Am Wall', phone: '0421 1' })),
      defaultShippingAddress: 0,
    }),
  );
};

let making: Promise<void> | undefined;
const customersOf = (world: World): Promise<void> => (making ??= makeCustomers(world));

type Run = () => Promise<ExecutionResult>;

/** CPU microseconds of this process a run. */
const cpuOf = async (run: Run): Promise<number> => {
  const before = process.cpuUsage();
  for (let time = 0; time < runsPerRound; time++)
    if ((await run()).errors !== undefined) throw new Error('a query failed');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / runsPerRound;
};

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Two ways of the same, turn by turn, so that both see the same machine. */
const compare = async (
  one: readonly [name: string, run: Run],
  other: readonly [name: string, run: Run],
): Promise<string> => {
  const figures: number[][] = [[], []];
  for (let round = -warmUpRounds; round < rounds; round++)
    for (const [index, [, run]] of [one, other].entries()) {
      const micros = await cpuOf(run);
      if (round >= 0) figures[index]!.push(micros);
    }
  const [first, second] = figures.map(median) as [number, number];
  return `${one[0]} ${Math.round(first)} µs, ${other[0]} ${Math.round(second)} µs: ${(second / first).toFixed(2)} times`;
};

const options = { graphqlDepthMax: 20, graphqlCostMax: 1_000_000, graphqlIntrospection: true };

/** The same resolvers on the same Redis, in this process. */
const compareHere = async (world: World, limit: number): Promise<string> => {
  const { services, projectKey } = world;
  const schema = createSchema();
  const prepare = createPrepare(schema, options);
  const document = parse(text);
  const context = () =>
    createGraphqlContext(services, {
      projectKey,
      client: {},
      scope: `manage_project:${projectKey}`,
      correlationId: 'bench',
    });
  const variables = { limit };
  let unique = 0;
  const run = async (source: string) => prepare(source, undefined).query(undefined, context(), { ...variables });
  const compiled = ['compiled', () => run(text)] as const;
  const interpreted = [
    'interpreted',
    async () => execute({ schema, document, contextValue: context(), variableValues: variables }),
  ] as const;
  const uncached = ['uncached', () => run(`${text} # ${unique++}`)] as const;
  return `${limit} customers, CPU: ${await compare(compiled, interpreted)}; ${await compare(['cached', compiled[1]], uncached)}`;
};

const connections = 16;
const request = ({ projectKey }: World, limit: number, suffix = '') => [
  {
    method: 'POST' as const,
    path: `/${projectKey}/graphql`,
    body: JSON.stringify({ query: `${text}${suffix}`, variables: { limit } }),
  },
];

export const graphqlCached: Case = {
  name: 'graphql, 20 customers',
  about: 'with addresses and groups, one document again and again; 16 connections',
  connections,
  prepare: async world => {
    await customersOf(world);
    return `${await compareHere(world, 20)}; ${await compareHere(world, 100)}`;
  },
  requests: async world => request(world, 20),
};

export const graphqlUncached: Case = {
  name: 'graphql, never the same document',
  about: 'the same, each request with a text of its own: parsed, validated and compiled; 16 connections',
  connections,
  prepare: async world => {
    await customersOf(world);
    return 'beside the one above it tells what the cache is worth';
  },
  requests: async world => request(world, 20, ' # @unique@'),
};
