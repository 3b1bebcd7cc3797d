/** The pages that are generated, each with its text as the built code gives it now. */
import { cliPage } from './cliPage.mjs';
import { compareWithSdk, missingActions, missingRequests } from './compatibility.mjs';
import { compatibilityPage } from './compatibilityPage.mjs';
import { configurationPage } from './configurationPage.mjs';
import { errorsPage } from './errorsPage.mjs';
import { limitsPage } from './limitsPage.mjs';
import { schemaPage } from './schemaPage.mjs';

const built = path => import(new URL(`../../dist/src/${path}.js`, import.meta.url).href);

/** `[{ path, text }]`, paths from the top folder of the project. */
export const generatedPages = async () => {
  const { describeApi } = await built('openapi/describeApi');
  const { createProgram } = await built('cli/createProgram');
  const { createSchema } = await built('graphql/createSchema');
  const { errorTable } = await built('errors/errorTable');
  const { settings } = await built('config/settings');
  const { limits } = await built('config/limits');
  const predicateLimits = await built('engine/query/predicate/predicateLimits');
  const { definitions } = await built('resources/index');
  const compatibility = compareWithSdk(describeApi());
  return [
    { path: 'docs/cli.md', text: cliPage(createProgram()) },
    { path: 'docs/compatibility.md', text: compatibilityPage(compatibility) },
    { path: 'assets/missing/requests.txt', text: missingRequests(compatibility) },
    { path: 'assets/missing/actions.txt', text: missingActions(compatibility) },
    { path: 'docs/reference/schema.graphql', text: schemaPage(createSchema()) },
    { path: 'docs/reference/errors.md', text: errorsPage(errorTable) },
    { path: 'docs/reference/limits.md', text: limitsPage(limits, predicateLimits, settings, definitions) },
    { path: 'docs/configuration.md', text: configurationPage(settings) },
  ];
};
