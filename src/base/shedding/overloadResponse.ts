/** The answer to a shed request: the same for all, so it is serialized once. */
import { countUnavailable, UnavailableError } from '../errors/UnavailableError.js';

export const overloadError = new UnavailableError('overload', 'The service is overloaded. Try again in a second.');

const [body, oauthBody] = [JSON.stringify(overloadError.toBody()), JSON.stringify(overloadError.toBody(true))];

/** Counts the refusal. `toOAuthClient`: in OAuth's form, too. */
export const overloadResponse = (toOAuthClient: boolean) => {
  countUnavailable(overloadError);
  return { status: overloadError.status, body: toOAuthClient ? oauthBody : body, headers: overloadError.headers };
};
