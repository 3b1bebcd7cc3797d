import { isSecret } from '../../base/credentials/secrets.js';
import { fail } from '../../base/errors/ApiError.js';
import type { ApiClientRecord, ApiClientRegistry } from '../clients/ApiClientRegistry.js';

const invalidClient = () =>
  fail('invalid_client', { message: 'Please provide valid client credentials using HTTP Basic Authentication.' });

/** Reads id and secret, which are form-encoded before they are joined (RFC 6749 section 2.3.1). */
const readBasic = (authorization: string): [id: string, secret: string] | undefined => {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization) ?? [];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  try {
    return [decodeURIComponent(text.slice(0, colon)), decodeURIComponent(text.slice(colon + 1))];
  } catch {
    // Credentials that cannot be decoded are no credentials: the caller refuses them.
    return undefined;
  }
};

/** The id of the client that a request names by HTTP Basic; '' where it names none. */
export const clientIdOf = (authorization: string): string => readBasic(authorization)?.[0] ?? '';

/** Tells whether a client expired, which may not be deleted yet. */
export const isExpired = ({ deleteAt }: ApiClientRecord): boolean =>
  deleteAt !== undefined && Date.parse(deleteAt) <= Date.now();

/** Finds the client with this id and secret; undefined where one of them is wrong, and for an expired client. */
export const findClient = async (
  registry: ApiClientRegistry,
  id: string,
  secret: string,
): Promise<ApiClientRecord | undefined> => {
  const client = await registry.find(id);
  return client === undefined || !isSecret(secret, client.secretHash) || isExpired(client) ? undefined : client;
};

/**
 * Authenticates the client of a request by HTTP Basic (AUTH005, AUTH006); on a project's paths the client must belong
 * to the project. Throws invalid_client.
 */
export const authenticateClient = async (
  registry: ApiClientRegistry,
  authorization: string,
  projectKey: string,
): Promise<ApiClientRecord> => {
  const credentials = readBasic(authorization);
  if (credentials === undefined) throw invalidClient();
  const [id, secret] = credentials;
  const client = await findClient(registry, id, secret);
  if (client === undefined) throw invalidClient();
  if (projectKey !== '' && client.projectKey !== projectKey) throw invalidClient();
  return client;
};
