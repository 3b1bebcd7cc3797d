import type { Logins } from './logins.js';
import { isPassword } from '../../credentials/passwords.js';
import type { PasswordGuesses } from './passwordGuesses.js';

export interface LoginServices {
  readonly logins: Logins;
  readonly passwordGuesses: PasswordGuesses;
}

/** Who proved himself, and when. */
export interface CheckedLogin {
  readonly customerId: string;
  readonly atMs: number;
}

/** The customer whose email and password these are, or undefined; throws once there were too many wrong ones (CUST108, AUTH013). */
export const checkLogin = async (
  { logins, passwordGuesses }: LoginServices,
  projectKey: string,
  storeKey: string | undefined,
  email: string,
  password: string,
): Promise<CheckedLogin | undefined> => {
  let checked: CheckedLogin | undefined;
  await passwordGuesses.compare(projectKey, storeKey, email, async () => {
    const { login, atMs } = await logins.find(projectKey, storeKey, email);
    // Who does not exist costs a comparison too: neither the answer nor its time tells which of the two was wrong.
    const isRight = await isPassword(password, login?.passwordHash);
    if (login !== undefined && isRight) checked = { customerId: login.customerId, atMs };
    return checked !== undefined;
  });
  return checked;
};
