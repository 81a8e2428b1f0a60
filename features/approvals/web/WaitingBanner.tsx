import { Button } from '@mantine/core'
import { formatNumber } from '#core/number-text.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { approvals } from './queries.ts'

type WaitingBannerProps = { within: 'school' | 'facility'; onLook: () => void }

/** Says above every list that someone needs approval; renders nothing if no one does. */
export function WaitingBanner({ within, onLook }: WaitingBannerProps): ReactNode {
  const { data } = useQuery({
    ...approvals.list.queryOptions({ input: { within, status: 'pending' } }),
    refetchInterval: 60_000,
  })
  if (!data?.total) return null
  return (
    <Banner
      kind="warning"
      title={
        data.total === 1
          ? '1 sign-up needs your approval'
          : `${formatNumber(data.total)} sign-ups need your approval`
      }
      action={
        <Button size="xs" variant="default" onClick={onLook}>
          Review
        </Button>
      }
    />
  )
}
