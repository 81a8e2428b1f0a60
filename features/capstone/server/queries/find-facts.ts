import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { ProjectParty } from '../../contract.ts'

/** What the caller may know about a project but cannot read themselves. */
export type ProjectFacts = {
  id: string
  party: ProjectParty
  student_name: string | null
  faculty_name: string | null
  school_name: string
  facility_name: string | null
  state: string | null
  level: string | null
  time_zone: string
  today: string
  /** From the hours ledger. */
  minutes: number
  contact_id: string
  contact_name: string
}

/** The facts of these projects by id; only those in which the caller is a party. */
export async function findFacts(tx: Tx, ids: readonly string[]): Promise<Map<string, ProjectFacts>> {
  const { rows } = await sql<ProjectFacts>`
    select f.*, (now() at time zone f.time_zone)::date as today from app.capstone_facts(${ids}::uuid[]) f`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
