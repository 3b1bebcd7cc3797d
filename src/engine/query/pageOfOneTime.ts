/**
 * Pages in the order of times, from the oldest on, for readers that continue after the last time that they saw.
 *
 * A query reads lists and bodies one after the other. A page could show a commit of the meantime without an earlier
 * one, which such a reader would then never see. Therefore a page shows nothing later than its beginning: all earlier
 * commits are in the lists, since the times of a project never go back (store/CommitClock.ts).
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

/** Tells whether a project has had no commit with a time yet. */
const isUnknown = (timeMs: number): boolean => timeMs < Date.UTC(2020);

/** Reads a page, and again up to a time if it shows commits of the meantime. */
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
