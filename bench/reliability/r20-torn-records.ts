/**
 * R20 for records after a shift: evaluations are submitted as a group, with a remediation plan if an answer requires one, and a shift
 * report is accepted, which posts its students' hours. At one of their steps, and again while the response to the commit is in transit, the
 * connections to PostgreSQL are cut, PostgreSQL ends them, or the application is killed with SIGKILL. The result is complete or absent;
 * sent again with the same key it is complete, once. The control of r20-torn-work.ts, which interrupts in the same way, shows that torn
 * work is found.
 *
 *   node bench/reliability/r20-torn-records.ts [--quick]
 */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import type { Person } from '#database/testing.ts'
import { createUnit, type Unit } from '#features/attendance/server/fake.ts'
import { evaluationHandlers } from '#features/evaluations/server/handlers.ts'
import { itemsOf } from '#features/instruments/rules.ts'
import { openShiftReports } from '#features/shift-reports/server/commands/open-shift-reports.ts'
import { shiftReportHandlers } from '#features/shift-reports/server/handlers.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Finding } from '../lib/findings.ts'
import { askerFor, countsOf, type Kind, senderFor, startTearing, retryUntilAllReached } from './lib/torn.ts'
import { runTrials } from './lib/trial.ts'

/**
 * At how many steps each kind of work is interrupted in each manner, including the response to the commit; and how many students a shift
 * has.
 */
export const FULL = { steps: 8, students: 6 }
export const QUICK = { steps: 2, students: 2 }
export type Size = typeof FULL

/** Tries each kind of work in each manner. */
export async function* tryTornRecords(size: Size): AsyncGenerator<Finding> {
  const at = await createUnit()
  const tearing = await startTearing(at.fixture)
  try {
    for (const kind of [evaluations(at, size), await reports(at, size)])
      yield await tearing.tear(kind, size.steps)
  } finally {
    await tearing.close()
    await at.fixture.close()
  }
}

type Shift = Awaited<ReturnType<Unit['running']>>

/** Creates a past shift that all students attended, one of them late. */
async function overShift(at: Unit, count: number): Promise<{ shift: Shift; people: Person[] }> {
  const people = await at.students(count)
  const shift = await at.running('9 hours', people)
  // One was late, because the server itself accepts a report without exceptions.
  const late = new Date(Date.parse(shift.startsAt) + 40 * 60_000).toISOString()
  for (const [n, seat] of shift.seats.entries()) {
    await at.mark(shift.lead, shift.id, seat, 'present', { at: n === 0 ? late : shift.startsAt })
    await at.mark(shift.lead, shift.id, seat, 'left')
  }
  await at.fixture.rows(`update public.shifts set status = 'completed' where id = $1`, [shift.id])
  return { shift, people }
}

const api = { evaluations: evaluationHandlers(), reports: shiftReportHandlers() }

/** The midterms of a group; one has an item that needs improvement, which opens a plan. */
function evaluations(at: Unit, { students }: Size): Kind {
  return {
    name: 'submitting evaluations',
    async make() {
      const { shift, people } = await overShift(at, students)
      const rows: { id: string; version: number }[] = []
      for (const [n, student] of people.entries()) {
        const asked = { student_id: student.id, kind: 'midterm' as const, shift_id: shift.id }
        const { content } = await call(api.evaluations.start, asked, await at.as(shift.lead))
        const answers = itemsOf(content).map(({ code }, item) =>
          n === 0 && item === 0
            ? { code, point: 'NI', comment: 'Needed two reminders.' }
            : { code, point: 'S', comment: null },
        )
        const about = { subject: 'semester' as const, shift_id: shift.id }
        const draft = {
          id: randomUUID(),
          version: 0,
          student_id: student.id,
          kind: 'midterm' as const,
          about,
          answers,
          strengths: 'Calm.',
          improvements: null,
        }
        rows.push(await call(api.evaluations.save, draft, await at.as(shift.lead)))
      }
      const ask = await askerFor(at.fixture, shift.lead)
      // The same rows have the same key, even if they are sent again.
      const keys = new Map<number, string>()
      const keyOf = (count: number): string => keys.get(count) ?? keys.set(count, randomUUID()).get(count)!
      const ids = rows.map(({ id }) => id)
      return {
        send: (port) =>
          retryUntilAllReached(
            rows.map(({ id, version }) => ({ id, version })),
            (some) => ask('/evaluations/submit', { rows: some, idempotency_key: keyOf(some.length) }, port),
            (said, { id }) => !(said as { rows: { id: string }[] }).rows.some((one) => one.id === id),
          ),
        isSound: ([submitted, events, plans, told]) =>
          submitted === events && submitted === told && plans! <= 1,
        written: () =>
          countsOf(
            at.fixture,
            `(select count(*) from public.evaluations where id = any ($1) and status = 'submitted'),
             (select count(*) from public.evaluation_events where evaluation_id = any ($1) and to_status = 'submitted'),
             (select count(*) from public.remediation_plans where id = any ($1)),
             (select count(*) from public.notifications where recipient_id = any ($2) and type = 'evaluation')`,
            [ids, people.map(({ id }) => id)],
          ),
        whole: [students, students, 1, students],
      }
    },
  }
}

/** A report that a school accepts: each student's hours are posted, their attendance is closed, and the instructor is notified. */
async function reports(at: Unit, { students }: Size): Promise<Kind> {
  const ana = await senderFor(at.fixture, at.people.ana)
  const versionOf = async (id: string): Promise<number> =>
    (
      await at.fixture.rows<{ version: number }>('select version from public.shift_reports where id = $1', [
        id,
      ])
    )[0]!.version
  const fields = {
    census: 22,
    acuity_note: null,
    activities: 'Assessments with the nurse.',
    objectives_met: [],
    teaching_summary: 'Sterile technique.',
    roster: [],
    facility_feedback: { welcome: 5, support: 4, suitability: null, comment: null },
    private_note: null,
  }
  return {
    name: 'accepting a shift report',
    async make() {
      const { shift } = await overShift(at, students)
      await withActor(at.fixture.workerPool, null, (tx) => openShiftReports(tx))
      await call(
        api.reports.save,
        { ...fields, shift_id: shift.id, version: await versionOf(shift.id) },
        await at.as(shift.lead),
      )
      const whole = { shift_id: shift.id, version: await versionOf(shift.id), no_patient_information: true }
      await call(api.reports.submit, whole, await at.as(shift.lead))
      return {
        send: ana(`/shift-reports/${shift.id}/decide`, {
          version: await versionOf(shift.id),
          decision: 'accept',
          reason: null,
          idempotency_key: randomUUID(),
        }),
        written: () =>
          countsOf(
            at.fixture,
            `(select count(*) from public.shift_reports where id = $1 and status = 'accepted'),
             (select count(*) from public.hours_entries where shift_id = $1),
             (select count(*) from public.attendance_records where shift_id = $1 and posted_at is not null),
             (select count(*) from public.notifications where recipient_id = $2 and dedupe_key like '%accepted')`,
            [shift.id, shift.lead.id],
          ),
        whole: [1, students, students, 1],
      }
    },
  }
}

if (import.meta.main) await runTrials((quick) => tryTornRecords(quick ? QUICK : FULL))
