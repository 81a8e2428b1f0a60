import { useState } from 'react'
import type { NoPatientNamed } from '#core/patient-data.ts'

/** One tick for all free texts of a form. */
export interface PatientTick {
  checked: boolean
  set: (checked: boolean) => void
  /** Goes with what is sent: `mutateAsync({ ...values, ...tick.sent })`. */
  sent: NoPatientNamed
}

/** Keeps whether the person said that no patient is named in what they write. */
export function usePatientTick(): PatientTick {
  const [checked, set] = useState(false)
  return { checked, set, sent: checked ? { no_patient_named: true } : {} }
}
