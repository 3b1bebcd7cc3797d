import { useLocalStorage } from '@mantine/hooks';
import type { ResourceType } from '../resources/resourceTypes';
import { useSchema } from '../resources/useSchema';
import { useProjectKey } from '../session/useProjectKey';
import { defaultColumns, possibleColumns } from './columns';
import { shopColumns } from './shopColumns';

/** Returns the columns and the density of a list, as a person has chosen them in this browser. */
export const useListColumns = (type: ResourceType) => {
  const projectKey = useProjectKey();
  const schema = useSchema(type.name);
  const [stored, choose] = useLocalStorage<readonly string[] | undefined>({
    key: `quayside-columns ${projectKey} ${type.path}`,
    getInitialValueInEffect: false,
  });
  const [isDense, setIsDense] = useLocalStorage({
    key: 'quayside-dense-lists',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const ofShop = shopColumns(type.path);
  const chosen = stored ?? ofShop ?? (schema === undefined ? ['id'] : defaultColumns(schema));
  const all = [...new Set([...(ofShop ?? []), ...(schema === undefined ? [] : possibleColumns(schema))])];
  return { all, chosen, onChange: choose, isDense, onDensity: setIsDense };
};
