import { readConfig } from '../config/readConfig.js';
import { type RunningProcesses, ServerProcesses } from '../processes/ServerProcesses.js';
import type { StartupReport } from '../processes/StartupReport.js';
import { createLog, startService, type Service } from '../main.js';
import type { ClientCredentials } from '../projects/createProject.js';
import { shutdownBudget } from '../lifecycle/shutdownBudget.js';

/** A command to paste into a shell: requests a token and reads the states with it. */
const curlLine = (address: string, { projectKey, clientId, clientSecret }: ClientCredentials): string =>
  `curl -s ${address}/${projectKey}/states -H "Authorization: Bearer $(curl -s -u ${clientId}:${clientSecret} -d grant_type=client_credentials ${address}/oauth/token | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')"`;

const banner = ({ address, demo, searchAvailable }: StartupReport): string =>
  [
    `Quayside listens on ${address}`,
    ...(searchAvailable ? [] : ['RediSearch was not found: order search is not available.']),
    ...(demo === undefined
      ? []
      : [
          '',
          `  project        ${demo.projectKey}`,
          `  client id      ${demo.clientId}`,
          `  client secret  ${demo.clientSecret}    (shown this once)`,
          '',
          'Try it:',
          '',
          curlLine(address, demo),
          '',
        ]),
  ].join('\n');

/** Runs the server until a signal stops it; a second signal ends the process immediately. */
export const startServer = async (): Promise<void> => {
  const config = readConfig(process.env);
  const log = createLog(config);
  let service: Service | RunningProcesses | undefined;
  let signals = 0;
  const end = (signal: NodeJS.Signals): void => {
    if (++signals > 1) process.exit(1);
    setTimeout(() => process.exit(1), shutdownBudget.processExitsByMs).unref();
    log.info(`${signal}: stopping`);
    void stopping();
  };
  const starting: Promise<Service | RunningProcesses> =
    config.serverProcesses === 1 ? startService(config, log) : ServerProcesses.start(config, log);
  const stopping = async (): Promise<void> => {
    await starting.then(
      started => started.stop(),
      () => undefined,
    );
    process.exit(service === undefined ? 1 : 0);
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  // Server processes are replaced one after the other, for example after an update of the files.
  const restart = async (): Promise<void> => {
    const started = await starting;
    if ('restart' in started) await started.restart();
  };
  if (config.serverProcesses > 1)
    process.on('SIGHUP', () => {
      restart().catch(() => undefined);
    });
  service = await starting;
  console.log(banner(service));
};
