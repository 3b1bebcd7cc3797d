/** The pages that are generated, each with its text as the built code gives it now. */
import { cliPage } from './cliPage.mjs';
import { compatibilityPage } from './compatibilityPage.mjs';

const built = path => import(new URL(`../../dist/src/${path}.js`, import.meta.url).href);

/** `[{ path, text }]`, paths from the top folder of the project. */
export const generatedPages = async () => {
  const { describe } = await built('openapi/description');
  const { createProgram } = await built('cli/createProgram');
  return [
    { path: 'docs/cli.md', text: cliPage(createProgram()) },
    { path: 'docs/compatibility.md', text: compatibilityPage(describe()) },
  ];
};
