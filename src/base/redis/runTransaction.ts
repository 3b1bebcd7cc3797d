import type { ChainableCommander } from 'ioredis';

/** What a transaction fails with when Redis refused one of its commands. */
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
