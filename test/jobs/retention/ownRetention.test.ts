/** Retention of resource types with a time per resource or a maximum count. */
import { test } from '../../support/tap.js';
import { limits } from '../../../src/base/config/limits.js';
import { set, type ActionTable } from '../../../src/engine/define/actions.js';
import { createResource, updateResource } from '../../../src/engine/commit/pipeline.js';
import { creation, defineResource } from '../../../src/engine/define/defineResource.js';
import type { Base } from '../../../src/engine/define/Base.js';
import { createEngine } from '../../../src/engine/Engine.js';
import { compileResourceType } from '../../../src/engine/define/compileResourceType.js';
import { retentionJob } from '../../../src/jobs/retentionJob.js';
import { messageOf } from '../../../src/commerce/resources/message.js';
import { Integer, Optional, Shape, Text } from '../../../src/engine/schema/primitives.js';
import { Reference, ResourceIdentifier } from '../../../src/engine/schema/reference.js';
import { keys } from '../../../src/store/keys.js';
import { Sealer } from '../../../src/store/Sealer.js';
import type { DataStore } from '../../../src/store/DataStore.js';
import { startQuayside } from '../../support/quayside.js';
import { daysAgo, requestOf, resourceIn, silent } from './retentionShop.js';
import type { TypeId } from '../../../src/engine/schema/TypeId.js';

const quayside = await startQuayside();
const { redis, store } = quayside.services;

interface Thing extends Base {
  readonly days?: number;
  readonly to?: unknown;
  readonly state?: string;
}
/** No declaration of the product has these resource types. */
const [thing, crowd] = ['thing', 'crowd'] as unknown as [TypeId, TypeId];
const actions: ActionTable<Thing> = { setDays: set<Thing>('days', Integer) };
const members = { days: Optional(Integer), state: Optional(Text), to: Optional(Reference(thing)) };
const Draft = Shape({ ...members, to: Optional(ResourceIdentifier(thing)) });
const draft = creation<Thing, typeof Draft>(Draft, ({ days, state, to }, context) => ({
  members: { days, state, to: to && context.reference(thing, to) },
}));
const shared = { resource: Shape(members), draft, actions, scopes: { read: [], write: [] } };

/** Declares resource types with a retention time per resource or a maximum count, on the same store. */
const thingsIn = (own: DataStore) => {
  const resourceTypes = [
    defineResource<Thing>({
      ...shared,
      typeId: thing,
      path: 'things',
      indexes: ['state'],
      retention: {
        field: 'lastModifiedAt',
        ownDays: ({ days, state }) => (state === 'kept' ? undefined : days),
        usualDays: 3,
        kept: { field: 'state', value: 'kept' },
      },
    }),
    defineResource<Thing>({
      ...shared,
      typeId: crowd,
      path: 'crowd',
      retention: { field: 'createdAt', ownDays: () => undefined, countMax: 3 },
    }),
    messageOf([]),
  ].map(compileResourceType);
  return createEngine({
    store: own,
    sealer: new Sealer('x'.repeat(32)),
    resourceTypes,
    messageTypeId: 'message',
    settings: quayside.services.settings.get,
    mayCall: () => true,
    hasSearchModule: () => Promise.resolve(true),
    resourceCacheBytesMax: 1_024,
    queryTimeoutMs: 1_000,
  });
};

const startThings = async (own: DataStore = store) => {
  const { projectKey } = await quayside.project();
  const things = thingsIn(own);
  return {
    make: async (days: number, given: object = {}, typeId = 'thing') =>
      resourceIn(await createResource(daysAgo(thingsIn(store), days), requestOf(things, projectKey, typeId, given))).id,
    setDays: (id: string, days: number, ago = 0, typeId = 'thing') =>
      updateResource(daysAgo(thingsIn(store), ago), {
        ...requestOf(things, projectKey, typeId, { version: 1, actions: [{ action: 'setDays', days }] }),
        locator: { field: 'id', value: id },
      }),
    run: (signal = new AbortController().signal) =>
      retentionJob({
        engine: things,
        log: silent,
        everyMinutes: 1,
        historyDays: 0,
        projectKeys: async () => [projectKey],
      }).run(signal),
    left: (typeId = 'thing') => redis.zrange(keys.ids(projectKey, typeId), 0, -1),
    ends: () => redis.zcard(keys.time(projectKey, 'thing', 'endsAt')),
  };
};

test('counts the own retention time of a resource from its last modification (LIM019, LIM020)', async t => {
  const things = await startThings();
  await things.make(2.01, { days: 2 });
  await things.make(400, { days: 365 });
  const stay = [await things.make(1.99, { days: 2 }), await things.make(500), await things.make(400, { days: 500 })];
  const [shortened, lengthened, touched] = [
    await things.make(10, { days: 30 }),
    await things.make(10, { days: 3 }),
    await things.make(10, { days: 3 }),
  ];
  await things.setDays(shortened, 2, 9);
  await things.setDays(lengthened, 30, 9);
  await things.setDays(touched, 4);
  const held = await things.make(7, { days: 5 });
  const holder = await things.make(1, { to: { typeId: 'thing', id: held } });
  t.equal(await things.run(), 3);
  t.same(
    (await things.left()).sort(),
    [...stay, lengthened, touched, held, holder].sort(),
    'a referenced resource is kept and the others are deleted',
  );
  t.equal(await things.ends(), 5, 'a resource without expiry, or with the usual one, is in no list of expiry times');
});

test('finds resources with the usual retention time among those that are kept (LIM019)', async t => {
  const things = await startThings();
  const stay = [
    await things.make(9, { days: 3, state: 'kept' }),
    await things.make(8, { days: 30 }),
    await things.make(2, { days: 3 }),
  ];
  const count = limits.retentionStepMax + 5;
  await Promise.all(Array.from({ length: count }, () => things.make(7, { days: 3, state: 'open' })));
  stay.push(await things.make(6, { days: 3, state: 'kept' }));
  t.equal(await things.run(), count);
  t.same((await things.left()).sort(), stay.sort());
});

test('deletes the least recently modified resources beyond the maximum count (GEN071)', async t => {
  const things = await startThings();
  const [first, second, third, fourth, fifth] = [
    await things.make(9, {}, 'crowd'),
    await things.make(8, {}, 'crowd'),
    await things.make(7, {}, 'crowd'),
    await things.make(6, {}, 'crowd'),
    await things.make(5, {}, 'crowd'),
  ];
  await things.setDays(first, 1, 4, 'crowd');
  t.equal(await things.run(), 2);
  t.same((await things.left('crowd')).sort(), [first, fourth, fifth].sort(), `neither ${second} nor ${third}`);
});

test('keeps a resource that changes during its deletion and deletes the others of the step (LIM019)', async t => {
  let interfere: (() => Promise<unknown>) | undefined;
  const things = await startThings({
    ...store,
    commit: async changeSet => {
      await interfere?.();
      interfere = undefined;
      await store.commit(changeSet);
    },
  });
  const ids: string[] = [];
  for (let count = 0; count < 9; count++) ids.push(await things.make(5, { days: 3 }));
  interfere = () => things.setDays(ids[4]!, 1, 5);
  t.equal(await things.run(), 8);
  t.same(await things.left(), [ids[4]]);
  t.equal(await things.run(), 1, 'the next run checks it again');
});

test('checks a resource that moved to the start of the list before its deletion (LIM019)', async t => {
  let interfere: (() => Promise<unknown>) | undefined;
  const things = await startThings({
    ...store,
    idsInRange: async (...given) => {
      await interfere?.();
      interfere = undefined;
      return store.idsInRange(...given);
    },
  });
  const [touched, over, young] = [
    await things.make(9, { days: 3 }),
    await things.make(8, { days: 3 }),
    await things.make(1, { days: 3 }),
  ];
  interfere = () => things.setDays(touched, 90);
  t.equal(await things.run(), 1);
  t.same((await things.left()).sort(), [touched, young].sort(), `not ${over}`);
});
