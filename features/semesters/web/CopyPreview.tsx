import { clockRange, formatClockTime } from '#core/clock-time.ts'
import { formatNumber } from '#core/number-text.ts'
import { Button, Checkbox } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import type { CopyFlag, CopyRequest, CopyRow } from '../contract.ts'
import { copyFlagLabels, skipReasonLabels } from '../rules.ts'
import {
  choose,
  chosenRows,
  type CopyChoices,
  type CopyCounts,
  type CopyFilter,
  countsOf,
  fits,
} from './copy-choices.ts'
import { reasonsInWords } from './copy-words.ts'
import classes from './CopyDialog.module.css'
import { patience, semesters } from './queries.ts'

const pageSize = 50

type Request = Omit<CopyRequest, 'include' | 'leave_out'>

/** What copying would do with the current rows; undefined sends no request. */
export function useCopyPreview(request: Request | undefined) {
  return useQuery({
    ...semesters.previewCopy.queryOptions({
      input: request ? { ...request, include: [], leave_out: [] } : skipToken,
    }),
    ...patience,
    placeholderData: keepPreviousData,
    // The preview must be current, so it is loaded again whenever it is shown.
    staleTime: 0,
    gcTime: 0,
  })
}

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
        some.map(({ shift_id }) => own.get(shift_id)!),
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

/** A flag in words, with the day's name or the reason if there is one. */
function flagText(flag: CopyFlag, { occasion, closed }: Pick<CopyRow, 'occasion' | 'closed'>): string {
  const because =
    flag === 'closed_to_students' ? closed : flag === 'on_holiday' || flag === 'on_break' ? occasion : null
  return because ? `${copyFlagLabels[flag]}: ${because}` : copyFlagLabels[flag]
}

function columnsOf(onChoose: (row: CopyRow, wanted: boolean) => void): Column<CopyRow>[] {
  return [
    {
      key: 'date',
      title: 'New date',
      render: (row) => (
        <div className={classes.row}>
          <Checkbox
            aria-label={`Copy ${row.title ?? 'the shift'} of ${formatDate(row.from_date, 'weekday')}, ${formatClockTime(row.start_time)}`}
            checked={row.included}
            onChange={({ currentTarget }) => onChoose(row, currentTarget.checked)}
          />
          <span className={classes.dates}>
            <span className={row.included ? undefined : classes.out}>{formatDate(row.date, 'weekday')}</span>
            <small>from {formatDate(row.from_date, 'weekday')}</small>
          </span>
        </div>
      ),
    },
    { key: 'time', title: 'Time', render: (row) => `${clockRange(row.start_time, row.end_time)}` },
    {
      key: 'unit',
      title: 'Shift',
      render: (row) => [...new Set([row.title, row.unit_name])].filter(Boolean).join(', ') || '—',
    },
    {
      key: 'flags',
      title: 'Flags',
      render: ({ flags, occasion, closed, skip_reason: reason }) =>
        flags.length === 0 && !reason ? (
          '—'
        ) : (
          <div className={classes.flags}>
            {flags.map((flag) => (
              <span key={flag} className={classes.flag}>
                {flagText(flag, { occasion, closed })}
              </span>
            ))}
            {reason === 'left_out' && <span className={classes.out}>{skipReasonLabels.left_out}</span>}
          </div>
        ),
    },
  ]
}
