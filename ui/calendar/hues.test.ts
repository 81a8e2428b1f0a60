import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { calendarHues, huesOf } from './hues.ts'

test('nine schools have nine colors, and a school without a conflict keeps its own', () => {
  const schools = Array.from({ length: 9 }, (_, at) => `school ${at}`)
  expect(new Set(huesOf(schools).values()).size).toBe(9)
  expect(huesOf(schools)).toEqual(huesOf(schools.toReversed()))
  for (const school of schools) expect(huesOf([school])).toEqual(huesOf([school, school]))
  expect(huesOf(Array.from({ length: 40 }, (_, at) => String(at))).size).toBe(40)
  expect(huesOf([])).toEqual(new Map())
})

// The colors from tokens.css, in both schemes; color-mix as CSS defines it.
const css = await readFile(new URL('../tokens.css', import.meta.url), 'utf8')
const blocks = [...css.matchAll(/([^{}]+)\{([^}]*)\}/g)].map(([, selector, body]) => ({
  selector: selector!,
  values: new Map(
    [...body!.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!.trim()]),
  ),
}))
const scheme = (name: 'light' | 'dark') =>
  new Map(
    blocks
      .filter(
        ({ selector }) => !selector.includes('data-mantine-color-scheme') || selector.includes(`'${name}'`),
      )
      .flatMap(({ values }) => [...values]),
  )

type Colour = [number, number, number]
function resolve(value: string, tokens: ReadonlyMap<string, string>): Colour {
  const name = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
  if (name) return resolve(tokens.get(name)!, tokens)
  const mix = /^color-mix\(in oklab, (.+) (\d+)%, (.+)\)$/.exec(value)
  if (mix) {
    const [one, other] = [oklab(resolve(mix[1]!, tokens)), oklab(resolve(mix[3]!, tokens))]
    const part = Number(mix[2]) / 100
    return rgb(one.map((each, at) => each * part + other[at]! * (1 - part)) as Colour)
  }
  return [1, 3, 5].map((at) => linear(Number.parseInt(value.slice(at, at + 2), 16) / 255)) as Colour
}
const linear = (channel: number) =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
function oklab([r, g, b]: Colour): Colour {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}
function rgb([L, a, b]: Colour): Colour {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}
const luminance = ([r, g, b]: Colour) => 0.2126 * r + 0.7152 * g + 0.0722 * b
function contrast(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

test.each(calendarHues.flatMap((hue) => [[hue, 'light'] as const, [hue, 'dark'] as const]))(
  '%s is readable, and its mark is visible, in %s',
  (hue, name) => {
    const tokens = scheme(name)
    const of = (token: string) => resolve(`var(--pw-${token})`, tokens)
    expect(contrast(of(`${hue}-ink`), of(`${hue}-tint`))).toBeGreaterThan(4.5)
    expect(contrast(of('text'), of(`${hue}-tint`))).toBeGreaterThan(4.5)
    expect(contrast(of(`${hue}-solid`), of('surface'))).toBeGreaterThan(3)
    expect(contrast(of(`${hue}-solid`), of(`${hue}-tint`))).toBeGreaterThan(3)
  },
)
