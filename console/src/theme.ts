import { type CSSVariablesResolver, createTheme } from '@mantine/core';

/**
 * Chromium makes every part that scrolls a stop of the Tab key. A list of choices closes when the focus leaves its
 * field, so the focus would be lost there. Between a list box and its options ARIA allows a group alone to take focus.
 */
const choices = { defaultProps: { scrollAreaProps: { viewportProps: { tabIndex: -1, role: 'group' } } } };

/** Shades are darker than the library's own, so that texts have the contrast that WCAG asks for at level AA. */
export const theme = createTheme({
  primaryShade: { light: 8, dark: 8 },
  // Dialogs and menus appear at once for people whose system asks for less motion.
  respectReducedMotion: true,
  components: {
    Autocomplete: choices,
    // The focus goes to the first entry, and not to an element that no menu may have by the rules of ARIA.
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
