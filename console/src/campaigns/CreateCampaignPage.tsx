/** A new discount, on carts or on prices. */
import { Alert, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { errorText } from '../api/errorText';
import { useProjectKey } from '../session/useProjectKey';
import { CampaignForm, type Plan } from './CampaignForm';
import { newCampaign } from './campaign';
import { CodeTaken, createCampaign } from './createCampaign';
import { useCampaignPath } from './CampaignViews';
import { CreateTitle } from '../layout/CreateTitle';

const CreateCampaignPage = () => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const navigate = useNavigate();
  const path = useCampaignPath();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (plan: Plan) => createCampaign(projectKey, plan),
    onSuccess: ({ id }, { campaign }) => void navigate(`/${projectKey}/${campaign.path}/${id}`),
  });
  const text = error instanceof CodeTaken ? t('campaign.codeTaken', { code: error.message }) : errorText(error, t);
  return (
    <Stack>
      <CreateTitle>{t('campaign.create')}</CreateTitle>
      <CampaignForm
        initial={newCampaign(path)}
        alert={error !== null && <Alert color="red">{text}</Alert>}
        isSaving={isPending}
        onSubmit={mutate}
      />
    </Stack>
  );
};

export default CreateCampaignPage;
