/**
 * Pages in the order of times, from the oldest on, for readers that go on behind the last time that they saw.
 *
 * A query reads lists and bodies one after the other. What is committed meanwhile may be on the page without what was
 * committed before it, and such a reader would never see that. A page shows nothing that is later than its beginning,
 * therefore: all earlier commits are in the lists, since the times of a project never go back (store/CommitClock.ts).
 */
import { timeOfCount } from '../../store/CommitClock.js';
import { readMembers } from '../document/scanSpans.js';
import type { Page, QueryRun } from './pageBodies.js';
import { isWithin, type TimeLimit } from './sortedPage.js';

/** The time that a page follows from the oldest on; undefined for another order. */
const followedTime = ({ resourceType, query }: QueryRun): TimeLimit['member'] | undefined => {
  const [{ path, direction } = { path: ['createdAt'], direction: 'asc' }] = query.sort;
  const [name] = path;
  if (direction !== 'asc' || path.length !== 1) return undefined;
  if (name === 'lastModifiedAt') return resourceType.isImmutable ? 'createdAt' : name;
  return name === 'createdAt' ? name : undefined;
};

/** The times of a project before its first commit with a time. */
const isUnknown = (timeMs: number): boolean => timeMs < Date.UTC(2020);

/** Reads a page; once more, up to a time, where it shows what was committed meanwhile. */
export const pageOfOneTime = async (run: QueryRun, read: (timeLimit?: TimeLimit) => Promise<Page>): Promise<Page> => {
  const member = followedTime(run);
  if (member === undefined) return read();
  const { store, projectKey } = run;
  const lastTime = async (): Promise<number> => timeOfCount(await store.commitCount(projectKey));
  const before = await lastTime();
  const page = await read();
  if (isUnknown(before) || before === (await lastTime())) return page;
  const timeLimit = { member, time: new Date(before).toISOString() };
  const names = new Set([member]);
  return page.bodies.every(body => isWithin(timeLimit, readMembers(body, names))) ? page : read(timeLimit);
};
