import { type RawBuilder, sql } from 'kysely'
import type { Progress } from '../../contract.ts'
import { factsOf, type OneFacts, progressOfOne } from './load-progress.ts'

/** The facts for `shownHours` as JSON, part of a larger statement because a student's first page loads everything at once; null without access. */
export const shownFacts = (student: RawBuilder<unknown>) =>
  sql<OneFacts | null>`(select to_jsonb(o) from (${factsOf(student, false)}) o)`

/**
 * Hours as a student's dashboard and an instructor's pages show them (Spec §7: student progress): credited, required and scheduled ones in
 * total, the same as on the pages of progress, and by specialty as posted (decision 063).
 */
export const shownHours = (one: Progress) => ({
  student_id: one.student_id,
  cohort_id: one.cohort_id,
  semester_id: null,
  hours_required: one.required,
  hours_done: one.credited,
  hours_scheduled: one.scheduled,
  hours_to_make_up: one.to_make_up,
  by_specialty: one.by_specialty.map(({ specialty, credited, scheduled, required }) => ({
    specialty,
    hours_done: credited,
    hours_scheduled: scheduled,
    hours_required: required,
  })),
})

/** The hours of someone who is no student of a school: none. */
export const noHours = (id: string): ReturnType<typeof shownHours> => ({
  student_id: id,
  cohort_id: null,
  semester_id: null,
  hours_required: null,
  hours_done: 0,
  hours_scheduled: 0,
  hours_to_make_up: 0,
  by_specialty: [],
})

/** The same from `shownFacts`; null without access. */
export const shownHoursOf = (facts: OneFacts | null) => (facts ? shownHours(progressOfOne(facts)) : null)
