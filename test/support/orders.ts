/** Starts a project with the SDK, and offers the calls that tests of orders need. */
import type { Order, OrderImportDraft, OrderUpdateAction } from '@commercetools/platform-sdk';
import { orderDraft } from './drafts.js';
import { startQuayside } from './quayside.js';
import { rejectionOf, sdkOf, type SdkError } from './sdk.js';

export interface WireMessage {
  readonly type: string;
  readonly sequenceNumber: number;
  readonly resourceVersion: number;
  readonly [payload: string]: unknown;
}

export const startOrders = async () => {
  const quayside = await startQuayside();
  const credentials = await quayside.project();
  const sdk = sdkOf(quayside, credentials);
  const post = ({ id, version }: Order, ...actions: readonly object[]) =>
    sdk
      .orders()
      .withId({ ID: id })
      .post({ body: { version, actions: actions as OrderUpdateAction[] } })
      .execute();
  const get = async ({ id }: Order): Promise<Order> => (await sdk.orders().withId({ ID: id }).get().execute()).body;
  return {
    quayside,
    credentials,
    sdk,
    get,
    create: async (changes: object = {}): Promise<Order> =>
      (
        await sdk
          .orders()
          .importOrder()
          .post({ body: orderDraft(changes as Partial<OrderImportDraft>) })
          .execute()
      ).body,
    /** The order after the actions; throws when they are refused. */
    update: async (order: Order, ...actions: readonly object[]): Promise<Order> => (await post(order, ...actions)).body,
    /** Returns the errors of refused actions; throws if they succeed or change anything. */
    problem: async (order: Order, ...actions: readonly object[]): Promise<SdkError['body']> => {
      const { body } = await rejectionOf(post(order, ...actions));
      const after = await get(order);
      if (JSON.stringify(after) !== JSON.stringify(order)) throw new Error('a refused update changed the order');
      return body;
    },
    /** The messages about an order, but for that of its import, oldest first. */
    messagesOf: async ({ id }: Order): Promise<WireMessage[]> =>
      (
        await sdk
          .messages()
          .get({ queryArgs: { where: `resource(id = "${id}")`, sort: 'sequenceNumber asc', limit: 500 } })
          .execute()
      ).body.results.slice(1) as unknown as WireMessage[],
  };
};

/** An entry of a refusal with the action's place. */
export const refusedWith = (code: string, message: RegExp, more: object = {}) => ({
  statusCode: 400,
  errors: [{ code, message, actionIndex: 0, ...more }],
});
