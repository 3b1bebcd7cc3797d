/** Creates, reads, changes and deletes accounts of the administration console, for HTTP and the command line. */
import type { AuditEvent } from '../../auth/accounts/AuditEntry.js';
import {
  accountEngine,
  accountRequest,
  actions,
  isActiveAdministrator,
  type Account,
  AccountDraft,
} from '../../auth/accounts/account.js';
import type { Client } from '../../engine/define/Base.js';
import { createResource, updateResource } from '../../engine/commit/pipeline.js';
import { removeResource } from '../../engine/commit/removeResource.js';
import { queryResources } from '../../engine/query/queryResources.js';
import type { Response } from '../../engine/ResourceRequest.js';
import { fail } from '../../base/errors/ApiError.js';
import { normalizeEmail } from '../../commerce/resources/customer/email.js';
import { Integer, Shape } from '../../engine/schema/primitives.js';
import { Type } from '../../engine/schema/Type.js';
import type { Services } from '../../services/services.js';
import { serverKey } from '../../store/keys.js';
import { assertKnownMembers } from './ConsoleCall.js';

const UpdateShape = Shape({ version: Integer, actions: Type.Array(Type.Any()) });

const toAccount = ({ body }: Response): Account => JSON.parse(Buffer.from(body as Uint8Array).toString()) as Account;

/** The author of a change: another account, the account itself, or the command line, which has no members. */
export interface Actor {
  readonly account?: { readonly id: string; readonly email: string };
  readonly remoteAddress?: string;
}

/** A changed account, and the subjects of its tokens that were revoked. */
export interface AccountChange {
  readonly account: Account;
  readonly revokedTokenSubjects: readonly string[];
}

const clientOf = ({ account }: Actor): Client => (account === undefined ? {} : { externalUserId: account.email });

const recordChange = (
  { audit }: Services,
  event: AuditEvent,
  { id: resourceId, email, version }: Account,
  actor: Actor,
  actionNames?: readonly string[],
): Promise<void> => audit.append({ event, ...actor, resourceId, email, version, actions: actionNames });

export const createAccount = async (services: Services, draft: object, actor: Actor): Promise<Account> => {
  assertKnownMembers(draft, AccountDraft);
  const engine = accountEngine(services.engine);
  const created = toAccount(await createResource(engine, accountRequest(clientOf(actor), { body: draft })));
  await recordChange(services, 'accountCreated', created, actor);
  return created;
};

/** Members that an action does not declare are refused; the engine refuses actions of other names. */
const assertKnownActions = ({ actions: given }: { readonly actions?: unknown }): void => {
  if (!Array.isArray(given)) return;
  given.forEach((payload: unknown, index) => {
    if (typeof payload !== 'object' || payload === null || !('action' in payload)) return;
    const { action: name, ...members } = payload;
    if (typeof name === 'string' && Object.hasOwn(actions, name) && actions[name] !== undefined)
      assertKnownMembers(members, actions[name].schema as typeof UpdateShape, `actions[${index}]`);
  });
};

const namesOfActions = ({ actions: given }: { readonly actions?: unknown }): string[] =>
  (given as readonly { readonly action: string }[]).map(({ action }) => action);

/**
 * Changes an account; `update` has the version and the update actions. All but a new name changes whether the account
 * may sign in or the permissions of its sessions, so they end.
 */
export const updateAccount = async (
  services: Services,
  id: string,
  update: object,
  actor: Actor,
): Promise<AccountChange> => {
  assertKnownMembers(update, UpdateShape);
  assertKnownActions(update);
  const engine = accountEngine(services.engine);
  const account = toAccount(await updateResource(engine, accountRequest(clientOf(actor), { id, body: update })));
  const names = namesOfActions(update);
  const revokedTokenSubjects = names.some(name => name !== 'setName')
    ? await services.sessions.endAll({ accountId: id })
    : [];
  await recordChange(services, 'accountChanged', account, actor, names);
  return { account, revokedTokenSubjects };
};

/** Finds an account by its id; undefined for an unknown one. */
export const readAccount = async ({ store }: Pick<Services, 'store'>, id: string): Promise<Account | undefined> => {
  const body = await store.body(serverKey, 'account', id);
  return body === null ? undefined : (JSON.parse(body.toString()) as Account);
};

/** Resolves to undefined for an unknown account. */
export const passwordHashOf = async ({ store }: Pick<Services, 'store'>, id: string): Promise<string | undefined> => {
  const hidden = await store.hidden(serverKey, 'account', id);
  return hidden === null ? undefined : (JSON.parse(hidden.toString()) as { passwordHash: string }).passwordHash;
};

/** Resolves to undefined for an email that no account has. */
export const searchAccountByEmail = async (
  { store }: Pick<Services, 'store'>,
  email: string,
): Promise<Account | undefined> => {
  const id = await store.findId(serverKey, 'account', 'email', normalizeEmail(email));
  return id === null ? undefined : readAccount({ store }, id);
};

/** Throws ResourceNotFound for an email that no account has. */
export const findAccountByEmail = async (services: Pick<Services, 'store'>, email: string): Promise<Account> => {
  const found = await searchAccountByEmail(services, email);
  if (found === undefined) throw fail('ResourceNotFound', { message: `No account has the email '${email}'.` });
  return found;
};

/** `query` may have the parameters of a query of the API: where, sort, limit, offset, withTotal. */
export const queryAccounts = ({ engine }: Services, query: string): Promise<Response> =>
  queryResources(accountEngine(engine), accountRequest({}, { query }));

/**
 * Deletes an account. An administrator is disabled first, a change that checks that another one is left; an interrupted
 * deletion leaves the account disabled.
 */
export const removeAccount = async (
  services: Services,
  id: string,
  version: number,
  actor: Actor,
): Promise<AccountChange> => {
  const found = await readAccount(services, id);
  const isAdministrator = found !== undefined && isActiveAdministrator(found);
  const disabled = isAdministrator
    ? await updateAccount(services, id, { version, actions: [{ action: 'disable' }] }, actor)
    : undefined;
  const query = `version=${disabled?.account.version ?? version}`;
  const engine = accountEngine(services.engine);
  const account = toAccount(await removeResource(engine, accountRequest(clientOf(actor), { id, query })));
  const revoked = await services.sessions.endAll({ accountId: id });
  await recordChange(services, 'accountDeleted', account, actor);
  return { account, revokedTokenSubjects: [...(disabled?.revokedTokenSubjects ?? []), ...revoked] };
};
