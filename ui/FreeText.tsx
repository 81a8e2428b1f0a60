import { Textarea, type TextareaProps } from '@mantine/core'

import type { PatientTick } from './patient-tick.ts'
import { PatientDataNotice } from './PatientDataNotice.tsx'
import { tooLong } from './too-long.ts'

interface FreeTextProps extends TextareaProps {
  /** `usePatientTick()` of the form; what it gives as `sent` goes with the values. */
  tick: PatientTick
  /** The name that the text is sent under; 'reason' unless told. */
  sentAs?: string
  /** The text tells of what happened to people in care. */
  clinical?: boolean
}

/** The text area for reasons, notes and messages: takes what `form.field(path)` gives, and warns while a patient seems to be named (Domain 2.20). */
export function FreeText({
  tick,
  sentAs,
  clinical = false,
  className,
  maxLength,
  error,
  ...props
}: FreeTextProps) {
  const text = String(props.value ?? '')
  return (
    <div className={className}>
      <Textarea autosize minRows={2} maxRows={10} {...props} error={error ?? tooLong(text, maxLength)} />
      <PatientDataNotice text={text} name={sentAs ?? 'reason'} tick={tick} clinical={clinical} />
    </div>
  )
}
