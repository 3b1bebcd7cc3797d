import { listProjects } from '../../projects/listProjects.js';
import { findLostNode } from '../../redis/diagnosis/examineCluster.js';
import { keys } from '../../store/keys.js';
import { withReachableServices } from '../withServices.js';

export const projectList = async ({ json = false }: { readonly json?: boolean }): Promise<void> => {
  const records = await withReachableServices([keys.projects], (services, lost) =>
    listProjects(services, key => {
      const node = findLostNode(services.redis, keys.prefix(key), lost)?.node;
      if (node !== undefined) console.error(`The project ${key} is not listed: ${node} has it.`);
      return node === undefined;
    }),
  );
  const shown = records.map(({ key, name, languages, currencies, countries, createdAt }) => ({
    key,
    name,
    languages,
    currencies,
    countries,
    createdAt,
  }));
  if (json) console.log(JSON.stringify(shown));
  else for (const { key, name, createdAt } of shown) console.log(`${key}\t${name}\t${createdAt}`);
};
