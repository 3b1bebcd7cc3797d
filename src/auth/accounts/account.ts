import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { limits } from '../../base/config/limits.js';
import { packageFile } from '../../base/config/packageFile.js';
import { fail, errorEntry, required, invalidOperation } from '../../base/errors/ApiError.js';
import type { Static } from '@sinclair/typebox';
import { hashPassword } from '../../base/credentials/passwords.js';
import { normalizeEmail } from '../../commerce/resources/customer/email.js';
import type { Engine } from '../../engine/Engine.js';
import type { ResourceRequest } from '../../engine/ResourceRequest.js';
import { type ActionTable, unchanged, action, change, set } from '../../engine/define/actions.js';
import type { Base, Client } from '../../engine/define/Base.js';
import type {
  BeforeCommit,
  BeforeCommitInput,
  BeforeCommitResult,
  CompanionUpdate,
} from '../../engine/define/BeforeCommit.js';
import type { ProjectSettings } from '../../engine/define/ProjectSettings.js';
import type { ResourceAccess } from '../../engine/define/ResourceAccess.js';
import type { ResourceType } from '../../engine/define/ResourceType.js';
import { compileResourceType } from '../../engine/define/compileResourceType.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';
import { Document } from '../../engine/document/Document.js';
import { Type } from '../../engine/schema/Type.js';
import { Flag, List, OneOf, Optional, Shape, Text } from '../../engine/schema/primitives.js';
import { serverKey } from '../../store/keys.js';
import { roleNames } from './roles.js';

/**
 * Checks the passwords of console accounts (OWASP ASVS 5, V6.2): they are long, of any characters, in no list of
 * breached passwords, and without words that others know of the account.
 */

/** A shorter word may occur in a good password by chance. */
const wordLengthMin = 4;
/** Names of the product. */
const knownWords = ['quayside', 'console'];
const hashLength = 16;

/**
 * The 5,000 most frequent passwords of 12 and more characters in the breaches of the "10 million passwords" list, in
 * lower case: a line has the beginning of the SHA-256 of one. It is read for each new password, which is seldom set.
 */
const isBreached = (password: string): boolean => {
  const hash = createHash('sha256').update(password.toLowerCase()).digest('hex').slice(0, hashLength);
  return readFileSync(packageFile('assets/accounts/breachedPasswords.txt'), 'utf8').includes(hash);
};

const wordsOf = ({ email, name }: { readonly email: string; readonly name: string }): string[] =>
  [...knownWords, ...email.split(/[@.]/), ...name.split(/\s+/)]
    .map(word => word.toLowerCase())
    .filter(word => word.length >= wordLengthMin);

/** Throws WeakAccountPassword, which says what is expected. */
const assertAccountPassword = (password: string, owner: { readonly email: string; readonly name: string }): void => {
  const { accountPasswordLengthMin: min, passwordLengthMax: max } = limits;
  const refuse = (message: string) => fail('WeakAccountPassword', { message });
  const { length } = Array.from(password);
  if (length < min || password.length > max)
    throw refuse(`The password of an account has ${min} to ${max} characters of any kind; this one has ${length}.`);
  const lower = password.toLowerCase();
  const word = wordsOf(owner).find(each => lower.includes(each));
  if (word !== undefined)
    throw refuse(
      `The password contains '${word}', which others know of the account or the product; expected one without it.`,
    );
  if (new Set(password).size < wordLengthMin || isBreached(password))
    throw refuse('The password is among the first ones that attackers try; expected one that nobody else has used.');
};

/**
 * Accounts of the administration console, and their engine: that of projects, with one resource type and settings that
 * no project has.
 */

const AccountEmail = Type.String({
  maxLength: limits.accountEmailLengthMax,
  pattern: '^[^\\s@]+@[^\\s@]+$',
  description: 'an email address of at most 256 characters, such as ana@example.com',
});

const nameLengthMax = 256;

const AccountName = Type.String({
  minLength: 1,
  maxLength: nameLengthMax,
  pattern: '\\S',
  description: 'a name of 1 to 256 characters',
});

const RoleName = OneOf(roleNames);

const projectsMax = 500;

const ProjectKey = Type.String({
  pattern: '^[a-z0-9][a-z0-9_-]{1,35}$',
  description: "a project key of 2 to 36 lower-case letters, digits, '_' and '-'",
});

const ProjectKeys = List(ProjectKey, projectsMax);

const named = { email: AccountEmail, name: AccountName, role: RoleName, projects: Optional(ProjectKeys) };

const AccountMembers = Shape({ ...named, disabled: Optional(Flag) });

/** A person who uses the administration console. Without `projects` the account has all projects. */
export type Account = Base & Static<typeof AccountMembers>;

declare module '../../engine/schema/TypeId.js' {
  interface TypeIds {
    readonly account: true;
  }
}

export const AccountDraft = Shape({ ...named, password: Text });

const draft = creation<Account, typeof AccountDraft>(AccountDraft, ({ password, ...members }) => {
  assertAccountPassword(password, members);
  return { members };
});

export const actions: ActionTable<Account> = {
  setName: change<Account>('name', AccountName),
  setRole: change<Account>('role', RoleName),
  setProjects: set<Account>('projects', ProjectKeys),
  setPassword: action({ password: Text }, (account: Account, { password }) => {
    assertAccountPassword(password, account);
    return { set: {}, requestedEffects: { newPassword: password } };
  }),
  disable: action({}, ({ disabled }: Account) => (disabled === true ? unchanged : { set: { disabled: true } })),
  enable: action({}, ({ disabled }: Account) => (disabled === true ? { set: { disabled: undefined } } : unchanged)),
};

/** Bounds the accounts that are read to find another administrator. */
const accountsMax = 10_000;

/**
 * Finds another enabled administrator, whose version the commit checks: if two administrators disable each other at the
 * same moment, one stays.
 */
const keepAnotherAdministrator = async (
  { store, resourceTypes }: ResourceAccess,
  projectKey: string,
  { id }: Account,
): Promise<CompanionUpdate> => {
  const { view } = required(resourceTypes.get('account'), 'the resource type account');
  const ids = await store.idsInRange(projectKey, 'account', { by: 'id' }, { from: 0, to: accountsMax });
  for (const body of await store.bodies(projectKey, 'account', ids)) {
    if (body === null) continue;
    const document = Document.open(body);
    const resource = view(document) as Account;
    if (resource.id !== id && isActiveAdministrator(resource))
      return { typeId: 'account', stored: { document, resource }, set: {} };
  }
  throw invalidOperation(
    'This is the last enabled account with the role administrator; expected another one to be left.',
  );
};

export const isActiveAdministrator = ({ role, disabled }: Account): boolean =>
  role === 'administrator' && disabled !== true;

/** An administrator creates accounts and projects, so a list of projects would limit nothing. */
const assertProjectsFitRole = ({ role, projects }: Account): void => {
  if (role === 'administrator' && projects !== undefined)
    throw invalidOperation('An administrator has all projects; expected no list of projects with this role.');
};

const newPasswordOf = ({ before, draft: given, requestedEffects }: BeforeCommitInput<Account>): string | undefined =>
  (before === undefined ? (given as { password: string }).password : requestedEffects.newPassword) as
    | string
    | undefined;

/** Completes accounts before a commit: the hash of the password, and the rule that an administrator is always left. */
const beforeCommit: BeforeCommit<Account> = async (access, input): Promise<BeforeCommitResult<Account>> => {
  const { projectKey, before, after } = input;
  assertProjectsFitRole(after);
  const isDemoted = before !== undefined && isActiveAdministrator(before) && !isActiveAdministrator(after);
  const password = newPasswordOf(input);
  return {
    updates: isDemoted ? [await keepAnotherAdministrator(access, projectKey, before)] : undefined,
    hidden: password === undefined ? undefined : { passwordHash: await hashPassword(projectKey, password) },
  };
};

/**
 * A person who uses the administration console. Accounts belong to the server: the list of resource types, from which
 * the API of projects is derived, does not have them.
 */
const account = defineResource<Account>({
  typeId: 'account',
  path: 'accounts',
  scopes: { read: [], write: [] },
  resource: AccountMembers,
  draft,
  actions,
  claims: {
    values: ({ email }) => [
      {
        path: 'email',
        value: normalizeEmail(email),
        refusal: errorEntry('DuplicateField', { field: 'email', duplicateValue: email }),
      },
    ],
  },
  beforeCommit,
  storage: { unsealedHidden: true },
});

const accountType: ResourceType = compileResourceType(account);

const settings: ProjectSettings = {
  key: serverKey,
  languages: [],
  currencies: [],
  countries: [],
  messages: { enabled: false, deleteDaysAfterCreation: 1 },
  carts: { deleteDaysAfterLastModification: 1, countryTaxRateFallbackEnabled: false },
  searchedTypeIds: [],
};

/** Accounts have no messages and no API extensions. */
export const accountEngine = (engine: Engine): Engine => ({
  ...engine,
  resourceTypes: new Map([[account.typeId, accountType]]),
  settings: () => Promise.resolve(settings),
  extensionCaller: undefined,
});

/** A request for accounts; `id` addresses one of them. */
export const accountRequest = (
  client: Client,
  { id, body = {}, query = '' }: { readonly id?: string; readonly body?: object; readonly query?: string } = {},
): ResourceRequest => ({
  projectKey: serverKey,
  resourceType: accountType,
  locator: id === undefined ? undefined : { field: 'id', value: id },
  query: new URLSearchParams(query),
  body: Buffer.from(JSON.stringify(body)),
  client,
});
