import { MantineProvider } from '@mantine/core';
import '@mantine/core/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { nameErrorsBy } from './api/project';
import { App } from './App';
import './shell/phone.css';
import './shell/skip.css';
import { startTranslations } from './i18n';
import { contrastVariables, theme } from './theme';

/** The server writes a new nonce into each response: the Content-Security-Policy allows styles with it. */
const styleNonce = (): string => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

// The library that locks the page behind a dialog adds its own style, and reads the nonce from this variable.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id root.');
// The module that finds names is loaded when an error needs it.
nameErrorsBy(async refusal => (await import('./values/errorNames')).findErrorNames(refusal));
await startTranslations();
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={contrastVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <App />
    </MantineProvider>
  </StrictMode>,
);
