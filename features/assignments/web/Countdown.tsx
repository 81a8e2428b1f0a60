import type { ReactNode } from 'react'
import { countdown } from '../rules.ts'
import { useNow } from '#ui/use-now.ts'

/** The time left until an instant, after the prefix `before`; shows `over` when none is left. */
export function Countdown(props: { until: string; before?: string; over: string }): ReactNode {
  const now = useNow()
  return (
    // The server's rendering may be a minute behind.
    <time dateTime={props.until} suppressHydrationWarning>
      {countdown(props, now)}
    </time>
  )
}
