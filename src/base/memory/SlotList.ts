/**
 * Holds objects that come and go with each request. Each has a number, its slot, which another object gets after it.
 *
 * A Map or a Set is no place for them. When one grows or shrinks, V8 links the table that it leaves to the next one.
 * Once such a table lies in the old generation, it keeps all later tables and what they held in memory until the next
 * full collection (docs/decisions/garbage.md).
 */
export class SlotList<Item extends object> {
  readonly #items: (Item | undefined)[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#items.length - this.#free.length;
  }

  add(item: Item): number {
    const slot = this.#free.pop() ?? this.#items.length;
    this.#items[slot] = item;
    return slot;
  }

  /** Removes and returns the item of a slot; undefined for a slot that is free. */
  take(slot: number): Item | undefined {
    const item = this.#items[slot];
    if (item === undefined) return undefined;
    this.#items[slot] = undefined;
    this.#free.push(slot);
    return item;
  }

  /** The items in the order of their slots. */
  values(): Item[] {
    return this.#items.filter(item => item !== undefined);
  }
}
