/** API clients prove themselves by HTTP Basic (AUTH005, AUTH006). */
import { fail } from '../errors/ApiError.js';
import type { ApiClientRecord, ApiClientRegistry } from '../registry/ApiClientRegistry.js';
import { isSecret } from '../credentials/secrets.js';

const invalidClient = () =>
  fail('invalid_client', { message: 'Please provide valid client credentials using HTTP Basic Authentication.' });

/** RFC 6749 section 2.3.1: id and secret are form-encoded before they are joined. */
const readBasic = (authorization: string): [id: string, secret: string] | undefined => {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization) ?? [];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  try {
    return [decodeURIComponent(text.slice(0, colon)), decodeURIComponent(text.slice(colon + 1))];
  } catch {
    return undefined;
  }
};

/** Whether a client's time is over, though nobody has removed it yet. */
const isOver = ({ deleteAt }: ApiClientRecord): boolean => deleteAt !== undefined && Date.parse(deleteAt) <= Date.now();

/** The client whose credentials the request carries; on a project's paths it must be that project's. */
export const authenticateClient = async (
  registry: ApiClientRegistry,
  authorization: string,
  projectKey: string,
): Promise<ApiClientRecord> => {
  const credentials = readBasic(authorization);
  const client = credentials && (await registry.find(credentials[0]));
  if (client === undefined || !isSecret(credentials![1], client.secretHash) || isOver(client)) throw invalidClient();
  if (projectKey !== '' && client.projectKey !== projectKey) throw invalidClient();
  return client;
};
