import { useState } from 'react'
import type { NoPatientNamed } from '#core/patient-data.ts'

/** One checkbox for all free texts of a form. */
export interface PatientTick {
  checked: boolean
  set: (checked: boolean) => void
  /** Sent with the values: `mutateAsync({ ...values, ...tick.sent })`. */
  sent: NoPatientNamed
}

/** Whether the person said that no patient is named in their text. */
export function usePatientTick(): PatientTick {
  const [checked, set] = useState(false)
  return { checked, set, sent: checked ? { no_patient_named: true } : {} }
}
