import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import { answerNomination } from './answer-nomination.ts'
import { changeFaculty } from './change-faculty.ts'
import { decideNomination } from './decide-nomination.ts'
import { lockNomination } from './lock-nomination.ts'
import { lockProject } from './lock-project.ts'
import { moveProject } from './move-project.ts'
import { notifyOfProject } from './notify-of-project.ts'

type ProjectLeft = {
  kind: 'capstone' | 'capstone_faculty' | 'capstone_preceptor'
  /** The project, or the nomination of a preceptor. */
  id: string
  isOwn: boolean
  successorId: string | null
  reason: string
}

/** None of the steps below sends a link. */
const NO_LINK = ''

/** Settles what someone who leaves has in a project: the student's ends, someone else becomes the faculty member, or it needs another preceptor. */
export async function leaveProject(tx: Tx, { kind, id, isOwn, successorId, reason }: ProjectLeft) {
  if (kind === 'capstone_preceptor') return leaveAsPreceptor(tx, { id, isOwn, reason })
  if (kind === 'capstone_faculty') {
    if (successorId) await changeFaculty(tx, { id, faculty_id: successorId })
    return
  }
  const { version } = await lockProject(tx, { id })
  await moveProject(tx, { id, version, event: isOwn ? 'withdraw' : 'cancel', reason }, NO_LINK)
}

async function leaveAsPreceptor(tx: Tx, { id, isOwn, reason }: Pick<ProjectLeft, 'id' | 'isOwn' | 'reason'>) {
  const { project, nomination } = await lockNomination(tx, id)
  if (nomination.status === 'accepted') return decideNomination(tx, { id, decision: 'end', reason }, NO_LINK)
  if (isOwn && nomination.status === 'asked')
    return answerNomination(tx, { id, accepts: false, reason }, NO_LINK)
  const { title } = project
  const { preceptor_name: preceptor } = nomination
  const said = notification(notificationTexts, 'capstone.preceptor_left', { title, preceptor, reason })
  await notifyOfProject(tx, project, { audience: ['school', 'faculty'], key: `left ${id}` }, said)
  await decideNomination(tx, { id, decision: 'withdraw', reason }, NO_LINK)
}
