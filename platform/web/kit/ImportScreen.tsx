import { Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { type Icon, IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { toCsv } from '#core/csv.ts'
import { Banner } from '#ui/Banner.tsx'
import { type ColumnChoicesProps, ColumnChoices } from '#ui/ColumnChoices.tsx'
import type { Column } from '#ui/DataTable.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import type { QueryLike } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { StatCard, StatGrid } from '#ui/StatCard.tsx'
import { TABLE_FILES } from '../table-files.ts'
import { saveFile } from '../save-file.ts'
import type { Question } from './actions.ts'
import type { FilterOption, Filters } from './filters.ts'
import { searchText, tabs } from './filters.ts'
import { List } from './List.tsx'
import { ListFilters } from './ListFilters.tsx'
import { type ActionsKit, useActions } from './use-actions.tsx'
import type { ListState } from './use-list.ts'

/**
 * The steps of an import, the same for all kinds of rows: choose a file, match its columns, review each row with its errors, then write all
 * rows, with progress and a report. Each kind of import has an adapter that says which step it is at and what that step shows.
 */
export type ImportStep<Row extends object, Verdict extends string, Field extends string = never> =
  | ({ at: 'file' } & FileStep)
  | ({ at: 'columns' } & ColumnChoicesProps<Field>)
  | ({ at: 'rows' } & RowsStep<Row, Verdict>)
  | ({ at: 'report' } & ReportStep)

/** Shows an import at its current step. */
export function ImportScreen<Row extends object, Verdict extends string, Field extends string = never>({
  step,
}: {
  step: ImportStep<Row, Verdict, Field>
}): ReactNode {
  if (step.at === 'file') return <ChooseFile {...step} />
  if (step.at === 'columns') return <ColumnChoices {...step} />
  if (step.at === 'rows') return <Rows {...step} />
  return <Report {...step} />
}

interface FileStep {
  /** What the file must contain, and what happens with it. */
  children: ReactNode
  label?: string
  /** The kinds of files; by default CSV and Excel, which `readTable` reads. */
  accept?: string
  /** The size limit, as text. */
  description: string
  maxBytes: number
  isMultiple?: boolean
  onTake: (files: File[]) => void
  /** Why the chosen file cannot be read. */
  problem: string | undefined
  isDisabled?: boolean
  /** A choice to make before the file. */
  before?: ReactNode
  /** A sample file with one example row. */
  template?: { filename: string; headings: readonly string[]; example: readonly string[] }
  /** The progress of the file's upload. */
  progress?: { words: string; share: number; cancel?: ReactNode } | undefined
  /** Left out if a dialog has it. */
  title?: string
  /** Shown after the file: earlier imports. */
  after?: ReactNode
}

function ChooseFile({
  children,
  label = 'CSV or Excel file',
  accept = TABLE_FILES,
  description,
  maxBytes,
  isMultiple = false,
  onTake,
  problem,
  isDisabled = false,
  before,
  template,
  progress,
  title,
  after,
}: FileStep): ReactNode {
  const fields = (
    <Stack>
      {children}
      {before}
      <FileDrop
        label={label}
        multiple={isMultiple}
        description={description}
        files={[]}
        onChange={onTake}
        accept={accept}
        maxBytes={maxBytes}
        error={problem}
        disabled={isDisabled}
      />
      {template && (
        <div>
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => saveFile(template.filename, toCsv(template.headings, [template.example]))}
          >
            <IconDownload size={16} aria-hidden style={{ verticalAlign: '-3px' }} /> Download a template with
            one example row
          </Anchor>
        </div>
      )}
      {progress && (
        <div>
          <Text size="sm" component="output">
            {progress.words}
          </Text>
          <Progress value={progress.share} aria-label="Import progress" />
          {progress.cancel}
        </div>
      )}
    </Stack>
  )
  return (
    <Stack>
      {title ? <PageSection title={title}>{fields}</PageSection> : fields}
      {after}
    </Stack>
  )
}

/** The filters for the rows of a file. */
export type RowsFilter<Verdict extends string> = { search: string; verdict: Verdict }

/** The filters above the rows of a file: a search, and the verdicts. */
export const rowsFilters = <Verdict extends string>(
  labels: Readonly<Record<Verdict, string>>,
): Filters<RowsFilter<Verdict>> =>
  ({
    search: searchText('Search the file'),
    verdict: tabs<Verdict>('Verdict', 'All', labels),
  }) as unknown as Filters<RowsFilter<Verdict>>

interface RowsStep<Row extends object, Verdict extends string> {
  stats: readonly { label: string; value: string | number; hue?: 'green' | 'red' | 'gray' }[]
  /** What to know first: unused columns, what could not be compared, that the import is done. */
  notices?: ReactNode
  /** Shown before the numbers: how the import ended. */
  outcome?: ReactNode
  list: ListState<RowsFilter<Verdict>>
  /** How many rows have each verdict, and its label. */
  counts: Readonly<Record<Verdict, number>>
  labels: Readonly<Record<Verdict, string>>
  /** How many rows the file has. */
  all: number
  query: QueryLike<unknown> & { isPlaceholderData?: boolean }
  rows: readonly Row[] | undefined
  total: number | undefined
  page?: number
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  actions?: ActionsKit<Row>
  hasFields?: boolean
  /** The URL of the file with each row's verdict. */
  reportHref?: string
  /** Undefined once everything is written. */
  commit?: Commit | undefined
  onStartOver: () => void
}

interface Commit {
  /** Makes it a section with this title, if it comes with text. */
  title?: string
  /** For example "Import 12 rows". */
  label: string
  icon: Icon
  isPending: boolean
  isDisabled: boolean
  run: () => void
  /** The question to ask first. */
  question?: Question
  /** Text and progress shown with it. */
  children?: ReactNode
  failure?: { title: string; words: string } | undefined
  /** Other actions at this step. */
  buttons?: ReactNode
  hint?: string | undefined
}

function Rows<Row extends object, Verdict extends string>({
  stats,
  notices,
  outcome,
  list,
  counts,
  labels,
  all,
  reportHref,
  commit,
  onStartOver,
  actions,
  ...rows
}: RowsStep<Row, Verdict>): ReactNode {
  const shown: FilterOption[] = [
    { value: 'all', label: 'All', count: all },
    ...(Object.keys(labels) as Verdict[])
      .filter((verdict) => counts[verdict] > 0 || verdict === list.filter.verdict)
      .map((value) => ({ value, label: labels[value], count: counts[value] })),
  ]
  const options = { verdict: shown } as NonNullable<
    Parameters<typeof ListFilters<RowsFilter<Verdict>>>[0]['options']
  >
  return (
    <Stack>
      {outcome}
      <StatGrid>
        {stats.map(({ label, value, hue }) => (
          <StatCard key={label} label={label} value={value} {...(hue && { hue })} />
        ))}
      </StatGrid>
      {notices}
      <ListFilters
        list={list}
        hasViews={false}
        options={options}
        end={
          reportHref && (
            <Anchor href={reportHref} download size="sm">
              <IconDownload size={16} aria-hidden style={{ verticalAlign: '-3px' }} /> Download the report
            </Anchor>
          )
        }
      />
      <List<Row, RowsFilter<Verdict>>
        {...rows}
        {...(actions && { actions })}
        list={list}
        hasFilters={false}
        label="Rows of the file"
        rowLabel={(row) => `row ${rows.rowKey(row)}`}
        failedTitle="The rows couldn’t be loaded"
        empty={() => ({ title: 'No matching rows', description: 'Try another search or filter.' })}
      />
      {commit && <CommitStep {...commit} onStartOver={onStartOver} />}
    </Stack>
  )
}

function CommitStep({
  title,
  label,
  icon: Mark,
  isPending,
  isDisabled,
  run,
  question,
  children,
  failure,
  buttons,
  hint,
  onStartOver,
}: Commit & { onStartOver: () => void }): ReactNode {
  const { begin, dialog } = useActions<{ id: string }>(
    [{ id: 'commit', label, ask: () => question, run: async () => run() }],
    { nameOf: () => label },
  )
  const form = (
    <Stack>
      {children}
      {failure && (
        <Banner kind="danger" live title={failure.title}>
          {failure.words}
        </Banner>
      )}
      <Group>
        <Button
          leftSection={<Mark size={18} aria-hidden />}
          disabled={isDisabled}
          loading={isPending}
          onClick={() => begin('commit', [{ id: 'file' }])}
        >
          {label}
        </Button>
        {buttons}
        <Button variant="default" onClick={onStartOver} disabled={isPending}>
          Another file
        </Button>
        {hint && (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        )}
      </Group>
      {dialog}
    </Stack>
  )
  return title ? <PageSection title={title}>{form}</PageSection> : form
}

interface ReportStep {
  title: string
  /** The progress of the job. */
  children: ReactNode
  /** Shown while it runs. */
  hint: string
  isOver: boolean
  /** Saves the outcome of each row. */
  save: { isPending: boolean; mutate: () => void }
  buttons?: ReactNode
  onAgain: () => void
  /** What can be undone. */
  undo?: ReactNode
}

function Report({ title, children, hint, isOver, save, buttons, onAgain, undo }: ReportStep): ReactNode {
  return (
    <PageSection title={title}>
      <Stack maw={640}>
        {children}
        {!isOver && (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        )}
        <Group>
          {buttons}
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            disabled={!isOver}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            Download the report
          </Button>
          <Button variant="default" disabled={!isOver} onClick={onAgain}>
            Import another file
          </Button>
        </Group>
        {isOver && undo}
      </Stack>
    </PageSection>
  )
}
