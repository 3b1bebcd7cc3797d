import { hashSecret } from '../../../credentials/secrets.js';
import { normalizeEmail } from '../email.js';
import type { Logins } from '../logins.js';
import type { Customer } from '../members.js';

/** Hashes the password hash and email that a token is bound to; neither can be read from the result (AUTH044). */
export const tokenBinding = async (
  { logins }: { readonly logins: Logins },
  projectKey: string,
  { id, email }: Customer,
): Promise<string> =>
  hashSecret(`${(await logins.passwordHashOf(projectKey, id)) ?? ''} ${id} ${normalizeEmail(email)}`);
