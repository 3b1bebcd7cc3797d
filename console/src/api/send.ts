import { ApiError, type ErrorEntry } from './ApiError';

export type QueryValue = string | number | boolean | readonly string[] | undefined;

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'DELETE' | 'HEAD';
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
  readonly token?: string;
  readonly signal?: AbortSignal | undefined;
}

interface ErrorBody {
  readonly message?: string;
  readonly errors?: readonly ErrorEntry[];
}

const withQuery = (path: string, query: RequestOptions['query'] = {}): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const each of Array.isArray(value) ? value : [value]) parameters.append(name, String(each));
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
};

const parse = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(response.status, text.slice(0, 200));
  }
};

/** Sends a request to this server and resolves to the parsed body; rejects with an `ApiError`. */
export const send = async <Body>(path: string, options: RequestOptions = {}): Promise<Body> => {
  const { method = 'GET', query, body, token, signal } = options;
  let response: Response;
  try {
    response = await fetch(withQuery(path, query), {
      method,
      credentials: 'same-origin',
      // The browser must not store customer data on its disk.
      cache: 'no-store',
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, 'The server cannot be reached.');
  }
  const parsed = await parse(response);
  if (response.ok) return parsed as Body;
  const { message = response.statusText, errors } = (parsed ?? {}) as ErrorBody;
  throw new ApiError(response.status, message, errors);
};
