/** The text that a server prints when it serves requests: its pages, and how to make the first request. */
import { relative } from 'node:path';
import { type AddressRange, printAddressRange } from '../base/config/valueKinds.js';
import { version } from '../base/config/packageFile.js';
import type { StartupReport } from '../server/processes/StartupFailure.js';
import type { ClientCredentials } from '../projects/createProject.js';

/** A command to paste into a shell: requests a token and reads the states with it. */
const curlLine = (address: string, { projectKey, clientId, clientSecret }: ClientCredentials): string =>
  `curl -s ${address}/${projectKey}/states -H "Authorization: Bearer $(curl -s -u ${clientId}:${clientSecret} -d ` +
  `grant_type=client_credentials ${address}/oauth/token | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')"`;

/** Returns the start of a command line for other commands, which depends on how this server was started. */
export const commandPrefix = ({ argv, env }: Pick<NodeJS.Process, 'argv' | 'env'>, folder: string): string => {
  const file = argv[1] ?? '';
  if (env.npm_lifecycle_event !== undefined) return 'npm run quayside --';
  return file.endsWith('.mjs') ? `node ${relative(folder, file)}` : 'quayside';
};

const pageLines = ({ address, projectKey, setupCode }: StartupReport): string[] => [
  `  home page      ${address}/`,
  `  console        ${address}/console`,
  ...(setupCode === undefined ? [] : [`  set-up code    ${setupCode}    (creates the first account of the console)`]),
  `  API reference  ${address}/openapi`,
  ...(projectKey === undefined
    ? []
    : [
        `  GraphiQL       ${address}/${projectKey}/graphiql`,
        `  jobs           ${address}/console/${projectKey}/-/jobs`,
      ]),
];

const demoLines = (address: string, demo: ClientCredentials): string[] => [
  `  project        ${demo.projectKey}`,
  `  client id      ${demo.clientId}`,
  `  client secret  ${demo.clientSecret}    (shown this once)`,
  '',
  'Try it:',
  '',
  curlLine(address, demo),
];

/** The secret of a client is shown once only, so a later start says how to create another client. */
const clientLines = (projectKey: string, prefix: string): string[] => [
  `For a client of the project ${projectKey}, in a shell with the same settings:`,
  '',
  `${prefix} api-client create --project ${projectKey} --name my-client --scope manage_project:${projectKey}`,
];

const projectLines = (prefix: string): string[] => [
  'There is no project yet. For the first one and its client, in a shell with the same settings:',
  '',
  `${prefix} project create my-shop`,
];

const firstSteps = ({ address, demo, projectKey }: StartupReport, prefix: string): string[] => {
  if (demo !== undefined) return demoLines(address, demo);
  return projectKey === undefined ? projectLines(prefix) : clientLines(projectKey, prefix);
};

/** Shows the private addresses that the server may call, since npm start sets them. */
const destinationLines = (ranges: readonly AddressRange[]): string[] =>
  ranges.length === 0
    ? []
    : [
        'PRIVATE_DESTINATIONS lets API extensions and external OAuth servers have these private addresses: ' +
          ranges.map(printAddressRange).join(', '),
      ];

export interface BannerOptions {
  /** Begins a command line, such as `npm run quayside --`. */
  readonly prefix: string;
  readonly privateDestinations: readonly AddressRange[];
}

export const startBanner = (report: StartupReport, { prefix, privateDestinations }: BannerOptions): string =>
  [
    `Quayside ${version} listens on ${report.address}`,
    ...report.searchProblems,
    ...destinationLines(privateDestinations),
    '',
    ...pageLines(report),
    '',
    ...firstSteps(report, prefix),
    '',
  ].join('\n');
