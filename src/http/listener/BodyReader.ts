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
    // The library reuses the memory of a chunk after this call.
    if (chunk.byteLength > 0) this.#chunks.push(new Uint8Array(chunk.slice(0)));
    if (isLast) this.#finish(this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks));
  }

  #finish(body: Uint8Array | undefined): void {
    this.#isDone = true;
    this.#chunks = [];
    this.onBody(body);
  }
}
