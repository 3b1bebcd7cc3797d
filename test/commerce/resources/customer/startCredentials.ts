/** Offers the passwords, tokens and sessions of customers through the SDK. */
import { bodyOf } from '../../../support/sdk.js';
import type { Customer } from '@commercetools/platform-sdk';
import { basic, post, tokenIn } from '../../../support/oauth.js';
import type { Quayside } from '../../../support/quayside.js';
import type { Project } from '../../../support/sdk.js';
import { password, startCustomers } from './startCustomers.js';

export const newPassword = 'changed-456';
export const notFound = { statusCode: 404, body: { errors: [{ code: 'ResourceNotFound' }] } };

/** Creates and uses the tokens that reset passwords and verify emails. */
const createTokenCalls = (sdk: Project) => ({
  createPasswordToken: async ({ email }: Customer, more: object = {}) =>
    await bodyOf(
      sdk
        .customers()
        .passwordToken()
        .post({ body: { email, ...more } }),
    ),
  resetPassword: (tokenValue: string, version?: number, secret = newPassword) =>
    sdk
      .customers()
      .passwordReset()
      .post({ body: { tokenValue, newPassword: secret, version } })
      .execute(),
  createEmailToken: async ({ id }: Customer, more: object = {}) =>
    await bodyOf(
      sdk
        .customers()
        .emailToken()
        .post({ body: { id, ttlMinutes: 60, ...more } }),
    ),
  confirmEmail: (tokenValue: string, version?: number) =>
    sdk.customers().emailConfirm().post({ body: { tokenValue, version } }).execute(),
});

/** Moves the expiry time of a stored token into the past. */
const createExpireToken =
  ({ services: { redis } }: Quayside, projectKey: string) =>
  async (typeId: string, id: string): Promise<void> => {
    const key = `{${projectKey}}:${typeId}:b:${id}`;
    const expiresAt = new Date(Date.now() - 1).toISOString();
    await redis.set(key, (await redis.get(key))!.replace(/"expiresAt":"[^"]+"/, `"expiresAt":"${expiresAt}"`));
  };

export const startCredentials = async () => {
  const customers = await startCustomers();
  const { quayside, credentials, projectKey, sdk } = customers;
  /** Requests an access token with the email and password of a customer. */
  const requestSession = async ({ email }: Customer, secret = password) =>
    post(quayside, `${projectKey}/customers/token`, basic(credentials), {
      grant_type: 'password',
      username: email,
      password: secret,
    });
  return {
    ...customers,
    ...createTokenCalls(sdk),
    expireToken: createExpireToken(quayside, projectKey),
    requestSession,
    newSession: async (customer: Customer, secret = password) => tokenIn(await requestSession(customer, secret)),
    read: async ({ id }: Customer) => await bodyOf(sdk.customers().withId({ ID: id }).get()),
    signIn: async ({ email }: Customer, secret: string) =>
      await bodyOf(sdk.login().post({ body: { email, password: secret } })),
    isSignedIn: async (token: string): Promise<boolean> =>
      (await quayside.http.as(token).send('GET', `/${projectKey}/me`)).status === 200,
  };
};
