import { type CSSVariablesResolver, createTheme } from '@mantine/core';

/**
 * Chromium lets the Tab key stop at every scrollable part. A list of choices closes when the focus leaves its field, so
 * the focus would be lost there. Between a list box and its options, ARIA allows only a group to be focusable.
 */
const choices = { defaultProps: { scrollAreaProps: { viewportProps: { tabIndex: -1, role: 'group' } } } };

/** Shades are darker than those of the library, so that texts have the contrast of WCAG level AA. */
export const theme = createTheme({
  primaryShade: { light: 8, dark: 8 },
  // Dialogs and menus appear at once for people whose system is set to reduced motion.
  respectReducedMotion: true,
  components: {
    Autocomplete: choices,
    // The focus goes to the first entry; the placeholder of the library would not be allowed in a menu by ARIA.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    MultiSelect: choices,
    Select: choices,
    TagsInput: choices,
  },
});

export const contrastVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: { '--mantine-color-dimmed': colors.gray[7] ?? '', '--mantine-color-error': colors.red[9] ?? '' },
  dark: { '--mantine-color-dimmed': colors.dark[1] ?? '' },
});
