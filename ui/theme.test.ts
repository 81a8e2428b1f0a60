import { readFile } from 'node:fs/promises'
import {
  convertCssVariables,
  deepMerge,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import { expect, test } from 'vitest'
import { cssVariables, palette, theme } from './theme.ts'

/* The theme as static CSS, so that no browser computes it, and pages without Mantine have it too. */
function tokens(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const ours = Object.fromEntries(Object.entries(merged.colors).filter(([name]) => name in palette))
  const variables = deepMerge(
    defaultCssVariablesResolver({ ...merged, colors: ours } as typeof merged),
    cssVariables(merged),
  )
  const css = convertCssVariables(variables)
  const rules = [...css.matchAll(/([^{}]+)\{([^}]*)\}/g)].map(([, selector = '', body = '']) => {
    const lines = body.split(';').filter(Boolean)
    const names = selector.split(',').map((part) => part.trim().replaceAll('"', "'"))
    return `${names.join(',\n')} {\n${lines.map((line) => `  ${line.trim().replace(/:\s*/, ': ')};\n`).join('')}}\n`
  })
  return `/* Made from theme.ts: npm test -- ui/theme.test.ts -u */\n${rules.join('')}`
}

const squeezed = (css: string) => css.replaceAll(/\s+/g, '')

test('tokens.css matches theme.ts', async () => {
  const made = tokens()
  const kept = await readFile(new URL('tokens.css', import.meta.url), 'utf8').catch(() => '')
  // The formatter may break its lines elsewhere.
  await expect(squeezed(made) === squeezed(kept) ? kept : made).toMatchFileSnapshot('./tokens.css')
})

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const { gray, dark, ...colors } = palette

test.each(Object.entries(colors))('%s is readable as ink, ground and mark in both schemes', (_name, hue) => {
  expect(contrast(hue[8], '#ffffff')).toBeGreaterThan(4.5)
  expect(contrast(hue[8], hue[1])).toBeGreaterThan(4.5)
  expect(contrast(hue[7], '#ffffff')).toBeGreaterThan(4.5)
  expect(contrast(hue[4], dark[9])).toBeGreaterThan(4.5)
  expect(contrast(hue[3], dark[6])).toBeGreaterThan(4.5)
  expect(contrast(hue[4], dark[6])).toBeGreaterThan(3)
})

test('muted text and the edges of controls are visible on every ground', () => {
  for (const ground of ['#ffffff', gray[0], gray[1]]) {
    expect(contrast(gray[6], ground)).toBeGreaterThan(4.5)
    expect(contrast(gray[5], ground)).toBeGreaterThan(3)
  }
  for (const ground of [dark[6], dark[7], dark[8]]) {
    expect(contrast(dark[2], ground)).toBeGreaterThan(4.5)
    expect(contrast(dark[3], ground)).toBeGreaterThan(3)
  }
})

test('a drawer has the width of the design unless it says another, and every close button its name', () => {
  const defaultsOf = (name: string) => theme.components?.[name]?.defaultProps as Record<string, unknown>
  expect(defaultsOf('Drawer')).toEqual({ size: 640 })
  expect(defaultsOf('CloseButton')).toEqual({ 'aria-label': 'Close' })
})
