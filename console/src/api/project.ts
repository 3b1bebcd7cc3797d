/** Requests to a project with an access token of the session. Tokens are kept in memory only. */
import { ApiError } from './ApiError';
import { type RequestOptions, send } from './send';

interface IssuedToken {
  readonly access_token: string;
  readonly expires_in: number;
}

interface KeptToken {
  readonly value: Promise<string>;
  expiresAtMs: number;
}

/** A token is replaced this long before it expires, since requests with it may be on their way. */
const marginMs = 30_000;

const tokens = new Map<string, KeptToken>();

const issueToken = (projectKey: string): KeptToken => {
  const kept: KeptToken = {
    value: send<IssuedToken>('/-/session/tokens', { method: 'POST', body: { projectKey } }).then(
      ({ access_token, expires_in }) => {
        kept.expiresAtMs = Date.now() + expires_in * 1000 - marginMs;
        return access_token;
      },
    ),
    expiresAtMs: Number.POSITIVE_INFINITY,
  };
  // A token that failed is requested again; its callers get the error.
  kept.value.catch(() => tokens.delete(projectKey));
  tokens.set(projectKey, kept);
  return kept;
};

const tokenOf = (projectKey: string): Promise<string> => {
  const kept = tokens.get(projectKey);
  return (kept !== undefined && kept.expiresAtMs > Date.now() ? kept : issueToken(projectKey)).value;
};

/** Deletes all tokens, after a sign-out. */
export const forgetTokens = (): void => tokens.clear();

/** A refused request to a project. */
export interface Refusal {
  readonly projectKey: string;
  readonly path: string;
  readonly body: unknown;
  readonly error: ApiError;
}

type FindNames = (refusal: Refusal) => Promise<ReadonlyMap<string, string>>;

let findNames: FindNames | undefined;

/** Sets the function that finds the names of ids in errors, since people do not know ids. */
export const nameErrorsBy = (find: FindNames): void => {
  findNames = find;
};

const idPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** Adds the names of ids to an error. A refusal without ids needs no request. */
const named = async (refusal: Refusal): Promise<ApiError> => {
  const { error } = refusal;
  if (findNames !== undefined && idPattern.test(JSON.stringify(error.errors)))
    error.names = await findNames(refusal).catch(() => error.names);
  return error;
};

/**
 * Sends a request below `/{projectKey}`. A token that has ended, as after a restart without data, is replaced once.
 */
export const sendToProject = async <Body>(
  projectKey: string,
  path: string,
  options: RequestOptions = {},
): Promise<Body> => {
  const url = `/${encodeURIComponent(projectKey)}${path}`;
  try {
    return await send<Body>(url, { ...options, token: await tokenOf(projectKey) });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // A failed load is described by `LoadError`, without the texts of the server, so names are not needed.
    const isChange = (options.method ?? 'GET') !== 'GET';
    if (error.statusCode !== 401) throw isChange ? await named({ projectKey, path, body: options.body, error }) : error;
    tokens.delete(projectKey);
    return send<Body>(url, { ...options, token: await tokenOf(projectKey) });
  }
};
