import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { NoPatientNamed } from '#core/patient-data.ts'
import type { useVersions } from '#ui/use-versions.ts'
import { conflictOf } from '#ui/versions.ts'
import type { Outcome, SeriesScope, ShiftDetail, ShiftFields } from '../contract.ts'
import { shifts as api, showDoneToast, useUpdateSeries, useUpdateShift } from './queries.ts'
import { shiftOf, type ShiftValues, valuesOf } from './shift-form.ts'

type Versions = ReturnType<typeof useVersions<ShiftDetail, ShiftValues>>
type Typed = {
  /** The latest known version of the shift. */
  from: ShiftDetail
  fields: ShiftFields
  values: ShiftValues
  /** That no patient is named in its texts. */
  ticked: NoPatientNamed
  versions: Versions
}

/** Saves an edited shift, alone or with others of its series; sends only what differs from the latest known version. */
export function useSaveShift() {
  const update = useUpdateShift()
  const updateSeries = useUpdateSeries()
  const client = useQueryClient()
  const [scope, setScope] = useState<SeriesScope>('one')
  // The version after a save that others of the series refused: one's own save is no conflict when it is sent again.
  const saved = useRef(0)
  const [refused, setRefused] = useState<readonly Outcome[]>([])

  /** Returns false if shifts of the series refused it. */
  async function save({ from, fields, values, ticked, versions }: Typed): Promise<boolean> {
    const changed = changedFields(shiftOf(valuesOf(from), from.time_zone), fields)
    const reason = values.reason.trim() || null
    const sent = { id: from.id, version: Math.max(from.version, saved.current), reason, ...ticked }
    if (scope === 'one') {
      await update.mutateAsync(
        { ...sent, fields: changed },
        { onError: (error) => void versions.meet(error, values) },
      )
      return true
    }
    const { date: _date, semester_id: _semester, ...shared } = changed
    const outcomes = await updateSeries.mutateAsync({ ...sent, scope, fields: shared })
    showDoneToast(outcomes, 'changed')
    const failed = outcomes.filter(({ ok }) => !ok)
    if (failed.length === 0) return true
    // The form compares with the whole shift; the response for several shifts has only the row.
    const whole = api.get.queryOptions({ input: { id: from.id } })
    const current = await client.fetchQuery({ ...whole, staleTime: 0 })
    const mine = failed.find(({ id }) => id === from.id)
    if (mine?.conflict) versions.meet({ data: { ...mine.conflict, current } }, values)
    else if (!mine) saved.current = current.version
    setRefused(failed)
    return false
  }

  return { scope, setScope, refused, hasConflict: Boolean(conflictOf(update.error)), save }
}

/** Only the changed fields; untouched ones keep what someone else may have set. */
function changedFields(before: ShiftFields, after: ShiftFields): Partial<ShiftFields> {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof ShiftFields]),
    ),
  )
}
