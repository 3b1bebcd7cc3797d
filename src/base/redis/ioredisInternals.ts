/**
 * The only file that replaces methods of ioredis, or uses members that its types leave out. docs/reference/ioredis.md
 * names the fault of the library behind each export, and the test that fails once the library has none of it.
 */
import { type Cluster, Command, type Redis } from 'ioredis';

type Method<Result> = (...args: unknown[]) => Result;

/** Replaces a method of one object; `replacement` gets the original method. */
const replaceMethod = <Result>(
  target: object,
  name: string,
  replacement: (original: Method<Result>) => Method<Result>,
): void => {
  const original = (Reflect.get(target, name) as Method<Result>).bind(target);
  Reflect.set(target, name, replacement(original));
};

/**
 * Handles rejections of ASKING, which the cluster client sends before a command to the node that imports a slot. The
 * client does not await it; when it fails, the command after it fails too.
 */
export const ignoreAskingErrors = (node: Redis): void =>
  replaceMethod<Promise<unknown>>(
    node,
    'asking',
    asking =>
      (...args) =>
        // The command after ASKING reports a connection that broke.
        asking(...args).catch(() => 'OK'),
  );

/**
 * A piece of this size is sent at once: a system call is a small part of what it costs, and Redis can begin with it.
 */
const largeWriteBytes = 4 * 1024;

/** Sends everything that one turn of the event loop writes to the socket of a node in one piece. */
export const corkSocketWrites = (node: Redis): void => {
  const { stream } = node;
  let isCorked = false;
  const uncork = (): void => {
    if (!isCorked) return;
    isCorked = false;
    stream.uncork();
  };
  replaceMethod<boolean>(stream, 'write', write => (...args) => {
    if (!isCorked) {
      isCorked = true;
      stream.cork();
      setImmediate(uncork);
    }
    const isWritable = write(...args);
    const [data] = args;
    if (data instanceof Buffer && data.length >= largeWriteBytes) uncork();
    return isWritable;
  });
};

/** A command with the timer of its time limit, which the library clears when the command is answered or rejected. */
type LimitedCommand = Omit<Command, '_commandTimeoutTimer'> & { _commandTimeoutTimer?: NodeJS.Timeout };

/** A thread that is blocked loses one part of the time limit at most. */
const timeLimitParts = 5;

const startTimeLimit = (
  command: LimitedCommand,
  ms: number,
  partsLeft: number,
  onTimedOut: (() => void) | undefined,
): void => {
  const timer = setTimeout(() => {
    if (partsLeft > 1) {
      startTimeLimit(command, ms, partsLeft - 1, onTimedOut);
      return;
    }
    // Timers run before the sockets are read, immediates after it.
    setImmediate(() => {
      if (command._commandTimeoutTimer !== timer) return;
      command.reject(new Error('Command timed out'));
      onTimedOut?.();
    });
  }, ms / timeLimitParts);
  command._commandTimeoutTimer = timer;
};

/** An error of the library, which names the command. */
interface CommandError extends Error {
  readonly command?: { args?: unknown };
}

/**
 * Removes the arguments of the command from an error: they are passwords (AUTH), tokens and resources, and a log prints
 * all members of an error.
 */
export const dropArguments = ({ command }: CommandError): void => {
  delete command?.args;
};

/**
 * Starts the time limit of a command, unless it has one; `onTimedOut` is called when it has passed. It counts the time
 * in which the thread could send the command and read its answer. The library's own limit rejects a command as soon as
 * its time has passed, although the thread may have been blocked for that time, and the answer stands in the socket.
 */
export const limitTime = (command: Command, ms: number, onTimedOut?: () => void): void => {
  const limited = command as unknown as LimitedCommand;
  if (limited._commandTimeoutTimer === undefined) startTimeLimit(limited, ms, timeLimitParts, onTimedOut);
};

type Settle = (value: unknown) => void;

/** Members that the library's own `initPromise` reads and sets. */
interface UnsettledCommand {
  readonly name: string;
  readonly callback?: unknown;
  readonly errorStack?: unknown;
  args: unknown[];
  transformed: boolean;
  promise: Promise<unknown>;
  resolve: Settle;
  reject: (error: Error) => void;
  initPromise: () => void;
  stringifyArguments: () => void;
  _convertValue: (resolve: Settle) => Settle;
  _clearTimers: () => void;
}

interface CommandType {
  readonly prototype: UnsettledCommand;
  readonly _transformer: { readonly argument: Readonly<Record<string, (args: unknown[]) => unknown[]>> };
}

/**
 * Lets answered commands be collected soon. The library assigns a function literal to the member `reject`, and V8
 * allocates such functions in the old generation. There it keeps the command, its arguments and its answer in memory
 * until the next full collection (docs/decisions/garbage.md). Here the function is the value of a variable first.
 */
export const allocateCommandsYoung = (): void => {
  const { prototype, _transformer } = Command as unknown as CommandType;
  const { initPromise } = prototype;
  prototype.initPromise = function (this: UnsettledCommand) {
    if (this.callback !== undefined || this.errorStack !== undefined) return initPromise.call(this);
    this.promise = new Promise((resolve, reject) => {
      if (!this.transformed) {
        this.transformed = true;
        const transform = _transformer.argument[this.name];
        if (transform !== undefined) this.args = transform(this.args);
        this.stringifyArguments();
      }
      this.resolve = this._convertValue(resolve);
      const rejectCommand = (error: Error): void => {
        this._clearTimers();
        reject(error);
      };
      this.reject = rejectCommand;
    });
  };
};

/**
 * Rejects a command at once for the errors that `isFinal` selects. `reject` is the command's own method; the cluster
 * client replaced it by one that sends the command again.
 */
export const rejectWithoutRetry = (
  command: Command,
  reject: Command['reject'],
  isFinal: (error: Error) => boolean,
): void => {
  const retry = command.reject;
  const rejectOrRetry: Command['reject'] = error => (isFinal(error) ? reject : retry).call(command, error);
  command.reject = rejectOrRetry;
};

/** Calls `onDuplicate` with each copy of a client that the queue library makes. */
export const observeDuplicates = <Client extends Redis | Cluster>(
  client: Client,
  onDuplicate: (copy: Client) => void,
): void =>
  replaceMethod<Client>(client, 'duplicate', duplicate => (...args) => {
    const copy = duplicate(...args);
    onDuplicate(copy);
    return copy;
  });
