import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { type ColumnField, type Columns, columnLabels, columnsProblem } from '../rules.ts'

type Heading = { at: number; heading: string; samples: readonly string[] }
export type ColumnChoicesProps = {
  headings: readonly string[]
  /** Up to three values below each heading. */
  samples: readonly (readonly string[])[]
  /** What each column is taken for so far. */
  columns: Columns
  onChosen: (columns: Columns) => void
  onStartOver: () => void
}

const NOT_USED = 'not_used'
const choices = [
  { value: NOT_USED, label: 'Not used' },
  ...Object.entries(columnLabels).map(([value, label]) => ({ value, label })),
]

/** Asks what each column of a file holds, with what it would be taken for and the first values below it. */
export function ColumnChoices({
  headings,
  samples,
  columns: first,
  onChosen,
  onStartOver,
}: ColumnChoicesProps): ReactNode {
  const [columns, setColumns] = useState<Columns>(first)
  const problem = columnsProblem(columns)
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
                column !== at ? field : chosen === NOT_USED ? null : (chosen as ColumnField),
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
          We couldn’t recognize every column. An email column and the students’ names are required; everything
          else is optional. We’ll remember your choices for your school’s next file.
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
