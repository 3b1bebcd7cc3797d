import { verify } from '../verify/verify.js';
import { withServices } from './withServices.js';

interface Options { readonly project: string; readonly json?: boolean }

/** Ends with 1 where something does not agree. */
export const verifyProject = async ({ project, json = false }: Options): Promise<void> => {
  const found = await withServices(services => verify(services, project));
  if (!found.isEqual) process.exitCode = 1;
  if (json) return console.log(JSON.stringify(found));
  for (const [typeId, count] of Object.entries(found.resources)) if (count > 0) console.log(`${typeId}\t${count}`);
  for (const { kind, subject, detail } of found.differences) console.log(`${kind}\t${subject}\t${detail}`);
  const counts = Object.entries(found.counts).map(([kind, count]) => `${kind} ${count}`);
  console.log(found.isEqual ? 'Everything agrees.' : `Differences: ${counts.join(', ')}`);
};
