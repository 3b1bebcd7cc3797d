/** Tells that a page is longer than its reader takes (QueryRun.pageBytesMax). No body of it was read. */
export class LongPageError extends Error {
  constructor(bytes: number) {
    super(`the bodies of the page have ${bytes} bytes`);
  }
}
