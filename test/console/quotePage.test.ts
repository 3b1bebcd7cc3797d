/** The pages of quote requests, staged quotes and quotes: a negotiation from the request to the order. */
import { test } from '../support/tap.js';
import { startSharedConsole } from '../support/accounts.js';
import { skip } from '../support/browser.js';
import { openConsolePage, violationsOf } from '../support/consolePages.js';
import { createIn } from '../support/createSample.js';
import { matchWhole } from '../support/matchWhole.js';
import { createBuyerCart, createQuoteRequest } from '../support/quotes.js';

const quayside = await startSharedConsole({ 'sam@example.com': 'support' });

test('leads a negotiation from the request over a second offer to the order', { skip }, async t => {
  const credentials = await quayside.project();
  const { projectKey } = credentials;
  const http = quayside.http.as(await quayside.token(credentials));
  const create = (path: string, body: object) => createIn({ quayside, http, projectKey }, path, body);
  const place = { quayside, projectKey, create };
  const request = await createQuoteRequest(place, await createBuyerCart(place), { comment: 'For our new office' });
  const path = `/${projectKey}/quote-requests/${request.id}`;
  const { page, close, unexpected } = await openConsolePage(quayside, 'sam@example.com', path);
  t.teardown(close);
  const dialog = page.getByRole('dialog');
  const main = page.getByRole('main');
  const step = (name: string) => main.getByRole('region', { name, exact: true });
  const press = (name: string): Promise<void> => main.getByRole('button', { name, exact: true }).click();
  await step('Quote request').getByText('Buyer: For our new office').waitFor();

  await press('Prepare an offer');
  await step('Quote request').getByText('Accepted').waitFor();
  await press('Comment and validity');
  await dialog.getByLabel('Seller').fill('Five percent off');
  await dialog.getByLabel('Valid to').fill('2999-12-31');
  t.same(await violationsOf(page), []);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await step('Offer in preparation').getByText('Seller: Five percent off').waitFor();
  await press('Send the quote');
  await step('Quote').getByText('Pending').waitFor();
  t.equal(await main.getByRole('button', { name: 'Send the quote' }).count(), 0);

  await press('Ask for another offer');
  await dialog.getByLabel('Buyer').fill('Ten percent would be better');
  await dialog.getByRole('button', { name: 'Ask for another offer' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await step('Quote').getByText('Buyer: Ten percent would be better').waitFor();
  await press('Another offer was made');
  await step('Quote').getByText('RenegotiationAddressed').waitFor();
  await press('Send the quote');
  await step('Quote').nth(1).getByText('Pending').waitFor();
  t.same(await violationsOf(page), []);

  await step('Quote').nth(1).getByRole('link', { name: 'Quote' }).click();
  await page.waitForURL(/\/quotes\//);
  await main.getByRole('cell', { name: 'Engraving' }).waitFor();
  await press('Accept and order');
  await step('Order').getByText('Open').waitFor();
  await step('Quote').nth(1).getByText('Accepted').waitFor();
  const read = async (at: string) => (await http.send('GET', `/${projectKey}/${at}?sort=createdAt%20asc`)).json;
  matchWhole(t, await read('quotes'), {
    results: [
      { quoteState: 'RenegotiationAddressed', buyerComment: 'Ten percent would be better' },
      { quoteState: 'Accepted', sellerComment: 'Five percent off', validTo: '2999-12-31T23:59:59.999Z' },
    ],
  });
  matchWhole(t, await read('orders'), { total: 1, results: [{ createdBy: { externalUserId: 'sam@example.com' } }] });
  t.same(unexpected(), []);
});

test('rejects a quote request', { skip }, async t => {
  const credentials = await quayside.project();
  const { projectKey } = credentials;
  const http = quayside.http.as(await quayside.token(credentials));
  const create = (path: string, body: object) => createIn({ quayside, http, projectKey }, path, body);
  const place = { quayside, projectKey, create };
  const request = await createQuoteRequest(place, await createBuyerCart(place));
  const path = `/${projectKey}/quote-requests/${request.id}`;
  const { page, close } = await openConsolePage(quayside, 'sam@example.com', path, { colorScheme: 'dark' });
  t.teardown(close);
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('region', { name: 'Quote request', exact: true }).getByText('Rejected').waitFor();
  t.equal(await page.getByRole('button', { name: 'Prepare an offer' }).count(), 0);
  t.same(await violationsOf(page), []);
  matchWhole(t, (await http.send('GET', path)).json, { quoteRequestState: 'Rejected' });
});
