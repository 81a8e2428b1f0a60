import { formatDate, isPlainDate, type PlainDate } from '#core/plain-date.ts'
import { versionField } from '#ui/use-versions.ts'
import type { Leave, LeaveReason } from '../contract.ts'
import { leaveReasonLabels } from '../rules.ts'

/** The values of the form; without a last day, and without a reason until one is chosen, empty. */
export type LeaveValues = { starts_on: string; ends_on: string; reason: LeaveReason | ''; note: string }

/** A leave as form values, or an empty form that begins today. */
export const leaveValuesOf = (leave: Leave | null, today: PlainDate): LeaveValues => ({
  starts_on: leave?.starts_on ?? today,
  ends_on: leave?.ends_on ?? '',
  reason: leave?.reason ?? '',
  note: leave?.note ?? '',
})

const field = versionField<LeaveValues>
const dayWords = (date: string): string => (isPlainDate(date) ? formatDate(date) : date)
/** The form's fields for comparing two versions of a leave. */
export const leaveVersionFields = [
  field('starts_on', 'First day', (values) => dayWords(values.starts_on)),
  field('ends_on', 'Last day', (values) => dayWords(values.ends_on)),
  field('reason', 'Reason', ({ reason }) => reason && leaveReasonLabels[reason]),
  field('note', 'Note'),
]
