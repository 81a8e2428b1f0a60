import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { Deliverable, Project } from '../contract.ts'
import classes from './Capstone.module.css'
import { deliverableLabels, deliverableLooks } from './capstone-words.ts'
import { useDecideDeliverable } from './mutations.ts'

const DeliverDialog = lazyDialog(() => import('./DeliverDialog.tsx').then((m) => m.DeliverDialog), {
  opened: false,
})

/** What the student has to submit, by when, and its status. */
export function Deliverables({ project }: { project: Project }): ReactNode {
  const [handed, setHanded] = useState<Deliverable>()
  if (project.deliverables.length === 0) return null
  return (
    <PageSection title="Deliverables">
      <ul className={classes.rows}>
        {project.deliverables.map((one) => (
          <OneDeliverable key={one.id} project={project} one={one} onHandIn={() => setHanded(one)} />
        ))}
      </ul>
      <DeliverDialog
        opened={handed !== undefined}
        deliverable={handed}
        onClose={() => setHanded(undefined)}
      />
    </PageSection>
  )
}

type One = { project: Project; one: Deliverable; onHandIn: () => void }

function OneDeliverable({ project: { party, status }, one, onHandIn }: One): ReactNode {
  const decide = useDecideDeliverable()
  const isSchool = party === 'school' || party === 'faculty'
  const mayHandIn =
    party === 'student' &&
    (one.status === 'open' || one.status === 'returned') &&
    (status === 'matched' || status === 'active')
  const [giveBack, dialog] = useAction({
    label: 'Return',
    ask: () => ({ title: `Return ${one.name}?`, reason: { label: 'What is missing', isRequired: true } }),
    run: (_, { reason, tick }) => decide.mutateAsync({ id: one.id, decision: 'return', reason, ...tick }),
    tellsFailure: true,
  })
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <strong>{one.name}</strong>
        <span className={classes.dim}>
          {[`Due ${formatDate(one.due)}`, one.note, one.reason].filter(Boolean).join(' · ')}
        </span>
        {one.file_ids.map((id, index) => (
          <a
            key={id}
            href={`/api/files/${id}/content?reason=Capstone%20deliverable`}
          >{`File ${index + 1}`}</a>
        ))}
      </div>
      <div className={classes.actions}>
        <StateBadge state={deliverableLooks[one.status]} label={deliverableLabels[one.status]} />
        {mayHandIn && (
          <Button size="sm" onClick={onHandIn} aria-label={`Hand in ${one.name}`}>
            Hand in
          </Button>
        )}
        {isSchool && one.status === 'submitted' && (
          <>
            <Button size="sm" variant="default" onClick={() => giveBack({})}>
              Return
            </Button>
            <Button
              size="sm"
              loading={decide.isPending}
              onClick={() => decide.mutate({ id: one.id, decision: 'accept' })}
            >
              Accept
            </Button>
            {dialog}
          </>
        )}
      </div>
    </li>
  )
}
