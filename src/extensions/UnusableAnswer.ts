/** A response of an extension that means neither actions nor errors; the message says what was received. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';
}
