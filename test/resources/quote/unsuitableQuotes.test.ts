/** Quotes that cannot be ordered, or no longer. */
import { test } from '../../support/tap.js';
import { matchWhole } from '../../support/matchWhole.js';
import {
  createBuyerCart,
  createQuoteFromCart,
  createQuote,
  createQuoteRequest,
  createStagedQuote,
} from '../../support/quotes.js';
import { dateIn, startQuotes } from './startQuotes.js';

const { quoteProject, carts, stageds, quotes, get, quotationCartOf, order, refuse, ordersOf, changeDuringCreation } =
  await startQuotes();

test('refuses quotes that are not pending or expired (ORD065, ORD066, ORD108)', async t => {
  for (const quoteState of ['Accepted', 'Declined', 'Withdrawn', 'RenegotiationAddressed']) {
    const quote = await quotes.update(await createQuoteFromCart(quoteProject), {
      action: 'changeQuoteState',
      quoteState,
    });
    for (const quoteStateToAccepted of [true, false])
      matchWhole(t, await refuse(quote, { quoteStateToAccepted }), {
        statusCode: 400,
        body: { errors: [{ code: 'InvalidOperation', message: new RegExp(`is ${quoteState}`) }] },
      });
    t.equal(await ordersOf(quote), 0);
  }
  const asked = await quotes.update(await createQuoteFromCart(quoteProject), { action: 'requestQuoteRenegotiation' });
  matchWhole(t, await refuse(asked), { statusCode: 400, body: { errors: [{ code: 'InvalidOperation' }] } });

  const validUntil = async (validTo: string) =>
    createQuote(
      quoteProject,
      await stageds.update(
        await createStagedQuote(
          quoteProject,
          await createQuoteRequest(quoteProject, await createBuyerCart(quoteProject)),
        ),
        {
          action: 'setValidTo',
          validTo,
        },
      ),
    );
  const over = await validUntil(dateIn(-1_000));
  matchWhole(t, await refuse(over, { quoteStateToAccepted: true }), {
    statusCode: 400,
    body: { errors: [{ code: 'InvalidOperation', message: /was valid until/ }] },
  });
  matchWhole(t, await get('quotes', over), { version: 1, quoteState: 'Pending' });
  t.equal((await order(await validUntil(dateIn(60_000)))).orderState, 'Open');
});

test('refuses quotes without an address or with incomplete shipping details (ORD061, ORD108, ERR058)', async t => {
  const offer = async (...actions: readonly object[]) => {
    const staged = await createStagedQuote(
      quoteProject,
      await createQuoteRequest(quoteProject, await createBuyerCart(quoteProject)),
    );
    const cart = await quotationCartOf(staged);
    await carts.update(
      cart,
      ...actions.map(action => ({ customLineItemId: (cart.customLineItems as { id: string }[])[0]!.id, ...action })),
    );
    return createQuote(quoteProject, staged);
  };
  matchWhole(t, await refuse(await offer({ action: 'setShippingAddress' })), {
    statusCode: 400,
    body: { errors: [{ code: 'InvalidOperation', message: /shippingAddress/ }] },
  });
  const half = await offer(
    { action: 'addItemShippingAddress', address: { key: 'home', country: 'DE' } },
    { action: 'setCustomLineItemShippingDetails', shippingDetails: { targets: [{ addressKey: 'home', quantity: 1 }] } },
  );
  const [item] = half.customLineItems as readonly { readonly id: string }[];
  matchWhole(t, await refuse(half), {
    statusCode: 400,
    body: { errors: [{ code: 'InvalidItemShippingDetails', subject: 'CustomLineItem', itemId: item?.id }] },
  });
});

test('twenty concurrent acceptances create one order (ORD067, ORD068)', async t => {
  const quote = await createQuoteFromCart(quoteProject);
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => order(quote, { quoteStateToAccepted: true })),
  );
  t.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const result of results)
    if (result.status === 'rejected')
      matchWhole(t, result.reason, {
        statusCode: 409,
        body: { errors: [{ code: 'ConcurrentModification', currentVersion: 2 }] },
      });
  t.equal(await ordersOf(quote), 1);
  matchWhole(t, await get('quotes', quote), { version: 2, quoteState: 'Accepted' });
});

test('refuses an order whose quote changes before the commit (ORD068)', async t => {
  const quote = await createQuoteFromCart(quoteProject);
  await changeDuringCreation(
    'order',
    () => quotes.update(quote, { action: 'changeQuoteState', quoteState: 'Withdrawn' }),
    async () => {
      matchWhole(t, await refuse(quote), {
        statusCode: 409,
        body: { errors: [{ code: 'ConcurrentModification', currentVersion: 2 }] },
      });
      t.equal(await ordersOf(quote), 0);
    },
  );
});
