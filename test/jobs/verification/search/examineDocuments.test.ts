/** Reads all documents of an index, with any creation times. */
import { test } from '../../../support/tap.js';
import type { SearchedIndex } from '../../../../src/search/run/findCandidates.js';
import { pagesOfDocuments } from '../../../../src/jobs/verification/search/examineDocuments.js';

interface Held {
  readonly id: string;
  readonly created: number;
  readonly isGhost?: boolean;
}

const edge = (text: string, low: boolean): ((created: number) => boolean) => {
  if (text.endsWith('inf')) return () => true;
  const number = Number(text.replace('(', ''));
  if (low) return created => created >= number;
  return text.startsWith('(') ? created => created < number : created => created <= number;
};

/** Creates an index with some documents, and counts its searches. */
const indexOf = (held: readonly Held[]): { searched: SearchedIndex; searches: () => number } => {
  let searches = 0;
  const find: SearchedIndex['find'] = async (query, { limit }) => {
    searches++;
    const [, from, to] = /^@created:\[(\S+) (\S+)\]$/.exec(query)!;
    const found = held.filter(({ created }) => edge(from!, true)(created) && edge(to!, false)(created));
    return {
      total: found.length,
      hits: found
        .slice(0, limit)
        .filter(({ isGhost }) => isGhost !== true)
        .map(({ id, created }) => ({ id, version: 1, sortKey: created })),
    };
  };
  return {
    searched: { projectKey: 'any', find, contents: async () => [], boundaries: async () => [] },
    searches: () => searches,
  };
};

const walk = async (held: readonly Held[]) => {
  const { searched, searches } = indexOf(held);
  const ids: string[] = [];
  let ghosts = 0;
  for await (const page of pagesOfDocuments(searched)) {
    ids.push(...page.ids);
    ghosts += page.ghosts;
  }
  return { ids: ids.sort(), ghosts, searches: searches() };
};

const startMs = Date.UTC(2026, 0, 1);
const of = (count: number, created: (at: number) => number): Held[] =>
  Array.from({ length: count }, (_, at) => ({ id: `d${at}`, created: created(at) }));
const idsOf = (held: readonly Held[]): string[] => held.map(({ id }) => id).sort();

test('finds all documents once: over years, within one millisecond, before 1970 and after 2109', async t => {
  for (const held of [
    [],
    of(5_000, at => startMs + at * 60_000 + 0.5),
    of(3_000, at => startMs + at / 4_096),
    of(2_500, at => (at % 2 === 0 ? startMs : startMs + 1)),
    [
      ...of(1_500, at => startMs + at),
      { id: 'old', created: -5 },
      { id: 'late', created: 2 ** 42 },
      { id: 'later', created: 2 ** 43 },
      { id: 'zero', created: 0 },
    ],
  ])
    t.same((await walk(held)).ids, idsOf(held), `${held.length}`);
});

test('counts hits without a document and reads many hits with few searches', async t => {
  const held = of(4_000, at => startMs + at * 1_000);
  const { ids, ghosts, searches } = await walk(held.map((each, at) => ({ ...each, isGhost: at % 1_000 === 7 })));
  t.equal(ghosts, 4);
  t.equal(ids.length, 3_996);
  t.ok(searches < 100, `${searches} searches`);
});
