import { Chip, Input, NativeSelect, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { addDays, formatDate, isPlainDate, type PlainDate } from '#core/plain-date.ts'
import type { semestersContract } from '#features/semesters/contract.ts'
import { featureApi } from '#platform/web/api.ts'
import { DateField } from '#ui/DateField.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import type { QueryLike } from '#ui/Loaded.tsx'
import type { ClosedDays, SeriesPattern } from '../contract.ts'
import { MAX_SERIES, seriesDates } from '../rules.ts'
import { daysOff } from '#core/days-off.ts'
import { closedDaysOf, skippedOf } from './series-days.ts'
import classes from './SeriesFields.module.css'

const semesters = featureApi<typeof semestersContract>('semesters')

export type Series = { weekdays: string[]; every: number; to: PlainDate; turned: ReadonlySet<PlainDate> }

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

export type SeriesDays = {
  all: PlainDate[]
  off: ReadonlyMap<PlainDate, string>
  pattern: SeriesPattern
  /** The semester whose days off are left out, while it is not known; nothing may be planned until then. */
  unread?: QueryLike<unknown> | undefined
}

/** The days off of a semester, with the query as long as they are not known. */
export function useDaysOff(semesterId: string): {
  off: readonly (readonly [PlainDate, string])[]
  unread: QueryLike<unknown> | undefined
} {
  const term = useQuery({
    ...semesters.get.queryOptions({ input: { id: semesterId } }),
    enabled: semesterId !== '',
  })
  return {
    off: term.data ? [...daysOff(term.data)] : [],
    unread: semesterId !== '' && !term.data ? term : undefined,
  }
}

/** Why a series cannot be planned yet. */
export const unreadWords = ({ unread }: SeriesDays): string | null =>
  unread
    ? unread.isError
      ? 'The semester’s days off couldn’t be loaded. Try again first.'
      : 'Looking for the semester’s days off…'
    : null

/** The days of a series in a semester, without days off and days on which the unit is closed; none until its fields are filled in. */
export function useSeriesPattern(
  series: Series,
  from: PlainDate,
  semesterId: string,
  closed: readonly ClosedDays[],
): SeriesDays {
  const { off, unread } = useDaysOff(semesterId)
  const known = new Map([...off, ...closedDaysOf(closed, from, series.to)])
  return { ...seriesDaysOf(series, from, known), unread }
}

/** The days of a series; days off are left out unless the planner includes them. */
export function seriesDaysOf(
  series: Series,
  from: PlainDate,
  off: ReadonlyMap<PlainDate, string>,
): SeriesDays {
  const plain = {
    weekdays: series.weekdays.map(Number),
    every_weeks: series.every,
    from,
    to: series.to,
    skipped: [],
  }
  const isAsked =
    plain.weekdays.length > 0 && isPlainDate(from) && isPlainDate(series.to) && series.to < addDays(from, 400)
  const all = isAsked ? seriesDates(plain) : []
  return { all, off, pattern: { ...plain, skipped: skippedOf(all, off, series.turned) } }
}

interface SeriesFieldsProps {
  series: Series
  onChange: (series: Series) => void
  from: PlainDate
  days: SeriesDays
  /** What one item is called; "shift" by default. */
  noun?: string
  /** Errors by field. */
  errors?: { weekdays?: ReactNode; to?: ReactNode }
}

/** The weekly pattern and every day it creates: each day can be left out, and days off can be included. */
export function SeriesFields({
  series,
  onChange,
  from,
  days,
  errors = {},
  noun = 'shift',
}: SeriesFieldsProps): ReactNode {
  const { all, off, pattern, unread } = days
  const skipped = new Set(pattern.skipped.map(({ date }) => date))
  const planned = all.length - skipped.size
  const turn = (day: PlainDate) => {
    const turned = new Set(series.turned)
    if (!turned.delete(day)) turned.add(day)
    onChange({ ...series, turned })
  }
  return (
    <div className={classes.series}>
      <fieldset className={classes.weekdays}>
        <legend>On these weekdays</legend>
        <Chip.Group
          multiple
          value={series.weekdays}
          onChange={(value) => onChange({ ...series, weekdays: value })}
        >
          {weekdays.map((name, at) => (
            <Chip key={name} value={String(at + 1)} size="sm">
              {name}
            </Chip>
          ))}
        </Chip.Group>
        {errors.weekdays && (
          <Input.Error mt={4} role="alert">
            {errors.weekdays}
          </Input.Error>
        )}
      </fieldset>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label="How often"
          value={String(series.every)}
          data={[
            { value: '1', label: 'Every week' },
            { value: '2', label: 'Every second week' },
            { value: '3', label: 'Every third week' },
            { value: '4', label: 'Every fourth week' },
          ]}
          onChange={({ currentTarget }) => onChange({ ...series, every: Number(currentTarget.value) })}
        />
        <DateField
          label="Until"
          required
          value={series.to}
          minDate={from || undefined}
          onChange={(to) => onChange({ ...series, to })}
          error={errors.to}
        />
      </SimpleGrid>
      {unread?.isError ? (
        <FailedState
          title="The semester’s days off couldn’t be loaded"
          error={unread.error}
          onRetry={() => void unread.refetch?.()}
          isRetrying={unread.isFetching ?? false}
        />
      ) : (
        unread && <Text size="sm">{unreadWords(days)}</Text>
      )}
      {!unread && all.length > 0 && (
        <div>
          <Text component="output" display="block" size="sm" fw={600}>
            {`${planned} ${noun}${planned === 1 ? '' : 's'}`}
            {skipped.size > 0 && `, ${skipped.size} left out`}
            {planned > MAX_SERIES && `: at most ${MAX_SERIES} in one series`}
          </Text>
          <ul className={classes.days} aria-label="Days of the series">
            {all.map((day) => (
              <li key={day}>
                <label
                  className={classes.day}
                  data-skipped={skipped.has(day) || undefined}
                  title={off.get(day)}
                >
                  <input type="checkbox" checked={!skipped.has(day)} onChange={() => turn(day)} />
                  <span>
                    {formatDate(day, 'weekday').replace(/, \d{4}$/, '')}
                    {off.has(day) && <small>{off.get(day)}</small>}
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
