import type { Tx } from '#platform/server/db.ts'
import { askFacility } from './ask-facility.ts'
import { lockProject } from './lock-project.ts'
import { nominate } from './nominate.ts'

type AssignedProject = { project_id: string; facility_id: string; preceptor_id: string | null }

/** Assigns a project as the match decided: the preceptor is asked and has seven days to answer, or the unit is asked to nominate one. */
export async function assignProject(
  tx: Tx,
  { project_id, facility_id, preceptor_id }: AssignedProject,
  appUrl: string,
) {
  const { status, version } = await lockProject(tx, { id: project_id })
  if (status === 'approved') await askFacility(tx, { id: project_id, version, facility_id })
  if (preceptor_id !== null) await nominate(tx, { id: crypto.randomUUID(), project_id, preceptor_id }, appUrl)
}
