import type { ReactNode } from 'react'
import { MessageDialog } from './LazyMessageDialog.tsx'

type ToStudents = {
  /** The shifts whose students to write to; undefined closes the dialog. */
  shiftIds: string[] | undefined
  onClose: () => void
  /** Called after it is sent or scheduled. */
  onSent: (() => void) | undefined
}

/** Writes as the school to the students on these shifts. */
export function MessageStudentsScreen({ shiftIds, onClose, onSent }: ToStudents): ReactNode {
  return (
    <MessageDialog
      opened={shiftIds !== undefined}
      party="school"
      given={shiftIds && { kind: 'shifts', shift_ids: shiftIds, with_instructors: true }}
      onClose={onClose}
      onSent={onSent}
    />
  )
}
