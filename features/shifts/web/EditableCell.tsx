import { IconPencil } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { ShiftRow } from '../contract.ts'
import type { CellField } from './cell-edit.ts'
import classes from './EditableCell.module.css'
import { isEditable } from './is-editable.ts'
import { labelOf } from './shift-words.ts'

const editors = () => import('./CellEditor.tsx')
const CellEditor = lazy(() => editors().then((file) => ({ default: file.CellEditor })))
const InstructorsEditor = lazy(() => editors().then((file) => ({ default: file.InstructorsEditor })))

type Editable = CellField | 'instructors'
const words: Record<Editable, string> = { title: 'title', capacity: 'seats', instructors: 'instructors' }

const fields: Record<string, Editable> = { shift: 'title', seats: 'capacity', instructor: 'instructors' }

/** The content of a table cell, with a pencil if it is editable. */
export function editCell(row: ShiftRow, column: string, shown: ReactNode): ReactNode {
  const field = fields[column]
  return field ? (
    <EditableCell row={row} field={field}>
      {shown}
    </EditableCell>
  ) : (
    shown
  )
}

interface EditableCellProps {
  row: ShiftRow
  field: Editable
  children: ReactNode
}

/** A table cell that is edited in place: opened by its pencil, saved by Enter, canceled by Escape. */
function EditableCell({ row, field, children }: EditableCellProps): ReactNode {
  const [isEditing, edit] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  if (!isEditable(row)) return children
  const hasNobody = field === 'instructors' && !row.proctor_name && !row.preceptor_name
  return isEditing ? (
    <Suspense fallback={children}>
      {field === 'instructors' ? (
        <InstructorsEditor row={row} onClose={() => edit(false)} />
      ) : (
        <CellEditor row={row} field={field} onClose={() => edit(false)} />
      )}
    </Suspense>
  ) : (
    <div className={classes.cell}>
      {!hasNobody && <div>{children}</div>}
      <button
        ref={button}
        type="button"
        className={hasNobody ? classes.add : classes.pencil}
        aria-label={`${hasNobody ? 'Add instructor' : `Edit ${words[field]}`}: ${labelOf(row)}`}
        onClick={() => edit(true)}
      >
        {hasNobody ? 'Add instructor' : <IconPencil size={14} aria-hidden />}
      </button>
    </div>
  )
}
