/** Requests of the HTTP API. */

/** The members of every resource that updates need. */
export interface Resource {
  readonly id: string;
  readonly version: number;
}

/** Tells which part of the shop sends a request, and when it would have been sent in the history of the shop. */
export interface Moment {
  /** Distinguishes the part from all others, also of other runs. */
  readonly name: string;
  readonly timeMs: number;
}

/** Sends requests to one project. Paths are below that of the project, such as `orders/import`. */
export interface Api {
  /** Reads the project. */
  readProject(): Promise<Resource & Readonly<Record<'languages' | 'currencies' | 'countries', readonly string[]>>>;
  /**
   * Sends a POST and resolves to the body of the response. A server has a clock and ids of its own, and ignores the
   * moment; `quayside seed` writes the request at that time (src/jobs/sampleShop.ts).
   */
  post<T extends Resource>(path: string, body: object, moment: Moment): Promise<T>;
}

export interface ServerOptions {
  /** The address of the server, such as http://localhost:8080. */
  readonly address: string;
  readonly projectKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Resolves to the body of a response; rejects with the message of the server where it refused the request. */
const bodyOf = async <T>(response: Response): Promise<T> => {
  const body = (await response.json()) as T & { readonly message?: string };
  if (!response.ok) throw new Error(`${new URL(response.url).pathname} answered ${response.status}: ${body.message}`);
  return body;
};

const requestToken = async ({ address, clientId, clientSecret }: ServerOptions): Promise<string> => {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const response = await fetch(new URL('/oauth/token', address), {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return (await bodyOf<{ readonly access_token: string }>(response)).access_token;
};

/** Connects to a project of a server by an API client with the scope `manage_project`. */
export const connectToServer = async (options: ServerOptions): Promise<Api> => {
  const headers = {
    authorization: `Bearer ${await requestToken(options)}`,
    'content-type': 'application/json',
  };
  const urlOf = (path: string): URL =>
    new URL(`/${options.projectKey}${path === '' ? '' : `/${path}`}`, options.address);
  return {
    readProject: async () => bodyOf(await fetch(urlOf(''), { headers })),
    post: async (path, body) =>
      bodyOf(await fetch(urlOf(path), { method: 'POST', headers, body: JSON.stringify(body) })),
  };
};
