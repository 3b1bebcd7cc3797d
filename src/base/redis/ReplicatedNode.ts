/**
 * Sends calls to one server and tells when its replicas have what they wrote. WAIT covers the writes of its own
 * connection, and Redis runs nothing else of a connection that waits. There are two connections, therefore: one takes
 * calls while the other one waits, and each wait covers all calls that came meanwhile:
 *
 *   first    call call WAIT ................   call call call WAIT ....
 *   second             call call call call WAIT ............. call call
 *
 * A replica that hangs delays no call, and each call has a limit of its own. WAIT comes before WAITAOF: replicas tell
 * how far their disks are only once a second and when a wait begins, and at the begin of WAITAOF alone they would not
 * have written the calls yet.
 */
import { Command, type Redis } from 'ioredis';
import { DirectConnection } from './DirectConnection.js';
import { isNoMaster, isReply } from './redisErrors.js';

/** The result of a wait for the replicas of a call. */
export enum Confirmation {
  Confirmed,
  /** Too few replicas confirmed the call within its limit. */
  Missing,
  /** The connection broke: the server that is reached next may lack the call. */
  Lost,
}

/** A call that was sent, until replicas have confirmed it or its limit has passed. */
class PendingConfirmation {
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

  /** Starts the time of the replicas: the server has run the call. */
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

interface ReplicaOptions {
  /** Number of replicas that must confirm a call. */
  readonly replicas: number;
  /** True if these replicas and the server must have the calls on their disks. */
  readonly areOnDisk: boolean;
  readonly limitMs: number;
}

/** A server answers a wait later than at its limit while it runs other commands. */
const answerDelayMs = 2_500;

interface Lane {
  readonly connection: DirectConnection;
  /** The calls of the connection that no wait covers yet. */
  calls: PendingConfirmation[];
}

interface CallLimits {
  /** Time that the server may take to answer. */
  readonly timeoutMs?: number;
  /** End of the time for replicas; by default the limit after the answer. */
  readonly confirmedByMs?: number;
}

interface SentCall {
  readonly answer: Promise<unknown>;
  readonly confirmation: Promise<Confirmation>;
}

const settleAll = (calls: readonly PendingConfirmation[], confirmation: Confirmation): void => {
  for (const call of calls) call.settle(confirmation);
};

export class ReplicatedNode {
  readonly #options: ReplicaOptions;
  #open: Lane;
  #other: Lane;
  #isWaitScheduled = false;
  #isWaiting = false;

  constructor(node: Redis, options: ReplicaOptions) {
    this.#options = options;
    [this.#open, this.#other] = [this.#openLane(node), this.#openLane(node)];
  }

  get isReady(): boolean {
    return this.#open.connection.isReady;
  }

  /** Resolves when calls can be sent; rejects with a NotSentError. */
  async ready(timeoutMs: number): Promise<void> {
    const deadlineMs = performance.now() + timeoutMs;
    // The connections swap their roles meanwhile.
    while (!this.isReady) await this.#open.connection.ready(Math.max(deadlineMs - performance.now(), 0));
  }

  /** Sends a call; `isWritten` tells by the answer whether there is something to confirm. */
  send(
    command: Command,
    isWritten: (answer: unknown) => boolean,
    { timeoutMs, confirmedByMs }: CallLimits = {},
  ): SentCall {
    const pending = new PendingConfirmation(this.#options.limitMs, confirmedByMs);
    const lane = this.#open;
    // The wait is scheduled before the call, so that both are written to the socket at once.
    this.#scheduleWait();
    lane.calls.push(pending);
    const answer = lane.connection.send(command, timeoutMs).then(
      result => {
        if (isWritten(result)) pending.start();
        else pending.settle(Confirmation.Missing);
        return result;
      },
      (error: unknown) => {
        pending.settle(Confirmation.Lost);
        throw error;
      },
    );
    return { answer, confirmation: pending.result };
  }

  close(): void {
    for (const { connection } of [this.#open, this.#other]) connection.close();
  }

  #openLane(node: Redis): Lane {
    const lane: Lane = {
      calls: [],
      connection: new DirectConnection(node, () => {
        settleAll(lane.calls, Confirmation.Lost);
        lane.calls = [];
      }),
    };
    return lane;
  }

  #scheduleWait(): void {
    if (this.#isWaitScheduled || this.#isWaiting) return;
    this.#isWaitScheduled = true;
    setImmediate(() => {
      this.#isWaitScheduled = false;
      void this.#wait();
    });
  }

  async #wait(): Promise<void> {
    const lane = this.#open;
    const { calls } = lane;
    lane.calls = [];
    if (calls.every(({ leftMs }) => leftMs === 0)) return;
    [this.#open, this.#other] = [this.#other, lane];
    this.#isWaiting = true;
    settleAll(calls, await this.#confirm(lane.connection, calls));
    this.#isWaiting = false;
    if (this.#open.calls.length > 0) void this.#wait();
  }

  async #confirm(connection: DirectConnection, calls: readonly PendingConfirmation[]): Promise<Confirmation> {
    const { replicas, areOnDisk } = this.#options;
    const leftMs = (): number => Math.ceil(Math.max(...calls.map(call => call.leftMs)));
    const send = (name: string, ...counts: number[]): Promise<unknown> =>
      connection.send(new Command(name, [...counts, leftMs()]), leftMs() + answerDelayMs);
    try {
      if (Number(await send('wait', replicas)) < replicas) return Confirmation.Missing;
      if (!areOnDisk) return Confirmation.Confirmed;
      // A wait of 0 ms would have no end.
      if (leftMs() === 0) return Confirmation.Missing;
      const [local, onReplicas] = (await send('waitaof', 1, replicas)) as [number, number];
      return local >= 1 && onReplicas >= replicas ? Confirmation.Confirmed : Confirmation.Missing;
    } catch (error) {
      return isReply(error) && !isNoMaster(error) ? Confirmation.Missing : Confirmation.Lost;
    }
  }
}
