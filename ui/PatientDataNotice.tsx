import { freeTexts, patientDataSigns, patientDataWords } from '#core/patient-data.ts'
import type { PatientTick } from './patient-tick.ts'
import classes from './PatientDataNotice.module.css'

interface PatientDataNoticeProps {
  /** What is written so far. */
  text: string
  /** The name that the text is sent under: it says what is meant to stand there. */
  name?: string
  tick: PatientTick
  /** The text tells of what happened to people in care: notice and tick stand there from the first. */
  clinical?: boolean
}

/** Below a free text: what in it looks as if it named a patient, and the tick by which the person says that no one is; needs no Mantine. */
export function PatientDataNotice({ text, name = 'reason', tick, clinical = false }: PatientDataNoticeProps) {
  const signs = patientDataSigns(text, freeTexts[name])
  // Read aloud when it appears, so the element for it is there from the first.
  return (
    <output className={classes.message}>
      {(clinical || signs.length > 0) && (
        <span className={classes.notice} data-found={signs.length > 0 || undefined}>
          <span>
            {signs.length > 0 ? `${patientDataWords(signs)} ` : ''}
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
