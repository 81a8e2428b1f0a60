import { lazy, Suspense } from 'react'
import type { Question } from '#platform/web/kit/actions.ts'
import type { Semester } from '../contract.ts'
import { overlapText } from '../messages.ts'
import { overlapsOf } from '../rules.ts'

// Loaded when the question is asked.
const Archiving = lazy(() => import('./Archiving.tsx').then((m) => ({ default: m.Archiving })))

/** The question before a semester is activated: with which of its school's semesters it would overlap. */
export function activation(semester: Semester, all: readonly Semester[]): Question {
  const others = all.filter(({ school_id }) => school_id === semester.school_id)
  const overlap = overlapText(overlapsOf({ ...semester, is_active: true }, others))
  return {
    title: `Activate ${semester.name}?`,
    body: ['Students and proctors see it at once.', overlap].filter(Boolean).join(' '),
    confirmLabel: 'Activate',
  }
}

/** The question before a semester is deactivated. */
export const deactivation = ({ name }: Semester): Question => ({
  title: `Deactivate ${name}?`,
  body: 'Students and proctors no longer see it, and it can’t be selected. Nothing in it is lost.',
  confirmLabel: 'Deactivate',
})

/** The question before a closed semester is reopened; its reason stays with the semester. */
export const reopening = ({ name }: Semester): Question => ({
  title: `Reopen ${name}?`,
  body: 'Hours and grades can be corrected again until you close it. Everyone who opens it sees that it was reopened, and why.',
  confirmLabel: 'Reopen semester',
  reason: { label: 'Reason', isRequired: true, minLength: 10 },
})

/** The question before a closed semester is archived. */
export const archiving = ({ id, name }: Semester): Question => ({
  title: `Archive ${name}?`,
  body: (
    <Suspense>
      <Archiving id={id} />
    </Suspense>
  ),
  confirmLabel: 'Archive semester',
})
