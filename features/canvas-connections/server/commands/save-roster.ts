import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Failure, MatchedBy, PersonProblem, PersonStatus } from '../../contract.ts'
import { countChanges, type KnownPerson, type Member, planRoster, type RosterInput } from '../../rules.ts'

export type RosterRead = Omit<RosterInput, 'known' | 'members'> & {
  run_id: string
  connection_id: string
  school_id: string
  errors: readonly Failure[]
}

/** The most changes stored per run; all are counted. */
const MAX_CHANGES = 5_000

/** As the worker: compares the people read with the known ones and with the school's, and stores the differences, all or nothing. */
export async function saveRoster(tx: Tx, read: RosterRead): Promise<void> {
  const { run_id, connection_id, school_id, errors, ...found } = read
  const isOpen = await tx
    .updateTable('canvas_connections')
    .set({ status: 'active', failure: null, read_at: sql<string>`now()` })
    .where('id', '=', connection_id)
    .where('status', 'in', ['active', 'error'])
    .returning('id')
    .executeTakeFirst()
  // If the connection was tested or revoked meanwhile, the data belongs to another Canvas or must not be stored.
  if (!isOpen) {
    await endRun(tx, run_id, [{ code: 'gave_up', what: 'the roster' }])
    return
  }
  const known = await loadKnown(tx, connection_id)
  const plan = planRoster({ ...found, known, members: await loadMembers(tx, connection_id) })
  await clearChangedMatches(tx, connection_id, known, plan.people)
  const rows = plan.people.map((one) => ({ ...one, name: one.name || one.login_id || one.canvas_id }))
  await sql`
    insert into public.canvas_people as p (connection_id, school_id, canvas_id, name, sis_id, login_id, email, section_ids, cohort_id, status, problem, candidates, student_id, matched_by)
    select ${connection_id}::uuid, ${school_id}::uuid, f.canvas_id, f.name, f.sis_id, f.login_id, f.email, f.section_ids, f.cohort_id, f.status, f.problem, f.candidates, f.student_id, f.matched_by
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) f (canvas_id text, name text, sis_id text, login_id text, email text, section_ids text[], cohort_id uuid,
      status text, problem text, candidates uuid[], student_id uuid, matched_by text)
    on conflict (connection_id, canvas_id) do update set name = excluded.name, sis_id = excluded.sis_id, login_id = excluded.login_id, email = excluded.email,
      section_ids = excluded.section_ids, cohort_id = excluded.cohort_id, status = excluded.status, problem = excluded.problem, candidates = excluded.candidates,
      student_id = excluded.student_id, matched_by = excluded.matched_by, seen_at = case when excluded.status = 'missing' then p.seen_at else now() end`.execute(
    tx,
  )
  await tx
    .updateTable('canvas_runs')
    .set({
      status: 'done',
      finished_at: sql<string>`now()`,
      ...countChanges(plan.changes, found.seen.length),
      changes: JSON.stringify(plan.changes.slice(0, MAX_CHANGES)),
      errors: JSON.stringify(errors),
    })
    .where('id', '=', run_id)
    .execute()
}

/** A student who passes from one account to another would otherwise belong to both in between, which a unique index refuses. */
async function clearChangedMatches(
  tx: Tx,
  connectionId: string,
  known: readonly KnownPerson[],
  next: readonly KnownPerson[],
): Promise<void> {
  const students = new Map(next.map((one) => [one.canvas_id, one.student_id]))
  const changed = known.filter(
    (one) => one.student_id && students.has(one.canvas_id) && students.get(one.canvas_id) !== one.student_id,
  )
  if (changed.length === 0) return
  await tx
    .updateTable('canvas_people')
    .set({ student_id: null, matched_by: null, status: 'new' })
    .where('connection_id', '=', connectionId)
    .where(sql<boolean>`canvas_id = any(${changed.map((one) => one.canvas_id)}::text[])`)
    .where('problem', 'is', null)
    .execute()
}

/** As the worker: ends a run that failed. */
export async function endRun(tx: Tx, id: string, errors: readonly Failure[]): Promise<void> {
  await tx
    .updateTable('canvas_runs')
    .set({ status: 'failed', finished_at: sql<string>`now()`, errors: JSON.stringify(errors) })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()
}

async function loadMembers(tx: Tx, connectionId: string): Promise<Member[]> {
  const { rows } = await sql<Member>`select * from app.canvas_members(${connectionId}::uuid)`.execute(tx)
  return rows
}

async function loadKnown(tx: Tx, id: string): Promise<KnownPerson[]> {
  await sql`select 1 from public.canvas_people where connection_id = ${id}::uuid order by id for no key update`.execute(
    tx,
  )
  return tx
    .selectFrom('canvas_people')
    .select([
      'canvas_id',
      'name',
      'sis_id',
      'login_id',
      'email',
      'section_ids',
      'candidates',
      'student_id',
      'cohort_id',
    ])
    .select([
      sql<PersonStatus>`status`.as('status'),
      sql<PersonProblem | null>`problem`.as('problem'),
      sql<MatchedBy | null>`matched_by`.as('matched_by'),
    ])
    .where('connection_id', '=', id)
    .execute()
}
