import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './FieldRows.module.css'

/** Rows of a form that people add and remove, with a button below that adds one. */
export function FieldRows({ rows, add }: { rows: ReactNode; add: ReactNode }): ReactNode {
  return (
    <div className={classes.rows}>
      {rows}
      <div className={classes.add}>{add}</div>
    </div>
  )
}

type FieldRowProps = {
  /** "Blackout 1": read aloud, for people who do not see that the fields belong together. */
  name: string
  columns: number
  onRemove: () => void
  children: ReactNode
}

/** One row: its fields next to each other, or below each other on a phone, and a button that removes it. */
export function FieldRow({ name, columns, onRemove, children }: FieldRowProps): ReactNode {
  return (
    <fieldset className={classes.row} style={{ '--columns': columns } as never}>
      <legend className={classes.legend}>{name}</legend>
      {children}
      <ActionIcon className={classes.remove} aria-label={`Remove ${name.toLowerCase()}`} onClick={onRemove}>
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </fieldset>
  )
}

/** A button that adds a row. */
export function AddRow({ label, onClick }: { label: string; onClick: () => void }): ReactNode {
  return (
    <Button variant="default" size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  )
}
