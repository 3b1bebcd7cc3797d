/** What replicas said of a call. */
export enum Confirmation {
  Confirmed,
  /** Too few replicas confirmed the call within its limit. */
  Missing,
  /** The connection broke: the server that is reached next may lack the call. */
  Lost,
}

/** A call that was sent, until replicas have confirmed it or its limit has passed. */
export class PendingConfirmation {
  readonly result: Promise<Confirmation>;
  readonly #resolve: (confirmation: Confirmation) => void;
  #timer: NodeJS.Timeout | undefined;
  #isSettled = false;

  /** `deadlineMs` is the end of the wait; a call without one waits for `limitMs` from its answer on. */
  constructor(
    private readonly limitMs: number,
    private deadlineMs?: number,
  ) {
    let resolveResult: (confirmation: Confirmation) => void = () => undefined;
    this.result = new Promise(resolve => {
      resolveResult = resolve;
    });
    this.#resolve = resolveResult;
  }

  /** Milliseconds that are left for the wait; none when it has ended. */
  get leftMs(): number {
    if (this.#isSettled) return 0;
    return this.deadlineMs === undefined ? this.limitMs : Math.max(this.deadlineMs - performance.now(), 0);
  }

  /** The server has run the call: from now on the replicas have their time. */
  start(): void {
    this.deadlineMs ??= performance.now() + this.limitMs;
    if (this.#isSettled) return;
    this.#timer = setTimeout(() => {
      // Timers run before the sockets are read, immediates after it.
      setImmediate(() => this.settle(Confirmation.Missing));
    }, this.leftMs);
  }

  settle(confirmation: Confirmation): void {
    clearTimeout(this.#timer);
    this.#isSettled = true;
    this.#resolve(confirmation);
  }
}
