import { Button, Table } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import type { Placement, RunDetail } from '../contract.ts'
import classes from './MatchRuns.module.css'
import { StudentDiagram } from './RunDiagram.tsx'

const AssignDialog = lazyDialog(() => import('./AssignDialog.tsx').then((file) => file.AssignDialog), {
  opened: false,
})
const SHOWN = 50

/** The placement of each student, with their choices and reasons, and an action to place them elsewhere. */
export function RunStudents({ run }: { run: RunDetail }): ReactNode {
  const [words, setWords] = useState('')
  const [most, setMost] = useState(SHOWN)
  const [placing, setPlacing] = useState<Placement>()
  const names = new Map(run.options.map(({ id, name }) => [id, name]))
  const nameOf = (id: string) => names.get(id) ?? 'an option'
  const found = run.placements.filter(({ full_name }) =>
    full_name.toLowerCase().includes(words.trim().toLowerCase()),
  )
  return (
    <PageSection title="Who went where, by student" look="flush">
      <div className={classes.search}>
        <SearchField label="Find a student" value={words} onChange={setWords} />
      </div>
      <Table.ScrollContainer minWidth={560}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Student</Table.Th>
              <Table.Th>Choices</Table.Th>
              <Table.Th>Placed at</Table.Th>
              <Table.Th aria-label="Actions" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.length === 0 && (
              <Table.Tr>
                <Table.Td colSpan={4}>No student with this name is in this run.</Table.Td>
              </Table.Tr>
            )}
            {found.slice(0, most).map((placement) => (
              <Table.Tr key={placement.student_id}>
                <Table.Td>
                  {placement.full_name}
                  {placement.is_edited && (
                    <>
                      <br />
                      <small>Assigned by hand</small>
                    </>
                  )}
                </Table.Td>
                <Table.Td>
                  <StudentDiagram placement={placement} nameOf={nameOf} />
                </Table.Td>
                <Table.Td>
                  {placement.option_ids.map(nameOf).join(', ') || 'No seat'}
                  <details>
                    <summary>Reasons that {placement.full_name} reads</summary>
                    {placement.sentences.map((sentence) => (
                      <p key={sentence}>{sentence}</p>
                    ))}
                  </details>
                </Table.Td>
                <Table.Td>
                  {run.phase === 'done' && (
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Place ${placement.full_name} elsewhere`}
                      onClick={() => setPlacing(placement)}
                    >
                      Place elsewhere
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {found.length > most && (
        <Button variant="subtle" onClick={() => setMost(most + 200)}>
          Show {Math.min(200, found.length - most)} more
        </Button>
      )}
      <AssignDialog
        opened={placing !== undefined}
        run={run}
        placement={placing}
        onClose={() => setPlacing(undefined)}
      />
    </PageSection>
  )
}
