import { Button, TextInput } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { messageOf } from '#platform/web/api.ts'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { PickSeveral } from '#ui/Pick.tsx'
import type { ShiftRow } from '../contract.ts'
import { instructorsOf } from '../rules.ts'
import { cellChange, type CellField, cellText, instructorsChange } from './cell-edit.ts'
import classes from './EditableCell.module.css'
import { useShiftOptions, useUpdateShift } from './queries.ts'
import { labelOf } from './shift-words.ts'

interface CellEditorProps {
  row: ShiftRow
  field: CellField
  onClose: () => void
}

const words: Record<CellField, string> = { title: 'Title', capacity: 'Seats' }

/** The input of one cell: Enter or leaving it saves, Escape discards; a refusal appears below it. */
export function CellEditor({ row, field, onClose }: CellEditorProps): ReactNode {
  const update = useUpdateShift()
  const [typed, setTyped] = useState(cellText(row, field))
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])

  const save = (text: string): void => {
    if (isOver.current) return
    const change = cellChange(row, field, text)
    if (!change) return leave()
    if ('problem' in change) return setProblem(change.problem)
    isOver.current = true
    update.mutate(
      { id: row.id, version: row.version, fields: change.fields, reason: null },
      {
        onSuccess: onClose,
        onError: (error) => {
          isOver.current = false
          setProblem(messageOf(error))
        },
      },
    )
  }
  const leave = (): void => {
    isOver.current = true
    onClose()
  }
  const common = {
    ref: input,
    'aria-label': `${words[field]}: ${labelOf(row)}`,
    size: 'xs' as const,
    value: typed,
    disabled: update.isPending,
    error: problem,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') leave()
      if (event.key === 'Enter') save(typed)
    },
    onBlur: () => {
      if (!problem) save(typed)
    },
  }
  return (
    <div className={classes.editor}>
      <TextInput
        {...common}
        {...(field === 'capacity' && { inputMode: 'numeric', w: 72 })}
        onChange={({ currentTarget }) => {
          setProblem(undefined)
          setTyped(currentTarget.value)
        }}
      />
    </div>
  )
}

/** The instructors of a shift in its cell: leaving it or Save saves, Escape discards; a refusal appears below. */
export function InstructorsEditor({ row, onClose }: Omit<CellEditorProps, 'field'>): ReactNode {
  const update = useUpdateShift()
  const options = useShiftOptions(row.school_id)
  const [chosen, setChosen] = useState(instructorsOf(row))
  const [problem, setProblem] = useState<string>()
  const cell = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  useEffect(() => input.current?.focus(), [])

  const leave = (): void => {
    isOver.current = true
    onClose()
  }
  const save = (): void => {
    if (isOver.current) return
    const change = instructorsChange(row, chosen)
    if (!change) return leave()
    isOver.current = true
    update.mutate(
      { id: row.id, version: row.version, fields: change.fields, reason: null },
      {
        onSuccess: onClose,
        onError: (error) => {
          isOver.current = false
          setProblem(messageOf(error))
        },
      },
    )
  }
  const leaving = {
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (!problem && !cell.current?.contains(relatedTarget)) save()
    },
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Escape') leave()
    },
  }
  return (
    <div ref={cell} className={classes.people}>
      <ChoicesFailed queries={[options]} />
      <PickSeveral
        ref={input}
        {...leaving}
        aria-label={`Instructors: ${labelOf(row)}`}
        size="xs"
        placeholder={chosen.length === 0 ? 'No instructor' : ''}
        among={peopleOptions(options.data?.proctors, row)}
        value={chosen}
        disabled={update.isPending}
        error={problem}
        onChange={(next) => {
          setProblem(undefined)
          setChosen(next)
        }}
      />
      <Button size="compact-xs" loading={update.isPending} onClick={save} {...leaving}>
        Save
      </Button>
    </div>
  )
}

/** The choices, plus current instructors of the shift who no longer work for the school. */
function peopleOptions(
  known: readonly { id: string; name: string }[] | undefined,
  row: ShiftRow,
): { id: string; name: string }[] {
  const here = instructorsOf(row).map((id, nth) => ({
    id,
    name: [row.proctor_name, ...row.more_proctor_names][nth] ?? 'Another',
  }))
  const all = new Map([...here, ...(known ?? [])].map((one) => [one.id, one.name]))
  return [...all].map(([id, name]) => ({ id, name }))
}
