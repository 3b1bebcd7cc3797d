/** Update actions of quote requests. */
import { test } from '../../support/tap.js';
import { referenceTo, stateDraft } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { createBuyerCart, createQuoteRequest } from '../../support/quotes.js';
import { assertUnknownAction } from '../assertUnknownAction.js';
import { startQuotes } from './startQuotes.js';

const { createIn, messagesOf, quoteProject, requests, newCustomer, newType } = await startQuotes();

test('actions of quote requests send their messages (STATE019)', async t => {
  const [first, second] = [
    await createIn('states', stateDraft({ type: 'QuoteRequestState', initial: true, transitions: [] })),
    await createIn('states', stateDraft({ type: 'QuoteRequestState', initial: false })),
  ];
  const foreign = await createIn('states', stateDraft({ type: 'OrderState' }));
  const type = await newType('quote-request');
  const customer = await newCustomer();
  const request = await createQuoteRequest(quoteProject, await createBuyerCart(quoteProject));
  const previousCustomer = request.customer;
  matchWhole(t, await requests.refuse(request, { action: 'transitionState', state: referenceTo('state', second) }), {
    errors: [{ code: 'InvalidOperation', message: /not initial/, actionIndex: 0 }],
  });
  matchWhole(
    t,
    await requests.refuse(request, { action: 'transitionState', state: referenceTo('state', foreign), force: true }),
    {
      errors: [
        { code: 'InvalidOperation', message: /Quote requests have States of type QuoteRequestState/, actionIndex: 0 },
      ],
    },
  );
  matchWhole(t, await requests.refuse(request, { action: 'changeQuoteRequestState', quoteRequestState: 'Lost' }), {
    errors: [
      {
        code: 'InvalidField',
        allowedValues: ['Submitted', 'Accepted', 'Closed', 'Rejected', 'Cancelled'],
        field: 'actions[0].quoteRequestState',
        invalidValue: 'Lost',
      },
    ],
  });
  // Only buyers have this action.
  const refused = await requests.refuse(request, { action: 'cancelQuoteRequest' });
  assertUnknownAction(t, refused, 'cancelQuoteRequest', 'QuoteRequest');
  const moved = await requests.update(
    request,
    { action: 'changeQuoteRequestState', quoteRequestState: 'Closed' },
    { action: 'changeCustomer', customer: { typeId: 'customer', id: customer } },
    { action: 'transitionState', state: referenceTo('state', first) },
    { action: 'setCustomType', type: { key: type.key }, fields: { note: 'x' } },
    { action: 'setCustomField', name: 'urgency', value: 'high' },
  );
  matchWhole(t, moved, {
    quoteRequestState: 'Closed',
    customer: { id: customer },
    state: referenceTo('state', first),
    custom: { fields: { note: 'x', urgency: 'high' } },
  });
  matchWhole(t, await requests.refuse(moved, { action: 'transitionState', state: referenceTo('state', second) }), {
    errors: [{ code: 'InvalidOperation', message: /it is final/, actionIndex: 0 }],
  });
  matchWhole(
    t,
    await requests.refuse(moved, { action: 'changeCustomer', customer: { typeId: 'customer', id: 'nobody' } }),
    {
      errors: [{ code: 'ReferencedResourceNotFound', typeId: 'customer', id: 'nobody' }],
    },
  );
  const forced = await requests.update(moved, {
    action: 'transitionState',
    state: referenceTo('state', second),
    force: true,
  });
  t.equal((await requests.remove(forced)).status, 200);
  matchWhole(t, (await messagesOf(request)).slice(1), [
    { type: 'QuoteRequestStateChanged', quoteRequestState: 'Closed', oldQuoteRequestState: 'Submitted' },
    { type: 'QuoteRequestCustomerChanged', customer: { id: customer }, previousCustomer },
    { type: 'QuoteRequestStateTransition', state: referenceTo('state', first), force: false },
    {
      type: 'QuoteRequestStateTransition',
      state: referenceTo('state', second),
      oldState: referenceTo('state', first),
      force: true,
    },
    { type: 'QuoteRequestDeleted' },
  ]);
  const cart = await createBuyerCart(quoteProject);
  matchWhole(
    t,
    await createQuoteRequest(quoteProject, cart, {
      state: referenceTo('state', first),
      custom: { type: { key: type.key }, fields: { note: 'y' } },
    }),
    { state: referenceTo('state', first), custom: { fields: { note: 'y' } } },
  );
  matchWhole(
    t,
    await requests.refuseCreation({
      cart: referenceTo('cart', cart),
      cartVersion: 1,
      state: referenceTo('state', foreign),
    }),
    { errors: [{ code: 'InvalidOperation' }] },
  );
});
