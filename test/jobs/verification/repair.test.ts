/** A repair mends each known damage, names damages that it cannot mend, and may run beside writes. */
import { repairStoredData, verifyStoredData } from '../../../src/jobs/verification/verifyStoredData.js';
import type { StoredDifferenceKind } from '../../../src/jobs/verification/DifferenceReport.js';
import { setTimeout } from 'node:timers/promises';
import { keys } from '../../../src/store/keys.js';
import { newKey, orderDraft } from '../../support/drafts.js';
import { listKeys } from '../../support/listKeys.js';
import type { Resource } from '../../support/resourceApi.js';
import { isLong } from '../../support/rounds.js';
import { startQuaysideAlone } from '../../support/quayside.js';
import { test } from '../../support/tap.js';
import { type BreakName, breaks } from './breaks.js';
import { openBroken } from './project.js';

const { services } = await startQuaysideAlone();
const { redis } = services;

type Broken = Awaited<ReturnType<typeof openBroken>>;

/** The damages of which a repair leaves some differences; true for those that it leaves. */
const unmendable: Partial<Record<BreakName, (line: string) => boolean>> = {
  'an attribute and a custom field that nothing declares': () => true,
  'two resources with one unique value': () => true,
  'a version that is none': () => true,
  'a version from before its messages': () => true,
  'the id of another one': () => true,
  // The count of references stays, since the body may refer to the payment.
  'bodies that cannot be read': () => true,
  'a body that lacks what its resource type needs': () => true,
  'a resource of an unknown type': () => true,
  'messages of which the first, one in the middle, the last and all are gone': () => true,
};

const breakNames = Object.keys(breaks) as BreakName[];
const mendable = breakNames.filter(name => !(name in unmendable));

const linesOf = (list: readonly { readonly kind: string; readonly subject: string; readonly detail: string }[]) =>
  list.map(({ kind, subject, detail }) => `${kind} ${subject}: ${detail}`).sort();

/** Rebuilds nothing, since no search is active in these projects. */
const noRebuild = async (): Promise<boolean> => false;

const repair = ({ projectKey }: Pick<Broken, 'projectKey'>, listedMax = 1_000) =>
  repairStoredData(services, projectKey, { listedMax, rebuildSearch: noRebuild });

const verify = ({ projectKey }: Pick<Broken, 'projectKey'>) =>
  verifyStoredData(services, projectKey, { listedMax: 1_000 });

/** Tells whether a difference was mended, possibly together with another one. */
const isMendedBy = (line: string, lines: readonly string[]): boolean =>
  lines.includes(line) || /^unique \S+: .* leads to it, but it has no such value$/.test(line);

const totalOf = (counts: Readonly<Partial<Record<string, Readonly<Record<string, number>>>>>): number =>
  Object.values(counts)
    .flatMap(byType => Object.values(byType ?? {}))
    .reduce((sum, count) => sum + count, 0);

test('each kind of difference is among the damages', t => {
  const kinds: Readonly<Record<StoredDifferenceKind, BreakName | 'search'>> = {
    list: 'a list by id that lacks it',
    index: 'an index that lacks it',
    unique: 'a unique key that is not there',
    holder: 'a holder that is not told',
    references: 'references that are counted too often, not at all, and to what nothing refers to',
    totals: 'sums of orders that are not those of their bodies',
    hidden: 'sealed values of a missing resource',
    left: 'keys that belong to nothing',
    definition: 'an attribute and a custom field that nothing declares',
    body: 'a version that is none',
    messages: 'messages of which the first, one in the middle, the last and all are gone',
    search: 'search',
  };
  t.same(
    Object.values(kinds).filter(name => name !== 'search' && !breakNames.includes(name)),
    [],
  );
  t.end();
});

test('mends all that it can at once, reports it, and then has nothing to do', async t => {
  const project = await openBroken();
  const expected: string[] = [];
  for (const name of mendable) expected.push(...(await breaks[name](project)));
  t.same(linesOf((await verify(project)).differences), expected.sort());
  const { repaired, differences, isEqual } = await repair(project);
  const lines = linesOf(repaired.changes);
  t.same(
    expected.filter(line => !isMendedBy(line, lines)),
    [],
    'each difference that was found is mended',
  );
  t.same(
    lines.filter(line => !expected.includes(line)),
    [],
    'nothing else is mended',
  );
  t.equal(totalOf(repaired.counts), lines.length);
  t.same([differences, isEqual], [[], true]);
  t.same(linesOf((await verify(project)).differences), [], 'everything agrees');
  t.same((await repair(project)).repaired, { counts: {}, changes: [] }, 'a second repair mends nothing');
});

test('names damages that it cannot mend, and leaves them as they are', async t => {
  const project = await openBroken();
  const expected: string[] = [];
  for (const name of breakNames.filter(each => each in unmendable)) expected.push(...(await breaks[name](project)));
  const dump = async (): Promise<string[]> => {
    const names = (await listKeys(redis, `*{${project.projectKey}}*`)).filter(
      name => !/:(commits|stamp|token|access|scope)/.test(name),
    );
    return Promise.all(names.sort().map(async name => `${name} ${(await redis.dumpBuffer(name))?.toString('hex')}`));
  };
  const before = await dump();
  const { repaired, differences, isEqual } = await repair(project);
  t.same(repaired, { counts: {}, changes: [] });
  t.same([linesOf(differences), isEqual], [expected.sort(), false]);
  t.same(await dump(), before, 'no key was changed');
});

for (const name of isLong ? breakNames : [])
  test(`repairs by itself: ${name}`, async t => {
    const project = await openBroken();
    const expected = await breaks[name](project);
    const { repaired, differences } = await repair(project);
    const lines = linesOf(repaired.changes);
    if (name in unmendable) return t.same([lines, linesOf(differences)], [[], expected.sort()]);
    t.same([expected.filter(line => !isMendedBy(line, lines)), differences], [[], []]);
    t.same((await verify(project)).isEqual, true);
  });

/** Returns requests about an order and a payment that are damaged and then mended. */
const openAnswers = async () => {
  const project = await openBroken();
  const { projectKey, api, order, paymentOf } = project;
  const { http, base } = api;
  const one = await order();
  const paymentId = paymentOf(one).slice('payment/'.length);
  const find = async (parameters: Readonly<Record<string, string>>): Promise<boolean> => {
    const query = new URLSearchParams({ limit: '500', ...parameters }).toString();
    const { json } = await http.send('GET', `${base}/orders?${query}`);
    return (json as { results: readonly Resource[] }).results.some(({ id }) => id === one.id);
  };
  const text = (member: string): string => JSON.stringify(one[member]);
  const isRefused = async (method: string, path: string, body?: object): Promise<boolean> =>
    (await http.send(method, `${base}/${path}`, body === undefined ? {} : { body })).status === 400;
  const messages = async (): Promise<number> =>
    (
      (
        await http.send(
          'GET',
          `${base}/messages?${new URLSearchParams({ where: `resource(id="${one.id}")` }).toString()}`,
        )
      ).json as { total: number }
    ).total;
  return {
    project,
    damage: async () => {
      const { id } = one;
      const held = `payment/${paymentId}`;
      for (const list of [
        keys.ids(projectKey, 'order'),
        keys.time(projectKey, 'order', 'createdAt'),
        keys.time(projectKey, 'order', 'lastModifiedAt'),
        keys.index(projectKey, 'order', 'customerEmail', one.customerEmail as string),
      ])
        await redis.zrem(list, id);
      await redis.del(keys.unique(projectKey, 'order', 'orderNumber', one.orderNumber as string));
      await redis.del(keys.holder(projectKey, held), keys.index(projectKey, 'message', 'resource.id', id));
      await redis.hdel(keys.references(projectKey), held);
      await redis.set(keys.unique(projectKey, 'order', 'orderNumber', 'free'), id);
    },
    answers: async () => ({
      byId: await find({ where: `id="${one.id}"` }),
      byIndex: await find({ where: `customerEmail=${text('customerEmail')}` }),
      byUnique: await find({ where: `orderNumber=${text('orderNumber')}` }),
      inIdOrder: await find({ sort: 'id asc' }),
      byCreation: await find({ sort: 'createdAt asc' }),
      byChange: await find({ sort: 'lastModifiedAt asc' }),
      messages: await messages(),
    }),
    /** Requests that each change the resource that they ask about if the data is damaged. */
    rules: async () => ({
      usedNumberIsRefused: await isRefused(
        'POST',
        'orders/import',
        orderDraft({ orderNumber: one.orderNumber as string }),
      ),
      freeNumberIsTaken: !(await isRefused('POST', 'orders/import', orderDraft({ orderNumber: 'free' }))),
      heldPaymentIsRefused: await isRefused(
        'POST',
        'orders/import',
        orderDraft({ orderNumber: newKey(), paymentInfo: { payments: [{ typeId: 'payment', id: paymentId }] } }),
      ),
      referencedPaymentStays: await isRefused('DELETE', `payments/${paymentId}?version=1`),
    }),
  };
};

test('after a repair, queries find the order, and unique values, holders and references are enforced', async t => {
  const { project, damage, answers, rules } = await openAnswers();
  const right = await answers();
  t.same(right, {
    byId: true,
    byIndex: true,
    byUnique: true,
    inIdOrder: true,
    byCreation: true,
    byChange: true,
    messages: 2,
  });
  await damage();
  t.same(await answers(), {
    byId: right.byId,
    byIndex: false,
    byUnique: false,
    inIdOrder: false,
    byCreation: false,
    byChange: false,
    messages: 0,
  });
  const { repaired, isEqual } = await repair(project);
  t.same(repaired.counts, {
    list: { order: 3 },
    index: { order: 1, message: 2 },
    unique: { order: 2 },
    holder: { order: 1 },
    references: { payment: 1 },
  });
  t.ok(isEqual);
  t.same(await answers(), right);
  t.same(await rules(), {
    usedNumberIsRefused: true,
    freeNumberIsTaken: true,
    heldPaymentIsRefused: true,
    referencedPaymentStays: true,
  });
  t.ok((await verify(project)).isEqual);
});

/** The first page of keys mends two of these damages; the other two come after all pages. */
const interruptedBreaks = [
  'a list by id that lacks it',
  'a unique key that is not there',
  'references that are counted too often, not at all, and to what nothing refers to',
  'sums of orders that are not those of their bodies',
] satisfies BreakName[];

test('a repair that is interrupted is finished by the next one', async t => {
  const project = await openBroken();
  for (const name of interruptedBreaks) await breaks[name](project);
  const interrupted = repairStoredData(services, project.projectKey, {
    rebuildSearch: noRebuild,
    onProgress: count => {
      if (count > 0) throw new Error('interrupted');
    },
  });
  await t.rejects(interrupted, { message: 'interrupted' });
  const { counts } = await verify(project);
  t.same([counts.references, counts.totals], [3, 1], 'what comes after the pages of keys is still to be mended');
  t.ok((await repair(project)).isEqual);
});

/** The pause leaves some processor time to the repair, also on a busy machine. */
const pauseMs = 40;

test('mends beside writes, and breaks none of them', async t => {
  const project = await openBroken();
  const { projectKey, api, order, payment, paymentOf } = project;
  const shared = await payment();
  const state = await api.createIn('states', { key: newKey('state'), type: 'OrderState' });
  const damaged = await Promise.all(Array.from({ length: 6 }, order));
  let isOver = false;
  /** Creates, changes and deletes orders; in the long form they refer to a state with a damaged count. */
  const write = async (): Promise<number> => {
    let writes = 0;
    while (!isOver) {
      const made = await api.createIn(
        'orders/import',
        orderDraft({ orderNumber: newKey(), ...(isLong && { state: { typeId: 'state', id: state.id } }) } as never),
      );
      const changed = await api.update(made, { action: 'changeOrderState', orderState: 'Complete' });
      if (writes % 2 === 0) await api.resourcesAt('orders').remove(changed);
      writes++;
      await setTimeout(pauseMs);
    }
    return writes;
  };
  const writers = [write(), write()];
  for (const one of damaged) {
    await redis.zrem(keys.time(projectKey, 'order', 'createdAt'), one.id);
    await redis.del(keys.unique(projectKey, 'order', 'orderNumber', one.orderNumber as string));
    await redis.hincrby(keys.references(projectKey), paymentOf(one), 3);
  }
  await redis.hincrby(keys.references(projectKey), `payment/${shared.id}`, 2);
  // In the long form this count changes all the time: it is mended correctly, or not at all.
  await redis.hincrby(keys.references(projectKey), `state/${state.id}`, 1_000);
  const { repaired } = await repair(project);
  isOver = true;
  const writes = await Promise.all(writers);
  t.ok(writes.every(count => count > 0));
  const { references = {}, ...others } = repaired.counts;
  t.same(others, { list: { order: 6 }, unique: { order: 6 } });
  t.equal(references.payment, 7);
  const [left, ...more] = linesOf((await verify(project)).differences);
  t.same(more, []);
  const [, found, kept] = /^references state\/\S+: (\d+) refer to it, (\d+) are counted$/.exec(left ?? '') ?? [
    left,
    0,
    0,
  ];
  t.equal(Number(kept) - Number(found), references.state === 1 ? 0 : 1_000);
  t.ok((await repair(project)).isEqual, 'a repair without writes mends the rest');
});
