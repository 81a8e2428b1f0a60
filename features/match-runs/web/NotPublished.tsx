import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import type { NotPublished as Found, Placement, RunDetail } from '../contract.ts'
import classes from './MatchRuns.module.css'

const AssignDialog = lazyDialog(() => import('./AssignDialog.tsx').then((file) => file.AssignDialog), {
  opened: false,
})

/** Lists the placements that prevented publishing, each with what to do. */
export function NotPublished({ run, found }: { run: RunDetail; found: Found }): ReactNode {
  const [placing, setPlacing] = useState<Placement>()
  const more = found.count - found.placements.length
  return (
    <div className={classes.refused}>
      <Banner
        kind="warning"
        live
        title={`Nothing was published: ${found.count === 1 ? '1 placement' : `${found.count} placements`} cannot be made`}
      >
        <ul className={classes.sentences}>
          {found.placements.map(({ sentence, student_id: id, is_changed: isChanged }) => {
            const placement = run.placements.find((one) => one.student_id === id)
            return (
              <li key={sentence}>
                {isChanged ? `${sentence} Placed elsewhere since.` : sentence}
                {placement && !isChanged && (
                  <div className={classes.actions}>
                    <Button
                      size="sm"
                      variant="default"
                      aria-label={`Place ${placement.full_name} elsewhere`}
                      onClick={() => setPlacing(placement)}
                    >
                      Place elsewhere
                    </Button>
                    <LinkButton size="sm" variant="default" href={`/school/students/${placement.student_id}`}>
                      Open {placement.full_name}
                    </LinkButton>
                  </div>
                )}
              </li>
            )
          })}
          {more > 0 && <li>And {more} more, listed once these are settled.</li>}
        </ul>
        <p>
          Place these students elsewhere, or settle what is named on their page or their shifts. Then press
          Publish results again. All seats are given together, or none.
          {run.settings.require_clearance &&
            ' To give seats before students are cleared, run the match again without “Require clearance”.'}
        </p>
      </Banner>
      <AssignDialog
        opened={placing !== undefined}
        run={run}
        placement={placing}
        onClose={() => setPlacing(undefined)}
      />
    </div>
  )
}
