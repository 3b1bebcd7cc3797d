import { type SearchVerification, verifySearchIndex } from '../../search/verify/verifySearchIndex.js';
import { type DifferenceKind, differenceKinds } from '../../search/verify/Difference.js';
import { createProgress } from '../createProgress.js';
import { withServices } from '../withServices.js';

interface Options {
  readonly project: string;
  readonly json?: boolean;
  readonly references?: boolean;
  readonly wait: number;
  readonly list: number;
}

const print = ({ index, orders, documents, pending, counts, differences, isEqual }: SearchVerification): void => {
  console.log(`index ${index}: ${documents} documents, ${orders} orders`);
  if (pending > 0) console.log(`${pending} not compared: their index update is pending`);
  if (isEqual) return console.log('no differences');
  for (const [kind, count] of Object.entries(counts))
    console.log(`${count} ${differenceKinds[kind as DifferenceKind]}`);
  for (const { kind, id, detail } of differences) console.log(`${kind}\t${id ?? '-'}\t${detail}`);
};

export const searchVerify = async ({
  project,
  json = false,
  references = false,
  wait,
  list,
}: Options): Promise<void> => {
  const progress = createProgress('orders and documents compared');
  const verification = await withServices(services =>
    verifySearchIndex(services, project, {
      references,
      waitMs: wait * 1000,
      listedMax: list,
      onProgress: progress.update,
    }),
  ).finally(progress.stop);
  if (json) console.log(JSON.stringify(verification));
  else print(verification);
  if (!verification.isEqual) process.exitCode = 1;
};
