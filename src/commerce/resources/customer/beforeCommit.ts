/** Completes customers before a commit: password hash, revoked tokens, and the carts of an anonymous session. */
import { hashPassword } from '../../../base/credentials/passwords.js';
import { type ErrorEntry, errorEntry, failAll } from '../../../base/errors/ApiError.js';
import type {
  BeforeCommit,
  BeforeCommitInput,
  CompanionRemoval,
  CompanionUpdate,
  UpdateExtender,
} from '../../../engine/define/BeforeCommit.js';
import type { Context } from '../../../engine/define/Context.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { sameValue, changedMembers } from '../../../engine/document/sameValue.js';
import type { CustomerToken } from '../customerToken.js';
import { type AnonymousSession, assignCarts, type AssignedCarts, extendCartUpdate } from './carts/assignCarts.js';
import { emailClaims, normalizeEmail } from './email.js';
import type { Customer, CustomerDraft } from './members.js';
import type { StoredCredentials } from './password.js';
import { loadCustomerTokenRemovals } from './tokens.js';
import type { Cart } from '../cart/index.js';
import { repriceCart } from '../shared/cartAndOrder/repriceCart.js';
import { findActiveCart } from './carts/findCarts.js';

type Input = BeforeCommitInput<Customer>;

const effectsOf = ({ requestedEffects }: Input): CustomerEffects => requestedEffects;

/** Refuses duplicates before the password is hashed; the commit refuses those that arise in the meantime. */
const assertNoDuplicates = async ({ store }: ResourceAccess, projectKey: string, customer: Customer): Promise<void> => {
  const fields = (['key', 'customerNumber'] as const).flatMap(path =>
    customer[path] === undefined ? [] : [{ path, value: customer[path], refusal: undefined }],
  );
  const claims = [...fields, ...emailClaims(customer)];
  const owners = await Promise.all(claims.map(({ path, value }) => store.findId(projectKey, 'customer', path, value)));
  const entries: ErrorEntry[] = claims
    .filter((_, at) => owners[at] !== null)
    .map(({ path, value, refusal }) => refusal ?? errorEntry('DuplicateField', { field: path, duplicateValue: value }));
  if (entries.length > 0) throw failAll(entries);
};

interface PasswordSource {
  readonly password?: string;
}

const hashes = new WeakMap<PasswordSource, Promise<string>>();

/** Hashes the password of a request once, though `beforeCommit` may run several times for it. */
const hashOnce = (projectKey: string, source: PasswordSource, password: string): Promise<string> => {
  const known = hashes.get(source);
  if (known !== undefined) return known;
  const hash = hashPassword(projectKey, password);
  hashes.set(source, hash);
  return hash;
};

const passwordSource = (input: Input): PasswordSource | undefined => {
  const { before, after, draft } = input;
  const { newPassword } = effectsOf(input);
  if (newPassword !== undefined) return newPassword;
  const isNewWithPassword = before === undefined && after.authenticationMode === 'Password';
  return isNewWithPassword ? (draft as PasswordSource) : undefined;
};

/** Computes the credentials to store: undefined keeps the stored ones, null removes them. */
const computeCredentials = async (input: Input): Promise<Required<StoredCredentials> | null | undefined> => {
  const source = passwordSource(input);
  if (source === undefined) return undefined;
  return source.password === undefined
    ? null
    : { passwordHash: await hashOnce(input.projectKey, source, source.password) };
};

const pathStoreKey = ({ pathMembers }: Input): string | undefined =>
  (pathMembers?.stores as Customer['stores'] | undefined)?.[0]?.key;

const sessionOf = (
  { anonymousCart, anonymousCartId, anonymousId }: CustomerDraft,
  context: Context,
): AnonymousSession => ({
  anonymousCartId: anonymousCart === undefined ? anonymousCartId : context.reference('cart', anonymousCart).id,
  anonymousId,
});

/**
 * Assigns the carts of the session that a sign-up names; a new customer has no cart to merge with (CUST127, CUST128).
 */
const assignSessionCarts = async (
  access: ResourceAccess,
  input: Input,
): Promise<AssignedCarts['updates'] | undefined> => {
  const { projectKey, context, after, draft } = input;
  const session = sessionOf(draft as CustomerDraft, context);
  if (session.anonymousCartId === undefined && session.anonymousId === undefined) return undefined;
  const storeKey = pathStoreKey(input);
  const { updates } = await assignCarts(access, projectKey, context, {
    ...session,
    storeKey,
    extend: input.extend,
    customer: after,
  });
  return updates;
};

/**
 * Returns the update of the active cart that was modified last, with the prices of the group that the customer gets in
 * the same commit. A locked cart and all other carts get these prices when they are priced the next time.
 */
const repriceActiveCart = async (
  access: ResourceAccess,
  projectKey: string,
  context: Context,
  customer: Customer,
  extend: UpdateExtender | undefined,
): Promise<CompanionUpdate[]> => {
  const found = await findActiveCart({ access, projectKey, customerId: customer.id }, undefined);
  if (found === undefined || found.resource.lock !== undefined) return [];
  const { document, resource: cart } = found;
  const requestedEffects = { customer };
  const priced = await repriceCart(access, {
    projectKey,
    context,
    before: cart,
    after: cart,
    requestedEffects,
  });
  const set = changedMembers<Cart>(priced, cart);
  if (Object.keys(set).length === 0) return [];
  const stored = { document, resource: cart };
  const update = await extendCartUpdate(extend, { typeId: 'cart', stored, set, requestedEffects }, context);
  return update === undefined ? [] : [update];
};

/** Reprices the active cart at once if the customer gets another group (customer.3ef14). */
const groupUpdates = async (
  access: ResourceAccess,
  { projectKey, context, before, after, extend }: Input,
): Promise<readonly CompanionUpdate[] | undefined> =>
  sameValue(before?.customerGroup, after.customerGroup)
    ? undefined
    : await repriceActiveCart(access, projectKey, context, after, extend);

/**
 * Removes the token that authorizes the change with all others of its kind, which are invalid from now on. A new email
 * removes the tokens of both kinds, so that they stay invalid when the customer returns to the old email.
 */
const tokenRemovals = async (
  access: ResourceAccess,
  input: Input,
): Promise<readonly CompanionRemoval[] | undefined> => {
  const { projectKey, before, after } = input;
  const { token } = effectsOf(input);
  const used = token && [{ typeId: token.kind, resources: [token.resource] }];
  const hasNewEmail = before !== undefined && normalizeEmail(before.email) !== normalizeEmail(after.email);
  if (token === undefined && !hasNewEmail) return undefined;
  const removed = await loadCustomerTokenRemovals(access, projectKey, after.id);
  return [
    ...(used ?? []),
    ...removed
      .filter(({ typeId }) => hasNewEmail || typeId === token?.kind)
      .map(each => ({ ...each, resources: each.resources.filter(({ id }) => id !== token?.resource.id) })),
  ];
};

const globalPlace = '';

/** Returns the places where the customer can sign in: its stores, or the project for a global customer. */
const signInPlaces = ({ stores }: Customer): readonly string[] =>
  stores.length === 0 ? [globalPlace] : stores.map(({ key }) => key);

/**
 * Returns the customer whose tokens a change revokes: it sets a password or removes a place where the customer can sign
 * in. The scopes of one token may name several stores, so all tokens are revoked.
 */
const revokedSubjects = ({ before, after }: Input, { newPassword }: CustomerEffects): readonly string[] | undefined => {
  if (before === undefined) return undefined;
  const places = signInPlaces(after);
  const hasLeft = signInPlaces(before).some(place => !places.includes(place));
  return newPassword !== undefined || hasLeft ? [`customer:${after.id}`] : undefined;
};

export const beforeCommit: BeforeCommit<Customer> = async (access, input) => {
  const { projectKey, before, after } = input;
  if (before === undefined) await assertNoDuplicates(access, projectKey, after);
  return {
    updates: before === undefined ? await assignSessionCarts(access, input) : await groupUpdates(access, input),
    hidden: await computeCredentials(input),
    // The same commit revokes the tokens, so that old tokens are never valid beside a new password.
    revokedTokenSubjects: revokedSubjects(input, effectsOf(input)),
    removals: await tokenRemovals(access, input),
  };
};

/** The effects, other than changed members, that update actions and commands request of `beforeCommit`. */
export interface CustomerEffects {
  /** The new password; an object without `password` removes the stored one. */
  readonly newPassword?: { readonly password?: string };
  /** The token that authorizes the change; it works once, so the commit removes it. */
  readonly token?: CustomerToken;
}
