/** Distinguishes values of referenced resources from values of the order, on generated orders with all members. */
import { test } from '../../../support/tap.js';
import { startReindexing } from '../../../../src/search/indexingControl.js';
import { verifySearchIndex } from '../../../../src/jobs/verification/search/verifySearchIndex.js';
import { Random } from '../../../../examples/sample-shop/choices.js';
import { keys } from '../../../../src/store/keys.js';
import { searchOf } from '../../../support/search.js';
import { importOrders } from '../../../support/search/generatedOrders.js';
import { storeReferencedResources } from '../../../support/search/storeReferencedResources.js';
import { startQuaysideAlone } from '../../../support/quayside.js';
import { matchWhole } from '../../../support/matchWhole.js';

const count = 40;
const quayside = await startQuaysideAlone();
const { services } = quayside;

interface Body {
  readonly [name: string]: unknown;
}
interface Definition {
  readonly type: { readonly values?: readonly object[] } & Body;
}

const labelled = (definition: Definition): Definition => ({
  ...definition,
  type: {
    ...definition.type,
    ...(definition.type.name === 'LocalizedEnum' && {
      values: definition.type.values!.map(value => ({ ...value, label: { en: 'Other' } })),
    }),
  },
});

/** Changes all searchable values of the referenced resources. */
const changes: Readonly<Record<string, (body: Body) => Body>> = {
  state: () => ({ key: 'other', name: { en: 'Other' } }),
  store: () => ({ name: { en: 'Other' } }),
  'customer-group': () => ({ name: 'Other', key: 'other' }),
  payment: () => ({ interfaceId: 'other', paymentMethodInfo: { method: 'other' }, transactions: [] }),
  type: ({ fieldDefinitions }) => ({ fieldDefinitions: (fieldDefinitions as Definition[]).slice(1).map(labelled) }),
};

const change = async (projectKey: string, typeId: string): Promise<number> => {
  const ids = await services.redis.zrange(keys.ids(projectKey, typeId), 0, -1);
  for (const id of ids) {
    const body = JSON.parse((await services.store.body(projectKey, typeId, id))!.toString()) as Body;
    await services.redis.set(keys.body(projectKey, typeId, id), JSON.stringify({ ...body, ...changes[typeId]!(body) }));
  }
  return ids.length;
};

test('reports changes of referenced resources only on request (SEARCH054)', async t => {
  const credentials = await quayside.project();
  const { projectKey } = credentials;
  const search = searchOf(quayside, credentials);
  const random = new Random(11);
  await importOrders(
    quayside,
    projectKey,
    random,
    await storeReferencedResources(quayside, projectKey, random, count),
    count,
  );
  await search.activate();
  await search.settled();
  for (const typeId of Object.keys(changes)) {
    matchWhole(t, await verifySearchIndex(services, projectKey, { references: true }), {
      resources: count,
      documents: count,
      counts: {},
      isEqual: true,
    });
    t.ok((await change(projectKey, typeId)) > 0, typeId);
    matchWhole(
      t,
      await verifySearchIndex(services, projectKey),
      { counts: {}, differences: [], isEqual: true },
      `${typeId} is none of the order's own`,
    );
    t.ok(
      (await verifySearchIndex(services, projectKey, { references: true })).counts.content! > 0,
      `${typeId} is seen with references`,
    );
    await startReindexing(services, projectKey);
    await search.settled();
  }
});
