import { NativeSelect, Radio, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate, formatRange, isPlainDate } from '#core/plain-date.ts'
import type { SchemaForm } from '#ui/form.ts'
import type { CopyMode, CopyTarget, Semester } from '../contract.ts'
import { copyDelta, deltaOf, mondayBecomes, targetBlocker } from '../rules/copying.ts'
import { daysMoved } from './copy-words.ts'
import classes from './CopyDialog.module.css'
import { DaysOffFields } from './DaysOffFields.tsx'
import type { SemesterValues } from './semester-values.ts'
import { TermFields } from './TermFields.tsx'

type CopyTargetFieldsProps = {
  source: Semester
  all: readonly Semester[]
  form: SchemaForm<SemesterValues>
  ownId: string
  kind: CopyTarget['kind']
  onKind: (kind: CopyTarget['kind']) => void
  existingId: string | null
  onExisting: (id: string | null) => void
  mode: CopyMode
  onMode: (mode: CopyMode) => void
}

/** The target of a copy, by how many days shifts move, and what that does to their weekdays. */
export function CopyTargetFields(props: CopyTargetFieldsProps): ReactNode {
  const { source, all, form, ownId, kind, onKind, existingId, onExisting, mode, onMode } = props
  const others = all.filter((each) => targetBlocker(source, each) === null)
  const start =
    kind === 'new' ? form.values.start_date : (others.find(({ id }) => id === existingId)?.start_date ?? '')
  return (
    <>
      <Radio.Group
        label="Copy into"
        value={kind}
        onChange={(next) => onKind(next === 'existing' ? 'existing' : 'new')}
      >
        <Stack gap="xs" mt={6}>
          <Radio value="new" label="A new semester" />
          <Radio
            value="existing"
            label="An existing semester"
            disabled={others.length === 0}
            description={others.length === 0 ? 'This school has no other semester.' : undefined}
          />
        </Stack>
      </Radio.Group>
      {kind === 'existing' ? (
        <NativeSelect
          label="Semester"
          required
          value={existingId ?? ''}
          data={[
            { value: '', label: 'Choose…' },
            ...others.map((each) => ({
              value: each.id,
              label: `${each.name} (${formatRange(each.start_date, each.end_date)})`,
            })),
          ]}
          onChange={({ currentTarget }) => onExisting(currentTarget.value || null)}
        />
      ) : (
        <>
          <TermFields form={form} ownId={ownId} />
          <DaysOffFields form={form} />
        </>
      )}
      {isPlainDate(start) && <Moving source={source} start={start} mode={mode} onMode={onMode} />}
    </>
  )
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

type MovingProps = { source: Semester; start: string; mode: CopyMode; onMode: (mode: CopyMode) => void }

function Moving({ source, start, mode, onMode }: MovingProps): ReactNode {
  const exact = copyDelta(source.start_date, start)
  const kept = deltaOf('keep_weekdays', source.start_date, start)
  const monday = weekdays[mondayBecomes(exact) - 1]
  return (
    <section className={classes.shift} aria-label="How dates move">
      <p>
        From {formatDate(source.start_date, 'weekday')} to {formatDate(start, 'weekday')}:{' '}
        <strong>{inWeeks(exact)}</strong>.
      </p>
      {exact % 7 === 0 ? (
        <Text size="sm" c="dimmed">
          Whole weeks: every shift keeps its weekday.
        </Text>
      ) : (
        <>
          <p>
            These are not whole weeks: moved exactly, <strong>Monday would become {monday}</strong>.
          </p>
          <Radio.Group
            label="Weekdays"
            value={mode}
            onChange={(next) => onMode(next === 'exact' ? 'exact' : 'keep_weekdays')}
          >
            <Stack gap="xs" mt={6}>
              <Radio
                value="keep_weekdays"
                label="Keep weekdays"
                description={`${inWeeks(kept)}: Monday shifts stay on Mondays.`}
              />
              <Radio
                value="exact"
                label="Exact shift"
                description={`${inWeeks(exact)}: Monday shifts move to ${monday}.`}
              />
            </Stack>
          </Radio.Group>
        </>
      )}
    </section>
  )
}

/** "147 days later (21 weeks)". */
function inWeeks(days: number): string {
  const weeks = Math.abs(days) / 7
  const whole = Number.isInteger(weeks) && weeks > 0 ? ` (${weeks} ${weeks === 1 ? 'week' : 'weeks'})` : ''
  return `${daysMoved(days)}${whole}`
}
