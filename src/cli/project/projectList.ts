import { listProjects } from '../../projects/listProjects.js';
import { withServices } from '../withServices.js';

export const projectList = async ({ json = false }: { readonly json?: boolean }): Promise<void> => {
  const records = await withServices(listProjects);
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
