/** A quote is negotiated on the paths of a store, over HTTP and GraphQL. */
import { test } from '../../../support/tap.js';
import { newKey, referenceTo } from '../../../support/drafts.js';
import { createGraphqlClient } from '../../../support/graphql.js';
import { createBuyerCart } from '../../../support/quotes.js';
import { type Resource, startResourceApi } from '../../../support/resourceApi.js';

const { createIn, quayside, credentials, http } = await startResourceApi('quotes');
const { projectKey } = credentials;
const [here, there] = [newKey('here'), newKey('there')];
for (const key of [here, there]) await createIn('stores', { key });
const project = { quayside, projectKey, create: createIn };
const store = { typeId: 'store', key: here };
const names = ['manage_quote_requests', 'manage_staged_quotes', 'manage_quotes'];
const ofStore = await quayside.token(credentials, names.map(name => `${name}:${projectKey}:${here}`).join(' '));
const at = (storeKey: string, path: string): string => `/${projectKey}/in-store/key=${storeKey}/${path}`;
const post = async (token: string, path: string, body: object): Promise<Resource> => {
  const { status, json, text } = await quayside.http.as(token).send('POST', at(here, path), { body });
  if (status !== 201) throw new Error(text);
  return json as Resource;
};

const negotiate = async (token: string, cart: Resource): Promise<Record<string, Resource>> => {
  const request = await post(token, 'quote-requests', { cart: referenceTo('cart', cart), cartVersion: cart.version });
  const staged = await post(token, 'staged-quotes', {
    quoteRequest: referenceTo('quote-request', request),
    quoteRequestVersion: request.version,
  });
  const quote = await post(token, 'quotes', {
    stagedQuote: referenceTo('staged-quote', staged),
    stagedQuoteVersion: staged.version,
  });
  return { 'quote-requests': request, 'staged-quotes': staged, quotes: quote };
};

test('a token of the store leads the negotiation of a cart of the store', async t => {
  const made = await negotiate(ofStore, await createBuyerCart(project, { store }));
  for (const [path, resource] of Object.entries(made)) {
    t.same(resource.store, store, path);
    const get = async (storeKey: string, token: string) =>
      quayside.http.as(token).send('GET', at(storeKey, `${path}/${resource.id}`));
    t.same((await get(here, ofStore)).json, resource);
    t.equal((await get(there, ofStore)).status, 403);
    t.equal((await get(there, await quayside.token(credentials))).status, 404);
    t.equal((await quayside.http.as(ofStore).send('GET', `/${projectKey}/${path}/${resource.id}`)).status, 403);
    const removal = at(here, `${path}/${resource.id}?version=${resource.version}`);
    if (path === 'quotes') t.equal((await quayside.http.as(ofStore).send('DELETE', removal)).status, 200);
  }
});

test('the path of a store puts the negotiation of a cart of no store into the store', async t => {
  const made = await negotiate(await quayside.token(credentials), await createBuyerCart(project));
  for (const [path, resource] of Object.entries(made)) t.same(resource.store, store, path);
  const { quotationCart } = made['staged-quotes'] as Resource & { quotationCart: { id: string } };
  const cart = await http.send('GET', `/${projectKey}/carts/${quotationCart.id}`);
  t.same((cart.json as Resource).store, store);
});

test('GraphQL shows and creates quotes of a store, at inStore and with storeKey', async t => {
  const ask = createGraphqlClient(quayside, credentials, ofStore);
  const cart = await createBuyerCart(project, { store });
  const creation = `mutation ($draft: QuoteRequestDraft!, $storeKey: KeyReferenceInput) {
    createQuoteRequest(draft: $draft, storeKey: $storeKey) { id storeRef { key } }
  }`;
  const draft = { cart: referenceTo('cart', cart), cartVersion: cart.version };
  t.equal((await ask(creation, { draft, storeKey: there })).errors?.[0]?.extensions.code, 'insufficient_scope');
  const { createQuoteRequest: made } = (await ask(creation, { draft, storeKey: here })).data;
  t.same(made.storeRef, { key: here });
  const read = (storeKey: string) =>
    ask(
      `query ($id: String) {
        inStore(key: "${storeKey}") { quoteRequest(id: $id) { id } quotes { total } stagedQuotes { total } }
      }`,
      { id: made.id },
    );
  const { data, errors } = await read(here);
  t.equal(errors, undefined);
  t.same(data.inStore.quoteRequest, { id: made.id });
  const codes = (await read(there)).errors?.map(({ extensions }) => extensions.code);
  t.same(new Set(codes), new Set(['insufficient_scope']));
});
