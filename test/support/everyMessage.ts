/**
 * Sends a message of every type that is declared, by every update action that sends one, by creations, deletions and
 * commands.
 */
import { createSample } from './createSample.js';
import {
  createType,
  lineItemDraft,
  money,
  newKey,
  newSortOrder,
  orderDraft,
  referenceTo,
  stateDraft,
} from './drafts.js';
import type { startGraphql } from './graphql.js';
import { customerToken } from './oauth.js';
import { createBuyerCart, createQuote, createQuoteRequest, createStagedQuote } from './quotes.js';
import type { Resource } from './resourceApi.js';
import {
  customFields,
  customerSteps,
  holders,
  methodInfoSteps,
  orderSteps,
  ownCustomerSteps,
  ownPaymentSteps,
  paymentSteps,
  productSteps,
  standalonePriceSteps,
  stockSteps,
  storeSteps,
  tailoringSteps,
  type Action,
  type Step,
} from './messageSteps.js';

type Project = Awaited<ReturnType<typeof startGraphql>>;
/** An update with one action, and the version that it gave the resource. */
export interface SentUpdate {
  readonly id: string;
  readonly version: number;
  readonly action: string;
  /** True if a customer sent it at `/me`. */
  readonly isOwn: boolean;
}

/** An update that was made, and the resource after it. */
interface MadeUpdate {
  readonly current: Resource;
  readonly action: Action;
  /** Sends the action once more; undefined if it is refused then. */
  readonly repeat: () => Promise<Resource | undefined>;
}

/**
 * Sends the messages, which the caller reads and compares; returns the updates that sent them. `afterUpdate` may update
 * the resource again, and returns it as it is then.
 */
export const sendEveryMessage = async (
  project: Project,
  afterUpdate: (made: MadeUpdate) => Promise<Resource> = async ({ current }) => current,
): Promise<readonly SentUpdate[]> => {
  const { createIn, resourcesAt, http, base } = project;
  const updates: SentUpdate[] = [];
  const runSteps = async (
    resource: Resource,
    steps: readonly Step[],
    update: (current: Resource, action: Action) => Promise<Resource>,
    isOwn: boolean,
  ): Promise<Resource> => {
    let current = resource;
    for (const step of steps) {
      const action = typeof step === 'function' ? step(current) : step;
      const { version } = current;
      current = await update(current, action);
      if (current.version > version)
        updates.push({ id: current.id, version: current.version, action: action.action as string, isOwn });
      const changed = current;
      const repeat = () => update(changed, action).catch(() => undefined);
      current = await afterUpdate({ current, action, repeat });
    }
    return current;
  };
  const run = (path: string, resource: Resource, steps: readonly Step[]): Promise<Resource> =>
    runSteps(resource, steps, (current, action) => resourcesAt(path).update(current, action), false);
  const remove = async (path: string, { id, version }: Resource): Promise<void> => {
    const { status, text } = await http.send('DELETE', `${base}/${path}/${id}?version=${version}`);
    if (status !== 200) throw new Error(`${path}: ${text}`);
  };
  const command = async (path: string, body: object): Promise<Resource> => {
    const { status, json, text } = await http.send('POST', `${base}/${path}`, { body });
    if (status !== 200) throw new Error(`${path}: ${text}`);
    return json as Resource;
  };
  const state = (
    type:
      | 'OrderState'
      | 'LineItemState'
      | 'PaymentState'
      | 'ProductState'
      | 'ReviewState'
      | 'QuoteState'
      | 'QuoteRequestState'
      | 'StagedQuoteState',
  ) => createIn('states', stateDraft({ type }));
  const transition = async (type: Parameters<typeof state>[0]) => ({
    action: 'transitionState',
    state: referenceTo('state', await state(type)),
  });

  const type = await createType(createIn, holders.split(' '));
  const channel = await createIn('channels', { key: newKey('c'), roles: ['ProductDistribution', 'InventorySupply'] });
  const group = await createSample(project, 'customer-group');
  const stores = [await createSample(project, 'store'), await createSample(project, 'store')];
  await run('customer-groups', group, customFields(type, ''));

  const customer = await run('customers', await createSample(project, 'customer'), customerSteps(type, group, stores));
  const [{ id: customerId }] = [customer];
  const emailToken = await command('customers/email-token', { id: customerId, ttlMinutes: 5 });
  await command('customers/email/confirm', { tokenValue: emailToken.value });
  const passwordToken = await command('customers/password-token', { email: customer.email, ttlMinutes: 5 });
  await command('customers/password/reset', { tokenValue: passwordToken.value, newPassword: 'secret-456' });

  const { quayside, credentials, projectKey } = project;
  const scope = `manage_my_profile:${projectKey} manage_my_payments:${projectKey}`;
  const login = { email: customer.email as string, password: 'secret-456' };
  const own = quayside.http.as(await customerToken(quayside, credentials, login, { scope }));
  const sendOwn = async (path: string, body: object): Promise<Resource> => {
    const { status, json, text } = await own.send('POST', `${base}/me${path}`, { body });
    if (status > 201) throw new Error(`/me${path}: ${text}`);
    return json as Resource;
  };
  const updateOwn =
    (path: string) =>
    ({ version }: Resource, action: Action) =>
      sendOwn(path, { version, actions: [action] });
  const profile = (await own.send('GET', `${base}/me`)).json as Resource;
  await runSteps(profile, ownCustomerSteps(type), updateOwn(''), true);
  const mine = await sendOwn('/payments', { amountPlanned: money(1) });
  await runSteps(mine, ownPaymentSteps(type), updateOwn(`/payments/${mine.id}`), true);

  const payment = await createSample(project, 'payment');
  const states = [await state('OrderState'), await state('OrderState'), await state('LineItemState')];
  const shippingInfo = { shippingMethodName: 'Parcel', price: money(1), shippingRate: { price: money(1) } };
  const customLineItems = [{ name: { en: 'Wrap' }, slug: newKey('wrap'), quantity: 2, money: money(1) }];
  const order = await createIn(
    'orders/import',
    orderDraft({ lineItems: [lineItemDraft()], customLineItems, orderNumber: newKey('order'), shippingInfo }),
  );
  await remove(
    'orders',
    await run('orders', order, orderSteps(type, { payment, customer, store: stores[0]! }, states)),
  );
  await run('payments', await createSample(project, 'payment'), methodInfoSteps(type));
  await run('payments', payment, paymentSteps(type, await state('PaymentState')));
  const external = await createSample(project, 'product-discount', draft => ({
    ...draft,
    value: { type: 'external' },
  }));
  await remove(
    'products',
    await run(
      'products',
      await createSample(project, 'product'),
      productSteps(await state('ProductState'), await createSample(project, 'category'), external),
    ),
  );
  await run('categories', await createSample(project, 'category'), [
    { action: 'changeSlug', slug: { en: newKey('slug') } },
  ]);
  const priced = await createSample(project, 'standalone-price');
  const master = { masterVariant: { sku: priced.sku } };
  await createSample(project, 'product', draft => ({ ...draft, publish: true, ...master }));
  const price = await run('standalone-prices', priced, standalonePriceSteps(external));
  await remove('standalone-prices', price);
  await remove('inventory', await run('inventory', await createSample(project, 'inventory-entry'), stockSteps));

  const store = referenceTo('store', stores[0]!);
  const discount = await run('cart-discounts', await createSample(project, 'cart-discount'), [
    { action: 'addStore', store },
    { action: 'removeStore', store },
    { action: 'setStores', stores: [store] },
  ]);
  await remove('cart-discounts', discount);
  const code = await run('discount-codes', await createSample(project, 'discount-code'), [
    { action: 'setKey', key: newKey('code') },
  ]);
  await remove('discount-codes', code);
  const selected = { product: referenceTo('product', await createSample(project, 'product')) };
  for (const mode of ['Individual', 'IndividualExclusion']) {
    const isIndividual = mode === 'Individual';
    const selection = await createIn('product-selections', { name: { en: 'Summer' }, mode });
    const choice = isIndividual
      ? { variantSelection: { type: 'includeOnly', skus: ['a'] } }
      : { variantExclusion: { skus: ['a'] } };
    const steps = [
      { action: isIndividual ? 'addProduct' : 'excludeProduct', ...selected },
      { action: isIndividual ? 'setVariantSelection' : 'setVariantExclusion', ...selected, ...choice },
      { action: 'removeProduct', ...selected },
    ];
    await remove('product-selections', await run('product-selections', selection, steps));
  }
  const tailoring = await createSample(project, 'product-tailoring');
  await remove('product-tailoring', await run('product-tailoring', tailoring, tailoringSteps));
  const product = await createSample(project, 'product');
  const item = { lineItemKey: 'item' };
  await run('shopping-lists', await createSample(project, 'shopping-list'), [
    { action: 'addLineItem', productId: product.id, key: item.lineItemKey },
    { action: 'removeLineItem', ...item },
  ]);
  await run('reviews', await createSample(project, 'review'), [
    { action: 'setRating', rating: 5 },
    await transition('ReviewState'),
  ]);
  const discountGroup = await run('discount-groups', await createSample(project, 'discount-group'), [
    { action: 'setKey', key: newKey('group') },
    { action: 'setSortOrder', sortOrder: newSortOrder() },
    { action: 'setIsActive', isActive: false },
  ]);
  await remove('discount-groups', discountGroup);
  const selection = await createIn('product-selections', { name: { en: 'Winter' } });
  const selecting = {
    action: 'addProductSelection',
    productSelection: referenceTo('product-selection', selection),
    active: true,
  };
  const steps = [...storeSteps(channel), selecting];
  await remove('stores', await run('stores', await createSample(project, 'store'), steps));

  const place = { quayside: project.quayside, projectKey: project.projectKey, create: createIn };
  const changeCustomer = async () => ({
    action: 'changeCustomer',
    customer: referenceTo('customer', await createSample(project, 'customer')),
  });
  const cart = await createBuyerCart(place);
  const request = await run('quote-requests', await createQuoteRequest(place, cart), [
    await transition('QuoteRequestState'),
    await changeCustomer(),
  ]);
  const staged = await run('staged-quotes', await createStagedQuote(place, request), [
    { action: 'setSellerComment', sellerComment: 'a' },
    { action: 'setValidTo', validTo: '2040-01-01T00:00:00.000Z' },
    await transition('StagedQuoteState'),
  ]);
  const quote = await run('quotes', await createQuote(place, staged), [
    await transition('QuoteState'),
    await changeCustomer(),
    { action: 'requestQuoteRenegotiation', buyerComment: 'less' },
    { action: 'changeQuoteState', quoteState: 'Withdrawn' },
  ]);
  await remove('quotes', quote);
  const closing = { action: 'changeStagedQuoteState', stagedQuoteState: 'Closed' };
  await remove('staged-quotes', await run('staged-quotes', await resourcesAt('staged-quotes').get(staged), [closing]));
  const rejecting = { action: 'changeQuoteRequestState', quoteRequestState: 'Rejected' };
  await remove(
    'quote-requests',
    await run('quote-requests', await resourcesAt('quote-requests').get(request), [rejecting]),
  );
  await run('carts', await createBuyerCart(place), [
    { action: 'setPurchaseOrderNumber', purchaseOrderNumber: 'po-1' },
    { action: 'setCustomShippingMethod', shippingMethodName: 'Bike', shippingRate: { price: money(300) } },
    { action: 'setEstimatedDelivery', estimatedDelivery: { from: '2030-01-01T00:00:00.000Z' } },
    { action: 'freezeCart' },
    { action: 'unfreezeCart' },
  ]);
  const { id, version } = await createBuyerCart(place);
  await createIn('orders', { cart: { typeId: 'cart', id }, version });
  await remove('customers', await createSample(project, 'customer'));
  return updates;
};
