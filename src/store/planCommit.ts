/** Turns a change set into a call of lua/commit.lua: the keys, a plan that names them by position, and the bodies. */
import { Packr } from 'msgpackr';
import { limits } from '../config/limits.js';
import type { ChangeSet, UsageCount, VersionCheck, ResourceWrite } from './ChangeSet.js';
import { parseTarget, type Target, targetById, targetByKey } from './target.js';
import { keys } from './keys.js';
import type { CommitCheck } from './CommitCheck.js';

/** A check or a write of the plan; lua/include has their names. */
type PlanStep = readonly [name: string, key: number, ...rest: (string | number)[]];

export interface CommitCall {
  readonly keys: readonly string[];
  readonly args: readonly Buffer[];
  /** What the checks are about, in their order. */
  readonly checks: readonly CommitCheck[];
}

const minuteMs = 60_000;
/** A retry comes within seconds; a commit stays known for two to three minutes. */
const logTtlMs = 3 * minuteMs;

/** Plain MessagePack: what Redis' cmsgpack reads. */
const packr = new Packr({ useRecords: false, variableMapSize: true });

class CommitCallBuilder {
  readonly #positions = new Map<string, number>();
  readonly checkSteps: PlanStep[] = [];
  readonly checks: CommitCheck[] = [];
  readonly writeSteps: PlanStep[] = [];
  readonly bodies: Buffer[] = [];

  constructor(readonly projectKey: string) {}

  get keys(): string[] {
    return [...this.#positions.keys()];
  }

  /** Returns the position of a key in KEYS, which starts with 1; each key is listed once. */
  position(key: string): number {
    const known = this.#positions.get(key);
    if (known !== undefined) return known;
    this.#positions.set(key, this.#positions.size + 1);
    return this.#positions.size;
  }

  check(name: string, key: string, check: CommitCheck, ...rest: string[]): void {
    this.checkSteps.push([name, this.position(key), ...rest]);
    this.checks.push(check);
  }

  write(name: string, key: string, ...rest: (string | number)[]): void {
    this.writeSteps.push([name, this.position(key), ...rest]);
  }
}

const planVersion = (
  plan: CommitCallBuilder,
  { typeId, id, expectedVersion, expectedModifiedAt, retryIfStale }: VersionCheck,
): void =>
  plan.check(
    'version',
    keys.body(plan.projectKey, typeId, id),
    { kind: 'version', typeId, id, expectedVersion, retryIfStale },
    String(expectedVersion),
    ...(expectedModifiedAt === undefined ? [] : [expectedModifiedAt]),
  );

const planChecks = (plan: CommitCallBuilder, write: ResourceWrite, released: ReadonlyMap<Target, string>): void => {
  const { projectKey } = plan;
  const { typeId, id, expectedVersion } = write;
  if (expectedVersion === undefined)
    plan.check('absent', keys.body(projectKey, typeId, id), { kind: 'absent', typeId, id });
  else planVersion(plan, { ...write, expectedVersion });
  for (const { path, value, refusal } of write.unique.added)
    plan.check(
      'unique',
      keys.unique(projectKey, typeId, path, value),
      { kind: 'unique', typeId, field: path, value, refusal },
      id,
    );
  // A target that another write of this commit releases is still held by that resource.
  for (const target of write.exclusive?.added ?? [])
    plan.check(
      'unique',
      keys.holder(projectKey, target),
      { kind: 'exclusive', ...parseTarget(target) },
      released.get(target) ?? id,
    );
  if (write.unreferenced === true) {
    const check: CommitCheck = {
      kind: 'unreferenced',
      typeId,
      id,
      verb: write.body === undefined ? 'deleted' : 'changed in this way',
    };
    plan.check('unreferenced', keys.references(projectKey), check, targetById(typeId, id));
    for (const { path, value } of write.unique.removed)
      if (path === 'key') plan.check('unreferenced', keys.references(projectKey), check, targetByKey(typeId, value));
  }
};

/**
 * Plans the releases of exclusive targets before all other writes, so that another resource can take them over. Returns
 * the resource that released each.
 */
const planReleases = (plan: CommitCallBuilder, writes: readonly ResourceWrite[]): ReadonlyMap<Target, string> => {
  const released = new Map<Target, string>();
  for (const { id, exclusive } of writes)
    for (const target of exclusive?.removed ?? []) {
      released.set(target, id);
      plan.write('delete', keys.holder(plan.projectKey, target));
    }
  return released;
};

const planMark = (plan: CommitCallBuilder, { typeId, id }: ResourceWrite): void =>
  plan.write(
    'mark',
    keys.dirtyMarks(plan.projectKey, typeId),
    id,
    plan.position(keys.searchState(plan.projectKey, typeId)),
  );

const planFields = (
  plan: CommitCallBuilder,
  { typeId, id, unique, indexes, exclusive, createdAtMs }: ResourceWrite,
): void => {
  const { projectKey } = plan;
  for (const target of exclusive?.added ?? []) plan.write('own', keys.holder(projectKey, target), id);
  for (const { path, value } of unique.removed) plan.write('delete', keys.unique(projectKey, typeId, path, value));
  for (const { path, value } of unique.added) plan.write('own', keys.unique(projectKey, typeId, path, value), id);
  for (const { path, value } of indexes.removed) plan.write('unindex', keys.index(projectKey, typeId, path, value), id);
  for (const { path, value } of indexes.added)
    plan.write('index', keys.index(projectKey, typeId, path, value), String(createdAtMs), id);
};

const planDeletion = (plan: CommitCallBuilder, { typeId, id, lastModifiedAtMs, expiresAtMs }: ResourceWrite): void => {
  const { projectKey } = plan;
  plan.write('delete', keys.body(projectKey, typeId, id));
  plan.write('delete', keys.hidden(projectKey, typeId, id));
  plan.write('unindex', keys.ids(projectKey, typeId), id);
  plan.write('unindex', keys.time(projectKey, typeId, 'createdAt'), id);
  if (lastModifiedAtMs !== undefined) plan.write('unindex', keys.time(projectKey, typeId, 'lastModifiedAt'), id);
  if (expiresAtMs !== undefined) plan.write('unindex', keys.time(projectKey, typeId, 'endsAt'), id);
};

const planBody = (plan: CommitCallBuilder, write: ResourceWrite, body: Buffer): void => {
  const { projectKey } = plan;
  const { typeId, id, createdAtMs, lastModifiedAtMs, expiresAtMs } = write;
  plan.write('body', keys.body(projectKey, typeId, id), plan.bodies.push(body) + 1);
  if (write.hidden === null) plan.write('delete', keys.hidden(projectKey, typeId, id));
  else if (write.hidden !== undefined)
    plan.write('body', keys.hidden(projectKey, typeId, id), plan.bodies.push(write.hidden) + 1);
  if (write.expectedVersion === undefined) {
    plan.write('index', keys.ids(projectKey, typeId), '0', id);
    plan.write('index', keys.time(projectKey, typeId, 'createdAt'), String(createdAtMs), id);
  }
  if (lastModifiedAtMs !== undefined)
    plan.write('index', keys.time(projectKey, typeId, 'lastModifiedAt'), String(lastModifiedAtMs), id);
  if (typeof expiresAtMs === 'number')
    plan.write('index', keys.time(projectKey, typeId, 'endsAt'), String(expiresAtMs), id);
  else if (expiresAtMs === null) plan.write('unindex', keys.time(projectKey, typeId, 'endsAt'), id);
};

const planReferences = (plan: CommitCallBuilder, { references, writes }: ChangeSet): void => {
  const { projectKey } = plan;
  // Resources that this commit creates do not exist yet when the checks run.
  const created = new Set(
    writes
      .filter(({ expectedVersion }) => expectedVersion === undefined)
      .map(({ typeId, id }) => targetById(typeId, id)),
  );
  for (const [target, delta] of references) {
    const { typeId, id, key } = parseTarget(target);
    if (delta > 0 && !created.has(target)) {
      const requiredKey =
        id === undefined ? keys.unique(projectKey, typeId, 'key', key) : keys.body(projectKey, typeId, id);
      plan.check('exists', requiredKey, { kind: 'exists', typeId, id, key });
    }
    if (delta !== 0) plan.write('refer', keys.references(projectKey), target, delta);
  }
};

const planCounts = (plan: CommitCallBuilder, counts: readonly UsageCount[]): void => {
  const key = keys.usageCounts(plan.projectKey);
  for (const { name, max, refusal } of counts) {
    if (max !== undefined) plan.check('below', key, { kind: 'below', refusal }, name, String(max));
    plan.write('count', key, name);
  }
};

export const planCommit = (changeSet: ChangeSet, nowMs: number): CommitCall => {
  const plan = new CommitCallBuilder(changeSet.projectKey);
  const log = plan.position(keys.commits(changeSet.projectKey, Math.floor(nowMs / minuteMs)));
  const sequence = plan.position(keys.sequence(changeSet.projectKey));
  const released = planReleases(plan, changeSet.writes);
  for (const write of changeSet.writes) {
    planChecks(plan, write, released);
    if (write.body === undefined) planDeletion(plan, write);
    else planBody(plan, write, write.body);
    planFields(plan, write);
    if (write.markedForIndexing === true) planMark(plan, write);
  }
  for (const check of changeSet.versionChecks ?? []) planVersion(plan, check);
  planReferences(plan, changeSet);
  planCounts(plan, changeSet.counts ?? []);
  // The time of the revocation is kept as long as the longest-lived token.
  for (const subject of changeSet.revokedTokenSubjects ?? [])
    plan.write('revoke', keys.tokensRevokedAt(plan.projectKey, subject), limits.tokenSecondsMax);
  // While the slot is being migrated, Redis refuses a script with a missing key at its start. Without the guard it
  // would refuse
  // later, after the first writes: a key that the script deletes and writes again is missing in between.
  plan.position(keys.guard(changeSet.projectKey));
  const packed = packr.pack({
    id: changeSet.commitId,
    log,
    logTtlMs,
    sequence,
    checks: plan.checkSteps,
    writes: plan.writeSteps,
  });
  return { keys: plan.keys, args: [packed, ...plan.bodies], checks: plan.checks };
};
