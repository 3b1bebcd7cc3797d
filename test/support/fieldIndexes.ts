/** A project whose orders have custom fields: `code` (a text), `count` (a number) and `tags` (a set of texts). */
import { t as root } from './tap.js';
import { updateResource } from '../../src/engine/commit/pipeline.js';
import { parseQueryParameters } from '../../src/engine/query/parseQueryParameters.js';
import { runQuery } from '../../src/engine/query/runQuery.js';
import { fieldIndexQueueName } from '../../src/jobs/queueNames.js';
import { openQueue } from '../../src/jobs/openQueue.js';
import { connectQueue } from '../../src/base/redis/connect.js';
import { keys } from '../../src/store/keys.js';
import type { DataStore } from '../../src/store/DataStore.js';
import { createType, fieldDefinition, orderDraft } from './drafts.js';
import { listKeys } from './listKeys.js';
import { changeProject, startResourceApi, type VersionedId } from './resourceApi.js';

export type Fields = { readonly code?: string; readonly count?: number; readonly tags?: readonly string[] };

interface Order extends VersionedId {
  readonly custom?: { readonly fields: Fields };
}

const settingOf = (names: readonly string[]) => ({
  action: 'setCustomFieldIndexes',
  customFieldIndexes: names.map(name => ({ typeId: 'order', name })),
});

export const openFieldIndexes = async () => {
  const api = await startResourceApi('orders');
  const { quayside, credentials, http, base } = api;
  const { projectKey } = credentials;
  const { services } = quayside;
  const { fieldIndexes, redis, engine } = services;
  const type = await createType(
    api.createIn,
    ['order'],
    [
      fieldDefinition('code', { name: 'String' }),
      fieldDefinition('count', { name: 'Number' }),
      fieldDefinition('tags', { name: 'Set', elementType: { name: 'String' } }),
    ],
  );
  const typeIdentifier = { typeId: 'type', id: type.id };

  const query = async (where: string | undefined, store: DataStore = services.store): Promise<Order[]> => {
    const parameters = new URLSearchParams({ limit: '500', ...(where === undefined ? {} : { where }) });
    const resourceType = engine.resourceTypes.get('order')!;
    const parsed = parseQueryParameters(parameters, []);
    const { bodies } = await runQuery({ ...engine, store }, { resourceType, projectKey }, parsed);
    return bodies.map(body => JSON.parse(body.toString()) as Order);
  };
  const whereFields = (condition: string): string => `custom(fields(${condition}))`;

  return {
    services,
    projectKey,
    createOrder: (fields: Fields): Promise<VersionedId> =>
      api.createIn('orders/import', orderDraft({ custom: { type: typeIdentifier, fields } } as never)),
    /** Sets fields of one of the orders, unless another writer has removed it. */
    changeOrder: async (orders: readonly VersionedId[], at: number, fields: Fields): Promise<void> => {
      const { status, json } = await http.send('GET', `${base}/orders/${orders[at]?.id}`);
      if (status !== 200) return;
      const actions = Object.entries(fields).map(([name, value]) => ({ action: 'setCustomField', name, value }));
      await http.send('POST', `${base}/orders/${orders[at]?.id}`, {
        body: { version: (json as VersionedId).version, actions },
      });
    },
    removeOrder: async (orders: readonly VersionedId[], at: number): Promise<void> => {
      const { status, json } = await http.send('GET', `${base}/orders/${orders[at]?.id}`);
      if (status === 200) await api.remove(json as VersionedId);
    },
    allOrders: async () => (await query(undefined)).map(({ id, custom }) => ({ id, fields: custom?.fields ?? {} })),
    /** Returns the ids of the orders whose fields satisfy a condition, sorted. */
    ordersWith: async (condition: string): Promise<string[]> =>
      (await query(whereFields(condition))).map(({ id }) => id).sort(),
    /** Returns the number of bodies that a query reads to find its matches among the candidates. */
    bodiesRead: async (condition: string): Promise<number> => {
      let count = 0;
      const { store } = services;
      await query(whereFields(condition), {
        ...store,
        bodies: (key, typeId, ids) => {
          count += ids.length;
          return store.bodies(key, typeId, ids);
        },
      });
      return count;
    },
    /** Changes the setting like a client. */
    setIndexes: (...names: string[]) => changeProject(quayside, credentials, settingOf(names)),
    /** Changes the setting like a process that dies right after the commit. */
    rewriteSetting: async (...names: string[]): Promise<void> => {
      const { version } = (await http.send('GET', base)).json as VersionedId;
      await updateResource(engine, {
        projectKey,
        resourceType: engine.resourceTypes.get('project')!,
        locator: { field: 'id', value: projectKey },
        query: new URLSearchParams(),
        body: Buffer.from(JSON.stringify({ version, actions: [settingOf(names)] })),
        client: {},
      });
    },
    index: async (name: string) =>
      (await fieldIndexes.states(projectKey)).find(({ path }) => path === `custom.fields.${name}`),
    indexKeys: async (): Promise<string[]> =>
      (await listKeys(redis, keys.index(projectKey, 'order', 'custom.fields.*', '*'))).sort(),
    /** Prevents the background threads from running the job until the test ends. */
    pauseQueue: async (): Promise<() => Promise<void>> => {
      const connection = connectQueue(quayside.redisUrl);
      const queue = openQueue(fieldIndexQueueName, connection.client);
      await queue.pause();
      root.teardown(() => connection.disconnect());
      return () => queue.resume();
    },
  };
};
