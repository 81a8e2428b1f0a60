import { sql } from 'kysely'
import { settingsOf, type SchoolSettings } from '#core/school-settings.ts'
import { refusalMessage } from '#core/refusal.ts'
import { eligibilityBlockers, requirementOn } from '#features/preceptors/rules.ts'
import { listPreceptors, listRequirements, preceptorRefusals } from '#features/preceptors/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Candidate } from '../../contract.ts'
import type { ProjectFacts } from './find-facts.ts'

type Asked = {
  id: string
  school_id: string
  facility_id: string | null
  start_date: string
  end_date: string
  facts: ProjectFacts
}
type Load = { preceptor_id: string; project_id: string; starts: string; ends: string }

/** The preceptors of a project's facility, each with every reason they cannot take the student; for a day, on that day. */
export async function listCandidates(
  tx: Tx,
  project: Asked,
  only?: { id?: string; date?: string | undefined },
): Promise<Candidate[]> {
  const { rows: facilities } = await sql<{
    id: string
  }>`select app.facility_scope(${project.facility_id}::uuid) as id
    union select l.id from app.facility_line(${project.facility_id}::uuid) l`.execute(tx)
  const near = new Set(facilities.map(({ id }) => id))
  const people = (await listPreceptors(tx, { ...(only?.id && { id: only.id }) })).filter((one) =>
    near.has(one.facility_id),
  )
  const load = await listLoad(tx, people)
  const requirements = await listRequirements(tx)
  const most = await limitOfSchool(tx, project.school_id)
  const span = { start: only?.date ?? project.start_date, end: only?.date ?? project.end_date }
  const { state, level } = project.facts
  const student = await emailOfStudent(tx, project.id)
  const requirement = requirementOn(requirements, { state, level, day: span.start })
  return people.map((one) => {
    const others = load
      .filter((other) => other.preceptor_id === one.id && other.project_id !== project.id)
      .map(({ starts, ends }) => ({ start: starts, end: ends }))
    const blockers = eligibilityBlockers(one, {
      ...span,
      state,
      requirement,
      most,
      others,
      is_self: one.email.toLowerCase() === student,
    })
    return {
      id: one.id,
      full_name: one.full_name,
      facility_name: one.facility_name,
      has_account: one.has_account,
      load: others.length,
      blockers: blockers.map((blocker) => refusalMessage(preceptorRefusals, blocker)),
    }
  })
}

/** The projects of these preceptors, including those they are asked for, with their days. */
export async function listLoad(tx: Tx, people: readonly { id: string }[]): Promise<Load[]> {
  const { rows } = await sql<Load>`
    select * from app.preceptor_load(${people.map(({ id }) => id)}::uuid[])`.execute(tx)
  return rows
}

/** The email address of a project's student; null for a facility, which may not read it: the school is asked before its preceptor is. */
async function emailOfStudent(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select lower(u.email) as email from public.capstone_projects c join public.users u on u.id = c.student_id where c.id = ${id}::uuid`.execute(
    tx,
  )
  return rows[0]?.email ?? null
}

/** How many students a school lets one preceptor have at once; null for no limit beyond the preceptor's and the board's. */
export async function limitOfSchool(tx: Tx, schoolId: string): Promise<number | null> {
  const { rows } = await sql<{ settings: Partial<SchoolSettings> }>`
    select c.settings from public.schools c where c.id = ${schoolId}::uuid`.execute(tx)
  return settingsOf(rows[0]?.settings ?? {}).max_students_per_preceptor
}
