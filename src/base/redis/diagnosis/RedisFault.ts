/** Explains why a Redis cannot be used: the error of the socket or of Redis, its meaning, and advice to operators. */

/**
 * `configuration`: only an operator can change it. `unreachable`: no Redis answers at the address. `temporary`: it may
 * end by itself.
 */
export type FaultKind = 'configuration' | 'unreachable' | 'temporary';

/** The sentence is `REDIS_URL is '…', ${meaning} (${reason}); ${advice}.` */
type FaultRow = readonly [pattern: RegExp, meaning: string, advice: string];

/** The first row whose pattern matches a code or a message applies. */
const rows: Readonly<Record<Exclude<FaultKind, 'unreachable'>, readonly FaultRow[]>> = {
  configuration: [
    [/NOAUTH/, 'which needs a password', 'add it to the address: user:password@ or :password@ before the host'],
    [
      /WRONGPASS|invalid password|invalid username|without any password configured/,
      'which refuses the user or the password',
      'correct user:password@ in the address',
    ],
    [/NOPERM/, 'whose user lacks a permission', 'grant it in the ACL of Redis'],
    [
      /DENIED/,
      'which accepts connections of its own machine only',
      'give Redis a password, or change its protected-mode',
    ],
    [
      /certificate|CERT_|_CERT|ALTNAME/,
      'whose certificate is not accepted',
      'name its authority in REDIS_TLS_CA_FILE, and use a host name that the certificate has',
    ],
    [/WRONG_VERSION_NUMBER|EPROTO/, 'which does not speak TLS', 'use the address without TLS'],
    [/Protocol error, got/, 'where another program than Redis answers', 'allowed is the address of a running Redis'],
  ],
  temporary: [
    [/max number of clients/, 'which accepts no more connections', 'raise its maxclients'],
    [/LOADING/, 'which loads its data and answers nothing yet', 'start again when it has loaded them'],
    [
      /MASTERDOWN/,
      'which is a replica without a connection to its master',
      'start the master, or name it in the address',
    ],
    [
      /CLUSTERDOWN/,
      'whose cluster does not serve all keys',
      'start the missing nodes, or let their replicas take over',
    ],
    [
      /no answer within|Command timed out/,
      'which accepts connections and does not answer',
      'look at what holds Redis up, or at what else listens there',
    ],
  ],
};

/** Redis ends some of its messages with a full stop. */
export const withoutFullStop = (text: string): string => text.replace(/\.$/, '');

export class RedisFault extends Error {
  constructor(
    readonly kind: FaultKind,
    readonly meaning: string,
    /** The text of the error of the socket or of Redis. */
    readonly reason: string,
    readonly advice: string,
  ) {
    super(`${meaning} (${reason}); ${advice}.`);
  }
}

/** Finds out what an error of a connection means. */
export const toRedisFault = (error: unknown): RedisFault => {
  if (error instanceof RedisFault) return error;
  const { message, code = '' } = error as Error & { readonly code?: string };
  const text = `${code} ${message}`;
  const reason = withoutFullStop(message);
  const find = (kind: keyof typeof rows): RedisFault | undefined => {
    const [, meaning, advice] = rows[kind].find(([pattern]) => pattern.test(text)) ?? [];
    return meaning === undefined || advice === undefined ? undefined : new RedisFault(kind, meaning, reason, advice);
  };
  return (
    find('configuration') ??
    find('temporary') ??
    new RedisFault('unreachable', 'where no Redis answers', reason, 'start it')
  );
};
