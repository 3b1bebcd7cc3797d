import type { BenchCase } from '../cases/BenchCase.js';
import type { LoadRequest } from '../load/plan.js';
import { headersOf, measureSubject, overHttp, type Subject } from '../measure/measureSubject.js';
import type { Measurements } from '../measure/Measurements.js';
import { observeShedRequests } from '../measure/shedRequests.js';
import type { BenchEnvironment, BenchWorld } from '../world/BenchWorld.js';
import type { ScaleLoad, ScaleOptions } from './ScalePart.js';

export interface NamedLoad {
  readonly name: string;
  readonly subject: Subject;
}

const connectionsByDefault = 64;
const [firstWarmUpSeconds, warmUpSeconds] = [2, 1];

/** Takes one request of each project in turn, so that all projects are in use at the same time. */
const interleave = (lists: readonly (readonly LoadRequest[])[]): LoadRequest[] => {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) =>
    lists.flatMap(list => {
      const request = list[at];
      return request === undefined ? [] : [request];
    }),
  ).flat();
};

/** The requests of a case, spread over projects. */
export const loadOver = (
  worlds: readonly [BenchWorld, ...BenchWorld[]],
  { name, requests, connections = connectionsByDefault, perSecond }: BenchCase,
): NamedLoad => ({
  name,
  subject: overHttp(worlds[0].server, {
    headers: headersOf(worlds[0]),
    connections,
    perSecond,
    requests: async () => {
      const lists = [];
      for (const world of worlds) {
        const { authorization } = headersOf(world);
        lists.push((await requests(world)).map(request => ({ ...request, authorization })));
      }
      return interleave(lists);
    },
  }),
});

/** Measures loads by turns. */
export const measureLoads = async (
  environment: BenchEnvironment,
  loads: readonly NamedLoad[],
  { seconds, rounds }: ScaleOptions,
): Promise<ScaleLoad[]> => {
  const measured = loads.map(load => ({ ...load, figures: [] as Measurements[] }));
  for (let round = 0; round < rounds; round++)
    for (const { name, subject, figures } of round % 2 === 0 ? measured : measured.toReversed()) {
      const timing = { seconds, warmUpSeconds: round === 0 ? firstWarmUpSeconds : warmUpSeconds };
      const readShedRequests = await observeShedRequests(environment);
      const { figures: found } = await measureSubject(environment, subject, timing);
      if (found.failures > 0)
        console.error(
          `${name}: ${found.failures} of ${found.requests} requests failed; ${(await readShedRequests()) ?? 'none was refused because of overload'}`,
        );
      figures.push(found);
    }
  return measured.map(({ name, figures }) => ({ name, figures }));
};
