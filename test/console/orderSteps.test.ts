/** One step of an order changes its states and the state of the project's workflow together. */
import { loadConsoleModule } from '../support/loadConsoleModule.js';
import { test } from '../support/tap.js';

interface State {
  readonly id: string;
  readonly key: string;
}
type States = readonly State[];
type Order = Readonly<Record<string, unknown>>;
const { workflowStep, changesOfState } = await loadConsoleModule<{
  readonly workflowStep: (
    order: Order,
    states: States,
    changes: Order,
  ) => { readonly path: States; readonly unreachable?: State };
  readonly changesOfState: (state: State, order: Order) => Order;
}>('orders/orderStates.ts');
const { cancelReason } = await loadConsoleModule<{
  readonly cancelReason: (order: Order, states: States) => string | undefined;
}>('orders/reasons.ts');

const state = (
  id: string,
  key: string,
  name: object | undefined,
  next: readonly string[] | undefined,
  initial = false,
) => ({
  id,
  key,
  name,
  initial,
  type: 'OrderState',
  ...(next !== undefined && { transitions: next.map(each => ({ typeId: 'state', id: each })) }),
});

/** As the sample shop has it. */
const workflow = [
  state('completed', 'order-completed', { en: 'Completed', de: 'Abgeschlossen' }, []),
  state('cancelled', 'order-cancelled', { en: 'Cancelled', de: 'Storniert' }, []),
  state('shipped', 'order-shipped', { en: 'Shipped', de: 'Versandt' }, ['completed']),
  state('packed', 'order-packed', { en: 'Packed', de: 'Verpackt' }, ['shipped', 'cancelled']),
  state('received', 'order-received', { en: 'Received', de: 'Eingegangen' }, ['packed', 'cancelled'], true),
];
/** Keys that say nothing, and every transition. */
const german = [
  state('1', 's1', { de: 'Bestätigt' }, undefined, true),
  state('2', 's2', { de: 'Versendet' }, undefined),
  state('3', 's3', { de: 'Storniert' }, undefined),
];
const at = (id: string | undefined, changes: Order = {}): Order => ({
  orderState: 'Open',
  lineItems: [],
  ...(id !== undefined && { state: { typeId: 'state', id } }),
  ...changes,
});

test('the workflow follows a change of states where it leads there', t => {
  for (const [order, states, changes, expected] of [
    [at('received'), workflow, { shipmentState: 'Shipped' }, ['packed', 'shipped']],
    [at(undefined), workflow, { shipmentState: 'Shipped' }, ['received', 'packed', 'shipped']],
    [at('packed'), workflow, { orderState: 'Cancelled' }, ['cancelled']],
    [at(undefined), workflow, { orderState: 'Cancelled' }, ['received', 'cancelled']],
    [at('shipped'), workflow, { orderState: 'Cancelled' }, 'not to cancelled'],
    [at('shipped'), workflow, { orderState: 'Complete', shipmentState: 'Delivered' }, ['completed']],
    [at('cancelled'), workflow, { shipmentState: 'Shipped' }, 'not to shipped'],
    // No state says the same.
    [at('received'), workflow, { orderState: 'Confirmed' }, []],
    [at('received'), workflow, { shipmentState: 'Partial' }, []],
    [at('received'), workflow, {}, []],
    // The workflow is there already.
    [at('shipped'), workflow, { shipmentState: 'Shipped' }, []],
    [at('received'), [], { shipmentState: 'Shipped' }, []],
    [at(undefined), german, { orderState: 'Confirmed' }, ['1']],
    [at('2'), german, { orderState: 'Cancelled' }, ['3']],
  ] as const) {
    const { path, unreachable } = workflowStep(order, states, changes);
    const found = unreachable === undefined ? path.map(({ id }) => id) : `not to ${unreachable.id}`;
    t.same(found, expected, JSON.stringify([order, changes]));
  }
  t.end();
});

test('the states of an order follow a step of the workflow, and never go back', t => {
  const shipped = workflow[2]!;
  const completed = workflow[0]!;
  for (const [chosen, order, expected] of [
    [shipped, {}, { shipmentState: 'Shipped' }],
    [shipped, { shipmentState: 'Partial' }, { shipmentState: 'Shipped' }],
    [shipped, { shipmentState: 'Delivered' }, {}],
    [completed, { shipmentState: 'Shipped' }, { orderState: 'Complete', shipmentState: 'Delivered' }],
    [completed, {}, { orderState: 'Complete' }],
    [workflow[3]!, {}, {}],
    [workflow[1]!, { orderState: 'Confirmed' }, { orderState: 'Cancelled' }],
  ] as const)
    t.same(
      changesOfState(chosen, { orderState: 'Open', ...order }),
      expected,
      `${chosen.key} ${JSON.stringify(order)}`,
    );
  t.end();
});

test('an order is cancelled before it is delivered, where its workflow allows it', t => {
  for (const [order, states, expected] of [
    [at('received'), workflow, undefined],
    [at(undefined), [], undefined],
    [at(undefined, { shipmentState: 'Shipped' }), [], undefined],
    [at(undefined, { orderState: 'Cancelled' }), [], 'reason.isCancelled'],
    [at(undefined, { shipmentState: 'Delivered' }), [], 'reason.isDelivered'],
    [at(undefined, { orderState: 'Complete' }), [], 'reason.isDelivered'],
    [at('completed'), workflow, 'reason.isDelivered'],
    [at('shipped'), workflow, 'reason.workflowForbids'],
  ] as const)
    t.equal(cancelReason(order, states), expected, JSON.stringify(order));
  t.end();
});
