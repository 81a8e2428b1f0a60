import { Textarea, type TextareaProps } from '@mantine/core'

import type { PatientTick } from './patient-tick.ts'
import { PatientDataNotice } from './PatientDataNotice.tsx'
import { tooLong } from './too-long.ts'

interface FreeTextProps extends TextareaProps {
  /** The form's `usePatientTick()`, whose `sent` is sent with the values. */
  tick: PatientTick
  /** The field name of the text in the input; 'reason' by default. */
  sentAs?: string
  /** The text describes what happened to people in care. */
  clinical?: boolean
}

/**
 * The text area for reasons, notes and messages: takes the props of `form.field(path)`, and warns while a patient seems to be named (Domain
 * 2.20).
 */
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
