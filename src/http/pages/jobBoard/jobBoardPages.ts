/** The pages of the job board at `/{projectKey}/jobs`. A worker answers their requests for data (src/jobs/board). */
import type { UIConfig } from '@bull-board/api/typings/app';
import { ApiError } from '../../../errors/ApiError.js';
import type { OutgoingResponse } from '../../exchange/Exchange.js';
import type { RouteMatch } from '../../routing/Router.js';
import { htmlResponse, jobBoardFiles } from './jobBoardFiles.js';

const htmlEntities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, character => htmlEntities.get(character) ?? character);

/** Replaces each `@name@` by its value. */
const fillTemplate = (html: string, values: ReadonlyMap<string, string>): string =>
  html.replace(/@(\w+)@/g, (placeholder, name: string) => values.get(name) ?? placeholder);

/** The path of the job board of a project. */
export const jobBoardPath = (projectKey: string): string => `/${encodeURIComponent(projectKey)}/jobs`;

/** Everything about the deployment, which is not of the project, is left out. */
const boardConfig = (projectKey: string): UIConfig => ({
  boardTitle: `Jobs of ${projectKey}`,
  // The board has a header of its own, in which the links of the other pages' header stand.
  miscLinks: [
    { text: 'API reference', url: '/openapi' },
    { text: 'GraphiQL', url: `/${encodeURIComponent(projectKey)}/graphiql` },
    { text: 'Sign out', url: `${jobBoardPath(projectKey)}/leave` },
  ],
  hideDocsLink: true,
  hideRedisDetails: true,
  showWorkers: false,
  showMetrics: false,
  locale: { lng: 'en-GB' },
});

export const boardPage = async ({ projectKey }: RouteMatch): Promise<OutgoingResponse> => {
  const { boardHtml } = await jobBoardFiles();
  const values = new Map([
    ['base', escapeHtml(jobBoardPath(projectKey))],
    ['config', JSON.stringify(boardConfig(projectKey)).replaceAll('<', '\\u003c')],
  ]);
  return htmlResponse(200, fillTemplate(boardHtml, values));
};

interface SignInStatus {
  readonly status: number;
  readonly message: string;
  readonly headers?: OutgoingResponse['headers'];
}

const signInForm = async (
  { projectKey }: RouteMatch,
  { status, message, headers }: SignInStatus,
): Promise<OutgoingResponse> => {
  const { signInHtml } = await jobBoardFiles();
  const values = new Map([
    ['base', escapeHtml(jobBoardPath(projectKey))],
    ['message', escapeHtml(message)],
  ]);
  return htmlResponse(status, fillTemplate(signInHtml, values), headers);
};

/** The form after signing out; `cookie` ends the session. */
export const signedOutPage = (match: RouteMatch, cookie: string): Promise<OutgoingResponse> =>
  signInForm(match, { status: 200, message: 'Signed out.', headers: [['Set-Cookie', cookie]] });

/** Whether a form to sign in may help. */
export const isAccessError = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 401 || error.status === 403);

/** The form instead of the JSON of a 401 or 403. */
export const signInPage = (match: RouteMatch, { status }: ApiError, message: string): Promise<OutgoingResponse> =>
  signInForm(match, {
    status,
    message,
    headers: status === 401 ? [['WWW-Authenticate', 'Bearer realm="quayside"']] : undefined,
  });
