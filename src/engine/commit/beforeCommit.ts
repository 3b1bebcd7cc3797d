/** What a creation or an update comes to once other resources were looked at: the last step before the commit. */
import { fail } from '../../errors/ApiError.js';
import type { Change, MessageDraft } from '../define/Change.js';
import { sameValue } from '../document/sameValue.js';
import type { ChangeSet, UsageCount } from '../../store/ChangeSet.js';
import { StaleReadError } from '../../store/StaleReadError.js';
import { mergeChangeSets } from '../../store/mergeChangeSets.js';
import type { Client } from '../define/Client.js';
import type { Context } from '../define/Context.js';
import { composeCompanionCreation } from './composeCreation.js';
import type { Base } from '../define/Base.js';
import type { Engine } from '../Engine.js';
import type { StoredResource } from '../define/StoredResource.js';
import { composeRemoval } from './composeRemoval.js';
import { composeUpdate } from './composeUpdate.js';

/** A creation or an update on its way to the commit. */
export interface BeforeCommitInput<R> {
  readonly projectKey: string;
  readonly context: Context;
  /** What it was made from; absent on updates. */
  readonly draft?: unknown;
  /** As it is stored; absent on creation. */
  readonly before?: R;
  readonly after: R;
  /** The top-level members that draft or actions gave. */
  readonly changes: Partial<R>;
  /** The names of those alone, where `changes` also holds what was settled before. */
  readonly changedByActions?: readonly string[];
  /** What actions asked for with `ask`. */
  readonly requestedEffects: Readonly<Record<string, unknown>>;
  /** What the path makes of a resource: one of its store, of whoever asks (engine/visibility.ts). */
  readonly pathMembers?: Readonly<Record<string, unknown>>;
}

/** Another resource that changes in the same commit; where nothing is set, one that must stay as it was read. */
export interface CompanionUpdate {
  readonly typeId: string;
  readonly stored: StoredResource;
  readonly set: Readonly<Record<string, unknown>>;
  readonly messages?: readonly MessageDraft[];
  /** Absent: the time of the request. Earlier, where another companion is to be the one modified last. */
  readonly lastModifiedAt?: string;
  /** Whether the client gave its version: it is told when that has moved on. Otherwise all is settled anew. */
  readonly versionFromClient?: boolean;
}

/** Another resource that comes to be in the same commit; its id is known beforehand, so that others can refer to it. */
export interface CompanionCreation {
  readonly typeId: string;
  readonly id: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly messages?: (resource: Base) => readonly MessageDraft[];
}

/** Resources of one resource type that go in the same commit; `mayMove` where `settle` reads them itself: all is settled anew when one moved on. */
export interface CompanionRemoval {
  readonly typeId: string;
  readonly resources: readonly Base[];
  readonly retryIfStale?: boolean;
}

export interface BeforeCommitResult<R> {
  /** Further top-level members. */
  readonly set?: Partial<R>;
  readonly updates?: readonly CompanionUpdate[];
  readonly creations?: readonly CompanionCreation[];
  readonly removals?: readonly CompanionRemoval[];
  readonly counts?: readonly UsageCount[];
  /** In place of what draft or actions hide. */
  readonly hidden?: Change<R>['hidden'];
  /** Whose tokens end with the commit (ChangeSet). */
  readonly revokedTokenSubjects?: readonly string[];
}

/**
 * Reads what it needs through the engine, refuses by throwing. May run more than once for one request, also over its own
 * result with further changes in it (API extensions), and with all that was asked for: only the last result counts.
 */
export type BeforeCommit<R> = (engine: Engine, change: BeforeCommitInput<R>) => Promise<BeforeCommitResult<R>>;

export const emptyBeforeCommitResult: BeforeCommitResult<never> = {};

/** The members that make a difference. */
export const changedMembers = <R extends object>(set: Partial<R>, resource: R): Partial<R> =>
  Object.fromEntries(
    Object.entries(set).filter(([name, value]) => !sameValue(value, resource[name as keyof R])),
  ) as Partial<R>;

/** The commit of a resource together with what changes beside it. */
export const addCompanionWrites = <R>(
  engine: Engine,
  changeSet: ChangeSet,
  settled: BeforeCommitResult<R>,
  client: Client,
  context: Context,
): ChangeSet => {
  // Most resource types settle nothing.
  if (settled === emptyBeforeCommitResult) return changeSet;
  const { updates = [], creations = [], removals = [], counts = [], revokedTokenSubjects = [] } = settled;
  const { projectKey } = changeSet;
  const others = updates.map(
    ({ typeId, stored, set, messages = [], lastModifiedAt = context.now, versionFromClient }): ChangeSet => {
      if (Object.keys(set).length === 0) {
        const { id, version: expectedVersion } = stored.resource;
        return {
          commitId: '',
          projectKey,
          writes: [],
          references: new Map(),
          versionChecks: [{ typeId, id, expectedVersion, retryIfStale: versionFromClient !== true }],
        };
      }
      const request = { resourceType: engine.resourceTypes.get(typeId)!, client, projectKey };
      const composed = composeUpdate(
        engine,
        request,
        stored,
        { changes: set, messages, unreferenced: false },
        { ...context, now: lastModifiedAt },
      ).changeSet;
      const [own, ...rest] = composed.writes;
      return { ...composed, writes: [{ ...own!, retryIfStale: versionFromClient !== true }, ...rest] };
    },
  );
  const removals = removals.map(({ typeId, resources, retryIfStale }) =>
    composeRemoval(engine, projectKey, engine.resourceTypes.get(typeId)!, resources, retryIfStale),
  );
  return mergeChangeSets({ ...changeSet, counts, revokedTokenSubjects }, [
    ...others,
    ...creations.map(one => composeCompanionCreation(engine, one, client, context)),
    ...removals,
  ]);
};

/** Attempts before a resource that everybody changes at once is given up on. */
const attemptsMax = 200;
const pauseMs = 5;

/** Runs `attempt` until nothing that it read moved on before its commit. */
export const retryOnStaleRead = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (let count = 1; count <= attemptsMax; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof StaleReadError)) throw error;
      // Many at once would otherwise meet again.
      await new Promise(resolve => setTimeout(resolve, Math.random() * pauseMs * Math.min(count, 10)));
    }
  }
  throw fail('ServiceUnavailable', {
    message: `What the request depends on was changed by others during ${attemptsMax} attempts. Try again in a second.`,
  });
};

/** The resource type's `settle`, or nothing where it has none. */
export const runBeforeCommit = async <R extends Base>(
  settle: BeforeCommit<R> | undefined,
  engine: Engine,
  change: BeforeCommitInput<R>,
): Promise<BeforeCommitResult<R>> => {
  if (settle === undefined) return emptyBeforeCommitResult;
  const settled = await settle(engine, change);
  return settled.set === undefined
    ? settled
    : { ...settled, set: changedMembers(settled.set, change.after as R & object) as Partial<R> };
};
