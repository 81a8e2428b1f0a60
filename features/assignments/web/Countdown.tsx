import type { ReactNode } from 'react'
import { timeLeft } from '../rules.ts'
import { useNow } from './use-now.ts'

/** How long is left until an instant; `over` when nothing is. */
export function Countdown({ until, over }: { until: string; over: string }): ReactNode {
  const now = useNow()
  return (
    // What a server drew a moment ago may be a minute behind.
    <time dateTime={until} suppressHydrationWarning>
      {timeLeft(Date.parse(until), Date.parse(now)) ?? over}
    </time>
  )
}
