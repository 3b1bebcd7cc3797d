import { Box, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Says that a part of the page is loading. */
export const Loading = ({ height }: { readonly height?: number }) => {
  const { t } = useTranslation();
  return (
    <Box mih={height}>
      <Loader role="status" aria-label={t('loading')} />
    </Box>
  );
};
