import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { diffDays, isWithin } from '#core/plain-date.ts'
import { PageSection } from '#ui/PageSection.tsx'
import { TermCalendar } from '#ui/TermCalendar.tsx'
import { MAX_DAYS } from '../rules.ts'
import { patience, semesters } from './queries.ts'
import classes from './SemesterFields.module.css'
import { hasTerm, type SemesterValues } from './semester-values.ts'
import { marksOf } from './term-marks.ts'

/** The zone of a school; null until it is known. */
export function useSchoolZone(schoolId: string): string | null {
  const noDay = { start_date: '2000-01-01', end_date: '2000-01-01' }
  const { data } = useQuery({
    ...semesters.calendar.queryOptions({ input: { school_id: schoolId, ...noDay } }),
    ...patience,
    enabled: schoolId !== '',
  })
  return data?.time_zone ?? null
}

/** A preview of the term while it is being typed, also before it is saved, with its federal holidays. */
export function TermPreview({ values }: { values: SemesterValues }): ReactNode {
  const { school_id, start_date, end_date } = values
  const isKnown = hasTerm(values) && diffDays(start_date, end_date) <= MAX_DAYS
  const { data } = useQuery({
    ...semesters.calendar.queryOptions({ input: { school_id, start_date, end_date } }),
    ...patience,
    placeholderData: keepPreviousData,
    enabled: isKnown && school_id !== '',
  })
  const holidays = (data?.holidays ?? []).filter(({ date }) => isWithin(date, start_date, end_date))
  return (
    <PageSection title="As a calendar" titleOrder={3}>
      {isKnown ? (
        <TermCalendar
          label={values.name || 'This semester'}
          startDate={start_date}
          endDate={end_date}
          marks={marksOf(values, holidays)}
        />
      ) : (
        <p className={classes.hint}>Enter the first and last day to see the term here.</p>
      )}
    </PageSection>
  )
}
