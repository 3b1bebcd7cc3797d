import type { DirtyMark } from '../store/SearchStates.js';

/** Gives the batches of one project that are in progress at the same time different marks. */
export class MarkClaims {
  readonly #claimedIds = new Set<string>();
  #reading: Promise<unknown> = Promise.resolve();

  /** Reads marks, and claims at most `max` of those that no other batch has. */
  claim(read: () => Promise<readonly DirtyMark[]>, max: number): Promise<readonly DirtyMark[]> {
    const claiming = this.#reading.then(async () => {
      const marks = (await read()).filter(({ id }) => !this.#claimedIds.has(id)).slice(0, max);
      for (const { id } of marks) this.#claimedIds.add(id);
      return marks;
    });
    // The caller that claims gets the error; the others only wait for the end.
    this.#reading = claiming.catch(() => undefined);
    return claiming;
  }

  /** Ends the claims of a batch, after a read that may have begun before the batch deleted its marks. */
  async release(marks: readonly DirtyMark[]): Promise<void> {
    await this.#reading;
    for (const { id } of marks) this.#claimedIds.delete(id);
  }
}
