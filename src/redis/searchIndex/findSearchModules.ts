/** Tells on which masters of a Redis the search module is, and where it could not be asked. */
import type { RedisClient } from '../connect.js';
import type { LostNode } from '../diagnosis/examineCluster.js';
import { addressOf, masterNodes } from '../masterNodes.js';
import { listModules } from './listModules.js';
import { parseModuleList } from './parseModuleList.js';

export interface ModuleAnswer {
  /** `host:port` */
  readonly node: string;
  /** Undefined where the server could not be asked; `reason` says why. */
  readonly isFound: boolean | undefined;
  readonly reason?: string;
}

/** Asks all masters; `lost` are nodes that cannot be reached. */
export const findSearchModules = async (
  client: RedisClient,
  lost: readonly LostNode[] = [],
): Promise<ModuleAnswer[]> => {
  const lostMasters = lost.filter(({ isMaster }) => isMaster);
  const reachable = masterNodes(client)
    .map(redis => ({ redis, node: addressOf(redis) }))
    .filter(({ node }) => lost.every(each => each.node !== node));
  const answers = reachable.map(async ({ redis, node }): Promise<ModuleAnswer> => {
    try {
      return { node, isFound: parseModuleList(await listModules(redis), 0) !== undefined };
    } catch (error) {
      return { node, isFound: undefined, reason: (error as Error).message };
    }
  });
  return [
    ...(await Promise.all(answers)),
    ...lostMasters.map(({ node, reason }) => ({ node, reason, isFound: undefined })),
  ];
};

const wherePossible = (nodes: readonly ModuleAnswer[], all: readonly ModuleAnswer[]): string =>
  all.length === 1 ? '' : ` on ${nodes.map(({ node }) => node).join(', ')}`;

/** What an operator has to know: a sentence where the module is missing, and one where that is not known. */
export const describeSearchModules = (answers: readonly ModuleAnswer[]): string[] => {
  const missing = answers.filter(({ isFound }) => isFound === false);
  const unknown = answers.filter(({ isFound }) => isFound === undefined);
  const isNowhere = missing.length === answers.length;
  return [
    ...(missing.length === 0
      ? []
      : isNowhere
        ? ['RediSearch was not found: order search is not available.']
        : [`RediSearch was not found${wherePossible(missing, answers)}: orders of its projects cannot be searched.`]),
    ...unknown.map(
      each =>
        `It is not known whether Redis has RediSearch${wherePossible([each], answers)}: ${each.reason ?? 'no answer'}`,
    ),
  ];
};
