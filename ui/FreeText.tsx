import { Text, Textarea, type TextareaProps } from '@mantine/core'

import { formatNumber } from '#core/number-text.ts'
import type { PatientTick } from './patient-tick.ts'
import { PatientDataNotice } from './PatientDataNotice.tsx'

interface FreeTextProps extends TextareaProps {
  /** `usePatientTick()` of the form; what it gives as `sent` goes with the values. */
  tick: PatientTick
  /** The name that the text is sent under; 'reason' unless told. */
  sentAs?: string
  /** The text tells of what happened to people in care. */
  clinical?: boolean
}

/** The text area for reasons, notes and messages: takes what `form.field(path)` gives, and warns while a patient seems to be named (Domain 2.20). */
export function FreeText({ tick, sentAs, clinical = false, className, ...props }: FreeTextProps) {
  const text = String(props.value ?? '')
  const { maxLength: most = Infinity } = props
  return (
    <div className={className}>
      <Textarea autosize minRows={2} maxRows={10} {...props} />
      {/* The browser drops the rest of what is pasted or typed, and says nothing. */}
      {text.length >= most && (
        <Text size="sm" component="output">{`This is full at ${formatNumber(most)} characters.`}</Text>
      )}
      <PatientDataNotice text={text} name={sentAs ?? 'reason'} tick={tick} clinical={clinical} />
    </div>
  )
}
