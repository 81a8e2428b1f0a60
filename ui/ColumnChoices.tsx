import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Banner } from './Banner.tsx'
import { type Column, DataTable } from './DataTable.tsx'
import { PageSection } from './PageSection.tsx'

type Heading = { at: number; heading: string; samples: readonly string[] }
export interface ColumnChoicesProps<Field extends string> {
  /** Shown before the table: which columns are needed and which are not. */
  children: ReactNode
  /** The labels of what a column can contain. */
  labels: Record<Field, string>
  /** Why the chosen columns cannot be read; null if they can. */
  problemOf: (columns: readonly (Field | null)[]) => string | null
  headings: readonly string[]
  /** Up to three values below each heading. */
  samples: readonly (readonly string[])[]
  /** What each column is assumed to contain so far. */
  columns: readonly (Field | null)[]
  onChosen: (columns: readonly (Field | null)[]) => void
  onStartOver: () => void
}

const NOT_USED = 'not_used'

/** Asks what each column of a file contains, with a suggestion and its first values. */
export function ColumnChoices<Field extends string>({
  children,
  labels,
  problemOf,
  headings,
  samples,
  columns: first,
  onChosen,
  onStartOver,
}: ColumnChoicesProps<Field>): ReactNode {
  const [columns, setColumns] = useState(first)
  const problem = problemOf(columns)
  const choices = [
    { value: NOT_USED, label: 'Not used' },
    ...Object.entries<string>(labels).map(([value, label]) => ({ value, label })),
  ]
  const rows = headings.map((heading, at) => ({ at, heading, samples: samples[at] ?? [] }))
  const table: Column<Heading>[] = [
    {
      key: 'heading',
      title: 'Column in the file',
      render: ({ at, heading }) => heading || <Text c="dimmed">Column {at + 1}, without a name</Text>,
    },
    {
      key: 'samples',
      title: 'First values',
      render: ({ samples: values }) => (
        <Text size="sm" style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
          {values.join(' · ') || '–'}
        </Text>
      ),
    },
    {
      key: 'field',
      title: 'Holds',
      width: 220,
      render: ({ at, heading }) => (
        <NativeSelect
          aria-label={`What “${heading || `column ${at + 1}`}” contains`}
          data={choices}
          value={columns[at] ?? NOT_USED}
          onChange={(event) => {
            const chosen = event.currentTarget.value
            setColumns(
              columns.map((field, column) =>
                column !== at ? field : chosen === NOT_USED ? null : (chosen as Field),
              ),
            )
          }}
        />
      ),
    },
  ]
  return (
    <PageSection title="Match your columns">
      <Stack>
        <Text size="sm" maw={680}>
          {children}
        </Text>
        <DataTable
          hasFields
          label="Columns of the file"
          rows={rows}
          columns={table}
          rowKey={({ at }) => String(at)}
          empty={{ title: 'The file has no columns' }}
        />
        {problem && (
          <Banner kind="warning" live title="Not yet complete">
            {problem}
          </Banner>
        )}
        <Group>
          <Button disabled={problem !== null} onClick={() => onChosen(columns)}>
            Continue
          </Button>
          <Button variant="default" onClick={onStartOver}>
            Another file
          </Button>
        </Group>
      </Stack>
    </PageSection>
  )
}
