/** The frame of all pages: header with project, language and account; navigation by resource type. */
import {
  Alert,
  AppShell,
  Burger,
  Button,
  Group,
  Menu,
  NavLink,
  ScrollArea,
  Select,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, type MouseEvent, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink as RouterNavLink, Outlet, useLocation, useMatch, useNavigate } from 'react-router';
import type { Session } from '../api/session';
import { chooseLanguage, type Language, languages } from '../i18n';
import { useResourceTypes } from '../resources/useResourceTypes';
import { ServerNavigation } from './ServerNavigation';
import { PageBoundary } from '../layout/PageBoundary';
import { ServerNotice } from './ServerNotice';
import { useAllowedOperations } from '../session/useAllowed';
import { useProjectKey } from '../session/useProjectKey';
import { useSignOut } from '../session/useSession';
import { groupTypes } from './navigation';
import { ToolLinks } from './ToolLinks';

const TourCard = lazy(() => import('../tour/TourCard'));

const AccountMenu = ({ session }: { readonly session: Session }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const other = scheme === 'dark' ? 'light' : 'dark';
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle">{session.account?.name ?? session.client?.id}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t(`accounts.roleNames.${session.role}`, { defaultValue: session.role })}</Menu.Label>
        <Menu.Item onClick={() => setColorScheme(other)}>{t(`shell.${other}`)}</Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('shell.language')}</Menu.Label>
        {Object.entries(languages).map(([language, name]) => (
          <Menu.Item key={language} lang={language} onClick={() => void chooseLanguage(language as Language)}>
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {session.account !== undefined && (
          <Menu.Item component={Link} to={`/${projectKey}/-/password`}>
            {t('password.title')}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => void signOut()}>{t('shell.signOut')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};

const Navigation = ({ onNavigate }: { readonly onNavigate: () => void }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const all = useResourceTypes();
  // This also matches an address with a slash at its end.
  const isStart = useMatch('/:projectKey') !== null;
  // Pages of the server are open without a project.
  if (projectKey === '-') return null;
  const groups = groupTypes(all).map(({ name, types }) => (
    <NavLink key={name} component="button" label={t(`groups.${name}`)} defaultOpened childrenOffset={12}>
      {types.map(type => (
        <NavLink
          key={type.path}
          component={RouterNavLink}
          variant="filled"
          to={`/${projectKey}/${type.path}`}
          label={t(`types.${type.path}`, { defaultValue: type.name })}
          onClick={onNavigate}
        />
      ))}
    </NavLink>
  ));
  return (
    <>
      <NavLink
        component={Link}
        variant="filled"
        to={`/${projectKey}`}
        aria-current={isStart ? 'page' : undefined}
        active={isStart}
        label={t('start.title')}
        onClick={onNavigate}
      />
      {groups}
    </>
  );
};

const ProjectChoice = ({ session }: { readonly session: Session }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const navigate = useNavigate();
  return (
    <Select
      aria-label={t('shell.project')}
      data={session.projects.map(({ key, name }) => ({ value: key, label: name }))}
      value={projectKey}
      onChange={key => key !== null && void navigate(`/${key}`)}
      allowDeselect={false}
      searchable
      w={180}
    />
  );
};

const mainId = 'main';

/** Moves the focus without changing the fragment of the address, which a page may use. */
const focusMain = (event: MouseEvent): void => {
  event.preventDefault();
  document.getElementById(mainId)?.focus();
};

export const Shell = ({ session }: { readonly session: Session }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const { pathname } = useLocation();
  // The address of a server page contains a project, but the page does not need it.
  const isThere =
    pathname.startsWith(`/${projectKey}/-/`) ||
    projectKey === '-' ||
    session.projects.some(({ key }) => key === projectKey);
  const isLoaded = useAllowedOperations().length > 0;
  const [isOpen, { toggle, close }] = useDisclosure();
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a href={`#${mainId}`} className="skip" onClick={focusMain}>
        {t('shell.skip')}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={t('shell.navigation')}
              aria-expanded={isOpen}
            />
            <Text fw={700} visibleFrom="sm">
              Quayside
            </Text>
            <ProjectChoice session={session} />
          </Group>
          <AccountMenu session={session} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t('shell.navigation')}>
        <ScrollArea>
          {/* All links appear at once, because links that move are hard to click. */}
          {isLoaded && (
            <>
              <Navigation onNavigate={close} />
              <ServerNavigation session={session} onNavigate={close} />
              <ToolLinks onNavigate={close} />
            </>
          )}
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id={mainId} tabIndex={-1}>
        <ServerNotice />
        <PageBoundary key={pathname}>
          {isThere ? <Outlet /> : <Alert color="red">{t('errors.notFound')}</Alert>}
        </PageBoundary>
        <Suspense fallback={null}>
          <TourCard />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  );
};
