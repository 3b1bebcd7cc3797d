/** Resource types with workflows of States follow the same rules: each is tested with the same three States. */
import { test } from '../../support/tap.js';
import {
  lineItemDraft,
  money,
  newKey,
  orderDraft,
  productDraft,
  productTypeDraft,
  referenceTo,
  stateDraft,
} from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { createBuyerCart, createQuote, createQuoteRequest, createStagedQuote } from '../../support/quotes.js';
import { type Resource, startResourceApi } from '../../support/resourceApi.js';

const {
  quayside,
  credentials: { projectKey },
  createIn,
  resourcesAt,
} = await startResourceApi('orders');
const place = { quayside, projectKey, create: createIn };

interface Workflow {
  readonly path: string;
  readonly make: () => Promise<Resource>;
  /** Moves a resource from one State to another; undefined means its first State. */
  readonly move?: (resource: Resource, from: Resource | undefined, to: Resource) => object;
  readonly stateOf?: (resource: Resource) => unknown;
}

interface Items {
  readonly lineItems: readonly { readonly id: string; readonly state: readonly { readonly state: unknown }[] }[];
}
const firstItem = (order: unknown) => (order as Items).lineItems[0]!;
/** Every project has this State, and every line item begins with it. */
const builtIn = { typeId: 'state', key: 'Initial' };

/** Reviews have a type of States but are no resource of this service. */
const workflows: Readonly<Record<string, Workflow>> = {
  OrderState: { path: 'orders', make: () => createIn('orders/import', orderDraft()) },
  LineItemState: {
    path: 'orders',
    make: () => createIn('orders/import', orderDraft({ lineItems: [lineItemDraft({ quantity: 1 })] })),
    move: (order, from, to) => ({
      action: 'transitionLineItemState',
      lineItemId: firstItem(order).id,
      quantity: 1,
      fromState: from === undefined ? builtIn : referenceTo('state', from),
      toState: referenceTo('state', to),
    }),
    stateOf: order => firstItem(order).state[0]!.state,
  },
  ProductState: {
    path: 'products',
    make: async () =>
      createIn(
        'products',
        productDraft({ id: (await createIn('product-types', productTypeDraft([], { key: newKey('type') }))).id }),
      ),
  },
  PaymentState: {
    path: 'payments',
    make: () => createIn('payments', { amountPlanned: money(1_000) }),
    stateOf: ({ paymentStatus }) => (paymentStatus as { readonly state: unknown }).state,
  },
  QuoteRequestState: {
    path: 'quote-requests',
    make: async () => createQuoteRequest(place, await createBuyerCart(place)),
  },
  StagedQuoteState: {
    path: 'staged-quotes',
    make: async () => createStagedQuote(place, await createQuoteRequest(place, await createBuyerCart(place))),
  },
  QuoteState: {
    path: 'quotes',
    make: async () =>
      createQuote(place, await createStagedQuote(place, await createQuoteRequest(place, await createBuyerCart(place)))),
  },
};

const moveOf = (_: Resource, __: Resource | undefined, to: Resource): object => ({
  action: 'transitionState',
  state: referenceTo('state', to),
});

for (const [type, { path, make, move = moveOf, stateOf = ({ state }: Resource) => state }] of Object.entries(workflows))
  test(`${path} have States of type ${type} and follow their transitions (GEN007)`, async t => {
    const api = resourcesAt(path);
    const state = (more: object) => createIn('states', stateDraft({ type, ...more } as never));
    const [last, aside, foreign] = [
      await state({ initial: false, transitions: [] }),
      await state({}),
      await createIn('states', stateDraft({ type: 'ReviewState' })),
    ];
    const first = await state({ transitions: [referenceTo('state', last)] });
    const made = await make();
    matchWhole(t, await api.refuse(made, move(made, undefined, foreign)), {
      errors: [{ code: 'InvalidOperation', message: new RegExp(type), actionIndex: 0 }],
    });
    const begun = await api.update(made, move(made, undefined, first));
    matchWhole(t, await api.refuse(begun, move(begun, first, aside)), {
      errors: [{ code: 'InvalidOperation', message: /has no transition to/, actionIndex: 0 }],
    });
    const ended = await api.update(begun, move(begun, first, last));
    t.same(stateOf(ended), referenceTo('state', last));
    matchWhole(t, await api.refuse(ended, move(ended, last, aside)), {
      errors: [{ code: 'InvalidOperation', message: /it is final/, actionIndex: 0 }],
    });
  });
