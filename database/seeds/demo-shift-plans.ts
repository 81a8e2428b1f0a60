import type pg from 'pg'
import { addDays, formatDate, weekdayOf, type PlainDate } from '#core/plain-date.ts'

type Ids = (name: string) => string

/** Shift plans that were described in words: one ready to be drafted, one with questions, and one that was set aside. */
export async function insertShiftPlans(client: pg.Client, demoId: Ids): Promise<void> {
  const [school, ana] = [demoId('lakeshore'), demoId('ana.coordinator@lakeshore.example')]
  const { rows } = await client.query<{ id: string; start: PlainDate }>(
    `select id, start_date::text as start from public.semesters where school_id = $1 and is_active and start_date > current_date order by start_date limit 1`,
    [school],
  )
  const [term] = rows
  if (!term) return
  const first = addDays(term.start, ((6 - weekdayOf(term.start) + 7) % 7) + 7)
  const span = `from ${formatDate(first, 'long')} to ${formatDate(addDays(first, 35), 'long')}`
  for (const { key, prompt, status, planned, blocked, days } of [
    {
      key: 'ready',
      prompt: `Saturdays 3 PM–11 PM at 5 East Medical-Surgical, Harborview Medical Center, ${span}, 6 students, no instructor yet`,
      status: 'ready',
      planned: 6,
      blocked: 0,
      days: 1,
    },
    {
      key: 'open',
      prompt: `Saturday mornings at Harborview ${span}, 6 students. Bring warm jackets.`,
      status: 'needs_answers',
      planned: 0,
      blocked: 0,
      days: 2,
    },
    {
      key: 'aside',
      prompt: `Sundays 7 AM–7 PM at Medical Intensive Care, ${span}, 2 students, no instructor yet`,
      status: 'discarded',
      planned: 6,
      blocked: 0,
      days: 4,
    },
  ])
    await client.query(
      `insert into public.shift_plans (id, school_id, semester_id, prompt, status, planned, blocked, created_by, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, now() - make_interval(days => $9))`,
      [demoId(`shift plan ${key}`), school, term.id, prompt, status, planned, blocked, ana, days],
    )
}
