/** Signing in and out, and access tokens of a session. */
import type { Account } from '../../auth/accounts/account.js';
import { roleScope } from '../../auth/accounts/roles.js';
import type { SessionOwner } from '../../auth/accounts/Sessions.js';
import { limits } from '../../base/config/limits.js';
import { isPassword } from '../../base/credentials/passwords.js';
import { fail } from '../../base/errors/ApiError.js';
import { findClient } from '../../auth/oauth/authenticateClient.js';
import { issuedTo, issueTerms, toTokenResponse } from '../../auth/oauth/grants/grants.js';
import type { Session } from '../../auth/oauth/session.js';
import type { IssueTerms } from '../../auth/oauth/TokenStore.js';
import { listProjects } from '../../projects/listProjects.js';
import { readProject } from '../../commerce/resources/project/projectSettings.js';
import { normalizeEmail } from '../../commerce/resources/customer/email.js';
import { Shape, Text } from '../../engine/schema/primitives.js';
import type { Services } from '../../services/services.js';
import { serverKey } from '../../store/keys.js';
import { passwordHashOf, readAccount } from './accounts.js';
import { type ConsoleCall, type ConsoleResponse, readBody, respondJson, strictReader } from './ConsoleCall.js';
import { sessionEnd, sessionStart } from './sessionCookie.js';
import { hasProject, noAccessTo, sessionRequired, signedIn, type ConsoleSession, permissionsIn } from './signedIn.js';

const readAccountSignIn = strictReader(Shape({ email: Text, password: Text }));
const readClientSignIn = strictReader(Shape({ projectKey: Text, clientId: Text, clientSecret: Text }));
const readTokenRequest = strictReader(Shape({ projectKey: Text }));

const projectNames = async (
  services: Services,
  session: ConsoleSession,
): Promise<readonly { readonly key: string; readonly name: string }[]> => {
  if ('client' in session) {
    const project = await readProject(services.store, session.client.projectKey);
    return project === undefined ? [] : [{ key: project.key, name: project.name }];
  }
  const projects = await listProjects(services);
  return projects.filter(({ key }) => hasProject(session.account, key)).map(({ key, name }) => ({ key, name }));
};

/** The session as its browser sees it. */
const describeSession = async (services: Services, session: ConsoleSession): Promise<object> => ({
  ...('account' in session
    ? {
        account: {
          id: session.account.id,
          email: session.account.email,
          name: session.account.name,
          role: session.account.role,
        },
        role: session.account.role,
        permissions: permissionsIn(session),
      }
    : {
        client: { id: session.client.id, projectKey: session.client.projectKey },
        role: 'client',
        permissions: permissionsIn(session),
      }),
  projects: await projectNames(services, session),
  expiresAt: new Date(session.expiresAtMs).toISOString(),
});

/**
 * The account of an email and password; undefined where one of them is wrong. An unknown email costs a comparison too,
 * so that neither response nor duration tells which of the two was wrong.
 */
const checkPassword = async (
  services: Services,
  email: string,
  password: string,
): Promise<{ readonly account: Account; readonly passwordHash?: string } | undefined> => {
  const id = email.length > limits.accountEmailLengthMax ? null : await findAccountId(services, email);
  const account = id === null ? undefined : await readAccount(services, id);
  const passwordHash = await passwordHashOf(services, id ?? '');
  const isRight = await services.accountGuesses.compare(serverKey, undefined, email, () =>
    isPassword(serverKey, password, passwordHash),
  );
  return isRight && account !== undefined && account.disabled !== true ? { account, passwordHash } : undefined;
};

const findAccountId = ({ store }: Services, email: string): Promise<string | null> =>
  store.findId(serverKey, 'account', 'email', normalizeEmail(email));

/** Starts a session; the browser's former one ends. */
export const startSession = async (
  services: Services,
  call: ConsoleCall,
  status: number,
  owner: SessionOwner,
): Promise<ConsoleResponse> => {
  const { token: former, isSecure, remoteAddress } = call.session;
  const known = former === undefined ? undefined : await services.sessions.use(former);
  const revokedTokenSubjects = known === undefined ? [] : await services.sessions.end(known.hash, known.owner);
  const token = await services.sessions.create(owner);
  const session = await signedIn(services, { ...call, session: { token, isSecure, remoteAddress } });
  return respondJson(status, await describeSession(services, session), {
    headers: [sessionStart(isSecure, token)],
    revokedTokenSubjects,
  });
};

const signInAccount = async (services: Services, call: ConsoleCall, body: object): Promise<ConsoleResponse> => {
  const { email, password } = readAccountSignIn(body);
  const { remoteAddress } = call.session;
  const checked = await checkPassword(services, email, password);
  if (checked === undefined) {
    await services.audit.append({
      event: 'signInFailed',
      email: email.slice(0, limits.accountEmailLengthMax),
      remoteAddress,
    });
    throw fail('InvalidCredentials', {});
  }
  const { id, email: accountEmail } = checked.account;
  const response = await startSession(services, call, 201, { accountId: id });
  // The password was replaced during the comparison, perhaps before the session could be ended with the others.
  if ((await passwordHashOf(services, id)) !== checked.passwordHash) {
    await services.sessions.endAll({ accountId: id });
    throw fail('InvalidCredentials', {});
  }
  await services.audit.append({ event: 'signIn', account: { id, email: accountEmail }, remoteAddress });
  return response;
};

/** The secret of an API client is random and long: its guesses need no limit. */
const signInClient = async (services: Services, call: ConsoleCall, body: object): Promise<ConsoleResponse> => {
  const { projectKey, clientId, clientSecret } = readClientSignIn(body);
  const { remoteAddress } = call.session;
  const client = await findClient(services.registry, clientId, clientSecret);
  if (client?.projectKey !== projectKey) {
    await services.audit.append({ event: 'signInFailed', clientId: clientId.slice(0, 64), remoteAddress });
    throw fail('InvalidCredentials', {});
  }
  await services.throttleClient(client);
  const response = await startSession(services, call, 201, { clientId, projectKey });
  await services.audit.append({ event: 'signIn', clientId, projectKey, remoteAddress });
  return response;
};

/** POST /-/session: signs an account or an API client in. */
export const openSession = (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  const body = readBody(call);
  return 'clientId' in body || 'clientSecret' in body
    ? signInClient(services, call, body)
    : signInAccount(services, call, body);
};

/** GET /-/session. */
export const readSession = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> =>
  respondJson(200, await describeSession(services, await signedIn(services, call)));

/** DELETE /-/session: ends it in all processes. */
export const endSession = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  const session = await signedIn(services, call);
  const revokedTokenSubjects = await services.sessions.end(session.hash, session.owner);
  const { isSecure, remoteAddress } = call.session;
  await services.audit.append({
    event: 'signOut',
    ...('account' in session
      ? { account: { id: session.account.id, email: session.account.email } }
      : { clientId: session.client.id }),
    remoteAddress,
  });
  return { ...respondJson(204, {}, { headers: [sessionEnd(isSecure)], revokedTokenSubjects }), body: '' };
};

/** The owner of an issued token: the account with the scopes of its role, or the API client with its own. */
const tokenSession = (session: ConsoleSession, projectKey: string): { issued: Session; terms: IssueTerms } => {
  if ('client' in session) {
    const access = Math.min(issueTerms(session.client).access, limits.consoleTokenSeconds);
    const { scope } = session.client;
    return { issued: { ...issuedTo(session.client), scope }, terms: { access, ownScope: scope } };
  }
  const { id, email, role } = session.account;
  const scope = roleScope(role, projectKey);
  return {
    issued: { clientId: `account:${id}`, scope, account: { id, email } },
    terms: { access: limits.consoleTokenSeconds, ownScope: scope },
  };
};

const mayUseProject = (session: ConsoleSession, projectKey: string): boolean =>
  'client' in session ? session.client.projectKey === projectKey : hasProject(session.account, projectKey);

/** POST /-/session/tokens: issues an access token for a project, which ends with the session. */
export const issueSessionToken = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  const { projectKey } = readTokenRequest(readBody(call));
  const isKnown = (await readProject(services.store, projectKey)) !== undefined;
  // The session notes the project before the token is issued, so that its end finds the token.
  const session = await signedIn(services, call, isKnown ? projectKey : undefined);
  if (!mayUseProject(session, projectKey)) throw noAccessTo(projectKey);
  if (!isKnown) throw fail('ResourceNotFound', { message: `The project '${projectKey.slice(0, 100)}' was not found.` });
  const { issued, terms } = tokenSession(session, projectKey);
  const outcome = await services.tokens.issue(projectKey, issued, { ...terms, sessionHash: session.hash });
  if (outcome === 'REVOKED') throw sessionRequired();
  const { access_token, expires_in, scope } = toTokenResponse(outcome, issued.scope, terms);
  return respondJson(200, { access_token, expires_in, scope });
};
