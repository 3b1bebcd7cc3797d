/**
 * Checks the passwords of console accounts (OWASP ASVS 5, V6.2): they are long, of any characters, in no list of
 * breached passwords, and without words that others know of the account.
 */
import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { limits } from '../../base/config/limits.js';
import { packageFile } from '../../base/config/packageFile.js';
import { fail } from '../../base/errors/ApiError.js';

/** A shorter word may occur in a good password by chance. */
const wordLengthMin = 4;
/** Names of the product. */
const knownWords = ['quayside', 'console'];
const hashLength = 16;

/**
 * The 5,000 most frequent passwords of 12 and more characters in the breaches of the "10 million passwords" list, in
 * lower case: a line has the beginning of the SHA-256 of one. It is read for each new password, which is seldom set.
 */
const isBreached = (password: string): boolean => {
  const hash = createHash('sha256').update(password.toLowerCase()).digest('hex').slice(0, hashLength);
  return readFileSync(packageFile('assets/accounts/breachedPasswords.txt'), 'utf8').includes(hash);
};

const wordsOf = ({ email, name }: { readonly email: string; readonly name: string }): string[] =>
  [...knownWords, ...email.split(/[@.]/), ...name.split(/\s+/)]
    .map(word => word.toLowerCase())
    .filter(word => word.length >= wordLengthMin);

/** Throws WeakAccountPassword, which says what is expected. */
export const assertAccountPassword = (
  password: string,
  owner: { readonly email: string; readonly name: string },
): void => {
  const { accountPasswordLengthMin: min, passwordLengthMax: max } = limits;
  const refuse = (message: string) => fail('WeakAccountPassword', { message });
  const { length } = Array.from(password);
  if (length < min || password.length > max)
    throw refuse(`The password of an account has ${min} to ${max} characters of any kind; this one has ${length}.`);
  const lower = password.toLowerCase();
  const word = wordsOf(owner).find(each => lower.includes(each));
  if (word !== undefined)
    throw refuse(
      `The password contains '${word}', which others know of the account or the product; expected one without it.`,
    );
  if (new Set(password).size < wordLengthMin || isBreached(password))
    throw refuse('The password is among the first ones that attackers try; expected one that nobody else has used.');
};
