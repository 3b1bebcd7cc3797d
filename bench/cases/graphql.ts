/** GraphQL: a page of customers as a back office requests it, and the effect of compiling and caching documents. */
import { required } from '../../src/errors/required.js';
import { execute, type ExecutionResult, parse } from 'graphql';
import { createGraphqlContext } from '../../src/graphql/createGraphqlEndpoint.js';
import { QueryCompiler } from '../../src/graphql/QueryCompiler.js';
import { createSchema } from '../../src/graphql/createSchema.js';
import { createMany, post } from '../shop.js';
import type { BenchWorld } from '../world/BenchWorld.js';
import { oncePer } from '../world/once.js';
import type { BenchCase } from './BenchCase.js';
import { emptyData } from './caseData.js';

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

/** Customers without password, because hashing a hundred passwords would take longer than the measurement. */
const makeCustomers = oncePer(async (world: BenchWorld): Promise<void> => {
  const groups = await createMany(groupsCount, number =>
    post(world, 'customer-groups', { groupName: `Group ${number}` }),
  );
  await createMany(customersCount, number =>
    post(world, 'customers', {
      email: `office-${number}@example.com`,
      authenticationMode: 'ExternalAuth',
      firstName: 'Ana',
      lastName: `No ${number}`,
      customerGroup: { typeId: 'customer-group', id: required(groups[number % groupsCount], 'a customer group').id },
      addresses: ['Bremen', 'Kiel'].map(city => ({ country: 'DE', city, streetName: 'Am Wall', phone: '0421 1' })),
      defaultShippingAddress: 0,
    }),
  );
});

type Run = () => Promise<ExecutionResult>;

/** CPU microseconds of this process per run. */
const cpuOf = async (run: Run): Promise<number> => {
  const before = process.cpuUsage();
  for (let time = 0; time < runsPerRound; time++)
    if ((await run()).errors !== undefined) throw new Error('a query failed');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / runsPerRound;
};

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Runs two variants alternately, under the same conditions of the machine. */
const compare = async (
  one: readonly [name: string, run: Run],
  other: readonly [name: string, run: Run],
): Promise<string> => {
  const figures: number[][] = [[], []];
  for (let round = -warmUpRounds; round < rounds; round++)
    for (const [index, [, run]] of [one, other].entries()) {
      const micros = await cpuOf(run);
      if (round >= 0) figures[index]?.push(micros);
    }
  const [first, second] = figures.map(median) as [number, number];
  return `${one[0]} ${Math.round(first)} µs, ${other[0]} ${Math.round(second)} µs: ${(second / first).toFixed(2)} times`;
};

const options = { graphqlDepthMax: 20, graphqlCostMax: 1_000_000, graphqlIntrospection: true };

/** The same resolvers on the same Redis in this process. */
const compareHere = async (world: BenchWorld, limit: number): Promise<string> => {
  const { projectKey } = world;
  const services = await world.services();
  const schema = createSchema();
  const compiler = new QueryCompiler(schema, options);
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
  const run = async (source: string) =>
    compiler.prepare(source, undefined).execute(undefined, context(), { ...variables });
  const compiled = ['compiled', () => run(text)] as const;
  const interpreted = [
    'interpreted',
    async () => execute({ schema, document, contextValue: context(), variableValues: variables }),
  ] as const;
  const uncached = ['uncached', () => run(`${text} # ${unique++}`)] as const;
  return `${limit} customers, CPU: ${await compare(compiled, interpreted)}; ${await compare(['cached', compiled[1]], uncached)}`;
};

const request = ({ projectKey }: BenchWorld, limit: number, suffix = '') => [
  {
    method: 'POST' as const,
    path: `/${projectKey}/graphql`,
    body: JSON.stringify({ query: `${text}${suffix}`, variables: { limit } }),
  },
];

export const graphqlCached: BenchCase = {
  name: 'graphql, 20 customers',
  description: 'with addresses and groups, the same document repeatedly',
  data: emptyData,
  timesOfReadMax: 8,
  setup: async world => {
    await makeCustomers(world);
    return `${await compareHere(world, 20)}; ${await compareHere(world, 100)}`;
  },
  requests: async world => request(world, 20),
};

export const graphqlUncached: BenchCase = {
  name: 'graphql, different documents',
  description: 'the same, but each request has another text, which is parsed, validated and compiled',
  data: emptyData,
  setup: async world => {
    await makeCustomers(world);
    return 'beside the one above it tells what the cache is worth';
  },
  requests: async world => request(world, 20, ' # @unique@'),
};
