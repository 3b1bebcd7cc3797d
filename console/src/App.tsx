import { Alert, Center } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BrowserRouter, Navigate, Route, Routes, useLocation, useNavigationType, useParams } from 'react-router';
import { ApiError } from './api/ApiError';
import { readSetUp, type Session } from './api/session';
import { readGuide } from './guide/guideState';
import { Shell } from './shell/Shell';
import { ListPage } from './resourcePages/ListPage';
import { useResourceTypes } from './resources/useResourceTypes';
import { ServerPage } from './shell/ServerPage';
import { serverPages } from './shell/serverPages';
import { nextPage } from './signIn/nextPage';
import { SetUpPage } from './signIn/SetUpPage';
import { SignInPage } from './signIn/SignInPage';
import { useSession } from './session/useSession';
import { Loading } from './layout/Loading';
import { PageBoundary } from './layout/PageBoundary';

const retriesMax = 3;

/** Retries a request if the server is busy, restarts or cannot be reached; other refusals are final. */
const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < retriesMax && error instanceof ApiError && (error.statusCode === 0 || error.statusCode === 503);

const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, refetchOnWindowFocus: false },
    // A change without a connection fails at once, so that it is not sent later unnoticed.
    mutations: { networkMode: 'always' },
  },
});

const StartPage = lazy(() => import('./start/StartPage'));

const pages = {
  list: ListPage,
  create: lazy(async () => ({ default: (await import('./resourcePages/CreatePage')).CreatePage })),
  detail: lazy(async () => ({ default: (await import('./resourcePages/DetailPage')).DetailPage })),
} as const;

/**
 * Identifies how the browser came to a page: by a link, or back and forth. A list replaces its own address when it is
 * paged or filtered; after any other arrival it shows what the address says.
 */
const useArrival = (): string => {
  const { key } = useLocation();
  const isReplaced = useNavigationType() === 'REPLACE';
  const [arrival, setArrival] = useState(key);
  if (!isReplaced && key !== arrival) setArrival(key);
  return arrival;
};

const ResourcePage = ({ page }: { readonly page: keyof typeof pages }) => {
  const { t } = useTranslation();
  const { path = '' } = useParams();
  const types = useResourceTypes();
  const arrival = useArrival();
  const type = types.find(each => each.path === path);
  if (types.length === 0) return <Loading />;
  if (type === undefined) return <Alert color="red">{t('errors.notFound')}</Alert>;
  const Page = pages[page];
  return (
    <Suspense fallback={<Loading />}>
      <Page key={`${type.path} ${arrival}`} type={type} />
    </Suspense>
  );
};

const SignedInRoutes = ({ session }: { readonly session: Session }) => {
  const { t } = useTranslation();
  const [first] = session.projects;
  if (first === undefined && !session.permissions.includes('manage_projects'))
    return <Alert m="md">{t('shell.noProject')}</Alert>;
  // No project has the key `-`: pages of the server work without a project.
  const isInSetUp = session.permissions.includes('manage_projects') && readGuide() !== undefined;
  const home = first === undefined || isInSetUp ? '/-/-/start' : `/${first.key}`;
  return (
    <Routes>
      <Route path="/:projectKey" element={<Shell session={session} />}>
        <Route
          index
          element={
            <Suspense fallback={<Loading />}>
              <StartPage />
            </Suspense>
          }
        />
        {serverPages.map(page => (
          <Route key={page.path} path={page.path} element={<ServerPage page={page} session={session} />} />
        ))}
        <Route path=":path" element={<ResourcePage page="list" />} />
        <Route path=":path/create/all" element={<ResourcePage page="create" />} />
        <Route path=":path/create" element={<ResourcePage page="create" />} />
        <Route path=":path/:id" element={<ResourcePage page="detail" />} />
      </Route>
      <Route path="*" element={<Navigate to={home} replace />} />
    </Routes>
  );
};

/** Shows the first page: a new server has no account that could sign in, but perhaps an API client. */
const StartPages = () => {
  const { data, isError } = useQuery({ queryKey: ['set-up'], queryFn: readSetUp });
  const [hasClient, setHasClient] = useState(false);
  if (data === undefined && !isError) return <Loading />;
  if (data?.required === true && !hasClient) return <SetUpPage onSignInAsClient={() => setHasClient(true)} />;
  return <SignInPage kind={hasClient ? 'client' : 'account'} />;
};

/** Leads back to the page of this server that requested the sign-in. */
const Leave = ({ to }: { readonly to: string }) => {
  useEffect(() => location.replace(to), [to]);
  return <Loading />;
};

const Pages = () => {
  const { t } = useTranslation();
  const { data: session, failureReason } = useSession();
  if (session === undefined)
    return (
      <Center mih="100vh">{failureReason === null ? <Loading /> : <Alert>{t('errors.unreachable')}</Alert>}</Center>
    );
  if (session === null) return <StartPages />;
  const next = nextPage(location.search);
  return next === undefined ? <SignedInRoutes session={session} /> : <Leave to={next} />;
};

export const App = () => (
  <BrowserRouter basename="/console">
    <QueryClientProvider client={queryClient}>
      <PageBoundary>
        <Pages />
      </PageBoundary>
    </QueryClientProvider>
  </BrowserRouter>
);
