import { IconArrowBackUp, IconCheck, IconPencil, IconSend, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { howMany } from '#core/number-text.ts'
import { asUpload } from '#platform/web/api.ts'
import { ImportScreen } from '#platform/web/kit/ImportScreen.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { pageOfRows } from '#platform/web/kit/use-list.ts'
import { useContentId } from '#platform/web/use-content-id.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import type { ImportRow } from '../contract.ts'
import { countVerdicts, type ImportField } from '../rules.ts'
import { invitations } from './queries.ts'
import { rosterColumns } from './roster-columns.tsx'
import { labelOf, type RosterLine, shownLabels, useRosterLines } from './roster-lines.ts'
import { RosterNotices } from './RosterNotices.tsx'
import type { Roster, useRoster } from './use-roster.ts'

interface ReviewRosterProps {
  schoolId: string
  rows: ImportRow[]
  roster: Roster
  known: ReturnType<typeof useRoster>['known']
  /** Chooses the columns again, if that is possible. */
  onColumns: (() => void) | undefined
  onRows: (rows: ImportRow[]) => void
  onStartOver: () => void
  /** `results` has what is known of every row, including rows that aren't sent. */
  onSent: (jobId: string, results: ReadonlyMap<number, string>) => void
}

/** The rows of a roster with their verdicts: the user corrects them or leaves them out, and sends the ready ones. */
export function ReviewRoster({
  schoolId,
  rows,
  roster,
  known,
  onColumns,
  onRows,
  onStartOver,
  onSent,
}: ReviewRosterProps): ReactNode {
  const { leftOut = {} } = roster
  const { facts, cohorts, check: checking } = known
  const review = useRosterLines({ rows, leftOut, facts, cohorts })
  const { list, lines, found, out, editing } = review
  const counts = countVerdicts(lines.flatMap(({ verdict }) => verdict ?? []))
  const here = pageOfRows(found, list)
  const tick = usePatientTick()
  const [message, setMessage] = useState('')
  const send = useMutation({
    ...invitations.startImport.mutationOptions(asUpload),
    meta: { quiet: true },
    onSuccess: ({ job_id: jobId }) =>
      onSent(jobId, new Map(lines.map((line) => [line.row.line, labelOf(line)]))),
  })
  const idOf = useContentId()
  const submit = () => {
    const sent = lines.flatMap(({ row, verdict }) => (verdict?.verdict === 'ok' ? [row] : []))
    send.mutate({ job_id: idOf([sent, message]), school_id: schoolId, rows: sent, message, ...tick.sent })
  }
  const change = (line: number, field: ImportField, value: string) =>
    onRows(rows.map((row) => (row.line === line ? { ...row, [field]: value } : row)))
  const finish = (line: number) => {
    review.edit(line)
    void known.learn(rows.filter((row) => row.line === line))
  }
  const columns = rosterColumns({
    rows,
    leftOut,
    editing,
    onEdit: review.edit,
    onDone: finish,
    onChange: change,
  })
  const actions = useLineActions(review, finish)
  const isChecking = checking.isPending
  const inReview = counts.invalid + counts.duplicate + counts.no_cohort
  const label = `Send ${howMany(counts.ok, 'invitation')}`

  return (
    <ImportScreen
      step={{
        at: 'rows',
        stats: [
          { label: 'Ready to send', value: counts.ok, hue: 'green' },
          { label: 'Needs review', value: inReview, hue: inReview > 0 ? 'red' : 'gray' },
          { label: 'Members or invited', value: counts.member + counts.invited },
          { label: 'Other school', value: counts.elsewhere },
        ],
        notices: (
          <RosterNotices
            schoolId={schoolId}
            rows={rows}
            lines={lines}
            roster={roster}
            known={known}
            onColumns={onColumns}
            onRows={onRows}
          />
        ),
        list,
        counts: { ...counts, out: out.size },
        labels: shownLabels,
        all: rows.length,
        query: { data: lines, isError: false, isPending: isChecking, isPlaceholderData: isChecking },
        rows: here.rows,
        total: here.total,
        page: here.page,
        columns,
        rowKey: ({ row }) => String(row.line),
        hasFields: true,
        actions,
        onStartOver,
        commit: {
          title: 'Send',
          label,
          icon: IconSend,
          isPending: send.isPending,
          isDisabled: counts.ok === 0 || isChecking || editing.size > 0,
          run: submit,
          question: {
            title: `${label}?`,
            body: 'Each student gets an email with their own link. It works for 14 days.',
          },
          failure: send.error ? { title: 'Nothing was sent', words: send.error.message } : undefined,
          hint: hintOf({ ready: counts.ok, rows: rows.length, edited: editing.size }),
          children: (
            <FreeText
              tick={tick}
              sentAs="message"
              label="Message"
              description="Included in every email."
              value={message}
              onChange={(event) => setMessage(event.currentTarget.value)}
              maxLength={1000}
              autosize
              minRows={2}
              maw={640}
            />
          ),
        },
      }}
    />
  )
}

/** Edits a line, leaves it out, or includes it again. */
function useLineActions(
  { editing, edit, turn }: ReturnType<typeof useRosterLines>,
  onDone: (line: number) => void,
) {
  return useActions<RosterLine>(
    [
      {
        id: 'done',
        label: 'Done',
        icon: IconCheck,
        isOffered: ({ row }) => editing.has(row.line),
        open: ([one]) => one && onDone(one.row.line),
      },
      {
        id: 'edit',
        label: 'Edit',
        icon: IconPencil,
        isOffered: ({ row }) => !editing.has(row.line),
        blocker: ({ verdict }) => !verdict && 'Include it first.',
        open: ([one]) => one && edit(one.row.line),
      },
      {
        id: 'include',
        label: 'Include',
        icon: IconArrowBackUp,
        isOffered: ({ verdict }) => !verdict,
        open: ([one]) => one && turn(one.row.line),
      },
      {
        id: 'skip',
        label: 'Skip',
        icon: IconTrash,
        isOffered: ({ verdict }) => verdict !== null,
        open: ([one]) => one && turn(one.row.line),
      },
    ],
    { nameOf: ({ row }) => `row ${row.line}`, idOf: ({ row }) => String(row.line) },
  )
}

/** What sending would leave out, or what has to be done first. */
function hintOf({ ready, rows, edited }: { ready: number; rows: number; edited: number }): string {
  if (edited > 0) return 'Finish the rows that are being edited first.'
  if (ready === 0) return 'No row is ready to be sent.'
  return ready < rows ? `${howMany(rows - ready, 'row')} will not be sent.` : 'Every row will be sent.'
}
