import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { PlainDate } from '#core/plain-date.ts'
import { defaultSettings } from '#core/school-settings.ts'
import { expectedSeats } from '#core/seat-statuses.ts'
import { type Notice, notifyPeople } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import type { ExpiryBasis } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'
import { alsoNotified, remindersDueToday } from '../../rules.ts'
import { isToCome } from '../queries/find-spans.ts'
import { ofEachEnding } from '../queries/endings.ts'

type Expiring = {
  id: string
  school_id: string
  person_id: string
  expires_on: PlainDate
  today: PlainDate
  /** Days from today to the last day; negative after it. */
  left: number
  done: number[]
  /** The reminder days of its school. */
  days: number[]
  type: string
  /** True if the school checks it itself. */
  is_checked: boolean
  student: string
  role: string
  /** For what ends otherwise than by expiring. */
  basis: ExpiryBasis | null
}
type Step = Expiring & ReturnType<typeof remindersDueToday>

/** The most credentials in one transaction. */
const AT_ONCE = 200
/** The number of days after the last one on which reminders end. */
const OVER = 31

/**
 * As the worker: ends expired conditional approvals, and takes the reminder step that is due for each
 * expiring credential, once across all processes. `back`: how many days ago it may have expired, for the
 * first run after a gap. Returns how many were sent, and whether there may be more.
 */
export async function sendDueReminders(tx: Tx, back = OVER): Promise<{ sent: number; hasMore: boolean }> {
  await sql`
    update public.credentials c set status = 'lapsed'
    where c.status = 'conditionally_approved' and c.conditional_until < app.school_today(c.school_id)`.execute(
    tx,
  )
  const expiring = await listExpiring(tx, back)
  const steps = expiring.map((one) => ({
    ...one,
    ...remindersDueToday(one.expires_on, one.today, one.done, one.days),
  }))
  const isSent = await record(tx, steps)
  const sent = steps.filter(({ id }) => isSent.has(id))
  const others = await whoElse(tx, sent)
  await notifyPeople(
    tx,
    sent.flatMap((step) => noticesOf(step, others)),
  )
  return { sent: sent.length, hasMore: expiring.length === AT_ONCE }
}

/**
 * Credentials of active people that expire within their school's reminder days (or did, up to
 * `back` days ago) without a renewal, approved or in review, with their recorded steps; the same of
 * approvals with a condition, and of waivers.
 */
async function listExpiring(tx: Tx, back: number): Promise<Expiring[]> {
  const usual = JSON.stringify(defaultSettings.reminder_days)
  const { rows } = await sql<Expiring>`${ofEachEnding(
    ({ basis, on, isLast }) => sql`(
    select c.id, c.school_id, c.person_id, ${on} as expires_on, d.today, ${on} - d.today as left, r.done, l.days, t.name as type, t.evidence = 'external_check' as is_checked, u.full_name as student, u.role, ${basis}::text as basis
    from public.credentials c join public.schools h on h.id = c.school_id join public.credential_types t on t.id = c.type_id join public.users u on u.id = c.person_id
    cross join lateral (select array(select value::integer from jsonb_array_elements_text(coalesce(h.settings -> 'reminder_days', ${usual}::jsonb)) with ordinality x (value, at)
      order by at) as days) l
    cross join lateral (select app.school_today(c.school_id) as today) d
    cross join lateral (select coalesce(array_agg(m.days), '{}') as done from public.credential_reminders m
      where m.credential_id = c.id and m.expires_on = ${on} and not m.is_asked) r
    where ${isLast} and ${on} between current_date - ${back}::integer and current_date + 1 + (select coalesce(max((coalesce(o.settings -> 'reminder_days', ${usual}::jsonb) ->> 0)::integer), 0) from public.schools o)
      and exists (select 1 from unnest(l.days || 0) step where ${on} - d.today <= step and step <> all (r.done))
      and not exists (select 1 from public.credentials w where w.school_id = c.school_id and w.person_id = c.person_id and w.type_id = c.type_id and w.facility_id is not distinct from c.facility_id
        and w.status in ('submitted', 'in_review'))
    order by ${on}, c.id limit ${AT_ONCE})`,
  )} order by expires_on, id limit ${AT_ONCE}`.execute(tx)
  return rows
}

/** Records the steps, including skipped ones; returns the credentials whose reminder is to be sent now. */
async function record(tx: Tx, steps: readonly Step[]): Promise<Set<string>> {
  const taken = steps.flatMap(({ id, school_id, expires_on, send, passed }) => [
    ...passed.map((days) => ({ id, school_id, expires_on, days, outcome: 'passed' })),
    ...(send === null ? [] : [{ id, school_id, expires_on, days: send, outcome: 'sent' }]),
  ])
  const { rows } = await sql<{ id: string; outcome: string }>`
    insert into public.credential_reminders (credential_id, school_id, expires_on, days, outcome)
    select x.id, x.school_id, x.expires_on, x.days, x.outcome
    from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) x (id uuid, school_id uuid, expires_on date, days integer, outcome text)
    on conflict do nothing returning credential_id as id, outcome`.execute(tx)
  return new Set(rows.flatMap(({ id, outcome }) => (outcome === 'sent' ? [id] : [])))
}

type Others = Map<string, { coordinator: string[]; proctor: string[] }>

/** The other people to notify, if the rule says so: the school's administrators, and instructors of upcoming shifts. */
async function whoElse(tx: Tx, sent: readonly Step[]): Promise<Others> {
  const { rows } = await sql<{ id: string; coordinator: string[]; proctor: string[] }>`
    select k.id, array(select a.id from public.users a where a.linked_school_id = k.school_id and a.status = 'active'
        and a.role in ('school_admin', 'school_super_admin')) as coordinator,
      array(select distinct l from public.assignments x join public.shifts s on s.id = x.shift_id cross join lateral unnest(app.instructors_of(s)) l where x.student_id = k.person_id
        and x.school_id = k.school_id and x.status in ${listed(expectedSeats)} and ${isToCome(sql`s`)}) as proctor
    from public.credentials k where k.id = any (${sent.map(({ id }) => id)}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

function noticesOf(
  { id, send, type, student, role, left, is_checked: isChecked, basis, ...one }: Step,
  others: Others,
): Notice[] {
  const also = send === null ? [] : alsoNotified(send, isChecked)
  const { coordinator = [], proctor = [] } = others.get(id) ?? {}
  const on = one.expires_on
  const notice = notification(notificationTexts, 'credential.expiring_student', {
    student,
    type,
    on,
    isChecked,
    basis,
  })
  return [
    {
      to: [one.person_id],
      type: 'credential_expiring',
      url: `/${role}/credentials`,
      ...notification(notificationTexts, 'credential.expiring', {
        type,
        on,
        days: left,
        isChecked,
        basis,
      }),
    },
    {
      to: also.includes('coordinator') ? coordinator : [],
      type: 'credential_expiring',
      url: role === 'proctor' ? `/school/user/${one.person_id}` : `/school/students/${one.person_id}`,
      ...notice,
    },
    {
      to: also.includes('proctor') ? proctor.filter((each) => !coordinator.includes(each)) : [],
      type: 'credential_expiring',
      url: `/proctor/students/${one.person_id}`,
      ...notice,
    },
  ]
}
