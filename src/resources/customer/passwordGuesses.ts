/** Limits how often the password of one login is guessed (CUST108, AUTH013). */
export interface PasswordGuesses {
  /**
   * Resolves to what `isRight` resolves to. Counts the guess before the comparison, so that parallel guesses are
   * limited like consecutive ones, and takes the count back unless the password is wrong. Throws a 429 with
   * Retry-After, without a comparison, for a login that was guessed at too often, whether or not the login exists.
   */
  compare(
    projectKey: string,
    storeKey: string | undefined,
    email: string,
    isRight: () => Promise<boolean>,
  ): Promise<boolean>;
}
