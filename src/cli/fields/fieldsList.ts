import { required } from '../../errors/required.js';
import { fieldIndexName } from '../../store/fieldIndexName.js';
import { withServices } from '../withServices.js';

export const fieldsList = async ({
  project,
  json = false,
}: {
  readonly project: string;
  readonly json?: boolean;
}): Promise<void> => {
  const indexes = await withServices(async ({ settings, fieldIndexes }) => {
    const { key } = await settings.get(project);
    const states = [...(await fieldIndexes.states(key))].sort((a, b) =>
      fieldIndexName(a) < fieldIndexName(b) ? -1 : 1,
    );
    return Promise.all(
      states.map(async state => ({
        type: state.typeId,
        field: required(state.path.split('.').at(-1), 'the name of a custom field'),
        status: state.isComplete ? 'complete' : 'building',
        // What was stored when the index was started; later resources come with their commits.
        indexed: (await fieldIndexes.progress(key, state)).count,
      })),
    );
  });
  if (json) console.log(JSON.stringify(indexes));
  else
    for (const { type, field, status, indexed } of indexes)
      console.log(`${type}\t${field}\t${status}${status === 'building' ? `\t${indexed} so far` : ''}`);
};
