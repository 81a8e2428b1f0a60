import { SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'
import { isOvernight, parseClockTime } from '#core/clock-time.ts'
import { addDays, formatDate, isPlainDate, type PlainDate } from '#core/plain-date.ts'
import { DateField } from '#ui/DateField.tsx'
import { TimeField } from '#ui/TimeField.tsx'

interface DayAndHoursProps {
  /** Input props from the form. */
  field: (name: 'date' | 'start_time' | 'end_time') => object
  values: { date: string; start_time: string; end_time: string }
  dayLabel?: string
  firstDay?: PlainDate
  /** True for a single day, false for the first of several. */
  isOneDay?: boolean
  isDayFixed?: boolean
  areHoursFixed?: boolean
  /** What these hours mean, below them. */
  note?: string
}

type TimeInput = { value: string; onChange: (value: string) => void }

/** The day, start and end of a shift; a night shift says on which day it ends. */
export function DayAndHours({
  field,
  values: { date, start_time: start, end_time: end },
  dayLabel = 'Date',
  firstDay,
  isOneDay = true,
  isDayFixed = false,
  areHoursFixed = false,
  note,
}: DayAndHoursProps): ReactNode {
  const isNight = parseClockTime(start) && parseClockTime(end) && isOvernight(start, end)
  const nextDay =
    isOneDay && isPlainDate(date) ? `Next day, ${formatDate(addDays(date, 1), 'weekday')}` : 'Next day'
  const notes = [isNight && nextDay, note].filter(Boolean).join(' · ')
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      <DateField
        label={dayLabel}
        required
        disabled={isDayFixed}
        {...(firstDay && { minDate: firstDay })}
        {...field('date')}
      />
      <TimeField label="Starts" required disabled={areHoursFixed} {...(field('start_time') as TimeInput)} />
      <TimeField
        label="Ends"
        required
        disabled={areHoursFixed}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...(notes && { description: notes })}
        {...(field('end_time') as TimeInput)}
      />
    </SimpleGrid>
  )
}
