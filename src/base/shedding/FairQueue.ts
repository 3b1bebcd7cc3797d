/**
 * Runs a limited number of tasks at once and takes the waiting tasks of all groups in turn, so that a group with many
 * tasks delays another group by one task only.
 *
 *     group a  a1 a2 a3 a4        order: a1 b1 c1 a2 b2 a3 a4
 *     group b  b1 b2
 *     group c  c1
 */
export interface FairQueueOptions {
  /** Tasks that may wait, of all groups and of one group. */
  readonly waitingMax: number;
  readonly waitingMaxPerGroup: number;
  /** Tasks of one group that may run at once; without it as many as of all groups. */
  readonly runningMaxPerGroup?: number;
  /** The error of a task that may not wait. */
  readonly refusal: () => Error;
}

interface WaitingTask {
  readonly start: () => void;
  readonly refuse: (error: Error) => void;
}

export class FairQueue {
  /** Has no empty lists; the group whose turn is next stands first. */
  readonly #groups = new Map<string, WaitingTask[]>();
  readonly #runningOf = new Map<string, number>();
  #waiting = 0;
  #running = 0;
  #runningMax = 1;

  constructor(private readonly options: FairQueueOptions) {}

  set runningMax(count: number) {
    this.#runningMax = count;
  }

  get waiting(): number {
    return this.#waiting;
  }

  get running(): number {
    return this.#running;
  }

  /** Runs the task when it is its turn; rejects with the refusal if too many tasks wait. */
  async run<T>(group: string, task: () => Promise<T>): Promise<T> {
    await this.#acquireSlot(group);
    try {
      return await task();
    } finally {
      this.#releaseSlot(group);
    }
  }

  refuseWaiting(): void {
    const tasks = [...this.#groups.values()].flat();
    this.#groups.clear();
    this.#waiting = 0;
    for (const task of tasks) task.refuse(this.options.refusal());
  }

  async #acquireSlot(group: string): Promise<void> {
    if (this.#running < this.#runningMax && this.#mayRun(group)) {
      this.#count(group, 1);
      return;
    }
    this.#assertMayWait(group);
    await new Promise<void>((start, refuse) => {
      const tasks = this.#groups.get(group);
      if (tasks === undefined) this.#groups.set(group, [{ start, refuse }]);
      else tasks.push({ start, refuse });
      this.#waiting++;
    });
  }

  /** Where all places are taken, a group with fewer tasks takes one of the group with the most. */
  #assertMayWait(group: string): void {
    const { waitingMax, waitingMaxPerGroup, refusal } = this.options;
    const own = this.#groups.get(group)?.length ?? 0;
    if (own >= waitingMaxPerGroup) throw refusal();
    if (this.#waiting < waitingMax) return;
    const longest = this.#longestGroup();
    if (longest.length <= own + 1) throw refusal();
    longest.pop()!.refuse(refusal());
    this.#waiting--;
  }

  #longestGroup(): WaitingTask[] {
    let longest: WaitingTask[] = [];
    for (const tasks of this.#groups.values()) if (tasks.length > longest.length) longest = tasks;
    return longest;
  }

  /** A group with as many running tasks as it may have waits although there are free slots. */
  #mayRun(group: string): boolean {
    const { runningMaxPerGroup } = this.options;
    return runningMaxPerGroup === undefined || (this.#runningOf.get(group) ?? 0) < runningMaxPerGroup;
  }

  #count(group: string, change: 1 | -1): void {
    this.#running += change;
    if (this.options.runningMaxPerGroup === undefined) return;
    const running = (this.#runningOf.get(group) ?? 0) + change;
    if (running === 0) this.#runningOf.delete(group);
    else this.#runningOf.set(group, running);
  }

  /** Frees the slot, and hands it to the next task that may run. */
  #releaseSlot(group: string): void {
    this.#count(group, -1);
    const next = this.#nextGroup();
    if (next === undefined) return;
    this.#count(next, 1);
    this.#takeFirst(next).start();
  }

  #nextGroup(): string | undefined {
    for (const group of this.#groups.keys()) if (this.#mayRun(group)) return group;
    return undefined;
  }

  #takeFirst(group: string): WaitingTask {
    const tasks = this.#groups.get(group)!;
    const first = tasks.shift()!;
    this.#waiting--;
    // The group goes to the end of the turn.
    this.#groups.delete(group);
    if (tasks.length > 0) this.#groups.set(group, tasks);
    return first;
  }
}
