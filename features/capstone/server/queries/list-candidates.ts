import { sql } from 'kysely'
import { settingsOf, type SchoolSettings } from '#core/school-settings.ts'
import { wordsOf } from '#core/refusal.ts'
import { eligibilityBlockers, requirementOn } from '#features/preceptors/rules.ts'
import { listPreceptors, listRequirements, preceptorRefusals } from '#features/preceptors/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Candidate } from '../../contract.ts'
import type { ProjectFacts } from './find-facts.ts'

type Asked = {
  id: string
  facility_id: string | null
  start_date: string
  end_date: string
  facts: ProjectFacts
}
type Load = { preceptor_id: string; project_id: string; starts: string; ends: string }

/** The preceptors of a project's facility, each with all that keeps them from taking the student; for a day, on that day. */
export async function listCandidates(tx: Tx, project: Asked, only?: { id?: string; date?: string | undefined }): Promise<Candidate[]> {
  const { rows: places } = await sql<{ id: string }>`select app.facility_scope(${project.facility_id}::uuid) as id
    union select l.id from app.facility_line(${project.facility_id}::uuid) l`.execute(tx)
  const near = new Set(places.map(({ id }) => id))
  const people = (await listPreceptors(tx, { ...(only?.id && { id: only.id }) })).filter((one) => near.has(one.facility_id))
  const { rows: load } = await sql<Load>`select * from app.preceptor_load(${people.map(({ id }) => id)}::uuid[])`.execute(tx)
  const requirements = await listRequirements(tx)
  const most = await limitOfSchool(tx, project.id)
  const span = { start: only?.date ?? project.start_date, end: only?.date ?? project.end_date }
  const { state, level } = project.facts
  const requirement = requirementOn(requirements, { state, level, day: span.start })
  return people.map((one) => {
    const others = load.filter((other) => other.preceptor_id === one.id && other.project_id !== project.id).map(({ starts, ends }) => ({ start: starts, end: ends }))
    const blockers = eligibilityBlockers(one, { ...span, state, requirement, most, others })
    return {
      id: one.id,
      full_name: one.full_name,
      facility_name: one.facility_name,
      has_account: one.has_account,
      load: others.length,
      blockers: blockers.map((blocker) => wordsOf(preceptorRefusals, blocker)),
    }
  })
} // prettier-ignore

async function limitOfSchool(tx: Tx, project: string): Promise<number | null> {
  const { rows } = await sql<{ settings: Partial<SchoolSettings> }>`
    select c.settings from public.schools c join public.capstone_projects p on p.school_id = c.id where p.id = ${project}::uuid`.execute(
    tx,
  )
  return settingsOf(rows[0]?.settings ?? {}).max_students_per_preceptor
}
