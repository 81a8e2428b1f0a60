import { refusalMessage } from '#core/refusal.ts'
import { startByLink } from '#features/evaluations/server/public.ts'
import { linkBlocker } from '#features/preceptors/rules.ts'
import { openLink, preceptorRefusals } from '#features/preceptors/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { EvaluationTask, OpenedLink, Project } from '../../contract.ts'
import { getProject } from './get-project.ts'
import { listCertificates } from './list-certificates.ts'

async function formOf(tx: Tx, project: Project, kind: EvaluationTask) {
  const asked = { project_id: project.id, student_id: project.student_id, kind }
  const { evaluation, instrument_name, content } = await startByLink(tx, asked)
  const { answers = [], strengths = null, improvements = null, returned_reason = null } = evaluation ?? {}
  return { kind, instrument_name, content, answers, strengths, improvements, returned_reason }
}

/** What a link from an email shows: only its task and the data for it; or why it cannot be used, with the next step. */
export async function openTask(tx: Tx, hash: string): Promise<OpenedLink> {
  const found = await openLink(tx, hash, 'open')
  const blocker = linkBlocker(found?.state ?? 'unknown')
  if (!found || blocker) {
    const state = found?.state ?? 'unknown'
    const message = blocker && refusalMessage(preceptorRefusals, blocker)
    return { state, message, task: found?.task ?? null, expires_at: null, certificate: null, project: null }
  }
  if (found.task === 'certificate') {
    const [certificate = null] = await listCertificates(tx, { project: found.project_id })
    return {
      state: 'live',
      message: null,
      task: found.task,
      expires_at: found.expires_at,
      certificate,
      project: null,
    }
  }
  const project = await getProject(tx, found.project_id)
  const day = project.days.find(({ id }) => id === found.day_id) ?? null
  const nomination = project.nominations.find(({ id }) => id === found.nomination_id)
  return {
    state: 'live',
    message: null,
    task: found.task,
    expires_at: found.expires_at,
    certificate: null,
    project: {
      title: project.title,
      student_name: project.student_name,
      school_name: project.school_name,
      course_code: project.course_code,
      preceptor_name: nomination?.preceptor_name ?? day?.preceptor_name ?? '',
      faculty_name: project.faculty_name,
      start_date: project.start_date,
      end_date: project.end_date,
      required_hours: project.required_hours,
      learning_goals: found.task === 'confirm' || found.task === 'evaluate' ? [] : project.learning_goals,
      answer_by: nomination?.answer_by ?? null,
      day,
      form: found.task === 'evaluate' ? await formOf(tx, project, found.kind!) : null,
    },
  }
}
