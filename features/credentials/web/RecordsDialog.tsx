import { Anchor, Button, Group, Modal, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { FileProblem } from '#core/text-file.ts'
import { hasEnded, JobProgress, useJob } from '#features/jobs/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import type { RecordRow } from '../contract.ts'
import { matchRecordColumns, MOST_RECORDS, recordColumns, recordsOf } from '../rules.ts'
import { credentials, useImportRecords } from './queries.ts'

type Table = { name: string; cells: string[][] }
type Columns = ReturnType<typeof matchRecordColumns>

/** Brings a school's records of before: choose a file, say what its columns hold, look at what would become of each row, import. */
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
  const [table, setTable] = useState<Table>()
  const [problem, setProblem] = useState<string>()
  const choose = async (file: File) => {
    try {
      const { csvTable } = await import('#core/csv-reader.ts')
      const cells = csvTable(new Uint8Array(await file.arrayBuffer()))
      setProblem(cells.length < 2 ? 'The file has no rows below its headings.' : undefined)
      setTable(cells.length < 2 ? undefined : { name: file.name, cells })
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error
      setTable(undefined)
      setProblem(error.message)
    }
  }
  return (
    <Stack gap="md">
      <Text size="sm">
        A CSV file with the person (email or student number), the credential (its name or code) and the date
        issued. The last day and a result are optional. Nothing is kept before you have looked at it.
      </Text>
      <FileDrop
        label="CSV file"
        description={`At most ${formatNumber(MOST_RECORDS)} rows.`}
        files={[]}
        onChange={([file]) => file && void choose(file)}
        accept=".csv,.tsv,.txt,text/csv"
        maxBytes={5_000_000}
        error={problem}
      />
      {table && <Mapping key={table.name} table={table} onClose={onClose} />}
    </Stack>
  )
}

function Mapping({ table: { name, cells }, onClose }: { table: Table; onClose: () => void }): ReactNode {
  const [columns, setColumns] = useState<Columns>(() => matchRecordColumns(cells[0]!))
  const rows = recordsOf(cells, columns)
  const missing = recordColumns.filter(({ field, isRequired }) => isRequired && !columns.includes(field))
  const choose = (field: Columns[number], at: number) =>
    setColumns((known) => cells[0]!.map((_, index) => (index === at ? field : known[index] === field ? null : (known[index] ?? null)))) // prettier-ignore
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {recordColumns.map(({ field, label, isRequired }) => (
          <NativeSelect
            key={field}
            label={label}
            required={isRequired}
            value={String(columns.indexOf(field))}
            data={[
              { value: '-1', label: 'Not in the file' },
              ...cells[0]!.map((heading, at) => ({
                value: String(at),
                label: heading || `Column ${at + 1}`,
              })),
            ]}
            onChange={({ currentTarget }) => choose(field, Number(currentTarget.value))}
          />
        ))}
      </SimpleGrid>
      {missing.length > 0 ? (
        <Text role="alert" size="sm">
          {`Choose the column for: ${missing.map(({ label }) => label).join(', ')}.`}
        </Text>
      ) : (
        // A new choice of columns is a new trial.
        <Trial key={columns.join()} name={name} rows={rows} onClose={onClose} />
      )}
    </>
  )
}

type TrialProps = { name: string; rows: readonly RecordRow[]; onClose: () => void }

function Trial({ name, rows, onClose }: TrialProps): ReactNode {
  const start = useImportRecords()
  const queries = useQueryClient()
  const [trial, setTrial] = useState<string>()
  const [job, setJob] = useState<string>()
  const [tried, written] = [useJob(trial), useJob(job)]
  const begin = (isTrial: boolean) => {
    const id = crypto.randomUUID()
    start.mutate(
      { job_id: id, file_name: name, is_trial: isTrial, rows: [...rows] },
      { onSuccess: () => (isTrial ? setTrial(id) : setJob(id)) },
    )
  }
  const isWritten = written.data !== undefined && hasEnded(written.data)
  useEffect(() => {
    if (isWritten) void queries.invalidateQueries({ queryKey: credentials.key() })
  }, [isWritten, queries])
  const isTried = tried.data !== undefined && hasEnded(tried.data)
  const good = tried.data ? tried.data.done - tried.data.refused : 0
  return (
    <Stack gap="md">
      {start.isError && <Banner kind="danger" live title={start.error.message} />}
      {trial && (
        <JobProgress
          job={tried.data}
          summary={`${formatNumber(good)} of ${formatNumber(rows.length)} rows can be imported.`}
        />
      )}
      {job && (
        <JobProgress
          job={written.data}
          summary={`${formatNumber((written.data?.done ?? 0) - (written.data?.refused ?? 0))} records are in place.`}
        />
      )}
      {(isTried || isWritten) && (
        <Anchor href={`/api/compliance/records/${isWritten ? job! : trial!}/report`} download size="sm">
          Download the report
        </Anchor>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {isWritten ? 'Done' : 'Cancel'}
        </Button>
        {!trial && (
          <Button loading={start.isPending} onClick={() => begin(true)}>
            {`Check ${formatNumber(rows.length)} rows`}
          </Button>
        )}
        {isTried && !job && (
          <Button loading={start.isPending} disabled={good === 0} onClick={() => begin(false)}>
            {`Import ${formatNumber(good)}`}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
