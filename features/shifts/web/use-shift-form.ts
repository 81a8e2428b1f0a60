import { useRef, useState } from 'react'
import { ownZone } from '#core/plain-date.ts'
import { useSemesterScope } from '#features/semesters/web/public.ts'
import { type FormSchema, useSchemaForm } from '#ui/form.ts'
import { usePatientTick } from '#ui/patient-tick.ts'
import { useVersions } from '#ui/use-versions.ts'
import type { ShiftDetail, ShiftOptions } from '../contract.ts'
import { isEditable } from './is-editable.ts'
import {
  breakPreset,
  formProblems,
  hoursToCredit,
  newShiftOn,
  settledOf,
  shiftOf,
  type ShiftValues,
  valuesOf,
} from './shift-form.ts'
import { shiftVersionFields } from './shift-versions.ts'
import { noLongerPossible } from './ShiftConflict.tsx'
import { usePlannedSeries } from './use-planned-series.ts'
import { usePlanShift } from './use-plan-shift.ts'
import { useSaveShift } from './use-save-shift.ts'
import type { Saved } from './use-saved.tsx'

export type ShiftFormProps = {
  schoolId: string
  /** The shift to edit; a new one if left out. */
  shift: ShiftDetail | undefined
  unitId?: string | undefined
  onClose: () => void
  onSaved?: (saved: Saved, submits: boolean) => void
}

/** A form on a new shift or series, or on a shift that is edited: its values, what it may change, and what submitting it does. */
export function useShiftForm({
  schoolId,
  shift,
  unitId,
  options,
  onClose,
  onSaved,
}: ShiftFormProps & { options: ShiftOptions }) {
  const plan = usePlanShift(schoolId)
  const saving = useSaveShift()
  const tick = usePatientTick()
  // A ref, because the form is submitted before the pressed button re-renders.
  const submits = useRef(false)
  const [pressed, setPressed] = useState<'save' | 'submit'>('save')
  const zoneOf = (facilityId: string): string =>
    options.units.find(({ id }) => id === facilityId)?.time_zone ?? shift?.time_zone ?? ownZone()
  const termOf = (id: string) => options.semesters.find((one) => one.id === id) ?? null
  // The semester that the surrounding page shows.
  const { id: shown } = useSemesterScope()
  const [opened] = useState(shift ? valuesOf(shift) : newShiftOn(options, unitId, shown))
  const schema = schemaOf((values) =>
    formProblems(values, termOf(values.semester_id), zoneOf(values.facility_id)),
  )
  const form = useSchemaForm<ShiftValues, ShiftValues>(schema, {
    initialValues: opened,
    onSubmit: async (values): Promise<unknown> => {
      const fields = shiftOf(values, zoneOf(values.facility_id), unit)
      if (shift) {
        const from = versions.met?.current ?? shift
        const isSaved = await saving.save({ from, fields, values, ticked: tick.sent, versions })
        return isSaved && onClose()
      }
      if (weekly.isOn && weekly.isIncomplete) return false
      const pattern = weekly.isOn ? weekly.days.pattern : null
      const saved = await plan({ fields, pattern, site: unit?.site_name ?? null, ticked: tick.sent })
      onSaved?.(saved, submits.current)
      return onClose()
    },
  })
  const versions = useVersions<ShiftDetail, ShiftValues>({
    row: shift,
    start: opened,
    valuesOf,
    fields: shiftVersionFields(options),
    setValues: form.setValues,
  })
  const { values } = form
  const unit = options.units.find(({ id }) => id === values.facility_id)
  const preset = breakPreset(values, unit)
  const weekly = usePlannedSeries({ values, term: termOf(values.semester_id), unit })
  // The current version: the shift may have been approved while it was edited.
  const known = versions.met?.current ?? shift
  return {
    // The display of both versions explains more than the message.
    form: versions.met && saving.hasConflict ? { ...form, failure: undefined } : form,
    tick,
    versions,
    saving,
    weekly,
    unit,
    known,
    preset,
    hours: hoursToCredit(values, preset),
    settled: settledOf(known),
    /** Why the shift can no longer be edited. */
    ended: versions.met && known && !isEditable(known) ? noLongerPossible(known) : undefined,
    pressed,
    /** Records which button submits the form; from now on errors of a series are shown. */
    press(alsoSubmits: boolean): void {
      submits.current = alsoSubmits
      setPressed(alsoSubmits ? 'submit' : 'save')
      weekly.press()
    },
  }
}

const schemaOf = (
  problemsOf: (values: ShiftValues) => Partial<Record<string, string>>,
): FormSchema<ShiftValues> => ({
  safeParse(value) {
    const values = value as ShiftValues
    const issues = Object.entries(problemsOf(values)).map(([field, message]) => ({
      path: [field],
      message: message!,
    }))
    return issues.length > 0 ? { success: false, error: { issues } } : { success: true, data: values }
  },
})
