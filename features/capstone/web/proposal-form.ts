import { formatDate, isPlainDate } from '#core/plain-date.ts'
import { specialtyLabels, type Specialty } from '#core/specialties.ts'
import { versionField, type VersionField } from '#ui/use-versions.ts'
import type { AacnDomain, ProjectType, Proposal } from '../contract.ts'
import { domainLabels, typeLabels } from './capstone-words.ts'

/** A proposal as form values, or an empty form. */
export const valuesOf = (project: Proposal | undefined) => ({
  semester_id: project?.semester_id ?? '',
  course_code: project?.course_code ?? '',
  title: project?.title ?? '',
  summary: project?.summary ?? '',
  specialty: project?.specialty ?? 'med_surg',
  project_type: project?.project_type ?? 'practicum_only',
  preferred_units: project?.preferred_units ?? '',
  start_date: project?.start_date ?? '',
  end_date: project?.end_date ?? '',
  skills: project?.skills ?? [],
  goals: (project?.learning_goals ?? [{ goal: '', measure: '', aacn_domain: null }]).map((one) => ({
    goal: one.goal,
    measure: one.measure,
    aacn_domain: one.aacn_domain ?? '',
  })),
  deliverables: project?.deliverables.map(({ name, due }) => ({ name, due })) ?? [],
})
export type ProposalValues = ReturnType<typeof valuesOf>

const dayWords = (date: string): string => (isPlainDate(date) ? formatDate(date) : date)

/** The form's fields for comparing two versions of a proposal; goals and deliverables are one field each. */
export function proposalVersionFields(nameOf: (semester: string) => string): VersionField<ProposalValues>[] {
  const field = versionField<ProposalValues>
  return [
    field('title', 'Title'),
    field(
      'semester_id',
      'Semester',
      ({ semester_id: id }) => id && nameOf(id),
      ({ semester_id: id }) => id,
    ),
    field('course_code', 'Course'),
    field('start_date', 'First day', (values) => dayWords(values.start_date)),
    field('end_date', 'Last day', (values) => dayWords(values.end_date)),
    field('specialty', 'Specialty', (values) => specialtyLabels[values.specialty as Specialty]),
    field('project_type', 'Kind', (values) => typeLabels[values.project_type as ProjectType]),
    field('summary', 'Summary'),
    field('goals', 'Learning goals', ({ goals }) =>
      goals
        .filter(({ goal }) => goal.trim() !== '')
        .map(({ goal, measure, aacn_domain: domain }) =>
          [goal, measure, domain && domainLabels[domain as AacnDomain]].filter(Boolean).join(', '),
        )
        .join('; '),
    ),
    field('skills', 'Skills', ({ skills }) => skills.join(', ')),
    field('preferred_units', 'Preferred units'),
    field('deliverables', 'Deliverables', ({ deliverables }) =>
      deliverables
        .filter(({ name }) => name.trim() !== '')
        .map(({ name, due }) => `${name}, ${dayWords(due)}`)
        .join('; '),
    ),
  ]
}
