import { limits } from '../../base/config/limits.js';
import { invalidInput } from '../../base/errors/ApiError.js';
import type { DataStore } from '../../store/DataStore.js';
import type { ResourceSchema } from '../define/ResourceSchema.js';
import { expectedBytes } from '../../store/longestBodies.js';
import type { WorkTime } from '../../base/shedding/WorkTime.js';
import type { IndexConditions } from './indexConditions.js';
import type { ParsedQuery } from './parseQueryParameters.js';
import { parseUndamaged } from '../damagedResources.js';
import type { BodyFilter, MemberReader } from './predicate/bodyFilter.js';
import { withDerivedFields, showPublished } from '../visibility.js';
import { readMembers } from '../document/scanSpans.js';

/** Collects the bodies of a page; throws when they are too long together. */
export class PageBodies {
  readonly bodies: Buffer[] = [];
  #bytes = 0;

  push(body: Buffer): void {
    this.#bytes += body.length;
    if (this.#bytes > limits.pageBytesMax)
      throw invalidInput(
        `The page would be longer than ${limits.pageBytesMax} bytes. Ask for fewer results with limit.`,
      );
    this.bodies.push(body);
  }
}

/** The resources that a query can find: those of one type in one project. */
export interface QueryScope {
  readonly store: DataStore;
  readonly projectKey: string;
  readonly resourceType: ResourceSchema;
  /** True if the query sees only published data (engine/visibility.ts). */
  readonly publishedOnly?: boolean;
  /** True if it is a query at `/me`, which shows no members for merchants only. */
  readonly own?: boolean;
}

const { queryReadCountMax, queryReadBytesMax, queryParallelBytesMax } = limits;

interface Part {
  readonly ids: readonly string[];
  /** The bytes that the bodies are expected to have together, at most. */
  readonly bytes: number;
}

/** Splits ids where the next body would make a part too long; a part has one body at least. */
const splitByLength = (ids: readonly string[], lengths: readonly number[]): Part[] => {
  const parts: Part[] = [];
  let first = 0;
  let bytes = 0;
  ids.forEach((_, at) => {
    const length = lengths[at] ?? 0;
    if (bytes > 0 && bytes + length > queryReadBytesMax) {
      parts.push({ ids: ids.slice(first, at), bytes });
      [first, bytes] = [at, 0];
    }
    bytes += length;
  });
  return [...parts, { ids: ids.slice(first), bytes }];
};

/** Asks for the lengths of bodies only where they may be long. */
const partsOf = async (scope: QueryScope, ids: readonly string[]): Promise<Part[]> => {
  const { store, projectKey, resourceType } = scope;
  const bytes = expectedBytes(projectKey, resourceType.typeId, ids.length);
  if (bytes <= queryReadBytesMax) return [{ ids, bytes }];
  return splitByLength(ids, await store.bodyLengths(projectKey, resourceType.typeId, ids));
};

/** Long reads by master of a cluster: a read that waits for an unavailable master holds nothing in memory. */
const lastLongReads = new Map<string, Promise<unknown>>();

/** Long reads of a thread follow one another, so that their answers are not in memory together. */
const runLongRead = <T>(master: string, read: () => Promise<T>): Promise<T> => {
  const reading = (lastLongReads.get(master) ?? Promise.resolve()).then(read);
  const end = (): void => undefined;
  lastLongReads.set(master, reading.then(end, end));
  return reading;
};

/**
 * The bodies of ids in their order, null for a deleted resource and for a damaged one. The deadline is checked before
 * each read.
 */
export async function* bodyParts(
  scope: QueryScope,
  ids: readonly string[],
  deadline?: WorkTime,
): AsyncGenerator<(Buffer | null)[]> {
  const { store, projectKey, resourceType } = scope;
  for (let at = 0; at < ids.length; at += queryReadCountMax)
    for (const part of await partsOf(scope, ids.slice(at, at + queryReadCountMax))) {
      deadline?.assertInTime();
      const read = () => store.bodies(projectKey, resourceType.typeId, part.ids, 'leaveOut');
      yield await (part.bytes > queryParallelBytesMax ? runLongRead(store.masterOf(projectKey), read) : read());
    }
}

/** Tells that a page is longer than its reader takes (QueryRun.pageBytesMax). No body of it was read. */
export class LongPageError extends Error {
  constructor(bytes: number) {
    super(`the bodies of the page have ${bytes} bytes`);
  }
}

export interface QueryRun extends QueryScope {
  readonly query: ParsedQuery;
  readonly conditions: IndexConditions;
  readonly deadline: WorkTime;
  /** Bounds the bytes of a page where the caller takes only short pages, of at most limits.queryReadCountMax bodies. */
  readonly pageBytesMax?: number;
}

/** A page as bytes of whole resources, and the number of matches (absent where the query does not ask for it). */
export interface Page {
  readonly bodies: readonly Buffer[];
  readonly total?: number;
}

type PageRun = Pick<QueryRun, 'store' | 'projectKey' | 'resourceType' | 'pageBytesMax'>;

/** Tells whether one call can read a page: its bodies are few, and expected to be short. */
export const fitsOneRead = ({ projectKey, resourceType, pageBytesMax }: PageRun, count: number): boolean =>
  count <= limits.queryReadCountMax &&
  expectedBytes(projectKey, resourceType.typeId, count) <= (pageBytesMax ?? limits.queryReadBytesMax);

/** The bodies of ids in their order, without those of resources that are deleted meanwhile; one call reads them. */
export const fetchPageAtOnce = async (
  { store, projectKey, resourceType }: PageRun,
  ids: readonly string[],
): Promise<Buffer[]> => {
  const page = new PageBodies();
  for (const body of await store.bodies(projectKey, resourceType.typeId, ids, 'leaveOut'))
    if (body !== null) page.push(body);
  return page.bodies;
};

const assertShortPage = async (
  { store, projectKey, resourceType }: PageRun,
  ids: readonly string[],
  bytesMax: number,
): Promise<void> => {
  const lengths = await store.bodyLengths(projectKey, resourceType.typeId, ids);
  const bytes = lengths.reduce((sum, length) => sum + length, 0);
  if (bytes > bytesMax) throw new LongPageError(bytes);
};

/**
 * The bodies as fetchPageAtOnce returns them, read in parts: a page that is too long is given up before the next one.
 * Throws LongPageError where the run takes only short pages.
 */
export const fetchPage = async (run: PageRun, ids: readonly string[]): Promise<Buffer[]> => {
  if (run.pageBytesMax !== undefined) {
    await assertShortPage(run, ids, run.pageBytesMax);
    return fetchPageAtOnce(run, ids);
  }
  const page = new PageBodies();
  for await (const bodies of bodyParts(run, ids)) for (const body of bodies) if (body !== null) page.push(body);
  return page.bodies;
};

/** A resource that matches the predicate, with those of its members that were read. */
interface MatchingResource {
  readonly body: Buffer;
  readonly members: Readonly<Record<string, unknown>>;
}

/** The resources of the ids that pass a filter, in the order of the ids; deleted and damaged ones are left out. */
export async function* matchingChunks(
  run: QueryRun,
  ids: readonly string[],
  filter: BodyFilter,
): AsyncGenerator<MatchingResource[]> {
  const { deadline, projectKey, resourceType } = run;
  // One body holds the thread no longer than boundedWork allows.
  const boundedFilter: BodyFilter = body => deadline.runQuery(() => filter(body));
  for await (const bodies of bodyParts(run, ids, deadline)) {
    const matches: MatchingResource[] = [];
    for (const body of bodies) {
      if (body === null) continue;
      const yielding = deadline.pause(body.length);
      if (yielding !== undefined) await yielding;
      const members = parseUndamaged(projectKey, resourceType.typeId, body, boundedFilter);
      if (members !== undefined) matches.push({ body, members });
    }
    yield matches;
  }
}

/** Reads members as they are stored. */
export const storedMembers: MemberReader = {
  isDerived: () => false,
  read: names => body => readMembers(body, names),
};

/** Reads the members that predicates and sorts see: derived fields too, and only published data where asked for. */
export const memberReader = ({
  resourceType: { derivedFields, published },
  publishedOnly,
}: Pick<QueryScope, 'resourceType' | 'publishedOnly'>): MemberReader => {
  const view = publishedOnly === true ? published : undefined;
  if (derivedFields.size === 0 && view === undefined) return storedMembers;
  return {
    isDerived: name => derivedFields.has(name),
    read: names => {
      const stored = new Set([...names].flatMap(name => derivedFields.get(name)?.from ?? name));
      const derived = new Map([...derivedFields].filter(([name]) => names.has(name)));
      return body => {
        const members = withDerivedFields(derived, readMembers(body, stored));
        return view === undefined ? members : showPublished(view, members);
      };
    },
  };
};
