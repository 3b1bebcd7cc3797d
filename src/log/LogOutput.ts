import { writeSync } from 'node:fs';

/**
 * Writes log lines to a file descriptor. Its reader may be gone, its disk full, its terminal closed: such lines are
 * lost and counted, and never end the server.
 */
export class LogOutput {
  #lostLines = 0;
  /** The end of a line that a full pipe did not take yet. */
  #rest: Uint8Array = new Uint8Array();

  /** `writeBytes` has the arguments of `writeSync`. */
  constructor(
    private readonly fileDescriptor: number,
    private readonly writeBytes: (fileDescriptor: number, bytes: Uint8Array, offset: number) => number = writeSync,
  ) {}

  get lostLines(): number {
    return this.#lostLines;
  }

  readonly write = (line: string): void => {
    try {
      this.#rest = this.#writePart(this.#rest);
      if (this.#rest.length === 0) this.#rest = this.#writePart(Buffer.from(line));
      else this.#lostLines++;
    } catch {
      // A log that cannot be written has no place to say so but its count of lost lines.
      this.#lostLines++;
    }
  };

  /** Returns what was not written; throws if nothing of them was. */
  #writePart(bytes: Uint8Array): Uint8Array {
    let written = 0;
    while (written < bytes.length)
      try {
        written += this.writeBytes(this.fileDescriptor, bytes, written);
      } catch (error) {
        if (written === 0) throw error;
        break;
      }
    return bytes.subarray(written);
  }
}
