/** `/{projectKey}/jobs`: the jobs of a project, seen in a browser. The data comes from a worker (src/jobs/board.ts); here is the page, and who may see it. */
import type { UIConfig } from '@bull-board/api/typings/app';
import type { Config } from '../../../config/settings.js';
import { ApiError, fail } from '../../../errors/ApiError.js';
import type { GrantCache } from '../../../oauth/GrantCache.js';
import { assertAllowed, findGrant } from '../../request/authorize.js';
import type { OutgoingResponse, Exchange } from '../../exchange/Exchange.js';
import type { RouteMatch } from '../../routing/Router.js';
import { enter, leave } from './sessionCookie.js';
import { pageAnswer, part, site } from './jobBoardSite.js';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, each => escapes[each]!);

const filled = (html: string, values: Readonly<Record<string, string>>): string =>
  html.replace(/@(\w+)@/g, (whole, name: string) => values[name] ?? whole);

const keyOf = ({ parameters }: RouteMatch): string => parameters.projectKey!;
const baseOf = (match: RouteMatch): string => escaped(`/${encodeURIComponent(keyOf(match))}/jobs`);

const signIn = async (
  match: RouteMatch,
  status: number,
  message: string,
  headers?: OutgoingResponse['headers'],
): Promise<OutgoingResponse> =>
  pageAnswer(status, filled((await site()).signIn, { base: baseOf(match), message: escaped(message) }), headers);

/** What tells of the deployment, and not of the project, is left out. */
const configOf = (match: RouteMatch): UIConfig => ({
  boardTitle: `Jobs of ${keyOf(match)}`,
  miscLinks: [{ text: 'Sign out', url: `/${encodeURIComponent(keyOf(match))}/jobs/leave` }],
  hideDocsLink: true,
  hideRedisDetails: true,
  showWorkers: false,
  showMetrics: false,
  locale: { lng: 'en-GB' },
});

const board = async (match: RouteMatch): Promise<OutgoingResponse> => {
  const config = JSON.stringify(configOf(match)).replaceAll('<', '\\u003c');
  return pageAnswer(200, filled((await site()).board, { base: baseOf(match), config }));
};

/** Pages of the front's own by verb. */
export const queuePages: ReadonlyMap<string, (match: RouteMatch, config: Config) => Promise<OutgoingResponse>> =
  new Map<string, (match: RouteMatch, config: Config) => Promise<OutgoingResponse>>([
    ['jobBoardPage', board],
    ['jobBoardFile', ({ parameters }) => part(parameters.path!)],
    [
      'jobBoardSignOut',
      (match, config) => signIn(match, 200, 'Signed out.', [['Set-Cookie', leave(config, keyOf(match))]]),
    ],
  ]);

/** Who may not see the page gets the form to sign in with; undefined for what is no such refusal. */
export const refusedPage = async (
  match: RouteMatch,
  error: unknown,
  wasAsked: boolean,
): Promise<OutgoingResponse | undefined> => {
  if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 403)) return undefined;
  const headers = error.status === 401 ? ([['WWW-Authenticate', 'Bearer realm="quayside"']] as const) : undefined;
  return signIn(match, error.status, wasAsked ? error.message : '', headers);
};

const guarded: Pick<RouteMatch['route'], 'scopes'> = { scopes: ['manage_project_settings'] };

/** Signs in with the token of the form: the cookie is set for one that would be let in. */
export const queueEnter = async (
  { grants, config }: { readonly grants: GrantCache; readonly config: Config },
  { correlationId }: Exchange,
  match: RouteMatch,
  body: Uint8Array,
): Promise<OutgoingResponse> => {
  const token = (new URLSearchParams(Buffer.from(body).toString()).get('token') ?? '').trim();
  try {
    if (!/^[A-Za-z0-9._~+/=-]+$/.test(token)) throw fail('invalid_token', { message: 'This is no access token.' });
    assertAllowed(await findGrant(grants, keyOf(match), token, correlationId), {
      ...match,
      route: { ...match.route, ...guarded },
    });
  } catch (error) {
    const page = await refusedPage(match, error, true);
    if (page === undefined) throw error;
    return page;
  }
  return {
    status: 303,
    body: '',
    headers: [
      ['Location', `/${encodeURIComponent(keyOf(match))}/jobs`],
      ['Set-Cookie', enter(config, keyOf(match), token)],
      ['Cache-Control', 'no-store'],
    ],
  };
};
