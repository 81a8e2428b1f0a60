import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { ChangesSince } from '#ui/ChangesSince.tsx'
import type { VersionChange } from '#ui/versions.ts'

type TheirsBannerProps = {
  what: string
  changes: readonly VersionChange[]
  differences: string
  onTake: () => void
}

/** Someone else saved first: who changed what, and what theirs says otherwise. Taking it fills the form; saving again keeps one's own. */
export function TheirsBanner({ what, changes, differences, onTake }: TheirsBannerProps): ReactNode {
  return (
    <ChangesSince
      what={`this ${what}`}
      changes={changes}
      action={
        <Button size="xs" variant="default" onClick={onTake}>
          Take theirs
        </Button>
      }
    >
      {`Theirs: ${differences}. Save again to keep yours.`}
    </ChangesSince>
  )
}
