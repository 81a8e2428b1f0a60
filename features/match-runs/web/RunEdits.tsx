import { Button, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { PageSection } from '#ui/PageSection.tsx'
import type { Edit, RunDetail } from '../contract.ts'
import { useUndo } from './queries.ts'

/** Lists the changes by hand with their cost; the last of each student can be undone. */
export function RunEdits({ run }: { run: RunDetail }): ReactNode {
  const undo = useUndo()
  const names = new Map(run.options.map(({ id, name }) => [id, name]))
  const inWords = (ids: readonly string[]) => ids.map((id) => names.get(id)).join(', ') || 'no seat'
  const isLast = (edit: Edit) =>
    run.edits.find((one) => one.student_id === edit.student_id && one.undone_at === null)?.id === edit.id
  return (
    <PageSection title="Edits" look="flush">
      <Table.ScrollContainer minWidth={560}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Student</Table.Th>
              <Table.Th>Change</Table.Th>
              <Table.Th>Cost</Table.Th>
              <Table.Th>Reason</Table.Th>
              <Table.Th aria-label="Actions" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {run.edits.map((edit) => (
              <Table.Tr key={edit.id}>
                <Table.Td>{edit.full_name}</Table.Td>
                <Table.Td>
                  From {inWords(edit.from_options)} to {inWords(edit.to_options)}
                  {edit.undone_at && ' (undone)'}
                </Table.Td>
                <Table.Td>{`${edit.cost > 0 ? '+' : ''}${formatNumber(edit.cost)}`}</Table.Td>
                <Table.Td>
                  {edit.reason}
                  {edit.by_name && ` (${edit.by_name})`}
                </Table.Td>
                <Table.Td>
                  {run.phase === 'done' && isLast(edit) && (
                    <Button
                      size="xs"
                      variant="default"
                      loading={undo.isPending}
                      aria-label={`Undo the edit of ${edit.full_name}`}
                      onClick={() => undo.mutate({ id: run.id, edit_id: edit.id })}
                    >
                      Undo
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </PageSection>
  )
}
