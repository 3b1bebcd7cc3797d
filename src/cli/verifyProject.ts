import type { Searched } from '../verify/search.js';
import { verify } from '../verify/verify.js';
import { withServices } from './withServices.js';

interface Options {
  readonly project: string;
  readonly json?: boolean;
}

const searchLine = (search: Searched | undefined): string => {
  if (search === undefined) return 'search\tnot compared: the project has no index of this version';
  const { index, documents, pending } = search;
  return `search\tindex ${index}, ${documents} documents${pending === 0 ? '' : `, ${pending} orders not compared: it has yet to follow them`}`;
};

/** Ends with 1 where something does not agree. */
export const verifyProject = async ({ project, json = false }: Options): Promise<void> => {
  const found = await withServices(services => verify(services, project));
  if (!found.isEqual) process.exitCode = 1;
  if (json) return console.log(JSON.stringify(found));
  for (const [typeId, count] of Object.entries(found.resources)) if (count > 0) console.log(`${typeId}\t${count}`);
  console.log(searchLine(found.search));
  for (const { kind, subject, detail } of found.differences) console.log(`${kind}\t${subject}\t${detail}`);
  const counts = Object.entries(found.counts).map(([kind, count]) => `${kind} ${count}`);
  console.log(found.isEqual ? 'Everything agrees.' : `Differences: ${counts.join(', ')}`);
};
