/** Follows messages or resources by their times, as docs/migrating.md says. */
import { setTimeout } from 'node:timers/promises';

type Time = 'createdAt' | 'lastModifiedAt';

interface Followed extends Readonly<Record<Time, string>> {
  readonly id: string;
  readonly version: number;
}

/** Sends the parameters to the path of a collection, and returns `results`. */
export type Query = (parameters: Readonly<Record<string, unknown>>) => Promise<readonly Followed[]>;

const limit = 500;
const nameOf = ({ id, version }: Followed): string => `${id} ${version}`;

/** Returns everything with one time: more than a page if a job or a large update wrote it. */
const allAt = async (query: Query, time: Time, at: string): Promise<readonly Followed[]> => {
  const all: Followed[] = [];
  for (;;) {
    const where = `${time} = "${at}" and id > "${all.at(-1)?.id ?? ''}"`;
    const page = await query({ where, sort: [`${time} asc`, 'id asc'], limit, withTotal: false });
    all.push(...page);
    if (page.length < limit) return all;
  }
};

/** Yields each message, or each version of a resource that it finds, once and in the order of times. */
export async function* follow(query: Query, time: Time, since = '1970-01-01T00:00:00.000Z', pauseMs = 1_000) {
  let at = since;
  let seen = new Set<string>();
  for (;;) {
    const later = await query({ where: `${time} > "${at}"`, sort: `${time} asc`, limit, withTotal: false });
    // Since something has a later time, nothing more will get this time.
    const rest = (await allAt(query, time, at)).filter(one => !seen.has(nameOf(one)));
    for (const one of rest) seen.add(nameOf(one));
    yield* rest;
    yield* later;
    const last = later.at(-1)?.[time];
    if (last === undefined) await setTimeout(pauseMs);
    else {
      at = last;
      seen = new Set(later.filter(one => one[time] === last).map(nameOf));
    }
  }
}
