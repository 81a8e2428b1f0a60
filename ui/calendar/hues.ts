import type { Hue } from '../theme.ts'

/** The colours that tell schools apart; neighbours in this list are far from each other. */
export const calendarHues = [
  'blue', 'clay', 'teal', 'violet', 'yellow', 'evergreen', 'orange', 'green', 'red',
] as const satisfies readonly Hue[] // prettier-ignore
export type CalendarHue = (typeof calendarHues)[number]

/** Red says "refused" as well, and comes last: to whom all others are given already. */
const usual = calendarHues.length - 1

/**
 * A colour for each key (a school's id). A key keeps its colour from page to page as far as it can: its own is derived from
 * the key alone, and only when another has it is the next one taken. Up to nine are all different; colour never speaks
 * alone, so the name stands next to it.
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

/** FNV-1a: short keys that differ little come far apart. */
function hash(key: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < key.length; at++) value = Math.imul(value ^ key.charCodeAt(at), 0x01000193)
  return value >>> 0
}
