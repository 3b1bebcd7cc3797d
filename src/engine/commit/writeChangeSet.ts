import { throwUnanswered } from '../../store/unavailableErrors.js';
import type { Engine } from '../Engine.js';
import { addCompanionWrites } from './companionWrites.js';
import { attributeRefusal, type ExtendedProposal } from './extensions.js';
import type { PendingWrite } from './PendingWrite.js';
import type { Proposal } from './Proposal.js';

/** Tells every process whose tokens a commit has revoked. */
export const notifyRevocations = async (
  { notifyTokensRevoked }: Pick<Engine, 'notifyTokensRevoked'>,
  projectKey: string,
  subjects: readonly string[] = [],
): Promise<void> => {
  for (const subject of subjects) await notifyTokensRevoked?.(projectKey, subject).catch(throwUnanswered);
};

/** The stage `commit`: writes the last proposal with its companion writes, all or nothing, and returns it. */
export const writeChangeSet = async (
  engine: Engine,
  { request: { projectKey, client }, context }: PendingWrite,
  first: Proposal,
  extended: readonly ExtendedProposal[],
): Promise<Proposal> => {
  const last = extended.at(-1)?.proposal ?? first;
  try {
    await engine.store.commit(addCompanionWrites(engine, last.changeSet, last.result, client, context));
  } catch (error) {
    throw attributeRefusal(error, first, extended);
  }
  const { revokedTokenSubjects } = last.result;
  if (revokedTokenSubjects !== undefined) await notifyRevocations(engine, projectKey, revokedTokenSubjects);
  return last;
};
