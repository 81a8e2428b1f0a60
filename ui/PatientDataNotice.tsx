import { freeTexts, patientDataSigns, patientDataText } from '#core/patient-data.ts'
import type { PatientTick } from './patient-tick.ts'
import classes from './PatientDataNotice.module.css'

interface PatientDataNoticeProps {
  /** What is written so far. */
  text: string
  /** The field name of the text in the input, which decides what may be in it. */
  name?: string
  tick: PatientTick
  /** The text describes what happened to people in care: notice and checkbox are always shown. */
  clinical?: boolean
}

/**
 * Below a free text: what in it seems to name a patient, and the checkbox with which the person says that none is named; needs no Mantine.
 */
export function PatientDataNotice({ text, name = 'reason', tick, clinical = false }: PatientDataNoticeProps) {
  const signs = patientDataSigns(text, freeTexts[name])
  // Read aloud when it appears, so its element is always rendered.
  return (
    <output className={classes.message}>
      {(clinical || signs.length > 0) && (
        <span className={classes.notice} data-found={signs.length > 0 || undefined}>
          <span>
            {signs.length > 0 ? `${patientDataText(signs)} ` : ''}
            No patient data anywhere in Placewell: no names, numbers, dates of birth or rooms.
          </span>
          <label>
            <input
              type="checkbox"
              checked={tick.checked}
              onChange={(event) => tick.set(event.currentTarget.checked)}
            />
            No patient is named here
          </label>
        </span>
      )}
    </output>
  )
}
