/** Explains why a Redis cannot be used: the error of the socket or of Redis, its meaning, and advice to operators. */

/**
 * `configuration`: only an operator can change it. `unreachable`: no Redis answers at the address. `temporary`: it may
 * end by itself.
 */
export type FaultKind = 'configuration' | 'unreachable' | 'temporary';

interface FaultRow {
  readonly kind: FaultKind;
  /** The sentence is `REDIS_URL is '…', ${meaning} (${reason}); ${advice}.` */
  readonly meaning: string;
  readonly advice: string;
}

const unreachable: FaultRow = {
  kind: 'unreachable',
  meaning: 'where no Redis answers',
  advice: 'start it',
};

/** The first row whose pattern matches a code or a message applies. */
const rows: readonly (readonly [RegExp, FaultRow])[] = [
  [
    /NOAUTH/,
    {
      kind: 'configuration',
      meaning: 'which needs a password',
      advice: 'add it to the address: user:password@ or :password@ before the host',
    },
  ],
  [
    /WRONGPASS|invalid password|invalid username|without any password configured/,
    {
      kind: 'configuration',
      meaning: 'which refuses the user or the password',
      advice: 'correct user:password@ in the address',
    },
  ],
  [
    /NOPERM/,
    {
      kind: 'configuration',
      meaning: 'whose user lacks a permission',
      advice: 'grant it in the ACL of Redis',
    },
  ],
  [
    /DENIED/,
    {
      kind: 'configuration',
      meaning: 'which accepts connections of its own machine only',
      advice: 'give Redis a password, or change its protected-mode',
    },
  ],
  [
    /certificate|CERT_|_CERT|ALTNAME/,
    {
      kind: 'configuration',
      meaning: 'whose certificate is not accepted',
      advice: 'name its authority in REDIS_TLS_CA_FILE, and use a host name that the certificate has',
    },
  ],
  [
    /WRONG_VERSION_NUMBER|EPROTO/,
    { kind: 'configuration', meaning: 'which does not speak TLS', advice: 'use the address without TLS' },
  ],
  [
    /Protocol error, got/,
    {
      kind: 'configuration',
      meaning: 'where another program than Redis answers',
      advice: 'allowed is the address of a running Redis',
    },
  ],
  [
    /max number of clients/,
    { kind: 'temporary', meaning: 'which accepts no more connections', advice: 'raise its maxclients' },
  ],
  [
    /LOADING/,
    {
      kind: 'temporary',
      meaning: 'which loads its data and answers nothing yet',
      advice: 'start again when it has loaded them',
    },
  ],
  [
    /MASTERDOWN/,
    {
      kind: 'temporary',
      meaning: 'which is a replica without a connection to its master',
      advice: 'start the master, or name it in the address',
    },
  ],
  [
    /CLUSTERDOWN/,
    {
      kind: 'temporary',
      meaning: 'whose cluster does not serve all keys',
      advice: 'start the missing nodes, or let their replicas take over',
    },
  ],
  [
    /no answer within|Command timed out/,
    {
      kind: 'temporary',
      meaning: 'which accepts connections and does not answer',
      advice: 'look at what holds Redis up, or at what else listens there',
    },
  ],
];

/** Redis ends some of its messages with a full stop. */
const withoutFullStop = (text: string): string => text.replace(/\.$/, '');

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
  const { kind, meaning, advice } = rows.find(([pattern]) => pattern.test(text))?.[1] ?? unreachable;
  return new RedisFault(kind, meaning, withoutFullStop(message), advice);
};
