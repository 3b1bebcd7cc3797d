/** Shows how many resources are selected, and offers all results once a whole page is selected. */
import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SelectionSums } from './SelectionSums';
import type { ListSelection } from './useSelection';

interface SelectionNoticeProps {
  readonly selection: ListSelection;
  /** The number of resources on all pages. */
  readonly total: number;
}

const Notice = ({ selection, total }: SelectionNoticeProps) => {
  const { t } = useTranslation();
  const { count, isWholePage, isAll, selectAll } = selection;
  if (isAll)
    return (
      <Text size="sm" role="status">
        {t('lists.allSelected', { count })}
      </Text>
    );
  if (!isWholePage || total <= count) return null;
  return (
    <Group gap="xs">
      <Text size="sm">{t('lists.pageSelected', { count })}</Text>
      <Button variant="subtle" size="compact-sm" onClick={selectAll}>
        {t('lists.selectAllResults', { count: total })}
      </Button>
    </Group>
  );
};

export const SelectionNotice = (props: SelectionNoticeProps) => (
  <>
    <Notice {...props} />
    <SelectionSums selection={props.selection} />
  </>
);
