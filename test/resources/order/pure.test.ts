/**
 * Actions are pure functions: they get a resource and a payload and return changes and messages, without a server or
 * Redis.
 */
import { test } from '../../support/tap.js';
import type { Context } from '../../../src/engine/define/Context.js';
import { ApiError } from '../../../src/errors/ApiError.js';
import { actions } from '../../../src/resources/order/actions.js';
import type { Order } from '../../../src/resources/order/index.js';
import type { State } from '../../../src/resources/state/index.js';
import { matchWhole } from '../../support/matchWhole.js';

const states = new Map<string, Partial<State>>([
  ['open', { id: 'open', key: 'open', type: 'OrderState', initial: true }],
  ['final', { id: 'final', key: 'final', type: 'OrderState', initial: false, transitions: [] }],
]);

const context = {
  project: {
    key: 'shop',
    languages: ['en'],
    currencies: [],
    countries: [],
    messages: { enabled: true, deleteDaysAfterCreation: 15 },
  },
  now: '2026-01-01T00:00:00.000Z',
  newId: () => 'new-id',
  reference: (typeId: string, { id }: { id?: string }) => ({ typeId, id }),
  load: (_typeId: string, { id }: { id?: string }) => states.get(id!),
} as unknown as Context;

const order: Partial<Order> = Object.freeze({
  id: 'o',
  version: 1,
  orderState: 'Open',
  orderNumber: 'A-1',
  customerEmail: 'a@example.com',
});
const apply = (name: string, payload: object, resource: Partial<Order> = order) =>
  (actions[name]!.apply as unknown as (resource: unknown, payload: unknown, context: Context) => unknown)(
    resource,
    payload,
    context,
  );

test('an action returns the members that it sets and the messages that it sends', async t => {
  t.same(apply('changeOrderState', { orderState: 'Complete' }), {
    set: { orderState: 'Complete' },
    messages: [{ type: 'OrderStateChanged', orderState: 'Complete', oldOrderState: 'Open' }],
  });
  t.same(apply('setCustomerEmail', {}), {
    set: { customerEmail: undefined },
    messages: [{ type: 'OrderCustomerEmailSet', email: undefined, oldEmail: 'a@example.com' }],
  });
  t.same(apply('setLocale', { locale: 'en' }), { set: { locale: 'en' } });
});

test('an action that changes nothing returns no members and no messages', async t => {
  for (const [name, payload] of [
    ['changeOrderState', { orderState: 'Open' }],
    ['setCustomerEmail', { email: 'a@example.com' }],
    ['setOrderNumber', { orderNumber: 'A-1' }],
    ['setShippingAddress', {}],
    ['setLocale', {}],
  ] as const)
    t.same(apply(name, payload), { set: {} }, name);
});

test('a refused action throws an error of the error table', async t => {
  t.throws(
    () => apply('setOrderNumber', { orderNumber: 'B' }),
    new ApiError(400, [
      { code: 'InvalidOperation', message: "The order number is 'A-1' and cannot be changed or removed." },
    ]),
  );
  t.throws(() => apply('setLocale', { locale: 'pt' }), { message: /The project is not configured for/ });
  t.throws(
    () => apply('transitionState', { state: { id: 'open' } }, { ...order, state: { typeId: 'state', id: 'final' } }),
    { message: /it is final/ },
  );
});

test('transitionState follows the rules of a workflow (OACT035)', async t => {
  matchWhole(t, apply('transitionState', { state: { id: 'open' } }), {
    set: { state: { typeId: 'state', id: 'open' } },
    messages: [{ type: 'OrderStateTransition', force: false }],
  });
  t.throws(() => apply('transitionState', { state: { id: 'final' } }), { message: /not initial/ });
  matchWhole(t, apply('transitionState', { state: { id: 'final' }, force: true }), { set: { state: { id: 'final' } } });
});
