import { addDays, diffDays, weekdayOf, type PlainDate } from '#core/plain-date.ts'
import type { Semester } from './contract.ts'
import type { ShiftToCopy } from './rules/copying.ts'

/** A fake UUID; the same number gives the same id. */
export function fakeId(number: number): string {
  return `00000000-0000-4000-a000-${String(number).padStart(12, '0')}`
}

export const fakeSchoolId = fakeId(900_000)

/** A semester as a screen gets it: Fall 2026 and active, unless `changes` says otherwise. */
export function fakeSemester(changes: Partial<Semester> = {}): Semester {
  return {
    id: fakeId(1),
    school_id: fakeSchoolId,
    time_zone: 'America/Chicago',
    name: 'Fall 2026',
    start_date: '2026-08-24',
    end_date: '2026-12-11',
    semester_type: 'fall',
    academic_year: '2026–2027',
    is_active: true,
    settings: {
      holidays: [],
      breaks: [{ from: '2026-11-25', to: '2026-11-27', name: 'Thanksgiving break' }],
    },
    lifecycle: 'upcoming',
    reopened: null,
    shift_count: 0,
    version: 1,
    created_at: '2026-03-02T15:00:00.000Z',
    updated_at: '2026-03-02T15:00:00.000Z',
    ...changes,
  }
}

/** Fall 2026, Spring 2027 and a draft of Summer 2027. */
export function fakeSemesters(): Semester[] {
  return [
    fakeSemester(),
    fakeSemester({
      id: fakeId(2),
      name: 'Spring 2027',
      start_date: '2027-01-19',
      end_date: '2027-05-07',
      semester_type: 'spring',
      settings: { holidays: [], breaks: [{ from: '2027-03-15', to: '2027-03-19', name: 'Spring break' }] },
    }),
    fakeSemester({
      id: fakeId(3),
      name: 'Summer 2027',
      start_date: '2027-05-24',
      end_date: '2027-08-06',
      semester_type: 'summer',
      is_active: false,
      lifecycle: 'draft',
      settings: { holidays: [], breaks: [] },
    }),
  ]
}

/** A draft on an active unit, unless `changes` says otherwise. */
export function fakeShift(
  number: number,
  date: PlainDate,
  changes: Partial<ShiftToCopy> = {},
): ShiftToCopy & { id: string } {
  return {
    date,
    status: 'draft',
    facility_id: fakeId(9_999),
    unit_status: 'active',
    proctor: 'active',
    cohorts_until: null,
    already_copied: false,
    count: 1,
    ...changes,
    id: fakeId(10_000 + number),
  }
}

/** One shift on each of these weekdays (1 is Monday) in a range of days. */
export function fakeShifts(
  start: PlainDate,
  end: PlainDate,
  weekdays: readonly number[] = [2, 4],
): (ShiftToCopy & { id: string })[] {
  return Array.from({ length: diffDays(start, end) + 1 }, (_, day) => addDays(start, day))
    .filter((date) => weekdays.includes(weekdayOf(date)))
    .map((date, index) => fakeShift(index, date))
}
