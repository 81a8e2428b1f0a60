import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { ChangesSince } from './ChangesSince.tsx'
import { SegmentedFilter } from './SegmentedFilter.tsx'
import type { VersionChange } from './versions.ts'
import classes from './VersionsNotice.module.css'

export type Whose = 'mine' | 'theirs'
/** A difference between two versions as text, and whose value is taken. */
export type Difference = { key: string; label: string; mine: string; theirs: string; whose: Whose }

type VersionsNoticeProps = {
  /** What both people changed: "this semester". */
  what: string
  differences: readonly Difference[]
  /** Who saved it since, the newest first. */
  changes: readonly VersionChange[]
  /** Why it can no longer be saved, whichever version is taken; there is then nothing to choose. */
  ended?: string | undefined
  onChoose: (keys: readonly string[], whose: Whose) => void
}

/** Shown if two people changed one thing: both versions, and for each difference a choice that applies to the form at once. */
export function VersionsNotice({
  what,
  differences,
  changes,
  ended,
  onChoose,
}: VersionsNoticeProps): ReactNode {
  if (ended)
    return (
      <section className={classes.notice} aria-label="Two versions">
        <ChangesSince what={what} changes={changes}>
          {ended}
        </ChangesSince>
      </section>
    )
  const keys = differences.map(({ key }) => key)
  return (
    <section className={classes.notice} aria-label="Two versions">
      <ChangesSince what={what} changes={changes}>
        Your changes aren’t lost: choose below, then save.
      </ChangesSince>
      {differences.length === 0 ? (
        <p className={classes.same}>Both versions say the same now.</p>
      ) : (
        <dl className={classes.list}>
          {differences.map(({ key, label, mine, theirs, whose }) => (
            <div key={key} className={classes.difference}>
              <dt>{label}</dt>
              <dd data-taken={whose === 'mine' || undefined}>
                <small>Mine</small> {mine || 'Nothing'}
              </dd>
              <dd data-taken={whose === 'theirs' || undefined}>
                <small>Theirs</small> {theirs || 'Nothing'}
              </dd>
              <dd className={classes.choice}>
                <SegmentedFilter
                  label={`${label}: whose version`}
                  value={whose}
                  options={[
                    { value: 'mine', label: 'Mine' },
                    { value: 'theirs', label: 'Theirs' },
                  ]}
                  onChange={(next) => onChoose([key], next)}
                />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Group gap="sm">
        <Button variant="default" size="xs" onClick={() => onChoose(keys, 'theirs')}>
          Take all of theirs
        </Button>
        <Button variant="default" size="xs" onClick={() => onChoose(keys, 'mine')}>
          Keep all of mine
        </Button>
      </Group>
    </section>
  )
}
