import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Says that a part of the page is loading. */
export const Loading = () => {
  const { t } = useTranslation();
  return <Loader role="status" aria-label={t('loading')} />;
};
