/** Staged quotes and their quotation carts. */
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { newKey, referenceTo, stateDraft } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { createBuyerCart, createQuote, createQuoteRequest, createStagedQuote } from '../../../support/quotes.js';
import { rejectionOf, bodyOf } from '../../../support/sdk.js';
import { dateIn, startQuotes } from './startQuotes.js';

const {
  http,
  base,
  createIn,
  messagesOf,
  sdk,
  quoteProject,
  carts,
  requests,
  stageds,
  quotes,
  get,
  cartById,
  newType,
} = await startQuotes();

test('creates a staged quote, its quotation cart and the accepted request in one commit', async t => {
  const cart = await createBuyerCart(quoteProject, { customerEmail: 'anna@example.com', locale: 'en' });
  const request = await createQuoteRequest(quoteProject, cart, { purchaseOrderNumber: 'PO-3', key: newKey('request') });
  // Later changes of the buyer's cart do not affect the request.
  await carts.update(cart, { action: 'setCountry', country: 'FR' });
  const draft = {
    quoteRequest: { typeId: 'quote-request' as const, key: request.key as string },
    quoteRequestVersion: 1,
  };
  assertError(
    t,
    await rejectionOf(sdk.stagedQuotes().post({ body: { ...draft, quoteRequestVersion: 2 } })),
    'ConcurrentModification',
    { currentVersion: 1 },
  );
  const plain = await bodyOf(sdk.stagedQuotes().post({ body: draft }));
  matchWhole(t, plain, {
    version: 1,
    stagedQuoteState: 'InProgress',
    customer: request.customer,
    quoteRequest: referenceTo('quote-request', request),
    purchaseOrderNumber: 'PO-3',
  });
  matchWhole(
    t,
    await get('quote-requests', request),
    { version: 1, quoteRequestState: 'Submitted' },
    'does not change without quoteRequestStateToAccepted',
  );

  const quotationCart = await cartById(plain.quotationCart.id);
  t.not(quotationCart.id, cart.id);
  matchWhole(t, quotationCart, {
    version: 1,
    origin: 'Quote',
    cartState: 'Active',
    customerId: cart.customerId,
    customerEmail: 'anna@example.com',
    locale: 'en',
    country: 'DE',
    purchaseOrderNumber: 'PO-3',
    customLineItems: cart.customLineItems,
    totalPrice: { centAmount: 2_000 },
  });
  t.notOk('deleteDaysAfterLastModification' in quotationCart, 'the cart is not deleted by its age');
  assertError(t, await carts.remove(quotationCart), 'ReferenceExists');

  const accepting = await bodyOf(sdk.stagedQuotes().post({ body: { ...draft, quoteRequestStateToAccepted: true } }));
  matchWhole(t, await get('quote-requests', request), { version: 2, quoteRequestState: 'Accepted' });
  t.not(accepting.quotationCart.id, plain.quotationCart.id);
  matchWhole(t, (await messagesOf(request))[1], {
    type: 'QuoteRequestStateChanged',
    quoteRequestState: 'Accepted',
    oldQuoteRequestState: 'Submitted',
  });
  t.equal(
    (await createStagedQuote(quoteProject, { ...request, version: 2 }, { quoteRequestStateToAccepted: true })).version,
    1,
  );
  t.equal((await get('quote-requests', request)).version, 2, 'an accepted request does not change');

  for (const quoteRequestState of ['Cancelled', 'Rejected']) {
    const gone = await requests.update(await createQuoteRequest(quoteProject, await createBuyerCart(quoteProject)), {
      action: 'changeQuoteRequestState',
      quoteRequestState,
    });
    assertError(
      t,
      await stageds.refuseCreation({ quoteRequest: referenceTo('quote-request', gone), quoteRequestVersion: 2 }),
      'InvalidOperation',
      { message: new RegExp(`is ${quoteRequestState}`) },
    );
  }
  const taken = (await createStagedQuote(quoteProject, { ...request, version: 2 }, { key: newKey('staged') })).key;
  const before = ((await http.send('GET', `${base}/carts?limit=1`)).json as { total: number }).total;
  assertError(t, await stageds.refuseCreation({ ...draft, quoteRequestVersion: 2, key: taken }), 'DuplicateField', {
    field: 'key',
    duplicateValue: taken,
  });
  t.equal(
    ((await http.send('GET', `${base}/carts?limit=1`)).json as { total: number }).total,
    before,
    'a refused creation leaves no cart',
  );
});

test('accepts one version of a request once, also with concurrent staged quotes', async t => {
  const request = await createQuoteRequest(quoteProject, await createBuyerCart(quoteProject));
  const draft = {
    quoteRequest: referenceTo('quote-request', request),
    quoteRequestVersion: 1,
    quoteRequestStateToAccepted: true,
  };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => http.send('POST', `${base}/staged-quotes`, { body: draft })),
  );
  t.same(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, ...Array.from({ length: 9 }, () => 409)],
  );
  t.equal(
    (
      await bodyOf(
        sdk
          .carts()
          .get({ queryArgs: { where: `customerId="${(request.customer as { id: string }).id}" and origin="Quote"` } }),
      )
    ).total,
    1,
  );
});

test('staged quotes send messages, and inherit custom fields (STATE019, quote.446c6, staged-quote.10f69)', async t => {
  const state = await createIn('states', stateDraft({ type: 'StagedQuoteState' }));
  const foreign = await createIn('states', stateDraft({ type: 'QuoteState' }));
  const [shared, own] = [await newType('quote-request', 'staged-quote', 'quote'), await newType('staged-quote')];
  const request = await createQuoteRequest(quoteProject, await createBuyerCart(quoteProject), {
    custom: { type: { key: shared.key }, fields: { note: 'a', urgency: 'low' } },
  });
  const staged = await createStagedQuote(quoteProject, request);
  t.same(staged.custom, request.custom);
  const merged = await createStagedQuote(quoteProject, request, {
    custom: { type: { key: shared.key }, fields: { urgency: 'high' } },
  });
  matchWhole(t, merged, { custom: { fields: { note: 'a', urgency: 'high' } } });
  t.same(
    (
      (
        await createStagedQuote(quoteProject, request, {
          custom: { type: { key: own.key }, fields: { urgency: 'high' } },
        })
      ).custom as { fields: object }
    ).fields,
    { urgency: 'high' },
    'does not merge fields of another Type',
  );
  matchWhole(
    t,
    (await createQuote(quoteProject, merged, { custom: { type: { key: shared.key }, fields: { note: 'b' } } })).custom,
    { fields: { note: 'b', urgency: 'high' } },
  );

  const validTo = dateIn(60_000);
  assertError(
    t,
    await stageds.refuse(staged, { action: 'transitionState', state: referenceTo('state', foreign) }),
    'InvalidOperation',
    { message: /Staged quotes have States of type StagedQuoteState/, actionIndex: 0 },
  );
  assertError(
    t,
    await stageds.refuse(staged, { action: 'changeStagedQuoteState', stagedQuoteState: 'Open' }),
    'InvalidField',
    { allowedValues: ['InProgress', 'Sent', 'Closed'], field: 'actions[0].stagedQuoteState', invalidValue: 'Open' },
  );
  const changed = await stageds.update(
    staged,
    { action: 'changeStagedQuoteState', stagedQuoteState: 'Closed' },
    { action: 'setSellerComment', sellerComment: 'Gladly' },
    { action: 'setValidTo', validTo },
    { action: 'transitionState', state: referenceTo('state', state) },
    { action: 'setCustomField', name: 'note', value: 'c' },
  );
  matchWhole(t, changed, {
    stagedQuoteState: 'Closed',
    sellerComment: 'Gladly',
    validTo,
    state: referenceTo('state', state),
    custom: { fields: { note: 'c' } },
  });
  assertError(
    t,
    await quotes.refuseCreation({
      stagedQuote: referenceTo('staged-quote', changed),
      stagedQuoteVersion: changed.version,
    }),
    'InvalidOperation',
    { message: /is Closed/ },
  );
  t.equal((await stageds.remove(changed)).status, 200);
  matchWhole(t, await messagesOf(staged), [
    { type: 'StagedQuoteCreated', stagedQuote: { id: staged.id } },
    { type: 'StagedQuoteStateChanged', stagedQuoteState: 'Closed', oldStagedQuoteState: 'InProgress' },
    { type: 'StagedQuoteSellerCommentSet', sellerComment: 'Gladly' },
    { type: 'StagedQuoteValidToSet', validTo },
    { type: 'StagedQuoteStateTransition', state: referenceTo('state', state), force: false },
    { type: 'StagedQuoteDeleted' },
  ]);
});
