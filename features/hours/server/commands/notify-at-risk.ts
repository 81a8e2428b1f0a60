import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { notifyPeople } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Progress } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'
import { loadProgress } from '../queries/load-progress.ts'

/** How many names are listed; the others are counted. */
const NAMED = 10

type Term = { id: string; name: string }

/**
 * Run by the worker: notifies the students of a school who are behind on hours in the current semester, once a semester each, and their
 * cohorts' advisors of those just notified. Returns how many students.
 */
export async function notifyAtRisk(tx: Tx, schoolId: string): Promise<number> {
  const term = await findTerm(tx, schoolId)
  if (!term) return 0
  const away = await findAway(tx, schoolId)
  const behind = (await loadProgress(tx, { school: schoolId })).filter(
    (one) => one.standing === 'at_risk' && !away.has(one.student_id),
  )
  const keyOf = ({ student_id: id }: Progress) => `at risk ${term.id} ${id}`
  const sent = await notifyPeople(
    tx,
    behind.map((one) => ({
      to: [one.student_id],
      type: 'hours',
      url: '/student/progress',
      key: keyOf(one),
      ...notification(notificationTexts, 'hours.at_risk', { semester: term.name, risks: one.risks }),
    })),
  )
  const fresh = behind.filter((one) => sent.has(keyOf(one)))
  await notifyAdvisors(tx, term, fresh)
  return fresh.length
}

async function notifyAdvisors(tx: Tx, term: Term, students: readonly Progress[]): Promise<void> {
  const cohorts = [...Map.groupBy(students, ({ cohort_id: id }) => id)].flatMap(([id, rows]) =>
    id ? [{ id, rows }] : [],
  )
  if (cohorts.length === 0) return
  const advisors = await tx
    .selectFrom('cohort_advisors as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.cohort_id', 'a.user_id', 'u.role'])
    .where(
      'a.cohort_id',
      'in',
      cohorts.map(({ id }) => id),
    )
    .execute()
  await notifyPeople(
    tx,
    cohorts.flatMap(({ id, rows }) => {
      const names = rows.map(({ full_name: name }) => name).toSorted()
      const said = {
        cohort: rows[0]!.cohort_name ?? '',
        names: names.slice(0, NAMED),
        more: Math.max(0, names.length - NAMED),
      }
      return (['proctor', 'school'] as const).map((reader) => ({
        to: advisors
          .filter((one) => one.cohort_id === id && (one.role === 'proctor') === (reader === 'proctor'))
          .map((one) => one.user_id),
        type: 'hours',
        url: `/${reader}/student-progress?cohort=${id}&standing=at_risk`,
        // The key has one student's id, so that those who fall behind later get a separate notification.
        key: `students at risk ${term.id} ${rows.map((one) => one.student_id).toSorted()[0]}`,
        ...notification(notificationTexts, 'hours.students_at_risk', said),
      }))
    }),
  )
}

/** Students on leave today; they are notified after they return, if they are behind then. */
async function findAway(tx: Tx, schoolId: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('student_leaves')
    .select('student_id')
    .where('school_id', '=', schoolId)
    .where(sql<boolean>`during @> app.school_today(school_id)`)
    .execute()
  return new Set(rows.map(({ student_id: id }) => id))
}

/** The current semester; the one that began last if there are several. */
const findTerm = (tx: Tx, schoolId: string): Promise<Term | undefined> =>
  tx
    .selectFrom('semesters')
    .select(['id', 'name'])
    .where('school_id', '=', schoolId)
    .where('is_active', '=', true)
    .where(sql<boolean>`app.school_today(school_id) between start_date and end_date`)
    .orderBy('start_date', 'desc')
    .executeTakeFirst()

/** Active schools where the local time is in this hour. */
export async function schoolsAtHour(tx: Tx, hour: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('schools')
    .select('id')
    .where('is_active', '=', true)
    .where(sql<boolean>`extract(hour from now() at time zone time_zone) = ${hour}`)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
