/** Numbers threads that start and end: each gets the lowest free number, so that a replaced thread keeps its name. */
export class ThreadSlots {
  readonly #slots = new Map<number, number>();

  /** Returns the slot of each thread that runs now, by thread id. */
  assign(threadIds: readonly number[]): ReadonlyMap<number, number> {
    for (const id of this.#slots.keys()) if (!threadIds.includes(id)) this.#slots.delete(id);
    for (const id of threadIds) if (!this.#slots.has(id)) this.#slots.set(id, this.#lowestFreeSlot());
    return this.#slots;
  }

  #lowestFreeSlot(): number {
    const taken = new Set(this.#slots.values());
    let slot = 1;
    while (taken.has(slot)) slot++;
    return slot;
  }
}
