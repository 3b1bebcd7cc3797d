/** Predicates with as many conditions as allowed, over bodies with many values. */
import { test } from '../support/tap.js';
import { createGraphqlClient, startGraphql, storeMany } from '../support/graphql.js';
import { startQuayside } from '../support/quayside.js';

const { quayside, credentials } = await startGraphql();

const attributes = Array.from({ length: 100 }, (_, at) => ({ name: `name${at}`, value: `value ${at}` }));
const order = (size: number) => ({
  orderNumber: `of ${size} items`,
  lineItems: Array.from({ length: size }, (_, at) => ({ id: String(at), variant: { id: 1, attributes } })),
});

const conditions = Array.from({ length: 3_900 }, (_, at) => `value="v${at}"`).join(' or ');
const variables = { where: `lineItems(variant(attributes(${conditions})))` };
const query = 'query($where: String) { orders(where: $where) { total results { orderNumber } } }';

test('ends a query whose predicate takes long over one body with QueryTimedOut (ERR032)', async t => {
  await storeMany(quayside, credentials.projectKey, 'order', [order(200)]);
  const hasty = await startQuayside({ WORK_TIMEOUT_MS: '1' });
  const askHastily = createGraphqlClient(hasty, credentials, await hasty.token(credentials));
  const { status, data, errors } = await askHastily(query, variables);
  const [first] = errors ?? [];
  t.strictSame([status, data, errors?.length], [200, null, 1]);
  t.strictSame(
    [first?.message, first?.extensions.code, first?.path],
    [
      'The query timed out after 1 ms. Filter by an indexed field, or ask for fewer results.',
      'QueryTimedOut',
      ['orders'],
    ],
  );
});

test('answers other projects while a query looks at many long bodies', async t => {
  const patient = await startQuayside({ QUERY_TIMEOUT_MS: '600000' });
  const busy = await patient.project();
  await storeMany(
    quayside,
    busy.projectKey,
    'order',
    Array.from({ length: 10 }, () => order(10)),
  );
  const askMuch = createGraphqlClient(patient, busy, await patient.token(busy));
  const askLittle = createGraphqlClient(patient, credentials, await patient.token(credentials));
  const answered: string[] = [];
  const [long, short] = await Promise.all([
    askMuch(query, variables).finally(() => answered.push('many bodies')),
    askLittle('{ orders { total } }').finally(() => answered.push('another project')),
  ]);
  t.strictSame(answered, ['another project', 'many bodies']);
  t.strictSame([long.data, short.data.orders.total], [{ orders: { total: 0, results: [] } }, 1]);
});
