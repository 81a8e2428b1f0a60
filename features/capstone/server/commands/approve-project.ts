import { notification } from '#core/notification-texts.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { capstoneRefusals, notificationTexts } from '../../messages.ts'
import { projectLabels } from '../../rules.ts'
import { listFaculty } from '../queries/list-faculty.ts'
import { lockProject, stepProject } from './lock-project.ts'
import { notifyOfProject } from './notify-of-project.ts'

type Sent = {
  id: string
  version: number
  faculty_id: string
  required_hours: number
  orientation_hours: number
  other_hours: number
}

/** The school approves a proposal, with the faculty member and the required hours. */
export async function approveProject(tx: Tx, { id, version, ...decided }: Sent) {
  const project = await lockProject(tx, { id, version })
  const people = await listFaculty(tx, project.school_id)
  if (!people.some((one) => one.id === decided.faculty_id))
    refuse(capstoneRefusals, refusal('capstone.faculty_unknown'))
  if (decided.orientation_hours + decided.other_hours > decided.required_hours)
    refuse(capstoneRefusals, refusal('capstone.hours_split'))
  const moved = await stepProject(tx, project, 'approved', decided)
  const said = notification(notificationTexts, 'capstone.moved', {
    title: project.title,
    status: projectLabels.approved,
    reason: null,
  })
  await notifyOfProject(
    tx,
    project,
    { audience: ['student', 'faculty'], key: `approve ${moved.version}` },
    said,
  )
  return moved
}
