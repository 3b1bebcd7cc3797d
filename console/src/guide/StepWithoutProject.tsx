import { Alert, Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Leads back from a step that needs a project. */
export const StepWithoutProject = ({ onBack }: { readonly onBack: () => void }) => {
  const { t } = useTranslation();
  return (
    <Stack>
      <Alert>{t('guide.needsProject')}</Alert>
      <Button variant="default" onClick={onBack} w="fit-content">
        {t('guide.chooseProject')}
      </Button>
    </Stack>
  );
};
