import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { capstoneRefusals, notificationTexts } from '../../messages.ts'
import { facultyBlocker } from '../../rules.ts'
import { listFaculty } from '../queries/list-faculty.ts'
import { lockProject } from './lock-project.ts'
import { notifyOfProject } from './notify-of-project.ts'

type Sent = { id: string; version?: number; faculty_id: string }

/** The school names another faculty member, who signs and decides from now on; a signature that was given stays. */
export async function changeFaculty(tx: Tx, sent: Sent) {
  const project = await lockProject(tx, sent)
  refuseIf(capstoneRefusals, facultyBlocker(project, project.facts.party))
  const { id, school_id, status, title } = project
  const next = (await listFaculty(tx, school_id)).find((one) => one.id === sent.faculty_id)
  if (!next) return refuse(capstoneRefusals, refusal('capstone.faculty_unknown'))
  const said = notification(notificationTexts, 'capstone.faculty_changed', { title, faculty: next.full_name })
  const key = `faculty ${project.version}`
  // The one before is named by the row until it is written.
  await notifyOfProject(tx, project, { audience: ['faculty'], key }, said)
  const { version } = await tx
    .updateTable('capstone_projects')
    .set({ faculty_id: next.id })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  await notifyOfProject(tx, project, { audience: ['student', 'faculty', 'preceptor'], key }, said)
  return { id, status, version }
}
