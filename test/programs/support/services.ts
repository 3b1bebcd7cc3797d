/** Programs that are services, such as payment connectors, and the services of third parties that they call. */
import { fileURLToPath } from 'node:url';
import { type Introspected, startExternalServer } from '../../support/externalServer.js';
import { type ProcessRun, runProcess, startProcess } from './processes.js';

export interface ThirdPartyRequest extends Introspected {
  /** The host that the program wanted to call. */
  readonly host: string;
}

export interface Services {
  /** The requests to third parties so far. */
  readonly requests: readonly Introspected[];
  /** The address that stands for third parties, for programs whose settings name it. */
  readonly address: string;
  /** Runs a command of the program to its end. */
  readonly run: (folder: string, args: readonly string[], env: Environment) => Promise<ProcessRun>;
  /** Starts a service of the program with Node; resolves to its address. */
  readonly start: (folder: string, args: readonly string[], env: Environment) => Promise<string>;
}

type Environment = Readonly<Record<string, string>>;

/** `hosted` stands for the hosted product; `answer` returns the JSON response of a third party, undefined for 404. */
export const startServices = async (
  hosted: string,
  answer: (request: ThirdPartyRequest) => unknown,
): Promise<Services> => {
  const server = await startExternalServer();
  server.behave(response => {
    const request = server.requests.at(-1)!;
    const { 'x-host': host, host: own } = request.headers;
    const body = answer({ ...request, host: String(host ?? own) });
    response
      .writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(body ?? {}));
  });
  const address = new URL(server.url).origin;
  const preload = fileURLToPath(new URL('keepLocal.js', import.meta.url));
  const local = { HOSTED: hosted, THIRD_PARTIES: address, NODE_OPTIONS: `--import ${preload}` };
  return {
    requests: server.requests,
    address,
    run: (folder, args, env) => runProcess(process.execPath, args, { cwd: folder, env: { ...local, ...env } }),
    start: async (folder, args, env) => {
      const ready = /listens on (\d+)/;
      const options = { cwd: folder, env: { ...local, ...env }, ready };
      const { output } = await startProcess(process.execPath, args, options);
      return `http://127.0.0.1:${ready.exec(output())![1]}`;
    },
  };
};
