/** Each setting of a school does what its text says: each choice changes the outcome as it should. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, type PlainDate } from '#core/plain-date.ts'
import { defaultSettings, type SchoolSettings } from '#core/school-settings.ts'
import type { Person } from '#database/testing.ts'
import { seatCalls } from '#features/assignments/server/fake.ts'
import { createUnit, type Unit } from '#features/attendance/server/fake.ts'
import { sendDueReminders } from '#features/credentials/server/commands/send-due-reminders.ts'
import { refreshClearances } from '#features/credentials/server/commands/refresh-clearances.ts'
import { runDueEvaluationWork } from '#features/evaluations/server/commands/run-due-evaluation-work.ts'
import { hoursRequestHandlers } from '#features/hours-requests/server/handlers.ts'
import { hoursHandlers } from '#features/hours/server/handlers.ts'
import { openShiftReports } from '#features/shift-reports/server/commands/open-shift-reports.ts'
import type { ShiftFields } from '#features/shifts/contract.ts'
import { work } from '#features/shifts/server/fake.ts'
import { withActor } from '#platform/server/actor.ts'
import { receivedBy } from './testing-notifications.ts'

let at: Unit
const HERE = { location: { latitude: 43.04, longitude: -87.91, accuracy_m: 12 } }

beforeAll(async () => {
  at = await createUnit()
  await at.fixture.rows('insert into public.sites (id, slug) values ($1, $2) on conflict do nothing', [
    at.north,
    'north',
  ])
  await at.fixture.rows('update public.sites set latitude = 43.04, longitude = -87.91 where id = $1', [
    at.north,
  ])
  await at.fixture.rows('update public.sites set pin_confirmed_at = now() where id = $1', [at.north])
})
afterAll(() => at.fixture.close())

const choose = (settings: Partial<SchoolSettings>) =>
  at.fixture.rows('update public.schools set settings = $2 where id = $1', [
    at.school,
    JSON.stringify(settings),
  ])
/** The outcome: an answer, or the first words of the refusal. */
const outcome = async <T>(done: Promise<T>): Promise<T | string> =>
  done.catch((error: Error) => error.message.split(/[:.,;]/)[0]!)
const first = async <T>(text: string, values: unknown[]): Promise<T> =>
  (await at.fixture.rows<Record<string, unknown>>(text, values))[0] as T
const byWorker = <T>(job: Parameters<typeof withActor<T>>[2]) =>
  withActor(at.fixture.workerPool, null, job, { deadlineMs: 20_000 })
const notificationsOfStep = async (person: Person, what: RegExp): Promise<boolean> =>
  (await receivedBy(at.fixture, person)).some(({ title, message }) => what.test(`${title} ${message}`))

let days = 200
const nextDay = (): PlainDate => addDays(at.today, (days += 3))
const one = async (began: string) => {
  const [student] = (await at.students(1)) as [Person]
  const shift = await at.running(began, [student])
  return { student, shift, seat: shift.seats[0]! }
}
const seatsOf = async (more: Partial<ShiftFields> = {}) =>
  (await at.get(await at.published({ date: nextDay(), capacity: 8, ...more }))).seats
const approved = async (more: Partial<ShiftFields> = {}): Promise<string> => {
  const id = await at.draft({ date: nextDay(), ...more })
  await at.submit(id)
  await at.approve(id)
  return id
}
const over = async () => {
  const now = await one('9 hours')
  await at.mark(now.shift.lead, now.shift.id, now.seat, 'present', { at: now.shift.startsAt })
  await at.mark(now.shift.lead, now.shift.id, now.seat, 'left')
  await at.fixture.rows(`update public.shifts set status = 'completed' where id = $1`, [now.shift.id])
  return now
}
const assign = async (shift: string, student: Person) => {
  const [placed] = await call(
    seatCalls.assign,
    { shift_id: shift, student_ids: [student.id], override_reason: null },
    await at.as(at.people.ana),
  )
  return placed!
}
/** A student reports hours that no shift shows. */
const report = async (hours: { date: PlainDate; minutes: number }) => {
  const [student] = (await at.students(1)) as [Person]
  const sent = {
    ...hours,
    id: randomUUID(),
    kind: 'other',
    specialty: 'community',
    course_code: null,
    note: 'A clinic day.',
  } as const
  return outcome(call(hoursRequestHandlers().report, sent, await at.as(student)).then(() => 'done'))
}
/** Evaluations of each shift, while `work` runs. */
const evaluated = async <T>(then: () => Promise<T>): Promise<T> => {
  await at.fixture.rows(
    `insert into public.school_instruments (school_id, time, instrument_id) select $1, 'shift', id from public.evaluation_instruments where key = 'met-not-met'`,
    [at.school],
  )
  await byWorker((tx) => runDueEvaluationWork(tx))
  await at.fixture.rows('delete from public.school_instruments')
  return then()
}

type Tried<Key extends keyof SchoolSettings> = {
  /** What is chosen, and the expected outcome. */
  chosen: readonly (readonly [SchoolSettings[Key], unknown])[]
  meet: () => Promise<unknown>
  /** Other settings that are needed to see the effect. */
  beside?: Partial<SchoolSettings>
}

const tried: { [Key in keyof SchoolSettings]: Tried<Key> } = {
  late_grace_min: {
    chosen: [
      [15, false],
      [5, true],
    ],
    async meet() {
      const { student, seat } = await one('10 minutes')
      return (await at.checkIn(student, seat, HERE)).is_late
    },
  },
  absence_notice_min: {
    chosen: [
      [60, true],
      [20, false],
    ],
    async meet() {
      const { student, shift, seat } = await one('-40 minutes')
      await at.callOut(student, seat)
      return notificationsOfStep(shift.lead, /will be absent.*reported late/)
    },
  },
  check_in_opens_min: {
    chosen: [
      [30, expect.stringContaining('Check-in opens')],
      [60, 'checked_in'],
    ],
    async meet() {
      const { student, seat } = await one('-40 minutes')
      return outcome(at.checkIn(student, seat, HERE).then(({ status }) => status))
    },
  },
  check_in_closes_min: {
    chosen: [
      [15, expect.stringContaining('Check-in by location closed')],
      [30, 'checked_in'],
    ],
    async meet() {
      const { student, seat } = await one('20 minutes')
      return outcome(at.checkIn(student, seat, HERE).then(({ status }) => status))
    },
  },
  check_out_closes_min: {
    chosen: [
      [60, 'completed'],
      [10, 'You’re checking out late'],
    ],
    async meet() {
      const { student, shift, seat } = await one('510 minutes')
      await at.mark(shift.lead, shift.id, seat, 'present', { at: shift.startsAt })
      return outcome(at.checkOut(student, seat).then(({ status }) => status))
    },
  },
  no_show_after_min: {
    chosen: [
      [60, expect.stringMatching(/no-show/i)],
      [30, 'no_show'],
    ],
    async meet() {
      const { shift, seat } = await one('40 minutes')
      const marked = at.mark(shift.lead, shift.id, seat, 'no_show')
      return outcome(marked.then((rows) => JSON.stringify(rows).match(/"status":"(no_show)"/)?.[1]))
    },
  },
  lates_per_absence: {
    beside: { unexcused_absences_max: 1 },
    chosen: [
      [0, false],
      [1, true],
    ],
    async meet() {
      const { student, shift, seat } = await one('30 minutes')
      await at.checkIn(student, seat, { code: await at.codeOf(shift) })
      return notificationsOfStep(student, /1 unexcused absence/)
    },
  },
  unexcused_absences_max: {
    chosen: [
      [2, false],
      [1, true],
      [0, false],
    ],
    async meet() {
      const { student, shift, seat } = await one('90 minutes')
      await at.mark(shift.lead, shift.id, seat, 'absent_unexcused')
      return notificationsOfStep(student, /1 unexcused absence/)
    },
  },
  makeup_absences: {
    chosen: [
      ['all', 1],
      ['excused', 0],
      ['none', 0],
    ],
    async meet() {
      const { shift, seat } = await one('90 minutes')
      await at.mark(shift.lead, shift.id, seat, 'absent_unexcused')
      return (await at.fixture.rows('select 1 from public.makeup_needs where assignment_id = $1', [seat]))
        .length
    },
  },
  check_in_only_cleared: {
    chosen: [
      [false, 'checked_in'],
      [true, 'You are not cleared for this shift'],
    ],
    meet: () =>
      required(async () => {
        const { student, seat } = await one('5 minutes')
        return outcome(at.checkIn(student, seat, HERE).then(({ status }) => status))
      }),
  },
  remove_uncleared: {
    chosen: [
      [false, 'assigned'],
      [true, 'removed'],
    ],
    meet: () =>
      required(async () => {
        const [student] = (await at.students(1)) as [Person]
        const id = await at.published({ date: nextDay() })
        await at.fixture.rows(
          `insert into public.assignments (shift_id, school_id, student_id, during, busy)
           select s.id, s.school_id, $2, tstzrange(s.starts_at, s.ends_at), tstzrange(s.starts_at, s.ends_at) from public.shifts s where s.id = $1`,
          [id, student.id],
        )
        await at.fixture.rows(
          `insert into public.credentials (school_id, person_id, type_id, status, issued_on, expires_on)
           select $1, $2, t.id, 'approved', '2020-01-01', current_date + 600 from public.credential_types t where t.code = 'BLS'`,
          [at.school, student.id],
        )
        await byWorker((tx) => refreshClearances(tx))
        // A credential that expires holds the seat; a day later it is released or not.
        await at.fixture.rows(
          'update public.credentials set expires_on = current_date - 1 where person_id = $1',
          [student.id],
        )
        await byWorker((tx) => refreshClearances(tx))
        await at.fixture.rows(
          `update public.seat_clearances set held_at = now() - interval '25 hours', computed_on = null where student_id = $1`,
          [student.id],
        )
        await byWorker((tx) => refreshClearances(tx))
        return (
          await first<{ status: string }>('select status from public.assignments where student_id = $1', [
            student.id,
          ])
        ).status
      }),
  },
  drop_cutoff_h: {
    chosen: [
      [48, expect.stringMatching(/./)],
      [24, 'dropped'],
    ],
    async meet() {
      const [student] = (await at.students(1)) as [Person]
      const unit = await at.fixture.facility({ kind: 'unit', parent: at.north, name: `Drops ${(days += 3)}` })
      const id = await at.published({ date: addDays(at.today, 2), facility_id: unit })
      // It begins in 36 hours, and its deadline was set when it was published.
      await at.fixture.rows(
        `update public.shifts set drop_cutoff_at = drop_cutoff_at + (now() + interval '36 hours' - starts_at), starts_at = now() + interval '36 hours', ends_at = now() + interval '44 hours' where id = $1`,
        [id],
      )
      const seat = (await assign(id, student)).assignment_id!
      const dropped = call(seatCalls.drop, { id: seat }, await at.as(student))
      return outcome(dropped.then(() => 'dropped'))
    },
  },
  self_signup: {
    chosen: [
      [false, [false, 'accepted']],
      [true, [true, 'done']],
    ],
    async meet() {
      const [mine, theirs] = (await at.students(2)) as [Person, Person]
      await at.fixture.rows(
        `with c as (insert into public.cohorts (school_id, name, start_date, expected_graduation, status)
           values ($1, gen_random_uuid()::text, current_date - 100, current_date + 600, 'active') returning id)
         insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date)
         select c.id, $1, s, current_date - 90 from c, unnest($2::uuid[]) s`,
        [at.school, [mine.id, theirs.id]],
      )
      const seat = (await assign(await at.published({ date: nextDay() }), mine)).assignment_id!
      const swap = randomUUID()
      await call(
        seatCalls.proposeSwap,
        { id: swap, assignment_id: seat, to_student_id: theirs.id },
        await at.as(mine),
      )
      const { status } = await call(seatCalls.answerSwap, { id: swap, accept: true }, await at.as(theirs))
      const options = await call(at.api.options, {}, await at.as(at.people.ana))
      return [options.self_signup, status]
    },
  },
  autopublish: {
    chosen: [
      [false, 'approved'],
      [true, 'published'],
    ],
    async meet() {
      const id = await approved({ proctor_id: at.people.denise.id })
      await work(at)
      return (await at.get(id)).status
    },
  },
  rest_after_night_h: {
    chosen: [
      [8, expect.stringContaining('Too close to a night shift: 8 hours')],
      [2, null],
    ],
    async meet() {
      const [student] = (await at.students(1)) as [Person]
      const date = nextDay()
      await assign(await at.published({ date, start_time: '19:00', end_time: '07:00' }), student)
      const after = { date: addDays(date, 1), start_time: '11:00', end_time: '15:00', facility_id: at.icu }
      return (await assign(await at.published(after), student)).message
    },
  },
  publish_without_instructor: {
    chosen: [
      [true, 'published'],
      [false, expect.stringMatching(/instructor/i)],
    ],
    async meet() {
      const id = await approved()
      return outcome(at.publish(id).then(async () => (await at.get(id)).status))
    },
  },
  credit_rule: {
    chosen: [
      ['scheduled', 12],
      ['elapsed', 11],
    ],
    async meet() {
      const { id: semester_id } = await first<{ id: string }>(
        `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year)
         values ($1, $2, '2037-01-01', '2037-12-31', 'custom', '2037') returning id`,
        [at.school, `A year ${(days += 1)}`],
      )
      // The night on which the clocks go forward.
      const night = { date: '2037-03-07', start_time: '19:00', end_time: '07:00', break_min: 0 }
      const id = await at.draft({ ...night, semester_id, facility_id: at.icu })
      return (await at.get(id)).credited_hours
    },
  },
  hours_rounding_min: {
    chosen: [
      [15, 435],
      [60, 450],
    ],
    async meet() {
      // Eight hours minus a break of 30 minutes, and 20 minutes late.
      const { student, shift, seat } = await one('20 minutes')
      await at.checkIn(student, seat, { code: await at.codeOf(shift) })
      const roster = JSON.stringify(await at.roster(shift.lead, shift.id))
      return Number(/"minutes":(\d+)/.exec(roster)?.[1])
    },
  },
  hours_report_days: {
    chosen: [
      [15, 'done'],
      [5, 'Hours can be reported for 5 days'],
    ],
    meet: () => report({ date: addDays(at.today, -10), minutes: 240 }),
  },
  hours_per_day_max: {
    chosen: [
      [16, 'done'],
      [8, 'At most 8 hours a day'],
    ],
    meet: () => report({ date: at.today, minutes: 600 }),
  },
  evaluation_due_days: {
    chosen: [
      [3, 3],
      [9, 9],
    ],
    async meet() {
      const { shift } = await over()
      return evaluated(async () => {
        const { due } = await first<{ due: number }>(
          `select extract(epoch from e.due_at - s.ends_at)::integer / 86400 as due from public.evaluations e join public.shifts s on s.id = e.shift_id where s.id = $1`,
          [shift.id],
        )
        return due
      })
    },
  },
  evaluation_auto_verify: {
    chosen: [
      [true, 'verified'],
      [false, 'acknowledged'],
    ],
    async meet() {
      const { shift } = await over()
      return evaluated(async () => {
        await at.fixture.rows('set session_replication_role = replica')
        await at.fixture.rows(
          `update public.evaluations set status = 'acknowledged', submitted_at = now(), acknowledged_at = now() where shift_id = $1`,
          [shift.id],
        )
        await at.fixture.rows('set session_replication_role = origin')
        await byWorker((tx) => runDueEvaluationWork(tx))
        return (
          await first<{ status: string }>('select status from public.evaluations where shift_id = $1', [
            shift.id,
          ])
        ).status
      })
    },
  },
  reminder_days: {
    chosen: [
      [[30, 14, 7, 1], []],
      [[90, 60], [60]],
      [[45, 20], [45]],
    ],
    async meet() {
      const [student] = (await at.students(1)) as [Person]
      const { id } = await first<{ id: string }>(
        `insert into public.credentials (school_id, person_id, type_id, status, issued_on, expires_on)
         select $1, $2, t.id, 'approved', '2020-01-01', app.school_today($1) + 40 from public.credential_types t where t.code = 'BLS' returning id`,
        [at.school, student.id],
      )
      await byWorker((tx) => sendDueReminders(tx))
      const isReminded = await notificationsOfStep(student, /expires in 40 days/)
      const sent = await at.fixture.rows<{ days: number }>(
        `select days from public.credential_reminders where credential_id = $1 and outcome = 'sent'`,
        [id],
      )
      expect(isReminded).toBe(sent.length > 0)
      return sent.map((step) => step.days)
    },
  },
  shift_report_due_h: {
    chosen: [
      [48, 48],
      [72, 72],
    ],
    async meet() {
      const { shift } = await over()
      await byWorker((tx) => openShiftReports(tx))
      const { due } = await first<{ due: number }>(
        `select extract(epoch from r.due_at - s.ends_at)::integer / 3600 as due from public.shift_reports r join public.shifts s on s.id = r.id where s.id = $1`,
        [shift.id],
      )
      return due
    },
  },
  max_students_per_instructor: {
    chosen: [
      [null, 8],
      [5, 5],
    ],
    meet: () => seatsOf(),
  },
  max_students_per_preceptor: {
    chosen: [
      [2, 2],
      [1, 1],
    ],
    async meet() {
      const id = await at.draft({ date: nextDay(), capacity: 8, experience_type: 'precepted' })
      const { limits } = await at.get(id)
      return limits.find(({ limit_name: name }) => name === 'preceptor')?.seats
    },
  },
  max_students_by_specialty: {
    chosen: [
      [{}, 8],
      [{ med_surg: 4 }, 4],
      [{ pediatrics: 4 }, 8],
    ],
    meet: () => seatsOf(),
  },
  sim_cap_pct: {
    chosen: [
      [null, 100],
      [25, 25],
    ],
    async meet() {
      const [student] = (await at.students(1)) as [Person]
      await at.fixture.rows(
        `insert into public.hours_entries (school_id, student_id, semester_id, date, minutes, kind, specialty, source, source_key)
         select $1, $2, $3, current_date - 2, 6000, 'simulation', 'med_surg', 'import', gen_random_uuid()::text`,
        [at.school, student.id, at.semesters[at.school]],
      )
      const progress = await call(hoursHandlers().progress, {}, await at.as(student))
      return progress.credited
    },
  },
}

/** A credential is required of everyone, while `work` runs. */
async function required<T>(then: () => Promise<T>): Promise<T> {
  const { id } = await first<{ id: string }>(
    `insert into public.credential_requirements (type_id, school_id, active_from)
     select t.id, $1, '2020-01-01' from public.credential_types t where t.code = 'BLS' returning id`,
    [at.school],
  )
  try {
    return await then()
  } finally {
    await at.fixture.rows('delete from public.credential_requirements where id = $1', [id])
  }
}

it('every setting is tested', () =>
  expect(Object.keys(tried).toSorted()).toEqual(Object.keys(defaultSettings).toSorted()))

it.each(
  Object.entries(tried as Record<string, Tried<keyof SchoolSettings>>).flatMap(([key, { chosen, ...rest }]) =>
    chosen.map(([value, met]) => ({ key, value, met, ...rest })),
  ),
)('$key: $value', async ({ key, value, met, meet, beside }) => {
  await choose({ ...beside, [key]: value })
  expect(await meet()).toEqual(met)
})
