import { fail } from '../../errors/ApiError.js';

/** CUST005: what stands in answers, whatever the password is. */
export const maskedPassword = '****************';

const lengthMin = 8;
/** Nobody types more; hashing it would only cost time. */
export const passwordLengthMax = 1_024;

/** CUST131, LIM024 */
export const assertPassword = (password: string): void => {
  if (password.length > passwordLengthMax)
    throw fail('InvalidInput', {
      message: `A password has at most ${passwordLengthMax} characters; this one has ${password.length}.`,
    });
  if ([...password].length < lengthMin || !/\p{L}/u.test(password) || !/\p{Nd}/u.test(password))
    throw fail('WeakPassword');
};

/** What is kept of a customer beside the body. */
export interface Credentials {
  readonly passwordHash?: string;
}
