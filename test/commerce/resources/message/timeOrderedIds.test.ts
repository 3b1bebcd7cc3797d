/** Messages have ids in the order of creation: one list of ids answers queries by id and by creation. */
import { test } from '../../../support/tap.js';
import { bodyOf } from '../../../support/sdk.js';
import { valuesOf } from '../../../support/matchWhole.js';
import { keys } from '../../../../src/store/keys.js';
import { timeOfId } from '../../../../src/store/timeOrderedId.js';
import { newKey } from '../../../support/drafts.js';
import { startOrders } from '../../../support/orders.js';

const { quayside, projectKey, sdk, create, update } = await startOrders();
const importOrder = () => create({ orderNumber: newKey('o') });

const query = async (queryArgs: Record<string, string | string[] | number>) =>
  await bodyOf(sdk.messages().get({ queryArgs }));

const idsOf = async (where: string): Promise<(string | number | undefined)[]> => {
  const { results, total } = await query({ where });
  return [...results.map(({ id }) => id), total];
};

/** There are four messages, at three different times or more. */
const first = await importOrder();
const second = await importOrder();
await update(
  first,
  { action: 'changeOrderState', orderState: 'Confirmed' },
  { action: 'setCustomerEmail', email: 'anna@example.com' },
);
const { results: messages } = await query({ sort: 'createdAt asc' });
const ids = messages.map(({ id }) => id);

test('an id has the time of its message, and the messages of a commit follow each other', async t => {
  t.equal(messages.length, 4);
  t.strictSame(
    messages.map(({ id }) => new Date(timeOfId(id)).toISOString()),
    valuesOf(messages, 'createdAt'),
  );
  t.strictSame(
    messages.map(({ resource, sequenceNumber }) => [resource.id, sequenceNumber]),
    [
      [first.id, 1],
      [second.id, 1],
      [first.id, 2],
      [first.id, 3],
    ],
  );
});

test('all orders by id and by creation are the same', async t => {
  for (const sort of ['id asc', 'createdAt asc', 'lastModifiedAt asc'])
    t.strictSame(valuesOf((await query({ sort })).results, 'id'), ids, sort);
  for (const sort of ['id desc', 'createdAt desc'])
    t.strictSame(valuesOf((await query({ sort, limit: 2 })).results, 'id'), ids.toReversed().slice(0, 2), sort);
});

test('finds messages by the time of their creation', async t => {
  const times = messages.map(({ createdAt }) => createdAt);
  const expected = (isWithin: (time: string) => boolean): (string | number)[] => {
    const found = ids.filter((_, at) => isWithin(times[at]!));
    return [...found, found.length];
  };
  for (const bound of times) {
    t.strictSame(
      await idsOf(`createdAt > "${bound}"`),
      expected(time => time > bound),
    );
    t.strictSame(
      await idsOf(`createdAt >= "${bound}"`),
      expected(time => time >= bound),
    );
    t.strictSame(
      await idsOf(`createdAt < "${bound}"`),
      expected(time => time < bound),
    );
    t.strictSame(
      await idsOf(`createdAt <= "${bound}"`),
      expected(time => time <= bound),
    );
    t.strictSame(
      await idsOf(`createdAt = "${bound}"`),
      expected(time => time === bound),
    );
  }
  const [from, to] = [times[0]!, times[3]!];
  t.strictSame(
    await idsOf(`createdAt > "${from}" and createdAt < "${to}"`),
    expected(time => time > from && time < to),
  );
  t.strictSame(await idsOf('createdAt < "1960-01-01T00:00:00.000Z"'), [0]);
  t.strictSame(await idsOf('createdAt > "1960-01-01T00:00:00.000Z"'), [...ids, 4]);
  t.strictSame(await idsOf(`id > "${ids[1]}"`), [ids[2], ids[3], 2]);
});

test('finds messages of one resource and of one type in the order of creation', async t => {
  t.strictSame(await idsOf(`resource(id = "${first.id}")`), [ids[0], ids[2], ids[3], 3]);
  const where = [`type = "OrderImported"`, `createdAt >= "${messages[1]!.createdAt}"`];
  t.strictSame(
    valuesOf((await query({ where, sort: 'createdAt desc' })).results, 'id'),
    messages[0]!.createdAt === messages[1]!.createdAt ? [ids[1], ids[0]] : [ids[1]],
  );
});

test('keeps no list by creation beside the list of ids', async t => {
  const { redis } = quayside.services;
  t.strictSame(await redis.zrange(keys.ids(projectKey, 'message'), 0, -1), ids);
  t.equal(await redis.exists(keys.time(projectKey, 'message', 'createdAt')), 0);
});
