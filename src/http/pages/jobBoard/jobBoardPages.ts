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

/** Whether another token may help. */
export const isAccessError = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 401 || error.status === 403);

/** The page that signs in, instead of the JSON of a 401 or 403. */
export const signInPage = async (
  { projectKey }: RouteMatch,
  { status }: ApiError,
  message: string,
): Promise<OutgoingResponse> => {
  const { signInHtml } = await jobBoardFiles();
  const values = new Map([
    ['base', escapeHtml(jobBoardPath(projectKey))],
    ['message', escapeHtml(message)],
  ]);
  const challenge = status === 401 ? ([['WWW-Authenticate', 'Bearer realm="quayside"']] as const) : undefined;
  return htmlResponse(status, fillTemplate(signInHtml, values), challenge);
};
