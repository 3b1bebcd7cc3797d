/** The session of the console: a cookie that scripts cannot read. */
import { send } from './send';

export interface SessionProject {
  readonly key: string;
  readonly name: string;
}

export interface Session {
  readonly account?: { readonly id: string; readonly email: string; readonly name: string };
  readonly client?: { readonly id: string; readonly projectKey: string };
  readonly role: string;
  readonly permissions: readonly string[];
  readonly projects: readonly SessionProject[];
  readonly expiresAt: string;
}

export type Credentials =
  | { readonly email: string; readonly password: string }
  | { readonly projectKey: string; readonly clientId: string; readonly clientSecret: string };

export const readSession = (): Promise<Session> => send('/-/session');

export const startSession = (credentials: Credentials): Promise<Session> =>
  send('/-/session', { method: 'POST', body: credentials });

export const endSession = (): Promise<void> => send('/-/session', { method: 'DELETE' });

/** Tells whether the server has no account yet. */
export const readSetUp = (): Promise<{ readonly required: boolean }> => send('/-/setup');

/** Creates the first account and signs in: `code`, `email`, `name` and `password`. */
export const setUp = (fields: Readonly<Record<string, string>>): Promise<Session> =>
  send('/-/setup', { method: 'POST', body: fields });
