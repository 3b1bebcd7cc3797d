/** Connects to an MCP server of the vendor, which runs as a separate process, like the client of an AI agent. */
import type { ClientCredentials } from '../../../src/projects/createProject.js';
import { t } from '../../support/tap.js';
import { commandPath, loadModule } from './packages.js';

export type Args = Readonly<Record<string, unknown>>;

export interface Tool {
  readonly name: string;
  readonly inputSchema: { readonly properties?: Args };
}

interface ToolAnswer {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
}

export interface Agent {
  connect(transport: object): Promise<void>;
  listTools(): Promise<{ readonly tools: readonly Tool[] }>;
  callTool(call: { readonly name: string; readonly arguments: Args }): Promise<ToolAnswer>;
  close(): Promise<void>;
}

const mcp = '@modelcontextprotocol/sdk/client';

/** Makes the server list all tools; otherwise it offers only a search for tools. */
const allTools = ['--tools=all', '--dynamicToolLoadingThreshold=500', '--toolOutputFormat=json'];

/** Starts the command with the tools that `options` or the scopes of the client allow. */
export const connectAgent = async (
  command: string,
  address: string,
  { projectKey, clientId, clientSecret }: ClientCredentials,
  options: readonly string[] = ['--isAdmin=true'],
): Promise<Agent> => {
  const { Client } = await loadModule<{ readonly Client: new (info: object) => Agent }>(`${mcp}/index.js`);
  const { StdioClientTransport } = await loadModule<{ readonly StdioClientTransport: new (server: object) => object }>(
    `${mcp}/stdio.js`,
  );
  const client = new Client({ name: 'agent', version: '1.0.0' });
  const args = [
    ...allTools,
    `--clientId=${clientId}`,
    `--clientSecret=${clientSecret}`,
    `--projectKey=${projectKey}`,
    `--authUrl=${address}`,
    `--apiUrl=${address}`,
    ...options,
  ];
  await client.connect(new StdioClientTransport({ command: commandPath(command), args, stderr: 'ignore' }));
  t.teardown(() => client.close());
  return client;
};
