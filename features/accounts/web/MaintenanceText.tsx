import { type ReactNode, useEffect, useState } from 'react'
import type { Maintenance } from '#core/system-settings.ts'
import { formatSpanInFull } from '#core/plain-date.ts'
import { Banner } from '#ui/Banner.tsx'

/** The longest delay of a timer. */
const LONGEST_MS = 2_000_000_000

/** Planned maintenance in the reader's own time zone, until it is over. */
export function MaintenanceText({ planned }: { planned: Maintenance }): ReactNode {
  const [ended, setEnded] = useState<string>()
  const { starts_at: starts, ends_at: ends, message } = planned
  useEffect(() => {
    const timer = setTimeout(() => setEnded(ends), Math.min(Date.parse(ends) - Date.now(), LONGEST_MS))
    return () => clearTimeout(timer)
  }, [ends])
  if (ended === ends) return null
  return (
    <Banner look="bar" kind="warning" title="Planned maintenance">
      {formatSpanInFull(new Date(starts), new Date(ends))}. {message}
    </Banner>
  )
}
