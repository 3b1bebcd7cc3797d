import { compressProject, type TypeConversion } from '../../projects/compressProject.js';
import { createProgress } from '../createProgress.js';
import { withServices } from '../withServices.js';

interface Options {
  readonly undo?: boolean;
}

/** Prints how many resources of each type were converted. */
export const projectCompress = (key: string, { undo = false }: Options): Promise<void> =>
  withServices(async services => {
    const form = undo ? 'plain' : 'compressed';
    const found = new Map<string, TypeConversion>();
    const progress = createProgress('resources');
    try {
      for await (const conversion of compressProject(services, key, form)) {
        found.set(conversion.typeId, conversion);
        progress.update(conversion.examined, conversion.total);
      }
    } finally {
      progress.stop();
    }
    for (const { typeId, converted, examined } of found.values())
      console.log(`${typeId}\t${converted} of ${examined} converted`);
  });
