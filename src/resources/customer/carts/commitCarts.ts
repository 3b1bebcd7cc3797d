import type { Client, Context } from '../../../engine/define/Context.js';
import type { Engine } from '../../../engine/Engine.js';
import { addCompanionWrites, type CompanionUpdate } from '../../../engine/commit/beforeCommit.js';

/** Commits the cart and order updates of a sign-in; the customer itself does not change. */
export const commitCarts = async (
  engine: Engine,
  projectKey: string,
  client: Client,
  context: Context,
  updates: readonly CompanionUpdate[],
): Promise<void> => {
  if (updates.length === 0) return;
  const changeSet = { commitId: engine.newId(), projectKey, writes: [], references: new Map<string, number>() };
  await engine.store.commit(addCompanionWrites(engine, changeSet, { updates }, client, context));
};
