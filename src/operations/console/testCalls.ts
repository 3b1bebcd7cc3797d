/** The requests of the console that try an API extension, and discounts and their predicates with a cart. */
import { serverRequest } from '../../engine/ResourceRequest.js';
import { fail, required, invalidInput } from '../../base/errors/ApiError.js';
import { type ExtensionTest, testExtension } from '../../commerce/extensions/testExtension.js';
import type { PricingCart } from '../../commerce/pricing/PricingCart.js';
import { assertCartPredicate, type StoredPredicate } from '../../commerce/pricing/cartPredicate.js';
import { testPredicates, testDiscount } from '../../commerce/resources/shared/cartAndOrder/testDiscount.js';
import { extensibleTypeIds } from '../../commerce/resources/extension/triggers.js';
import type { TestedDiscount } from '../../commerce/resources/shared/cartAndOrder/loadCatalogue.js';
import { loadPredicateReferences } from '../../commerce/resources/shared/cartAndOrder/loadPredicateReferences.js';
import { CartPredicate } from '../../commerce/values/discount.js';
import { applyDraft } from '../../engine/commit/apply.js';
import { loadDraftContext } from '../../engine/commit/load.js';
import { parseDraft } from '../../engine/commit/parseBody.js';
import type { Locator } from '../../engine/ResourceRequest.js';
import { loadRequested } from '../../engine/loadRequested.js';
import { NonEmptyText, OneOf, Optional, Shape, Text } from '../../engine/schema/primitives.js';
import { Id } from '../../engine/schema/reference.js';
import { Type } from '../../engine/schema/Type.js';
import type { Services } from '../../services/services.js';
import { type ConsoleCall, type ConsoleResponse, readBody, respondJson, strictReader } from './ConsoleCall.js';
import { type AccountSession, assertOwnProject, signedIn, signedInWith } from './signedIn.js';

const readExtensionRequest = strictReader(
  Shape({
    projectKey: Text,
    extensionId: Id,
    action: OneOf(['Create', 'Update']),
    resourceTypeId: OneOf(extensibleTypeIds),
    resourceId: Optional(Id),
    resourceKey: Optional(NonEmptyText),
  }),
);

/** POST /-/extension-tests: sends a resource to an extension of its project, and writes nothing. */
export const testExtensionCall = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  const session = await signedInWith(services, call, 'test_extensions');
  const { projectKey, extensionId, action, resourceTypeId, resourceId, resourceKey } = readExtensionRequest(
    readBody(call),
  );
  await assertOwnProject(services, session, projectKey);
  const { account } = session;
  const test = await testExtension(services, {
    projectKey,
    extensionId,
    action,
    typeId: resourceTypeId,
    id: resourceId,
    key: resourceKey,
    client: { externalUserId: account.email },
  });
  return respondJson(200, account.projects === undefined ? test : withoutUnusable(test));
};

/**
 * An account that is limited to some projects may not learn what listens at an address that cannot be used as an
 * extension, as no client of the API may (docs/decisions/api-extensions.md).
 */
const withoutUnusable = ({ call, ...test }: ExtensionTest): ExtensionTest => {
  if (call === undefined || test.meaning.outcome !== 'failed') return { ...test, call };
  const { response: _response, reason: _reason, ...sent } = call;
  return { ...test, call: sent };
};

const readPredicatesRequest = strictReader(
  Shape({
    projectKey: Text,
    cartId: Optional(Id),
    cartKey: Optional(NonEmptyText),
    cartPredicate: Optional(CartPredicate),
    itemPredicate: Optional(CartPredicate),
  }),
);

/** Each role may see carts; an API client has no role. */
const accountSession = async (services: Services, call: ConsoleCall): Promise<AccountSession> => {
  const session = await signedIn(services, call);
  if ('account' in session) return session;
  throw fail('PermissionRequired', { message: 'The session is of an API client; expected one of an account.' });
};

/** POST /-/predicate-tests: tells whether a cart and its items match; writes nothing. */
export const testPredicatesCall = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  const session = await accountSession(services, call);
  const request = readPredicatesRequest(readBody(call));
  await assertOwnProject(services, session, request.projectKey);
  const { cartPredicate, itemPredicate } = request;
  if (cartPredicate === undefined && itemPredicate === undefined)
    throw invalidInput(`Expected 'cartPredicate', 'itemPredicate' or both.`);
  if (cartPredicate !== undefined) assertCartPredicate(cartPredicate, 'cartPredicate', 'cart');
  if (itemPredicate !== undefined) assertCartPredicate(itemPredicate, 'itemPredicate', 'lineItems', 'customLineItems');
  const cart = await loadCart(services, request);
  const references = await loadPredicateReferences(services.engine, {
    projectKey: request.projectKey,
    cart,
    predicates: storedPredicates(request),
  });
  return respondJson(200, testPredicates(cart, { cartPredicate, itemPredicate }, references));
};

const readDiscountRequest = strictReader(
  Shape({
    projectKey: Text,
    cartId: Optional(Id),
    cartKey: Optional(NonEmptyText),
    typeId: OneOf(['cart-discount', 'product-discount']),
    /** The id of a stored discount that the tested one replaces. */
    id: Optional(Id),
    draft: Type.Any(),
  }),
);

/** The discount that a draft makes, as if it were valid now and its code were entered. */
const discountOf = async (
  engine: Services['engine'],
  { projectKey, typeId, id, draft }: ReturnType<typeof readDiscountRequest>,
): Promise<TestedDiscount> => {
  const resourceType = required(engine.resourceTypes.get(typeId), 'the resource type of discounts');
  const body = Buffer.from(JSON.stringify(draft));
  const parsed = await parseDraft({ projectKey, resourceType, query: new URLSearchParams(), body, client: {} });
  const context = await loadDraftContext(engine, projectKey, parsed, undefined);
  const { values } = applyDraft(parsed.compiled.creation, parsed.draft, {}, context).drafted;
  const always = { isActive: true, requiresDiscountCode: false, validFrom: undefined, validUntil: undefined };
  const discount = { ...values, ...always, id: id ?? values.id };
  return { typeId, id: discount.id, discount } as unknown as TestedDiscount;
};

/** POST /-/discount-tests: tells how much a discount takes off a cart; writes nothing. */
export const testDiscountCall = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  const session = await accountSession(services, call);
  const request = readDiscountRequest(readBody(call));
  await assertOwnProject(services, session, request.projectKey);
  const { engine } = services;
  const cart = await loadCart(services, request);
  const tested = await discountOf(engine, request);
  return respondJson(200, await testDiscount(engine, { projectKey: request.projectKey, cart, tested }));
};

const storedPredicates = ({ cartPredicate, itemPredicate }: PredicatesRequest): StoredPredicate[] => [
  ...(cartPredicate === undefined ? [] : [{ text: cartPredicate, scope: 'cart' as const }]),
  ...(itemPredicate === undefined
    ? []
    : (['lineItems', 'customLineItems'] as const).map(scope => ({ text: itemPredicate, scope }))),
];

type PredicatesRequest = ReturnType<typeof readPredicatesRequest>;

type CartName = Pick<PredicatesRequest, 'projectKey' | 'cartId' | 'cartKey'>;

const locatorOf = ({ cartId, cartKey }: CartName): Locator => {
  if (cartId !== undefined && cartKey === undefined) return { field: 'id', value: cartId };
  if (cartKey !== undefined && cartId === undefined) return { field: 'key', value: cartKey };
  throw invalidInput(`Expected 'cartId' or 'cartKey', and not both.`);
};

const loadCart = async ({ engine }: Services, request: CartName): Promise<PricingCart> => {
  const read = serverRequest(engine, request.projectKey, 'cart', { locator: locatorOf(request) });
  const { document } = await loadRequested(engine, read);
  return JSON.parse(document.text) as PricingCart;
};
