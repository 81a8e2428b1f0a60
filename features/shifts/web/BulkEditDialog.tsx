import { Button, Checkbox, List, Modal, Stack, Text, TextInput } from '@mantine/core'
import { formatNumber } from '#core/number-text.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { messageOf } from '#platform/web/api.ts'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { Banner } from '#ui/Banner.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { PickSeveral } from '#ui/Pick.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import { conflictOf } from '#ui/versions.ts'
import type { ShiftRow } from '../contract.ts'
import { changeOfAll } from './cell-edit.ts'
import { unchangedWords, useShiftOptions, useUpdateOneOfMany } from './queries.ts'
import { shiftCount } from './series-words.ts'
import { labelOf } from './shift-words.ts'

interface BulkEditDialogProps {
  /** The selected rows; undefined keeps the dialog closed. */
  rows: readonly ShiftRow[] | undefined
  onClose: () => void
  onDone?: (() => void) | undefined
}

/** Changes title, seats or instructors of several shifts at once; empty fields change nothing. */
export function BulkEditDialog({ rows, ...rest }: BulkEditDialogProps): ReactNode {
  return (
    <Modal
      opened={rows !== undefined}
      onClose={rest.onClose}
      title={rows ? `Edit ${shiftCount(rows.length)}` : ''}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {rows && <EditForm rows={rows} {...rest} />}
    </Modal>
  )
}

type Refused = { row: ShiftRow; message: string }

function EditForm({ rows, onClose, onDone }: BulkEditDialogProps & { rows: readonly ShiftRow[] }): ReactNode {
  const options = useShiftOptions(rows[0]!.school_id)
  const { mutateAsync: update } = useUpdateOneOfMany()
  const [typed, setTyped] = useState({ title: '', capacity: '' })
  const [instructors, setInstructors] = useState<string[]>([])
  const [hasNobody, setHasNobody] = useState(false)
  const [open, setOpen] = useState(rows)
  const [refused, setRefused] = useState<Refused[]>([])
  const [isPending, setPending] = useState(false)
  const change = changeOfAll({
    ...typed,
    instructors: hasNobody ? 'nobody' : instructors.length > 0 ? instructors : 'as_they_are',
  })
  const set = (more: Partial<typeof typed>) => setTyped({ ...typed, ...more })

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!change || 'problem' in change) return
    setPending(true)
    const outcomes = await Promise.all(
      open.map((row) =>
        update({ id: row.id, version: row.version, fields: change.fields, reason: null }).then(
          () => null,
          // Someone else changed it: the next try, which changes only these fields, is about what is there now.
          (error: unknown): Refused => ({
            row: conflictOf<ShiftRow>(error)?.current ?? row,
            message: messageOf(error),
          }),
        ),
      ),
    )
    const left = outcomes.filter((outcome) => outcome !== null)
    const done = open.length - left.length
    if (done > 0) toast.success(`${shiftCount(done)} changed`)
    setPending(false)
    if (left.length === 0) {
      onDone?.()
      onClose()
    } else {
      setRefused(left)
      setOpen(left.map(({ row }) => row))
    }
  }
  const problem = change && 'problem' in change ? change.problem : undefined
  return (
    <form aria-label="Edit shifts" onSubmit={(event) => void send(event)} noValidate>
      <Stack gap="md">
        {refused.length > 0 && (
          <Banner kind="warning" live title={unchangedWords(refused.length)}>
            <List size="sm">
              {refused.map(({ row, message }) => (
                <List.Item key={row.id}>
                  {labelOf(row)}: {message}
                </List.Item>
              ))}
            </List>
          </Banner>
        )}
        <Text size="sm">What you leave blank stays as it is.</Text>
        <ChoicesFailed queries={[options]} />
        <PickSeveral
          label="Instructors"
          data-autofocus
          disabled={hasNobody}
          placeholder={instructors.length === 0 ? 'As they are' : ''}
          among={options.data?.proctors}
          value={instructors}
          onChange={setInstructors}
        />
        <Checkbox
          label="No instructor"
          checked={hasNobody}
          onChange={({ currentTarget }) => setHasNobody(currentTarget.checked)}
        />
        <TextInput
          label="Seats"
          inputMode="numeric"
          value={typed.capacity}
          error={problem}
          onChange={({ currentTarget }) => set({ capacity: currentTarget.value })}
        />
        <TextField
          label="Title"
          maxLength={200}
          value={typed.title}
          onChange={({ currentTarget }) => set({ title: currentTarget.value })}
        />
        <FormFooter>
          <Button variant="default" data-leaves onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} disabled={change === null}>
            {`Change ${formatNumber(open.length)}`}
          </Button>
        </FormFooter>
      </Stack>
    </form>
  )
}
