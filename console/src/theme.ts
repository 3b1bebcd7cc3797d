import { type CSSVariablesResolver, createTheme } from '@mantine/core';

/** Shades are darker than the library's own, so that texts have the contrast that WCAG asks for at level AA. */
export const theme = createTheme({
  primaryShade: { light: 8, dark: 8 },
  // Dialogs and menus appear at once for people whose system asks for less motion.
  respectReducedMotion: true,
});

export const contrastVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: { '--mantine-color-dimmed': colors.gray[7] ?? '', '--mantine-color-error': colors.red[9] ?? '' },
  dark: { '--mantine-color-dimmed': colors.dark[1] ?? '' },
});
