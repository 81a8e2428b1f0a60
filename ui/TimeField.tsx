import { TextInput, type TextInputProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatClockTime, readTime } from '#core/clock-time.ts'

interface TimeFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> {
  /** '07:00', '' for none; what was typed if that is not a time. */
  value?: string
  onChange: (value: string) => void
}

const wordsOf = (value: string): string => {
  const time = readTime(value)
  return time ? formatClockTime(time) : value
}

/** A time, typed as people write it (7:00 AM, 7p, 0700, 19:30) and shown in the reader's format; its value is '07:00'. */
export function TimeField({ value = '', onChange, onBlur, ...props }: TimeFieldProps): ReactNode {
  const [typed, setTyped] = useState(() => wordsOf(value))
  const [known, setKnown] = useState(value)
  // Another value came from the caller, not from typing.
  if (value !== known) {
    setKnown(value)
    setTyped(wordsOf(value))
  }
  return (
    <TextInput
      autoComplete="off"
      placeholder={formatClockTime('07:00')}
      {...props}
      value={typed}
      onFocus={(event) => event.currentTarget.select()}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value
        const next = readTime(text) ?? text.trim()
        // A form that relies on the browser's own validation must not send what is not a time.
        currentTarget.setCustomValidity(
          next && !readTime(next) ? 'Enter a time, such as 7:00 AM or 0700.' : '',
        )
        setTyped(text)
        setKnown(next)
        onChange(next)
      }}
      onBlur={(event) => {
        setTyped(wordsOf(typed))
        onBlur?.(event)
      }}
    />
  )
}
