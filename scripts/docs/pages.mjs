/** Generates the pages, each with the text that the built code yields now. */
import { cliPage } from './cliPage.mjs';
import { compareWithSdk, missingActions, missingRequests } from './compatibility.mjs';
import { compatibilityPage, hostedApiPage } from './compatibilityPage.mjs';
import { configurationPage } from './configurationPage.mjs';
import { errorsPage } from './errorsPage.mjs';
import { graphqlTypesPage } from './graphqlTypesPage.mjs';
import { missingMembers } from './missingMembers.mjs';
import { missingParameters } from './missingParameters.mjs';
import { limitsPage } from './limitsPage.mjs';
import { messagesPage } from './messagesPage.mjs';
import { performancePage } from './performancePage.mjs';
import { mixPicture } from './shopMix.mjs';

const built = path => import(new URL(`../../dist/src/${path}.js`, import.meta.url).href);

/** Returns `[{ path, text }]`; paths are relative to the top folder of the project. */
export const generatedPages = async () => {
  const { describeApi } = await built('http/openapi/describeApi');
  const { createProgram } = await built('cli/runCommand');
  const { createSchema } = await built('operations/graphqlSchema');
  const { errorTable } = await built('base/errors/errorTable');
  const { settings } = await built('base/config/settings');
  const { limits } = await built('base/config/limits');
  const predicateLimits = await built('engine/query/predicate/predicateLimits');
  const { definitions } = await built('commerce/resources/index');
  const { nameOf } = await built('engine/schema/Named');
  const description = describeApi();
  const compatibility = compareWithSdk(description);
  return [
    { path: 'docs/reference/cli.md', text: cliPage(createProgram()) },
    { path: 'docs/compatibility.md', text: compatibilityPage(compatibility) },
    { path: 'docs/reference/hosted-api.md', text: hostedApiPage(compatibility) },
    { path: 'assets/missing/requests.txt', text: missingRequests(compatibility) },
    { path: 'assets/missing/actions.txt', text: missingActions(compatibility) },
    { path: 'assets/missing/parameters.txt', text: missingParameters(description) },
    { path: 'assets/missing/members.txt', text: missingMembers(definitions) },
    { path: 'docs/reference/graphql-types.tsv', text: graphqlTypesPage(createSchema()) },
    { path: 'docs/reference/errors.md', text: errorsPage(errorTable) },
    { path: 'docs/reference/limits.md', text: limitsPage(limits, predicateLimits, settings, definitions) },
    { path: 'docs/reference/messages.md', text: messagesPage(definitions, nameOf) },
    { path: 'docs/reference/configuration.md', text: configurationPage(settings) },
    { path: 'docs/performance.md', text: performancePage() },
    { path: 'docs/shop-mix.svg', text: mixPicture() },
  ];
};
