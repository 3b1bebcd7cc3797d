/** What is told to who comes when there is no time for him: to many at once, so it is written out once. */
import { fail } from '../errors/ApiError.js';

export const overloaded = fail('ServiceUnavailable', { message: 'The service is overloaded. Try again in a second.' });

const [body, oauthBody] = [JSON.stringify(overloaded.toBody()), JSON.stringify(overloaded.toBody(true))];
const headers = [['Retry-After', '1']] as const;

/** The answer; `toOAuthClient`: in OAuth's form too. */
export const overloadedAnswer = (toOAuthClient: boolean) => ({
  status: overloaded.status,
  body: toOAuthClient ? oauthBody : body,
  headers,
});
