import { changeFieldIndexes } from '../../projects/changeFieldIndexes.js';
import { withServices } from '../withServices.js';

export const fieldsUnindex = ({
  project,
  type,
  field,
}: {
  readonly project: string;
  readonly type: string;
  readonly field: string;
}): Promise<void> =>
  withServices(async services => {
    const isRemoved = await changeFieldIndexes(services, project, { typeId: type, name: field }, false);
    console.log(
      `the field ${field} of ${type} resources ${isRemoved ? 'is no longer' : 'was not'} indexed in ${project}`,
    );
  });
