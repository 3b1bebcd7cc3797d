import { Alert } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../api/session';
import { isPermitted, type ServerPageRow } from './serverPages';
import { Loading } from '../layout/Loading';

/** Shows a page of the server, or a notice that the role lacks the permission, without which requests are refused. */
export const ServerPage = ({ page, session }: { readonly page: ServerPageRow; readonly session: Session }) => {
  const { t } = useTranslation();
  if (!isPermitted(page, session))
    return (
      <Alert>
        {t('server.notPermitted', { role: t(`accounts.roleNames.${session.role}`, { defaultValue: session.role }) })}
      </Alert>
    );
  return (
    <Suspense fallback={<Loading />}>
      <page.Page session={session} />
    </Suspense>
  );
};
