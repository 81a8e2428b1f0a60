import { Button, Group } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { actionLabels, type Refusal, type useSeatActions } from './use-seat-actions.ts'

type RefusalBannerProps = Pick<ReturnType<typeof useSeatActions>, 'run' | 'dismiss'> & {
  refusal: Refusal | undefined
}

/** Why an action was refused, and the next step; stays until dismissed. */
export function RefusalBanner({ refusal, run, dismiss }: RefusalBannerProps): ReactNode {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal) banner.current?.scrollIntoView({ block: 'nearest' })
  }, [refusal])
  if (!refusal) return null
  const { act, message, next, clash } = refusal
  const seat = { id: act.id } as Parameters<typeof run>[2]
  return (
    <div ref={banner}>
      <Banner kind="warning" live title={message}>
        <Group gap="sm" mt="xs">
          {next && (
            <Button size="sm" onClick={() => void run(next, act.shift, seat)}>
              {actionLabels[next]}
            </Button>
          )}
          {clash && (
            <LinkButton variant="default" href={`/shift/${clash.shift.id}`}>
              View the other shift
            </LinkButton>
          )}
          <Button size="sm" variant="default" onClick={dismiss}>
            Close
          </Button>
        </Group>
      </Banner>
    </div>
  )
}
