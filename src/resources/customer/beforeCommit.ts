/** What a customer is created or changed with beside the members: passwords, sessions, tokens, a visitor's carts. */
import type { Context } from '../../engine/define/Context.js';
import type { CompanionRemoval, BeforeCommit, BeforeCommitInput } from '../../engine/commit/beforeCommit.js';
import type { Engine } from '../../engine/Engine.js';
import { type ErrorEntry, errorEntry, fail, failAll } from '../../errors/ApiError.js';
import { type AssignedCarts, assignCarts, type AnonymousSession } from './carts/assignCarts.js';
import { customerTokenRemovals } from './tokens/loadCustomerTokens.js';
import { hashPassword } from '../../credentials/passwords.js';
import type { CustomerToken } from '../customerToken/index.js';
import { emailClaims, normalizeEmail } from './email.js';
import type { Customer, CustomerDraft } from './members.js';

/** What actions and src/customers ask for. */
export interface Asked {
  /** Without a password in it: there is none any more. */
  readonly newPassword?: { readonly password?: string };
  /** The token that the change is made with: it works once. */
  readonly token?: CustomerToken;
}

/** Duplicates are refused before a password is hashed; the commit refuses those that come up in the meantime. */
const assertFree = async ({ store }: Engine, projectKey: string, customer: Customer): Promise<void> => {
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

const hashes = new WeakMap<object, Promise<string>>();

/** One request may be settled several times; its password is hashed once. */
const hashOnce = (request: object, password: string): Promise<string> => {
  const known = hashes.get(request);
  if (known !== undefined) return known;
  const hash = hashPassword(password);
  hashes.set(request, hash);
  return hash;
};

/** The new credentials: undefined leaves them, null removes them. */
const credentialsOf = async ({
  before,
  after,
  draft,
  requestedEffects,
}: BeforeCommitInput<Customer>): Promise<{ readonly passwordHash: string } | null | undefined> => {
  const { newPassword } = requestedEffects as Asked;
  const source =
    newPassword ??
    (before === undefined && after.authenticationMode === 'Password'
      ? (draft as { readonly password?: string })
      : undefined);
  if (source === undefined) return undefined;
  return source.password === undefined ? null : { passwordHash: await hashOnce(source, source.password) };
};

/** The store of the path. */
const storeKeyOf = ({ pathMembers }: BeforeCommitInput<Customer>): string | undefined =>
  (pathMembers?.stores as Customer['stores'] | undefined)?.[0]?.key;

const keysOf = ({ stores }: Customer): string =>
  stores
    .map(({ key }) => key)
    .sort()
    .join();

/** A token for one store makes customers global or another store's as little as it creates such: its paths show those of its store alone. */
const assertSameStores = (change: BeforeCommitInput<Customer>): void => {
  const { before, after } = change;
  const storeKey = storeKeyOf(change);
  if (before === undefined || storeKey === undefined || keysOf(before) === keysOf(after)) return;
  throw fail('InvalidOperation', {
    message: `The stores of a customer cannot be changed on the paths of the store '${storeKey}': expected them as they are.`,
  });
};

/** What a visitor brings along. */
const visitOf = (
  { anonymousCart, anonymousCartId, anonymousId }: CustomerDraft,
  context: Context,
): AnonymousSession => ({
  anonymousCartId: anonymousCart === undefined ? anonymousCartId : context.reference('cart', anonymousCart).id,
  anonymousId,
});

const bringsCart = ({ anonymousCartId, anonymousId }: AnonymousSession): boolean =>
  anonymousCartId !== undefined || anonymousId !== undefined;

/** CUST127, CUST128: a new customer has no cart to merge with. */
const cartsOf = async (
  engine: Engine,
  change: BeforeCommitInput<Customer>,
): Promise<AssignedCarts['also'] | undefined> => {
  const {
    projectKey,
    context,
    after: { id, customerGroup },
    draft,
  } = change;
  const visit = visitOf(draft as CustomerDraft, context);
  if (!bringsCart(visit)) return undefined;
  return (
    await assignCarts(engine, projectKey, context, {
      ...visit,
      storeKey: storeKeyOf(change),
      customer: { id, customerGroup },
    })
  ).also;
};

/** A new email ends the tokens for the old one, for good: also where the customer goes back to it. The token at hand is used, not read here. */
const endedTokens = async (
  engine: Engine,
  { projectKey, before, after, requestedEffects }: BeforeCommitInput<Customer>,
): Promise<readonly CompanionRemoval[] | undefined> => {
  const { token } = requestedEffects as Asked;
  const used = token && [{ typeId: token.kind, resources: [token.resource] }];
  if (before === undefined || normalizeEmail(before.email) === normalizeEmail(after.email)) return used;
  const others = await customerTokenRemovals(engine, projectKey, after.id);
  return [
    ...(used ?? []),
    ...others.map(each => ({ ...each, resources: each.resources.filter(({ id }) => id !== token?.resource.id) })),
  ];
};

export const beforeCommit: BeforeCommit<Customer> = async (engine, change) => {
  const { projectKey, before, after, requestedEffects } = change;
  const { newPassword } = requestedEffects as Asked;
  assertSameStores(change);
  if (before === undefined) await assertFree(engine, projectKey, after);
  return {
    updates: before === undefined ? await cartsOf(engine, change) : undefined,
    hidden: await credentialsOf(change),
    // Whoever was signed in with the old password is no longer: noted in the commit, so that neither is without the other.
    revokedTokenSubjects: before === undefined || newPassword === undefined ? undefined : [`customer:${after.id}`],
    removals: await endedTokens(engine, change),
  };
};
