import { Pagination } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface PagesProps {
  readonly total: number;
  /** The number of the page, from 1. */
  readonly page: number;
  readonly onChange: (page: number) => void;
}

/** The pages of a list; nothing if there is only one. */
export const Pages = ({ total, page, onChange }: PagesProps) => {
  const { t } = useTranslation();
  if (total <= 1) return null;
  return (
    <Pagination
      total={total}
      value={page}
      onChange={onChange}
      getControlProps={control => ({ 'aria-label': t(`list.${control}`) })}
    />
  );
};
