import { Group, Input } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { readTime } from '#core/clock-time.ts'
import { DateField } from './DateField.tsx'
import { TimeField } from './TimeField.tsx'

interface DateTimeFieldProps {
  label: string
  description?: string
  error?: ReactNode
  className?: string | undefined
  /** '2026-08-24T07:00', or '' for none. */
  value?: string
  onChange: (value: string) => void
}

/** A day and a time in the reader's format. A day without a time begins at midnight; without a day there is no value. */
export function DateTimeField({
  label,
  description,
  error,
  className,
  value = '',
  onChange,
  ...field
}: DateTimeFieldProps): ReactNode {
  const day = value.slice(0, 10)
  const [time, setTime] = useState(value.slice(11, 16))
  const [known, setKnown] = useState(value)
  // Another value came from the caller, not from typing.
  if (value !== known) {
    setKnown(value)
    setTime(value.slice(11, 16))
  }
  function put(nextDay: string, typed: string): void {
    const next = nextDay && `${nextDay}T${readTime(typed) ?? '00:00'}`
    setKnown(next)
    setTime(readTime(typed) ? typed : next.slice(11, 16))
    onChange(next)
  }
  return (
    <div className={className}>
      <Group gap="xs" align="flex-end">
        <DateField
          {...field}
          style={{ flex: '1 1 150px' }}
          label={label}
          {...(description && { description })}
          clearable
          error={Boolean(error)}
          value={day}
          onChange={(next) => put(next, time)}
        />
        <TimeField
          style={{ flex: '1 1 100px' }}
          aria-label={`${label}: time`}
          value={time}
          onChange={(typed) => (day && readTime(typed) ? put(day, typed) : setTime(typed))}
          // What is no time is not kept.
          onBlur={() => !readTime(time) && setTime(value.slice(11, 16))}
        />
      </Group>
      {error && <Input.Error mt={4}>{error}</Input.Error>}
    </div>
  )
}
