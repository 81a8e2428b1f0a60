import { sql } from 'kysely'
import { refuse, refusal, refusalMessage } from '#core/refusal.ts'
import { evaluationsOfProjects } from '#features/evaluations/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type {
  Concern,
  Deliverable,
  Nomination,
  Project,
  ProjectParty,
  ProjectStatus,
} from '../../contract.ts'
import { capstoneRefusals } from '../../messages.ts'
import { nextStepOf } from '../../rules.ts'
import { findFacts } from './find-facts.ts'
import { listCertificates } from './list-certificates.ts'
import { listDays } from './list-days.ts'
import { listProjects } from './list-projects.ts'
import { projectClearance } from './project-clearance.ts'
import { evaluationStatusesOf, whyNotComplete } from './why-not-complete.ts'

const nominationsOf = async (tx: Tx, id: string) => {
  const { rows } = await sql<Nomination>`
    select n.id, n.preceptor_id, n.preceptor_name, n.status, n.answer_by, n.reason, n.student_signed_at, n.preceptor_signed_at, n.faculty_signed_at,
      n.override_reason, n.created_at from public.capstone_nominations n where n.project_id = ${id}::uuid order by n.created_at desc, n.id`.execute(
    tx,
  )
  return rows
}

const deliverablesOf = async (tx: Tx, id: string) => {
  const { rows } = await sql<Deliverable>`
    select d.id, d.name, d.due, d.status, d.file_ids, d.note, d.reason from public.capstone_deliverables d
    where d.project_id = ${id}::uuid order by d.due, d.name`.execute(tx)
  return rows
}

const concernsOf = async (tx: Tx, id: string) => {
  const { rows } = await sql<Concern>`
    select k.id, k.severity, k.text as narrative, k.created_at as raised_at, k.raised_by_name as raised_by, k.to_name, k.answer, k.answered_at
    from public.capstone_concerns k where k.project_id = ${id}::uuid order by k.created_at desc`.execute(tx)
  return rows
}

const eventsOf = async (tx: Tx, id: string) => {
  const { rows } = await sql<Project['events'][number]>`
    select e.id, e.at, e.event, e.by_name as by, e.reason from public.capstone_events e
    where e.project_id = ${id}::uuid order by e.id desc limit 200`.execute(tx)
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

const showsClearance = (status: ProjectStatus, party: ProjectParty): boolean =>
  ['awaiting_preceptor', 'matched', 'active'].includes(status) &&
  party !== 'facility' &&
  party !== 'preceptor'

/** A project with everything the caller may see; refuses if they have none with this id. */
export async function getProject(tx: Tx, id: string, as?: 'preceptor'): Promise<Project> {
  const { rows: found } = await listProjects(tx, { id, as })
  const facts = (await findFacts(tx, [id])).get(id)
  const [row] = found
  if (!row || !facts) refuse(capstoneRefusals, refusal('capstone.not_found'))
  const { rows } = await sql<Omit<Project, keyof typeof row>>`
    select p.semester_id, s.name as semester_name, p.school_id, p.facility_id, p.summary, (select coalesce(jsonb_agg(jsonb_build_object('goal', g.goal ->> 'goal', 'measure', coalesce(g.goal ->> 'measure', ''),
      'aacn_domain', g.goal ->> 'aacn_domain', 'status', coalesce(p.goal_states[g.at], 'open')) order by g.at), '[]')
      from jsonb_array_elements(p.learning_goals) with ordinality g (goal, at)) as learning_goals, p.skills, p.project_type, p.preferred_units,
      p.orientation_hours::float8 as orientation_hours, p.other_hours::float8 as other_hours, p.feedback
    from public.capstone_projects p left join public.semesters s on s.id = p.semester_id where p.id = ${id}::uuid`.execute(
    tx,
  )
  const blocker = row.status === 'active' ? await whyNotComplete(tx, { ...row, facts }) : null
  const evaluations = (await evaluationsOfProjects(tx, [id])).get(id) ?? []
  const nominations = await nominationsOf(tx, id)
  const days = await listDays(tx, { project: id })
  const deliverables = await deliverablesOf(tx, id)
  return {
    ...row,
    ...rows[0]!,
    feedback: facts.party === 'facility' ? null : rows[0]!.feedback,
    time_zone: facts.time_zone,
    today: facts.today,
    party: facts.party,
    next: nextStepOf({
      ...row,
      nominations,
      days,
      deliverables,
      evaluationStatuses: evaluationStatusesOf(evaluations),
    }),
    completion_blocker: blocker && refusalMessage(capstoneRefusals, blocker),
    nominations,
    days,
    deliverables,
    clearance: showsClearance(row.status, facts.party)
      ? await projectClearance(tx, { ...row, ...rows[0]!, today: facts.today })
      : null,
    evaluations,
    certificates: await listCertificates(tx, { project: id }),
    concerns: await concernsOf(tx, id),
    events: await eventsOf(tx, id),
  }
}
