/** Counts by name in memory that the threads of a process share: every thread counts, and the main thread reports. */
export class SharedCounts<Name extends string> {
  #counts: Int32Array;

  constructor(readonly names: readonly Name[]) {
    this.#counts = new Int32Array(new SharedArrayBuffer(names.length * Int32Array.BYTES_PER_ELEMENT));
  }

  /** Plain data, which a thread receives. */
  get memory(): Int32Array {
    return this.#counts;
  }

  /** Makes this thread count where the main thread of the process does. */
  share(memory: Int32Array): void {
    this.#counts = memory;
  }

  add(name: Name): void {
    Atomics.add(this.#counts, this.names.indexOf(name), 1);
  }

  /** Returns the count since the start of the process. */
  get(name: Name): number {
    return Atomics.load(this.#counts, this.names.indexOf(name));
  }

  entries(): (readonly [Name, number])[] {
    return this.names.map(name => [name, this.get(name)]);
  }
}
