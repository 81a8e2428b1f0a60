/** Closing units on some days. */
import { comparePlainDates } from '#core/plain-date.ts'
import type { AffectedShift, Blackout, ClosingHit, ClosingOutcome } from '../contract.ts'

/** The maximum number of blackouts of a unit. */
export const mostBlackouts = 50

type Days = Pick<Blackout, 'from' | 'to'>

/** What happens to a unit when it is closed on some days: if it already has the same days, it is left as it is, whatever the reason. */
export function closingOutcome(blackout: readonly Days[], { from, to }: Days): ClosingOutcome {
  if (blackout.some((each) => each.from === from && each.to === to)) return 'same'
  return blackout.length >= mostBlackouts ? 'full' : 'close'
}

type ShiftOnDays = Pick<AffectedShift, 'date' | 'school_name'> & {
  school_id: string
  site_id: string
  site_name: string
  seated: number
}

/** Groups the shifts on the days to be closed by school and site, sorted by both names. */
export function closingHits(shifts: readonly ShiftOnDays[]): ClosingHit[] {
  const groups = Map.groupBy(shifts, ({ school_id, site_id }) => `${school_id} ${site_id}`)
  return [...groups.values()]
    .map((group) => {
      const { school_id, school_name, site_id, site_name } = group[0]!
      const days = group.map(({ date }) => date).toSorted(comparePlainDates)
      return {
        school_id,
        school_name,
        site_id,
        site_name,
        shifts: group.length,
        seated: group.reduce((sum, { seated }) => sum + seated, 0),
        first: days[0]!,
        last: days.at(-1)!,
      }
    })
    .toSorted((a, b) => a.school_name.localeCompare(b.school_name) || a.site_name.localeCompare(b.site_name))
}

/** Counts each school's shifts and seats on the closed days, across all sites. */
export function closingCounts(
  shifts: readonly Pick<ShiftOnDays, 'school_id' | 'seated'>[],
): { school_id: string; shifts: number; seated: number }[] {
  return [...Map.groupBy(shifts, ({ school_id }) => school_id)].map(([school_id, those]) => ({
    school_id,
    shifts: those.length,
    seated: those.reduce((sum, { seated }) => sum + seated, 0),
  }))
}
