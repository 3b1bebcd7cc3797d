import { isPassword } from '../../credentials/passwords.js';
import type { Logins } from './logins.js';
import type { PasswordGuesses } from './passwordGuesses.js';

export interface LoginServices {
  readonly logins: Logins;
  readonly passwordGuesses: PasswordGuesses;
}

/** The customer whose password was right, and the time of the check by Redis' clock. */
interface CheckedLogin {
  readonly customerId: string;
  readonly atMs: number;
}

/**
 * Finds the customer with an email and password, or undefined; throws after too many wrong passwords (CUST108,
 * AUTH013).
 */
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
    // An unknown email costs a comparison too, so that neither response nor duration tells which of the two was wrong.
    const isRight = await isPassword(projectKey, password, login?.passwordHash);
    if (login !== undefined && isRight) checked = { customerId: login.customerId, atMs };
    return checked !== undefined;
  });
  return checked;
};
