import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { diffDays, isWithin, ownZone } from '#core/plain-date.ts'
import { PageSection } from '#ui/PageSection.tsx'
import { TermCalendar } from '#ui/TermCalendar.tsx'
import type { Holiday } from '../contract.ts'
import { MAX_DAYS } from '../rules.ts'
import { patience, semesters } from './queries.ts'
import classes from './SemesterFields.module.css'
import { hasTerm, type SemesterValues } from './semester-values.ts'
import { marksOf } from './term-marks.ts'

/** The zone of a school and the federal holidays of a term, even one that is not saved yet. */
export function useTermCalendar(values: SemesterValues) {
  const { school_id } = values
  const isKnown = hasTerm(values) && diffDays(values.start_date, values.end_date) <= MAX_DAYS
  const span = isKnown
    ? { start_date: values.start_date, end_date: values.end_date }
    : { start_date: '2000-01-01', end_date: '2000-01-01' }
  const query = useQuery({
    ...semesters.calendar.queryOptions({ input: { school_id, ...span } }),
    ...patience,
    placeholderData: keepPreviousData,
    enabled: school_id !== '',
  })
  return {
    timeZone: query.data?.time_zone ?? ownZone(),
    holidays: (query.data?.holidays ?? []).filter(
      ({ date }) => isKnown && isWithin(date, values.start_date, values.end_date),
    ),
    isKnown,
  }
}

type TermPreviewProps = { values: SemesterValues; holidays: readonly Holiday[]; isKnown: boolean }

/** A preview of the term while it is being typed. */
export function TermPreview({ values, holidays, isKnown }: TermPreviewProps): ReactNode {
  return (
    <PageSection title="As a calendar" titleOrder={3}>
      {isKnown ? (
        <TermCalendar
          label={values.name || 'This semester'}
          startDate={values.start_date}
          endDate={values.end_date}
          marks={marksOf(values, holidays)}
        />
      ) : (
        <p className={classes.hint}>Enter the first and last day to see the term here.</p>
      )}
    </PageSection>
  )
}
