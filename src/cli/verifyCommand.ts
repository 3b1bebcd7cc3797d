import type { SearchComparison } from '../jobs/verification/search/examineSearch.js';
import { verifyStoredData } from '../jobs/verification/verifyStoredData.js';
import { keys } from '../store/keys.js';
import { tabLine } from './output.js';
import { withReachableServices } from './withServices.js';

interface Options {
  readonly project: string;
  readonly json?: boolean;
}

const searchLine = (search: SearchComparison | undefined): string => {
  if (search === undefined) return 'search\tnot compared: the project has no index of this version';
  const { index, documents, pending } = search;
  return `search\tindex ${index}, ${documents} documents${pending === 0 ? '' : `, ${pending} orders not compared: their index update is pending`}`;
};

/** Prints the differences in the data of a project; sets the exit code to 1 when there are any. */
export const verifyCommand = async ({ project, json = false }: Options): Promise<void> => {
  const found = await withReachableServices([`${keys.prefix(project)}*`], (services, lost) =>
    verifyStoredData(services, project, { lostNodes: lost.map(({ node }) => node) }),
  );
  if (!found.isEqual) process.exitCode = 1;
  if (json) return console.log(JSON.stringify(found));
  for (const [typeId, count] of Object.entries(found.resources)) if (count > 0) console.log(tabLine(typeId, count));
  console.log(searchLine(found.search));
  for (const { kind, subject, detail } of found.differences) console.log(tabLine(kind, subject, detail));
  const counts = Object.entries(found.counts).map(([kind, count]) => `${kind} ${count}`);
  console.log(found.isEqual ? 'Everything agrees.' : `Differences: ${counts.join(', ')}`);
};
