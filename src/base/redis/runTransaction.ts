import type { ChainableCommander } from 'ioredis';

/** The error of a transaction of which Redis refused a command. */
interface AbortedError {
  readonly previousErrors?: readonly Error[];
}

/** Runs the commands of a transaction; it fails with the error of the first command that fails. */
export const runTransaction = async (commands: ChainableCommander): Promise<void> => {
  const results = await commands.exec().catch((error: unknown) => {
    throw (error as AbortedError).previousErrors?.[0] ?? error;
  });
  for (const [error] of results ?? []) if (error !== null) throw error;
};
