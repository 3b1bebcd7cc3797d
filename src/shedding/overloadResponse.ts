/** The answer to a shed request: the same for all, so it is serialized once. */
import { fail } from '../errors/ApiError.js';

export const overloadError = fail('ServiceUnavailable', {
  message: 'The service is overloaded. Try again in a second.',
});

const [body, oauthBody] = [JSON.stringify(overloadError.toBody()), JSON.stringify(overloadError.toBody(true))];

/** `toOAuthClient`: in OAuth's form, too. */
export const overloadResponse = (toOAuthClient: boolean) => ({
  status: overloadError.status,
  body: toOAuthClient ? oauthBody : body,
  headers: overloadError.headers,
});
