import type { Client } from '../../../engine/define/Client.js';
import type { Context } from '../../../engine/define/Context.js';
import type { Engine } from '../../../engine/Engine.js';
import { addCompanionWrites } from '../../../engine/commit/companionWrites.js';
import type { CompanionUpdate } from '../../../engine/define/BeforeCommit.js';

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
