import type { ReactNode } from 'react'
import { countdown } from '../rules.ts'
import { useNow } from './use-now.ts'

/** How long is left until an instant, after the words `before`; `over` when nothing is. */
export function Countdown(props: { until: string; before?: string; over: string }): ReactNode {
  const now = useNow()
  return (
    // What a server rendered a moment ago may be a minute behind.
    <time dateTime={props.until} suppressHydrationWarning>
      {countdown(props, now)}
    </time>
  )
}
