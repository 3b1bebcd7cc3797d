/** Called once: with the whole body, or with undefined when the body exceeds its limit. */
export type OnBody = (body: Uint8Array | undefined) => void;

/** Collects the chunks of a request body; stops as soon as they exceed the limit, not after the last byte (GEN021). */
export class BodyReader {
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #isDone = false;

  constructor(
    private readonly bytesMax: number,
    private readonly onBody: OnBody,
  ) {}

  add(chunk: ArrayBuffer, isLast: boolean): void {
    if (this.#isDone) return;
    this.#bytes += chunk.byteLength;
    if (this.#bytes > this.bytesMax) return this.#finish(undefined);
    // The library reuses the memory of a chunk after this call. A whole body is passed on at once, so it may share memory
    // with others of this moment; the first part of a body that comes slowly would keep theirs.
    if (chunk.byteLength > 0) {
      const bytes = new Uint8Array(chunk);
      this.#chunks.push(isLast && this.#chunks.length === 0 ? Buffer.from(bytes) : bytes.slice());
    }
    if (isLast) this.#finish(this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks));
  }

  #finish(body: Uint8Array | undefined): void {
    this.#isDone = true;
    this.#chunks = [];
    this.onBody(body);
  }
}
