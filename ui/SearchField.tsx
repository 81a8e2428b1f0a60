import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

interface SearchFieldProps {
  value: string
  onChange: (value: string) => void
  /** What is searched: "Search students". */
  label: string
  placeholder?: string
  /** Milliseconds of silence before onChange; 250 by default. */
  delay?: number
}

/** A search box that waits for a pause in typing before it calls onChange. */
export function SearchField({ value, onChange, label, placeholder = label, delay = 250 }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The address was changed by something else (Back, "Clear filters").
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  // Calls the newest onChange: the caller may have chosen another filter during the pause.
  const newest = useRef(onChange)
  useEffect(() => {
    newest.current = onChange
  })

  function change(next: string, wait: number) {
    setTyped(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setKnown(next)
      newest.current(next)
    }, wait)
  }

  return (
    <TextInput
      wrapperProps={{ 'data-stays': true }}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      onChange={(event) => change(event.currentTarget.value, delay)}
      onKeyDown={(event) => event.key === 'Enter' && change(typed, 0)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed && <CloseButton size="sm" aria-label="Clear search" onClick={() => change('', 0)} />
      }
      style={{ flex: '1 1 220px', maxWidth: 360 }}
    />
  )
}
