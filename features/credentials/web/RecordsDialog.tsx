import { Button, Modal, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { FileProblem } from '#core/text-file.ts'
import { headingsOf } from '#features/invitations/rules.ts'
import { hasEnded, JobProgress, useJob } from '#features/jobs/web/public.ts'
import { ImportScreen } from '#platform/web/kit/ImportScreen.tsx'
import { Banner } from '#ui/Banner.tsx'
import { matchRecordColumns, MAX_RECORDS, recordColumns, recordColumnsProblem, recordsOf } from '../rules.ts'
import { touches, useImportRecords } from './queries.ts'

type Columns = ReturnType<typeof matchRecordColumns>
type Opened = { name: string; cells: string[][]; columns: Columns }

const labels = Object.fromEntries(recordColumns.map(({ field, label }) => [field, label])) as Record<
  NonNullable<Columns[number]>,
  string
>

/** Imports a school's earlier records: choose a file, assign its columns, check what each row would do, import. */
export function RecordsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }): ReactNode {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Import records"
      size="xl"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && <Steps onClose={onClose} />}
    </Modal>
  )
}

function Steps({ onClose }: { onClose: () => void }): ReactNode {
  const [file, setFile] = useState<Opened>()
  const [problem, setProblem] = useState<string>()
  // Each assignment of columns is a new trial.
  const [trial, setTrial] = useState<string>()
  const start = useImportRecords()
  const rows = file ? recordsOf(file.cells, file.columns) : []
  const begin = (of: Opened, isTrial: boolean, then: (job: string) => void) => {
    const job_id = crypto.randomUUID()
    const all = recordsOf(of.cells, of.columns)
    start.mutate(
      { job_id, file_name: of.name, is_trial: isTrial, rows: all },
      { onSuccess: () => then(job_id) },
    )
  }
  const startOver = () => {
    setFile(undefined)
    setTrial(undefined)
    setProblem(undefined)
    start.reset()
  }
  const take = async ([chosen]: File[]) => {
    if (!chosen) return
    const cells = await cellsOf(chosen)
    if (typeof cells === 'string') return setProblem(cells)
    setFile({ name: chosen.name, cells, columns: matchRecordColumns(cells[0]!) })
  }
  const refused = start.isError && <Banner kind="danger" live title={start.error.message} />

  if (!file)
    return (
      <ImportScreen
        step={{
          at: 'file',
          description: `At most ${formatNumber(MAX_RECORDS)} rows.`,
          maxBytes: 5_000_000,
          onTake: (files) => void take(files),
          problem,
          template: {
            filename: 'placewell-records-template.csv',
            headings: recordColumns.map(({ label }) => label),
            example: ['jordan.lee@example.edu', 'BLS', '2026-03-10', '2028-03-31', ''],
          },
          children: (
            <Text size="sm">
              A CSV or Excel file with the person (email or student ID), the credential (its name or code) and
              the date issued. The last day and a result are optional. Nothing is kept before you have looked
              at it.
            </Text>
          ),
        }}
      />
    )
  if (!trial)
    return (
      <>
        {refused}
        <ImportScreen
          step={{
            at: 'columns',
            ...headingsOf(file.cells, () => false)!,
            labels,
            problemOf: recordColumnsProblem,
            columns: file.columns,
            onChosen: (columns) => {
              if (start.isPending) return
              const chosen = { ...file, columns: [...columns] }
              setFile(chosen)
              begin(chosen, true, setTrial)
            },
            onStartOver: startOver,
            children: `Check what each column of ${file.name} holds. Then every row is checked, and nothing is kept yet.`,
          }}
        />
      </>
    )
  return (
    <>
      {refused}
      <Checked
        trial={trial}
        name={file.name}
        total={rows.length}
        isStarting={start.isPending}
        onImport={(then) => begin(file, false, then)}
        onAgain={startOver}
        onClose={onClose}
      />
    </>
  )
}

/** The cells of a file with headings, or why it cannot be read. */
async function cellsOf(file: File): Promise<string[][] | string> {
  try {
    const { readTable } = await import('#platform/web/read-table.ts')
    const cells = await readTable(file)
    if (cells.length < 2) return 'The file has no rows below its headings.'
    return cells[0]!.some((cell) => cell.trim() !== '')
      ? cells
      : 'The first line must name the columns. Remove the empty lines above it.'
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    return error.message
  }
}

interface CheckedProps {
  /** The job that tried each row. */
  trial: string
  name: string
  total: number
  isStarting: boolean
  onImport: (then: (job: string) => void) => void
  onAgain: () => void
  onClose: () => void
}

/** The result each row would have and, after the import, has. */
function Checked({ trial, name, total, isStarting, onImport, onAgain, onClose }: CheckedProps): ReactNode {
  const [job, setJob] = useState<string>()
  const [tried, written] = [useJob(trial), useJob(job, touches)]
  const { data } = job ? written : tried
  const isOver = data !== undefined && hasEnded(data)
  const good = formatNumber(data ? data.done - data.refused : 0)
  const summary = job
    ? `${good} ${good === '1' ? 'record is' : 'records are'} in place.`
    : `${good} of ${formatNumber(total)} rows can be imported.`
  return (
    <ImportScreen
      step={{
        at: 'report',
        title: isOver
          ? `${job ? 'Imported' : 'Checked'}: ${name}`
          : `${job ? 'Importing' : 'Checking'} ${name}…`,
        hint: job
          ? 'You can close this: the import continues. Recent jobs in your menu shows its progress.'
          : 'Nothing is kept yet.',
        isOver,
        save: {
          isPending: false,
          mutate: () => location.assign(`/api/compliance/records/${job ?? trial}/report`),
        },
        onAgain,
        buttons: job ? (
          <Button disabled={!isOver} onClick={onClose}>
            Done
          </Button>
        ) : (
          <Button
            loading={isStarting}
            disabled={!isOver || good === '0'}
            onClick={() => onImport(setJob)}
          >{`Import ${good}`}</Button>
        ),
        children: <JobProgress job={data} summary={summary} />,
      }}
    />
  )
}
