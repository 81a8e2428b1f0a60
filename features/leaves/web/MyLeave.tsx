import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { Banner } from '#ui/Banner.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import type { OwnLeave } from '../contract.ts'
import { firstDayBack, leaveBadge, leaveReasonLabels } from '../rules.ts'
import { leaves } from './queries.ts'

/** Explains a leave to its student: its days, what it means for shifts, and after the return which hours are still required. */
export function LeaveBanner({ leave, isWhole = false }: { leave: OwnLeave; isWhole?: boolean }): ReactNode {
  const back = firstDayBack(leave)
  const toProgress = (
    <LinkButton href="/student/progress" variant="default" size="sm">
      See the hours you still need
    </LinkButton>
  )
  if (leave.status === 'returned')
    return (
      <Banner kind="success" title={`Back from leave since ${formatDate(back!)}`} action={toProgress}>
        You can take seats for shifts again.
      </Banner>
    )
  return (
    <Banner
      kind="info"
      title={
        leave.status === 'planned'
          ? `${leaveBadge(leave, false)}${leave.ends_on ? ` to ${formatDate(leave.ends_on)}` : ''}`
          : leaveBadge(leave, true)
      }
      action={toProgress}
    >
      You cannot take seats for shifts on these days.{' '}
      {back === null
        ? 'Tell your school when you know your return date.'
        : `You can for shifts from ${formatDate(back)} on. If you return earlier, tell your school.`}
      {isWhole && ` Reason: ${leaveReasonLabels[leave.reason]}${leave.note ? `. ${leave.note}` : ''}`}
    </Banner>
  )
}

/** On a student's own profile: their leave of absence with its reason; renders nothing without one. */
export function MyLeave(): ReactNode {
  const { data } = useQuery(leaves.mine.queryOptions({ input: {} }))
  return data ? <LeaveBanner leave={data} isWhole /> : null
}
