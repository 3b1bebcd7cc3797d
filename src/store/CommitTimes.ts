/** The parts of a commit that have its time, which is known when the commit is sent. */
import type { CommitTime, ResourceWrite, Total } from './ChangeSet.js';
import { compressBody } from './compressedBody.js';
import { keys } from './keys.js';
import { idAtTime } from './timeOrderedId.js';

/** Stands for a score that is the time of the commit. */
export const timeOfCommit = 'time of commit';
export const timeBeforeCommit = 'time before commit';

/** A member that a write adds to a sorted set. */
export interface ScoredMember {
  readonly key: string;
  readonly score: string;
  readonly member: string;
}

/** A time that is further ahead of the clock, by an old mistake, does not move the times of the project. */
const aheadMsMax = 60_000;

/** Offset of the id in the body of a message: `{"id":"…`. */
const idAt = 7;

/** The steps of a message: its body, and its entries by id, by resource and by type. */
const messageSteps = 4;
/** The approximate number of sums that a new order adds to. */
const derivedSteps = 3;

/** The last time that was written, since the commits of a batch have the same. */
let lastTime = { ms: Number.NaN, text: '' };

const textOfTime = (ms: number): string => {
  if (ms !== lastTime.ms) lastTime = { ms, text: new Date(ms).toISOString() };
  return lastTime.text;
};

interface TimedBody {
  /** The body as it is sent, whose first bytes are not compressed. */
  readonly stored: Buffer;
  /** The number of bytes before the body in it. */
  readonly offset: number;
  readonly write: TimedWrite;
}

type TimedWrite = ResourceWrite & { readonly commitTime: CommitTime; readonly body: Buffer };

export const isTimed = (write: ResourceWrite): write is TimedWrite =>
  write.commitTime !== undefined && write.body !== undefined;

/** A commit has these values and entries beside those of its plan. */
export class CommitTimes {
  readonly #bodies: TimedBody[] = [];
  readonly #messages: TimedWrite[] = [];
  readonly #derived: TimedWrite[] = [];
  #notBeforeMs = 0;
  /** The last of the times that writes bring with them. */
  #ownMs = 0;
  /** The milliseconds by which its earliest time is before the commit. */
  #earlierMs = 0;
  #timeMs = 0;
  values: (readonly [key: string, value: Buffer])[] = [];
  added: ScoredMember[] = [];
  totals: Total[] = [];

  constructor(private readonly projectKey: string) {}

  get isEmpty(): boolean {
    return this.#bodies.length + this.#messages.length === 0;
  }

  /** Returns its part of CommitPlan.steps. */
  get steps(): number {
    return this.#messages.length * messageSteps + this.#derived.length * derivedSteps;
  }

  /** The earliest time that the commit may have. */
  earliest(timeMs: number): number {
    return this.#notBeforeMs - timeMs > aheadMsMax ? timeMs : Math.max(timeMs, this.#notBeforeMs);
  }

  /** The first of the times that the commit sets, in milliseconds; 0 for none. */
  get firstMs(): number {
    return this.isEmpty ? 0 : Math.max(1, this.#timeMs - this.#earlierMs);
  }

  /** The last of all its times; 0 for none. */
  get lastMs(): number {
    return this.isEmpty ? this.#ownMs : Math.max(this.#timeMs, this.#ownMs);
  }

  /** Takes the last of the times that writes bring with them. */
  follow(timeMs: number): void {
    this.#ownMs = timeMs;
  }

  /** Adds a body that has times of the commit; `stored` is what is sent, with some bytes before the body. */
  addBody(write: TimedWrite, stored: Buffer, offset: number): void {
    const { commitTime } = write;
    this.#bodies.push({ stored, offset, write });
    if (commitTime.derive !== undefined) this.#derived.push(write);
    if (commitTime.isEarlier === true) this.#earlierMs = 1;
    this.#followMessages(commitTime);
  }

  /** Adds a message, whose id has the time too. */
  addMessage(write: TimedWrite): void {
    this.#messages.push(write);
    this.#followMessages(write.commitTime);
  }

  /** Gives the commit a time, which may change as long as it is not written. */
  set(timeMs: number): void {
    this.#timeMs = timeMs;
    [this.values, this.added, this.totals] = [[], [], []];
    const [earlier, time] = [textOfTime(timeMs - this.#earlierMs), textOfTime(timeMs)];
    for (const { stored, offset, write } of this.#bodies) {
      const text = write.commitTime.isEarlier === true ? earlier : time;
      for (const at of write.commitTime.at) {
        // The response is made of the body.
        write.body.write(text, at, 'latin1');
        if (stored !== write.body) stored.write(text, offset + at, 'latin1');
      }
    }
    for (const write of this.#messages) this.#setMessage(write, time);
    for (const write of this.#derived) this.#derive(write);
  }

  scoreOf(score: string): string {
    if (score === timeOfCommit) return String(this.#timeMs);
    return score === timeBeforeCommit ? String(this.#timeMs - 1) : score;
  }

  #followMessages({ after }: CommitTime): void {
    if (after !== undefined) this.#notBeforeMs = Math.max(this.#notBeforeMs, Date.parse(after) + 1);
  }

  #setMessage({ typeId, id: composedId, body, commitTime: { at }, compression, indexes }: TimedWrite, time: string) {
    const { projectKey } = this;
    const id = idAtTime(composedId, this.#timeMs);
    body.write(id, idAt, 'latin1');
    for (const place of at) body.write(time, place, 'latin1');
    // The body is written to again where the commit gets another time.
    const stored = compression === undefined ? body : compressBody(body, compression);
    this.values.push([keys.body(projectKey, typeId, id), stored]);
    this.added.push({ key: keys.ids(projectKey, typeId), score: '0', member: id });
    for (const { path, value } of indexes.added)
      this.added.push({ key: keys.index(projectKey, typeId, path, value), score: timeOfCommit, member: id });
  }

  #derive({ typeId, id, commitTime }: TimedWrite): void {
    const { totals = [], expiresAtMs } = commitTime.derive!(textOfTime(this.#timeMs));
    this.totals.push(...totals);
    if (typeof expiresAtMs !== 'number') return;
    const key = keys.time(this.projectKey, typeId, 'endsAt');
    this.added.push({ key, score: String(expiresAtMs), member: id });
  }
}
