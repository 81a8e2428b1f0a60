import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core'

/*
 * The ten shades of each hue share one lightness scale (OKLCH .97 → .335), so any shade 8 carries white text at 7:1 or more and any shade
 * 3–4 carries ink on the dark surfaces; theme.test.ts computes it.
 */
const shades = (...hex: string[]) => hex as unknown as MantineColorsTuple

/** Every hue of the product, including the names that Mantine uses itself (gray, dark, red, green, …). */
export const palette = {
  evergreen: shades(
    '#eef9f5',
    '#ddf1ea',
    '#c2e5d9',
    '#a0d5c3',
    '#7cc0aa',
    '#58a68f',
    '#3a8d76',
    '#22745f',
    '#105d4b',
    '#064133',
  ),
  clay: shades(
    '#fef3ef',
    '#fee6dd',
    '#fed0be',
    '#fbb498',
    '#ee9674',
    '#d77751',
    '#bc5c35',
    '#a0461e',
    '#83340f',
    '#5d2106',
  ),
  green: shades(
    '#eef9ef',
    '#ddf3e0',
    '#c1e8c7',
    '#9ed8a9',
    '#79c489',
    '#55aa6a',
    '#369150',
    '#1c783b',
    '#08602b',
    '#02431b',
  ),
  yellow: shades(
    '#fdf4e9',
    '#f9e9d4',
    '#f2d7b2',
    '#e7c088',
    '#d7a65d',
    '#bf8930',
    '#a47007',
    '#875b02',
    '#6c4801',
    '#4b3101',
  ),
  orange: shades(
    '#fff3ed',
    '#ffe6d8',
    '#fed1b7',
    '#f8b790',
    '#ea9a68',
    '#d37b41',
    '#b86120',
    '#9c4b02',
    '#7d3b03',
    '#572702',
  ),
  red: shades(
    '#fff3f1',
    '#ffe5e1',
    '#ffcec8',
    '#ffb0a6',
    '#fd897e',
    '#e6675d',
    '#cb4b42',
    '#ad332d',
    '#8f221f',
    '#651312',
  ),
  blue: shades(
    '#eef7ff',
    '#ddeefe',
    '#bfe0fd',
    '#9dcdf7',
    '#78b6ea',
    '#549bd4',
    '#3782bb',
    '#1f6aa0',
    '#0e5483',
    '#053a5d',
  ),
  violet: shades(
    '#f9f3ff',
    '#f2e6fc',
    '#e7d2f8',
    '#d8b9f0',
    '#c49de1',
    '#ab80ca',
    '#9266b1',
    '#795096',
    '#613d7b',
    '#442857',
  ),
  teal: shades(
    '#edf8f9',
    '#dcf1f2',
    '#bfe4e6',
    '#9bd3d6',
    '#75bec2',
    '#4fa4a9',
    '#2e8b90',
    '#0f7377',
    '#015b5f',
    '#033f42',
  ),
  gray: shades(
    '#fbfaf7',
    '#f6f4ef',
    '#eceae3',
    '#dfdcd4',
    '#c7c4bc',
    '#8e8c84',
    '#65645b',
    '#4f4d45',
    '#34332c',
    '#1f1e18',
  ),
  dark: shades(
    '#e1e8e6',
    '#cbd3d1',
    '#a5afac',
    '#818c89',
    '#475350',
    '#303c39',
    '#1e2b28',
    '#14201d',
    '#0c1815',
    '#06100d',
  ),
} as const

/** A hue a screen may use for a state, a number or a mark. */
export type Hue = Exclude<keyof typeof palette, 'dark'>

const hues = Object.keys(palette).filter((name): name is Hue => name !== 'dark')

/*
 * Mantine picks the ink on a filled ground once, for the light scheme. Ours depends on the scheme: white on shade 8, dark ink on shade 4.
 */
const onSolid = 'var(--pw-on-solid)'
const inkOf = (part: string, variable: string) => ({ vars: () => ({ [part]: { [variable]: onSolid } }) })

/** The Mantine theme: the one file that defines color, space, radius and type. */
export const theme: MantineThemeOverride = createTheme({
  colors: palette,
  white: '#ffffff',
  black: '#1b211d',
  primaryColor: 'evergreen',
  primaryShade: { light: 8, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.3,
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input)
    return input.variant === 'filled' && input.color && input.color in palette
      ? { ...colors, color: onSolid }
      : colors
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: "'Instrument Sans Variable', 'Instrument Sans Stand-in', ui-sans-serif, system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: {
    fontFamily: "'Bricolage Grotesque Variable', 'Bricolage Grotesque Stand-in', ui-sans-serif, sans-serif",
    fontWeight: '640',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.15' },
      h2: { fontSize: '1.25rem', lineHeight: '1.25' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.3' },
      h4: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h5: { fontSize: '0.875rem', lineHeight: '1.4' },
      h6: { fontSize: '0.8125rem', lineHeight: '1.4' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.25rem' },
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '16px' },
  defaultRadius: 'md',
  shadows: {
    xs: '0 1px 2px rgb(27 33 29 / 0.06)',
    sm: '0 1px 3px rgb(27 33 29 / 0.09)',
    md: '0 4px 14px rgb(27 33 29 / 0.1)',
    lg: '0 10px 28px rgb(27 33 29 / 0.14)',
    xl: '0 18px 48px rgb(27 33 29 / 0.18)',
  },
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } },
    Anchor: { defaultProps: { underline: 'always' } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 600 } },
    Button: { defaultProps: { fw: 600 } },
    Checkbox: inkOf('root', '--checkbox-icon-color'),
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    Drawer: { defaultProps: { size: 640 } },
    InputWrapper: { defaultProps: { size: 'sm' } },
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-end', withInitialFocusPlaceholder: false } },
    Modal: { defaultProps: { centered: true, closeButtonProps: { 'aria-label': 'Close' } } },
    // What was typed stays, and its error is shown: a number is never changed silently.
    NumberInput: { defaultProps: { hideControls: true, clampBehavior: 'none' } },
    Paper: { defaultProps: { radius: 'lg' } },
    // A list is measured before it is cut to its height: where it was first thought to fit, it may not be.
    Popover: { defaultProps: { shadow: 'md', preventPositionChangeWhenVisible: false } },
    Radio: inkOf('root', '--radio-icon-color'),
    Select: { defaultProps: { checkIconPosition: 'right', allowDeselect: false } },
    Switch: { defaultProps: { withThumbIndicator: false } },
  },
})

/* One set of names for both schemes: tint (ground), ink (text on tint), edge (outline of tint), solid (dot, bar). */
function hueVariables(scheme: 'light' | 'dark'): Record<string, string> {
  const light = scheme === 'light'
  return Object.fromEntries(
    hues.flatMap((hue) => {
      const of = (shade: number) => `var(--mantine-color-${hue}-${shade})`
      return [
        [
          `--pw-${hue}-tint`,
          light ? of(1) : `color-mix(in oklab, ${of(6)} 24%, var(--mantine-color-dark-7))`,
        ],
        [`--pw-${hue}-ink`, light ? of(8) : of(3)],
        [
          `--pw-${hue}-edge`,
          light ? of(3) : `color-mix(in oklab, ${of(6)} 60%, var(--mantine-color-dark-7))`,
        ],
        [`--pw-${hue}-solid`, light ? of(7) : of(4)],
        // Mantine's light, outline and subtle variants use the same variables.
        [`--mantine-color-${hue}-light`, `var(--pw-${hue}-tint)`],
        [
          `--mantine-color-${hue}-light-hover`,
          light ? of(2) : `color-mix(in oklab, ${of(6)} 36%, var(--mantine-color-dark-7))`,
        ],
        [`--mantine-color-${hue}-light-color`, `var(--pw-${hue}-ink)`],
        [`--mantine-color-${hue}-outline`, `var(--pw-${hue}-ink)`],
        [`--mantine-color-${hue}-outline-hover`, `var(--pw-${hue}-tint)`],
      ]
    }),
  )
}

/** Variables that Mantine derives from the theme, corrected where its choice would fail WCAG 2.2 AA on our surfaces. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-error': 'var(--mantine-color-red-7)',
    '--mantine-color-success': 'var(--mantine-color-green-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-default-border': 'var(--mantine-color-gray-4)',
    '--mantine-color-disabled-color': 'var(--mantine-color-gray-6)',
    '--mantine-primary-color-contrast': onSolid,
    '--pw-on-solid': 'var(--mantine-color-white)',
    '--pw-canvas': 'var(--mantine-color-gray-1)',
    '--pw-surface': 'var(--mantine-color-white)',
    '--pw-sunken': 'var(--mantine-color-gray-0)',
    '--pw-field': 'var(--mantine-color-white)',
    '--pw-hover': 'var(--mantine-color-gray-1)',
    '--pw-line': 'var(--mantine-color-gray-3)',
    '--pw-edge': 'var(--mantine-color-gray-5)',
    '--pw-text': 'var(--mantine-color-black)',
    '--pw-muted': 'var(--mantine-color-gray-6)',
    ...hueVariables('light'),
  },
  dark: {
    '--mantine-color-error': 'var(--mantine-color-red-3)',
    '--mantine-color-success': 'var(--mantine-color-green-4)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-default-border': 'var(--mantine-color-dark-4)',
    '--mantine-color-disabled-color': 'var(--mantine-color-dark-2)',
    '--mantine-color-anchor': 'var(--mantine-color-evergreen-3)',
    '--mantine-primary-color-contrast': onSolid,
    '--pw-on-solid': 'var(--mantine-color-dark-9)',
    '--pw-canvas': 'var(--mantine-color-dark-8)',
    '--pw-surface': 'var(--mantine-color-dark-7)',
    '--pw-sunken': 'var(--mantine-color-dark-8)',
    '--pw-field': 'var(--mantine-color-dark-8)',
    '--pw-hover': 'var(--mantine-color-dark-6)',
    '--pw-line': 'var(--mantine-color-dark-5)',
    '--pw-edge': 'var(--mantine-color-dark-3)',
    '--pw-text': 'var(--mantine-color-dark-0)',
    '--pw-muted': 'var(--mantine-color-dark-2)',
    ...hueVariables('dark'),
  },
})
