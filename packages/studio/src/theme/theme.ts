import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** The accent colour of everything that can be clicked. */
const indigo: MantineColorsTuple = [
  '#eef2f8',
  '#dbe3ee',
  '#b7c6dc',
  '#8fa6c8',
  '#6d8ab7',
  '#5678ac',
  '#456699',
  '#37547f',
  '#2f4a6d',
  '#253b58',
]
/** Slightly warm greys. */
const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f4f2ee',
  '#e9e6e0',
  '#dcd8d0',
  '#c6c1b7',
  '#a29c91',
  '#6f6a60',
  '#565149',
  '#3a3732',
  '#211f1c',
]
const dark: MantineColorsTuple = [
  '#d6d4cf',
  '#b9b6b0',
  '#9b9890',
  '#615f5b',
  '#42413f',
  '#353433',
  '#292827',
  '#1f1e1d',
  '#191817',
  '#121211',
]

/** Defined in fonts.css, by language. */
const sans = 'var(--latin-sans)'

/** The list of options scrolls with the input's arrow keys, so it needs no tab stop of its own. */
const scrollingList = {
  defaultProps: { withScrollArea: false, role: 'combobox' },
  styles: { options: { maxHeight: 250, overflowY: 'auto' } },
} as const

const dialogTitle = { title: { fontSize: 17, fontWeight: 600, lineHeight: 1.35 } } as const

export const theme = createTheme({
  colors: { indigo, gray, dark },
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 6 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  black: '#24221f',
  fontFamily: sans,
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace',
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  headings: { fontFamily: sans, fontWeight: '600' },
  defaultRadius: 6,
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Anchor: { defaultProps: { underline: 'always', size: 'sm' } },
    Modal: {
      defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.35 } },
      styles: dialogTitle,
    },
    Drawer: { styles: dialogTitle },
    Menu: {
      // The focus placeholder is not a menu item, and a menu must contain only items.
      defaultProps: { shadow: 'md', position: 'bottom-end', withInitialFocusPlaceholder: false },
    },
    // Menus and dialogs are in their own landmark.
    Portal: { defaultProps: { target: '#overlays' } },
    Select: scrollingList,
    MultiSelect: {
      ...scrollingList,
      // So that the input fits beside the chosen values.
      styles: { ...scrollingList.styles, inputField: { minWidth: 40 } },
    },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false } },
    Table: { defaultProps: { verticalSpacing: 0 } },
    Text: { defaultProps: { size: 'sm' } },
  },
})
