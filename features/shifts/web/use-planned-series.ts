import { useState } from 'react'
import { isPlainDate } from '#core/plain-date.ts'
import type { ShiftOptions } from '../contract.ts'
import { proposedSeries, seriesChanges, seriesProblems } from './series-days.ts'
import { type Series, useSeriesPattern } from './SeriesFields.tsx'
import type { ShiftValues } from './shift-form.ts'

interface Planned {
  values: Pick<ShiftValues, 'date' | 'semester_id'>
  term: ShiftOptions['semesters'][number] | null
  unit: ShiftOptions['units'][number] | undefined
}

/** The weekly series of a new shift: what the planner chose, and the rest proposed from the day and the semester. */
export function usePlannedSeries({ values, term, unit }: Planned) {
  const [isOn, turn] = useState(false)
  const [chosen, choose] = useState<Partial<Series>>({})
  const [wasPressed, setPressed] = useState(false)
  const series: Series = {
    every: 1,
    turned: new Set<string>(),
    ...proposedSeries(values.date, term),
    ...chosen,
  }
  const days = useSeriesPattern(series, values.date, values.semester_id, unit?.closed ?? [])
  const planned = days.all.length - days.pattern.skipped.length
  const problems = isPlainDate(values.date) ? seriesProblems(series, planned) : {}
  return {
    isOn,
    turn,
    series,
    days,
    /** How many shifts it plans. */
    planned,
    isIncomplete: Object.keys(problems).length > 0 || Boolean(days.unread),
    /** Errors are shown once the form was submitted. */
    errors: wasPressed ? problems : {},
    press: () => setPressed(true),
    change: (next: Series) => choose({ ...chosen, ...seriesChanges(series, next) }),
  }
}
