import { Button } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { DataTable } from '#ui/DataTable.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import type { CopyFlag, CopyRow } from '../contract.ts'
import { copyFlagLabels } from '../rules.ts'
import {
  choose,
  chosenRows,
  type CopyChoices,
  type CopyCounts,
  type CopyFilter,
  countsOf,
  fits,
} from './copy-choices.ts'
import { columnsOf } from './copy-columns.tsx'
import type { useCopyPreview } from './copy-queries.ts'
import { reasonsInWords } from './copy-words.ts'
import classes from './CopyDialog.module.css'

const pageSize = 50

type CopyPreviewProps = {
  query: ReturnType<typeof useCopyPreview>
  choices: CopyChoices
  onChoose: (choices: CopyChoices) => void
  targetName: string
}

/** Every shift with its new date and flags; each can be included or left out. The counts here are a preview: the server's rules decide. */
export function CopyPreview({ query, choices, onChoose, targetName }: CopyPreviewProps): ReactNode {
  return (
    <Loaded
      query={query}
      failedTitle="The preview could not be made"
      empty={{
        title: 'There are no shifts to copy',
        description: `${targetName} will stay as it is now.`,
        icon: IconCalendarOff,
        compact: true,
        titleOrder: 3,
      }}
    >
      {({ rows }) => <Rows planned={rows} choices={choices} onChoose={onChoose} targetName={targetName} />}
    </Loaded>
  )
}

type RowsProps = { planned: readonly CopyRow[] } & Pick<
  CopyPreviewProps,
  'choices' | 'onChoose' | 'targetName'
>

function Rows({ planned, choices, onChoose, targetName }: RowsProps): ReactNode {
  const [filter, setFilter] = useState<CopyFilter>('all')
  const [page, setPage] = useState(1)
  const rows = useMemo(() => chosenRows(planned, choices), [planned, choices])
  const counts = useMemo(() => countsOf(rows), [rows])
  const own = useMemo(() => new Map(planned.map((row) => [row.shift_id, row])), [planned])
  const shown = rows.filter((row) => fits(row, filter))
  const last = Math.max(1, Math.ceil(shown.length / pageSize))
  const at = Math.min(page, last)
  const decide = (some: readonly CopyRow[], wanted: boolean) =>
    onChoose(
      choose(
        choices,
        some.flatMap(({ shift_id }) => own.get(shift_id) ?? []),
        wanted,
      ),
    )
  const out = shown.filter(({ included }) => !included)
  const taken = shown.filter(({ included }) => included)

  return (
    <>
      <Summary counts={counts} total={rows.length} targetName={targetName} />
      <div className={classes.filter}>
        <SegmentedFilter
          label="Which shifts"
          value={filter}
          options={filtersOf(counts, rows.length)}
          onChange={(next) => {
            setFilter(next)
            setPage(1)
          }}
        />
      </div>
      <div className={classes.bulk}>
        <Button variant="default" size="xs" disabled={out.length === 0} onClick={() => decide(out, true)}>
          Include all shown ({formatNumber(out.length)})
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={taken.length === 0}
          onClick={() => decide(taken, false)}
        >
          Leave out all shown ({formatNumber(taken.length)})
        </Button>
      </div>
      <DataTable
        hasFields
        label="Shifts to copy"
        rows={shown.slice((at - 1) * pageSize, at * pageSize)}
        columns={columnsOf((row, wanted) => decide([row], wanted))}
        rowKey={({ shift_id }) => shift_id}
        page={at}
        pageSize={pageSize}
        total={shown.length}
        onPageChange={setPage}
        empty={{ title: 'No shift of this kind' }}
      />
    </>
  )
}

function Summary({ counts, total, targetName }: { counts: CopyCounts; total: number; targetName: string }) {
  const reasons = reasonsInWords(counts.byReason)
  return (
    <output className={classes.summary}>
      <p>
        <strong>
          {formatNumber(counts.copied)} of {formatNumber(total)} shifts
        </strong>{' '}
        become drafts in {targetName}.
      </p>
      {reasons && <p className={classes.out}>Left out: {reasons}.</p>}
    </output>
  )
}

function filtersOf({ copied, leftOut, byFlag }: CopyCounts, total: number) {
  const flags = (Object.keys(copyFlagLabels) as CopyFlag[]).filter((flag) => byFlag[flag])
  return [
    { value: 'all' as CopyFilter, label: 'All', count: total },
    { value: 'copied' as CopyFilter, label: 'Copied', count: copied },
    { value: 'left_out' as CopyFilter, label: 'Left out', count: leftOut },
    ...flags.map((flag) => ({ value: flag as CopyFilter, label: copyFlagLabels[flag], count: byFlag[flag] })),
  ]
}
