import { test } from '../support/tap.js';
import { createGraphqlContext } from '../../src/graphql/createGraphqlEndpoint.js';
import { apiSchema } from '../support/apiSchema.js';
import { QueryCompiler } from '../../src/graphql/QueryCompiler.js';
import { keys } from '../../src/store/keys.js';
import { newKey } from '../support/drafts.js';
import { storeMany } from '../support/graphql.js';
import { matchWhole } from '../support/matchWhole.js';
import { startCustomerShop } from './customerShop.js';

const { quayside, projectKey, ask, data, createIn, storeCustomers } = await startCustomerShop();

test('loads the references of a level together: customers and groups in one command each, stores in two', async t => {
  const lastName = newKey('many');
  const groups = await Promise.all(
    Array.from({ length: 10 }, () => createIn('customer-groups', { groupName: newKey('group') })),
  );
  const [owner] = await storeCustomers(
    Array.from({ length: 100 }, (_, at) => ({
      email: `m${at}@example.com`,
      lastName,
      customerGroup: { typeId: 'customer-group', id: groups[at % 10]!.id },
    })),
  );
  const stores = await Promise.all(Array.from({ length: 3 }, () => createIn('stores', { key: newKey('store') })));
  await storeMany(
    quayside,
    projectKey,
    'cart',
    Array.from({ length: 30 }, (_, at) => ({
      customerId: owner,
      cartState: 'Active',
      lineItems: [],
      customLineItems: [],
      store: { typeId: 'store', key: stores[at % 3]!.key },
    })),
  );
  const redis = quayside.services.redis as unknown as {
    sendCommand(command: { name: string; args: readonly string[] }, stream?: unknown): unknown;
  };
  const compiler = new QueryCompiler(apiSchema(), {
    graphqlDepthMax: 20,
    graphqlCostMax: 100_000,
    graphqlIntrospection: true,
  });
  const request = {
    projectKey,
    client: { customerId: owner },
    scope: ['view_customers', 'view_customer_groups', 'view_orders', 'view_stores', 'manage_my_profile']
      .map(name => `${name}:${projectKey}`)
      .join(' '),
    correlationId: 'counted',
  };
  const settingsKey = keys.body(projectKey, 'project', projectKey);
  /**
   * Leaves out other projects, the settings of this one and lengths of bodies, which are read again after some time.
   */
  const readsResources = (name: string, args: readonly string[]): boolean =>
    !['strlen', 'getrange'].includes(name) &&
    args.some(argument => String(argument).includes(`{${projectKey}}`)) &&
    !args.some(argument => String(argument) === settingsKey);
  /** Runs a query like a worker does, and records the commands by which it reads resources. */
  const run = async (text: string) => {
    const commands: string[] = [];
    const send = redis.sendCommand.bind(redis);
    redis.sendCommand = (command, stream) => {
      if (readsResources(command.name, command.args)) commands.push(`${command.name} ${command.args.length}`);
      return send(command, stream);
    };
    const { execute } = compiler.prepare(text, undefined);
    const { data: answered } = await execute(undefined, createGraphqlContext(quayside.services, request), {});
    redis.sendCommand = send;
    return { answered, commands: commands.sort() };
  };
  const queryCustomers = async (fields: string) => {
    const { answered, commands } = await run(
      `{
        customers(where: "lastName = \\"${lastName}\\"", limit: 100, sort: "createdAt asc") {
          results { id ${fields} }
        }
      }`,
    );
    return {
      results: (answered as { customers: { results: { customerGroup: { id: string } | null }[] } }).customers.results,
      commands,
    };
  };
  const plain = await queryCustomers('email');
  const withGroups = await queryCustomers('customerGroup { id name }');
  t.equal(withGroups.results.length, 100);
  t.ok(withGroups.results.every(({ customerGroup }) => groups.some(({ id }) => id === customerGroup?.id)));
  t.equal(withGroups.commands.length, plain.commands.length + 1, withGroups.commands.join('; '));
  t.same(
    withGroups.commands.filter(name => name.startsWith('mget')),
    ['mget 10', 'mget 100'],
    'two commands; each group is loaded once',
  );
  const carts = (fields: string) =>
    run(
      `{ carts(where: "customerId = \\"${owner!}\\"", limit: 30, sort: "createdAt asc") { results { id ${fields} } } }`,
    );
  const [bare, withStores] = [await carts(''), await carts('store { id }')];
  t.ok(
    (withStores.answered as { carts: { results: { store: { id: string } }[] } }).carts.results.every(({ store }) =>
      stores.some(({ id }) => id === store.id),
    ),
  );
  t.equal(withStores.commands.length, bare.commands.length + 2, withStores.commands.join('; '));
  t.same(
    withStores.commands.filter(name => name.startsWith('mget')),
    ['mget 3', 'mget 3', 'mget 30'],
    'three keys, then three stores',
  );
  const many = await run(
    `{
      ${Array.from({ length: 50 }, (_, at) => `m${at}: me { customer { email } } c${at}: customer(id: "${owner!}") { id }`).join(' ')}
    }`,
  );
  matchWhole(t, many.answered, { m49: { customer: { email: 'm0@example.com' } }, c49: { id: owner } });
  t.same(many.commands, ['get 1'], 'the customer of the token is read once');
});

test('refuses a query that follows too many references', async t => {
  const ids = await storeMany(
    quayside,
    projectKey,
    'state',
    Array.from({ length: 110 }, () => ({ key: newKey('state'), type: 'OrderState', initial: false, builtIn: false })),
  );
  const all = ids.map(id => ({ typeId: 'state', id }));
  for (const id of ids) {
    const path = keys.body(projectKey, 'state', id);
    await quayside.services.redis.set(
      path,
      JSON.stringify({ ...(JSON.parse((await quayside.services.redis.get(path))!) as object), transitions: all }),
    );
  }
  matchWhole(t, await data(`{ state(id: "${ids[0]!}") { transitions { transitionsRef { id } } } }`), {
    state: { transitions: { length: 110 } },
  });
  const { status, errors } = await ask(`{ state(id: "${ids[0]!}") { transitions { transitions { key } } } }`);
  t.equal(status, 200);
  matchWhole(t, errors![0], { message: /follows more than 10000 references/, extensions: { code: 'InvalidInput' } });
});
