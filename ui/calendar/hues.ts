import type { Hue } from '../theme.ts'

/** The colors that distinguish schools; neighbors in this list are easy to tell apart. */
export const calendarHues = [
  'blue',
  'clay',
  'teal',
  'violet',
  'yellow',
  'evergreen',
  'orange',
  'green',
  'red',
] as const satisfies readonly Hue[]
export type CalendarHue = (typeof calendarHues)[number]

/** Red also means "refused", so it comes last, when all others are taken. */
const usual = calendarHues.length - 1

/**
 * A color for each key (a school's id). A key keeps its color on all pages as far as possible: the color is derived from the key alone, and
 * only if another key has it, the next one is taken. Up to nine are all different; color is never the only sign, so the name is next to it.
 */
export function huesOf(keys: Iterable<string>): ReadonlyMap<string, CalendarHue> {
  const taken = new Set<number>()
  const found = new Map<string, CalendarHue>()
  for (const key of [...new Set(keys)].toSorted()) {
    let at = hash(key) % usual
    if (taken.size < usual) while (taken.has(at)) at = (at + 1) % usual
    else if (taken.size === usual) at = usual
    taken.add(at)
    found.set(key, calendarHues[at]!)
  }
  return found
}

/** FNV-1a: short keys that differ little get distant values. */
function hash(key: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < key.length; at++) value = Math.imul(value ^ key.charCodeAt(at), 0x01000193)
  return value >>> 0
}
