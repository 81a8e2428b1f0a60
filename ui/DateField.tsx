import '@mantine/dates/styles.layer.css'

import { DateInput, type DateInputProps } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'

import classes from './DateField.module.css'
import { dayAfterKey } from './day-after-key.ts'
import { parseDay } from './days.ts'

interface DateFieldProps extends Omit<
  DateInputProps,
  'value' | 'defaultValue' | 'onChange' | 'dateParser' | 'valueFormat'
> {
  /** YYYY-MM-DD, or '' for none. */
  value?: string | null | undefined
  defaultValue?: string
  onChange?: (value: string) => void
}

/** A day, typed (2026-01-15 or 1/15/2026), picked, or moved by the arrow keys; its value is text, never a Date. */
export function DateField({ value, defaultValue, onChange, ...props }: DateFieldProps) {
  // In a dialog the calendar waits for a press: the first field gets the focus as the dialog opens, and the calendar covers those below.
  const [isWaiting, setWaiting] = useState(false)
  const show = () => setWaiting(false)
  // The calendar never has the focus.
  function press(event: KeyboardEvent<HTMLInputElement>): void {
    show()
    const day = value && dayAfterKey(value, event.key, props)
    if (!day) return
    event.preventDefault()
    onChange?.(day)
  }
  return (
    <DateInput
      // A refused field gets the focus, which opens the calendar: not over the reason.
      popoverProps={{
        classNames: { dropdown: classes.dropdown },
        ...(props.error && { position: 'top-start' }),
        ...(isWaiting && { opened: false }),
      }}
      onClick={show}
      onKeyDown={press}
      {...props}
      // After the props, because a form's field has an `onFocus` of its own.
      onFocus={(event) => {
        setWaiting(event.currentTarget.closest('[role="dialog"]') !== null)
        props.onFocus?.(event)
      }}
      value={value === undefined ? undefined : value || null}
      defaultValue={defaultValue || undefined}
      onChange={(day) => onChange?.(day ?? '')}
      dateParser={(typed) => parseDay(typed) ?? null}
      valueFormat="MMM D, YYYY"
      firstDayOfWeek={0}
      highlightToday
      withCellSpacing={false}
      leftSection={<IconCalendar size={16} aria-hidden />}
      previousLabel="Previous"
      nextLabel="Next"
      classNames={{
        day: classes.day,
        calendarHeader: classes.header,
        monthsListControl: classes.cell,
        yearsListControl: classes.cell,
      }}
    />
  )
}
