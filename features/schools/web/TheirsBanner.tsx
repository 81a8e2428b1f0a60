import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Banner } from '#ui/Banner.tsx'

type TheirsBannerProps = { what: string; differences: string; onTake: () => void }

/** Somebody else saved first: what theirs says otherwise. Taking it fills the form; saving again keeps one's own. */
export function TheirsBanner({ what, differences, onTake }: TheirsBannerProps): ReactNode {
  return (
    <Banner
      kind="warning"
      live
      title={`Somebody else changed this ${what} in the meantime.`}
      action={
        <Button size="xs" variant="default" onClick={onTake}>
          Take theirs
        </Button>
      }
    >
      {`Theirs: ${differences}. Save again to keep yours.`}
    </Banner>
  )
}
