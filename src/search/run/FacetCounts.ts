/**
 * Keeps counts of facets over many hits, and follows the index: for each changed document, it subtracts the counts of
 * the old content and adds those of the new one. So the counts stay equal to the index, whatever its size.
 */
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { boundedWork } from '../../base/shedding/boundedWork.js';
import { WorkTime } from '../../base/shedding/WorkTime.js';
import type { Content } from '../document/contentOf.js';
import { type ContentMembers, unpackPart } from '../document/unpackPart.js';
import { type ContentMatch, type Matcher, matcherOf } from '../match/relevanceOf.js';
import type { RowList } from '../match/rows.js';
import type { Query } from '../query/ast.js';
import type { Hit, IndexChange, IndexPosition } from '../SearchIndexes.js';
import type { FacetCounters, FacetResult, Sign } from './facets.js';
import { requiredFields, type FollowedIndex } from './findCandidates.js';
import type { CountedFacets, KnownHits, SearchExtras } from './runSearch.js';

/** Counts over fewer candidates are not kept: counting them takes about as long as following the index. */
const keptHitsMin = 50;
/** Bounds the counts that a thread keeps for all searches together, each of some hundred bytes. */
const countsMax = 100_000;
/** Kept counts expire, because servers of earlier releases write into the index without recording changes. */
const keptMs = 600_000;

/** Defines which facets are counted, and over which hits. */
export interface FacetCount {
  /** Names the project, the index, the query and the facets. */
  readonly key: string;
  readonly query: Query;
  readonly rows: RowList;
  readonly counters: FacetCounters;
}

/** Holds the counts of all hits at one position in the changes of the index. */
class KeptCounts {
  readonly #counters: FacetCounters;
  readonly #match: Matcher;
  readonly #members: ContentMembers | undefined;
  /** The number of resources that the index found when the count began. */
  readonly #candidates: number;
  #position: IndexPosition;
  #total: number;

  constructor({ query, rows, counters }: FacetCount, position: IndexPosition, { total, candidates }: KnownHits) {
    this.#counters = counters;
    this.#total = total;
    this.#candidates = candidates;
    this.#match = matcherOf(query, rows);
    this.#members = requiredFields({ query, sort: [] }, counters.fields);
    this.#position = position;
  }

  get size(): number {
    return 1 + this.#counters.size();
  }

  get position(): IndexPosition {
    return this.#position;
  }

  get hits(): KnownHits {
    return { total: this.#total, candidates: this.#candidates };
  }

  results(): readonly FacetResult[] {
    return this.#counters.results();
  }

  count(packed: Buffer | undefined, sign: Sign): void {
    if (packed === undefined) return;
    const content = unpackPart(packed, this.#members);
    const matched = this.#match(content);
    if (matched === undefined) return;
    this.#total += sign;
    this.#counters.add(content, matched, sign);
  }

  /** Counts a change unless another search has already counted it. */
  follow({ position, before, after }: IndexChange): void {
    if (!isLater(position, this.#position)) return;
    this.count(before, -1);
    this.count(after, 1);
    this.#position = position;
  }
}

const isLater = (one: IndexPosition, other: IndexPosition): boolean => {
  const [ones, others] = [one.split('-').map(Number), other.split('-').map(Number)];
  const [ms = 0, place = 0] = ones;
  const [otherMs = 0, otherPlace = 0] = others;
  return ms > otherMs || (ms === otherMs && place > otherPlace);
};

/**
 * Corrects a count over an index that changed meanwhile: replaces the counted contents of changed documents by the
 * present ones. `counted` has the checksum of each content that was read, by which it is found among the contents of
 * the document. Returns false where it is none of them.
 */
const settle = (kept: KeptCounts, changes: readonly IndexChange[], counted: ReadonlyMap<string, number>): boolean => {
  const changesById = new Map<string, IndexChange[]>();
  for (const change of changes) changesById.set(change.id, [...(changesById.get(change.id) ?? []), change]);
  for (const [id, own] of changesById) {
    const sum = counted.get(id);
    const contents = [own[0]?.before, ...own.map(({ after }) => after)];
    const read = contents.find(content => content !== undefined && crc32(content) === sum);
    if (sum !== undefined && read === undefined) return false;
    kept.count(read, -1);
    kept.count(contents.at(-1), 1);
  }
  return true;
};

/** Counts facets while a search reads all hits, and remembers a checksum of each content. */
class CountingSearch implements CountedFacets {
  readonly #count: FacetCount;
  readonly #searched: FollowedIndex;
  readonly #counted = new Map<string, number>();
  #position: IndexPosition | undefined;
  #candidates = 0;

  constructor(count: FacetCount, searched: FollowedIndex) {
    this.#count = count;
    this.#searched = searched;
  }

  get fields(): CountedFacets['fields'] {
    return this.#count.counters.fields;
  }

  async onTotal(candidates: number): Promise<void> {
    this.#candidates = candidates;
    if (candidates >= keptHitsMin) this.#position = await this.#searched.recordChanges();
  }

  add(content: Content, match: ContentMatch, hit: Hit): void {
    this.#count.counters.add(content, match, 1);
    if (this.#position !== undefined && hit.content !== undefined) this.#counted.set(hit.id, crc32(hit.content));
  }

  /** Returns the counts of the present index; undefined where they cannot be kept. */
  async end(): Promise<KeptCounts | undefined> {
    const start = this.#position;
    const changes = start && (await this.#searched.changesSince(start));
    if (start === undefined || changes === undefined) return undefined;
    const hits = { total: this.#counted.size, candidates: this.#candidates };
    const kept = new KeptCounts(this.#count, changes.at(-1)?.position ?? start, hits);
    return boundedWork('query', () => settle(kept, changes, this.#counted)) ? kept : undefined;
  }
}

export class FacetCounts {
  readonly #kept = new LRUCache<string, KeptCounts>({
    maxSize: countsMax,
    maxEntrySize: countsMax / 4,
    sizeCalculation: kept => kept.size,
    ttl: keptMs,
  });

  /** Uses kept counts, or lets `search` count the facets while it reads all hits. */
  async count<Found>(
    searched: FollowedIndex,
    count: FacetCount,
    timeoutMs: number,
    search: (known: Pick<SearchExtras, 'facets' | 'known'>) => Promise<Found>,
  ): Promise<{ readonly found: Found; readonly results: readonly FacetResult[] }> {
    const followed = await this.#follow(searched, count.key, timeoutMs);
    if (followed !== undefined) return { results: followed.results(), found: await search({ known: followed.hits }) };
    const counting = new CountingSearch(count, searched);
    const found = await search({ facets: counting });
    const kept = await counting.end();
    if (kept !== undefined) this.#kept.set(count.key, kept);
    return { found, results: count.counters.results() };
  }

  async #follow(searched: FollowedIndex, key: string, timeoutMs: number): Promise<KeptCounts | undefined> {
    const kept = this.#kept.get(key);
    const changes = kept && (await searched.changesSince(kept.position));
    if (kept === undefined || changes === undefined) return void this.#kept.delete(key);
    const deadline = new WorkTime(searched.projectKey, timeoutMs, { mayMove: true });
    try {
      for (const change of changes) {
        const yielding = deadline.pause();
        if (yielding !== undefined) await yielding;
        deadline.runQuery(() => kept.follow(change));
      }
    } catch (error) {
      // The change that failed may be partly counted.
      this.#kept.delete(key);
      throw error;
    }
    return kept;
  }
}
