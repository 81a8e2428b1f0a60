import { specialtyLabels } from '#core/specialties.ts'
import { clockRange } from '#core/clock-time.ts'
import { formatDate, formatInstant, ownZone } from '#core/plain-date.ts'
import type { Role } from '#core/roles.ts'
import { studentStates } from '#core/shift-statuses.ts'
import type { ShiftRow, ShiftStatus } from '../contract.ts'
import { nextStepTexts } from '../rules.ts'

type Times = Pick<ShiftRow, 'start_time' | 'end_time'>

/** "7:00 AM–3:00 PM", and "7:00 PM–7:00 AM next day" for a night. */
export const hoursWords = ({ start_time: start, end_time: end }: Times, zone?: string): string =>
  clockRange(start, end, zone)

/** "Tue, Mar 3, 2026 · 7:00 AM–3:00 PM", or with the zone's name "7:00 AM–3:00 PM CST". */
export const whenWords = (row: Times & { date: string }, zone?: string): string =>
  `${formatDate(row.date, 'weekday')} · ${hoursWords(row, zone)}`

/** "5 East, North", or the location if it has no unit. */
export const facilityLabel = ({
  unit_name: unit,
  site_name: site,
}: Pick<ShiftRow, 'unit_name' | 'site_name'>) =>
  unit ? [unit, site].filter(Boolean).join(', ') : 'On campus'

/** The name of a shift: its title, else its specialty. */
export const nameOf = (row: Pick<ShiftRow, 'title' | 'specialty'>): string =>
  row.title ?? specialtyLabels[row.specialty]

type Labeled = Times & Pick<ShiftRow, 'date' | 'title' | 'specialty' | 'unit_name' | 'site_name'>

/** The accessible label that distinguishes a shift in a list. */
export const labelOf = (row: Labeled): string => `${nameOf(row)}, ${whenWords(row)}, ${facilityLabel(row)}`

type Seats = Pick<ShiftRow, 'seats' | 'capacity' | 'approved_capacity' | 'seats_taken'>

/** "3 of 8". */
export const takenWords = (row: Seats): string =>
  `${row.seats_taken} of ${row.seats ?? row.approved_capacity ?? row.capacity}`

/** "1 on waitlist". */
export const waitWords = (waiting: number): string => `${waiting} on waitlist`

/** How many students are on the waitlist, and how many with a seat are not cleared; empty if there are none. */
export const seatNotes = (row: Pick<ShiftRow, 'waiting' | 'not_cleared'>): string[] => [
  ...(row.waiting > 0 ? [waitWords(row.waiting)] : []),
  ...(row.not_cleared ? [`${row.not_cleared} not cleared`] : []),
]

/** "3 of 8, 1 on waitlist, 2 not cleared". */
export const seatsWords = (row: Seats & Pick<ShiftRow, 'waiting' | 'not_cleared'>): string =>
  [takenWords(row), ...seatNotes(row)].join(', ')

/** The reader's next step in a status; empty if the status says it all. */
export function nextStepFor(status: ShiftStatus, role: Role): string {
  if (studentStates.includes(status)) return ''
  if (role === 'facility_admin') return nextStepTexts[status].facility
  if (role === 'student' || role === 'proctor') return ''
  return nextStepTexts[status].school
}

const zoneNames = new Map<string, string>()
/** The abbreviation of a time zone on a day: "CST". */
export function zoneWords(timeZone: string, instant: string): string {
  const key = `${timeZone} ${instant.slice(0, 10)}`
  let name = zoneNames.get(key)
  if (name === undefined) {
    name =
      new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
        .formatToParts(new Date(instant))
        .find(({ type }) => type === 'timeZoneName')?.value ?? ''
    zoneNames.set(key, name)
  }
  return name
}

/** An instant in the facility's time: "Tue, Mar 3, 2026, 7:00 AM"; with the zone for a reader in another one. */
export function instantWords(instant: string, timeZone: string): string {
  const words = formatInstant(instant, timeZone, 'weekday')
  return words === formatInstant(instant, ownZone(), 'weekday')
    ? words
    : `${words} ${zoneWords(timeZone, instant)}`
}
