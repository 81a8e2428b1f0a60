import { Button, Text } from '@mantine/core'
import { formatNumber } from '#core/number-text.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from '#ui/Link.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { newestOnlyNotice } from '#ui/newest-only.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { SemesterCopy } from '../contract.ts'
import { changedText } from '../messages.ts'
import { UNDO_HOURS, undoBlocker } from '../rules/copying.ts'
import classes from './CopiesList.module.css'
import { daysMoved, keptWords, reasonsInWords } from './copy-words.ts'
import { useUndoCopy } from './copy-queries.ts'
import { patience, semesters } from './queries.ts'

/** Copies made from or into a semester, each with its undo, or with why it can no longer be undone. */
export function CopiesList({ semesterId }: { semesterId: string }): ReactNode {
  const [now] = useState(() => Date.now())
  const undo = useUndoCopy()
  const query = useQuery({
    ...semesters.listCopies.queryOptions({ input: { id: semesterId } }),
    ...patience,
    refetchOnMount: 'always',
  })
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons shape="text" count={2} />}
      failedTitle="Copies couldn’t be loaded"
    >
      {(copies) =>
        copies.length === 0 ? (
          <Text size="sm" c="dimmed">
            Nothing has been copied from or into this semester yet.
          </Text>
        ) : (
          <ul className={classes.list}>
            {copies.map((copy) => (
              <Copy
                key={copy.id}
                copy={copy}
                isInto={copy.target_semester_id === semesterId}
                refusal={undoBlocker(copy, now)}
                isUndoing={undo.isPending && undo.variables.id === copy.id}
                mayUndoDrafts={undoBlocker(copy, now, true) === null}
                onUndo={() => undo.mutate({ id: copy.id, drafts_only: copy.no_longer_draft > 0 })}
              />
            ))}
            {copies.length === 100 && <li>{newestOnlyNotice(100)}</li>}
          </ul>
        )
      }
    </Loaded>
  )
}

type CopyProps = {
  copy: SemesterCopy
  isInto: boolean
  refusal: ReturnType<typeof undoBlocker>
  /** True when some of it can be undone, even if the whole can't. */
  mayUndoDrafts: boolean
  isUndoing: boolean
  onUndo: () => void
}

function Copy({ copy, isInto, refusal, mayUndoDrafts, isUndoing, onUndo }: CopyProps): ReactNode {
  const skipped = reasonsInWords(copy.skipped_by_reason)
  const undoLabel = !refusal
    ? 'Undo the copy'
    : copy.drafts === 1
      ? 'Undo the other one'
      : `Undo the other ${formatNumber(copy.drafts)}`
  const where = isInto ? `from ${copy.source_name}` : `into ${copy.target_name}`
  return (
    <li className={classes.copy}>
      <div className={classes.words}>
        <strong>
          {formatNumber(copy.copied)} {copy.copied === 1 ? 'shift' : 'shifts'} {where}
        </strong>
        <span className={classes.how}>
          {daysMoved(copy.delta_days)}, {copy.mode === 'exact' ? 'exact shift' : 'weekdays kept'}; by{' '}
          {copy.copied_by_name}, <RelativeTime value={copy.created_at} />
        </span>
        {skipped && <span className={classes.how}>Not copied: {skipped}</span>}
        {copy.drafts > 0 && refusal !== 'undone' && (
          <Link href={`/shifts?semester=${copy.target_semester_id}&state=draft&when=all`}>
            Review the drafts in {copy.target_name}
          </Link>
        )}
      </div>
      {refusal && (
        <div className={classes.refusal}>
          {refusal === 'undone' && <StateBadge state="withdrawn" label="Undone" />}
          <span>{reasonOf(copy, refusal)}</span>
          {refusal === 'changed' && <ChangedShifts copy={copy} />}
        </div>
      )}
      {mayUndoDrafts && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          loading={isUndoing}
          onClick={onUndo}
          aria-label={`${undoLabel} ${where}`}
        >
          {refusal ? undoLabel : 'Undo'}
        </Button>
      )}
    </li>
  )
}

function reasonOf(copy: SemesterCopy, refusal: NonNullable<ReturnType<typeof undoBlocker>>): string {
  if (refusal === 'undone')
    return [
      copy.undone_by_name && `by ${copy.undone_by_name}.`,
      copy.no_longer_draft > 0 && keptWords(copy.no_longer_draft),
    ]
      .filter(Boolean)
      .join(' ')
  if (refusal === 'expired') return `A copy can be undone for ${UNDO_HOURS} hours.`
  return copy.no_longer_draft === 1
    ? '1 shift can’t be undone: it is no longer a draft.'
    : `${formatNumber(copy.no_longer_draft)} shifts can’t be undone: they are no longer drafts.`
}

/** The shifts that keep a copy from being undone, each a link to its page. */
function ChangedShifts({ copy }: { copy: SemesterCopy }): ReactNode {
  const more = copy.no_longer_draft - copy.changed_shifts.length
  return (
    <ul className={classes.changed} aria-label="No longer drafts">
      {copy.changed_shifts.map((shift) => (
        <li key={shift.id}>
          <Link href={`/shift/${shift.id}`}>{changedText(shift)}</Link>
        </li>
      ))}
      {more > 0 && <li>{`and ${formatNumber(more)} more`}</li>}
    </ul>
  )
}
