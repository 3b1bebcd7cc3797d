/** Creates a project whose stored data a test damages. */
import type { Base } from '../../../src/engine/define/Base.js';
import { composeRemoval } from '../../../src/engine/commit/companionWrites.js';
import { keys } from '../../../src/store/keys.js';
import { wholeList } from '../../../src/store/DataStore.js';
import { newKey, orderDraft } from '../../support/drafts.js';
import { type Resource, startResourceApi } from '../../support/resourceApi.js';

interface Message extends Base {
  readonly sequenceNumber: number;
}

export const openBroken = async () => {
  const api = await startResourceApi('orders');
  const { projectKey } = api.credentials;
  const { engine, redis, store } = api.quayside.services;
  const payment = (): Promise<Resource> =>
    api.createIn('payments', { amountPlanned: { currencyCode: 'EUR', centAmount: 100 } });
  return {
    api,
    projectKey,
    redis,
    payment,
    zone: (): Promise<Resource> => api.createIn('zones', { key: newKey(), name: 'Europe' }),
    /** Creates an order with a payment of its own, and two messages. */
    order: async (): Promise<Resource> => {
      const { id } = await payment();
      const created = await api.createIn(
        'orders/import',
        orderDraft({ orderNumber: newKey(), paymentInfo: { payments: [{ typeId: 'payment', id }] } }),
      );
      return api.update(created, { action: 'setCustomerEmail', email: `${created.id}@example.com` });
    },
    paymentOf: (order: Resource): string =>
      `payment/${(order.paymentInfo as { payments: [{ id: string }] }).payments[0].id}`,
    /** Returns the stored messages in their order. */
    messagesOf: async ({ id }: Resource): Promise<Message[]> => {
      const list = { by: 'value', path: 'resource.id', value: id } as const;
      const ids = await store.idsInRange(
        projectKey,
        'message',
        list,
        await store.rankRange(projectKey, 'message', list, wholeList),
      );
      const messages = (await store.bodies(projectKey, 'message', ids)).map(
        body => JSON.parse(body!.toString()) as Message,
      );
      return messages.sort((a, b) => a.sequenceNumber - b.sequenceNumber);
    },
    /** Deletes resources with their index entries. */
    removeMessages: async (...messages: readonly Base[]): Promise<void> => {
      await store.commit(composeRemoval(engine, projectKey, engine.resourceTypes.get('message')!, messages));
    },
    /** Writes a body without its index entries. */
    rewrite: (typeId: string, resource: Resource, changes: object) =>
      redis.set(keys.body(projectKey, typeId, resource.id), JSON.stringify({ ...resource, ...changes })),
  };
};
