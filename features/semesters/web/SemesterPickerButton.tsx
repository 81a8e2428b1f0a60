import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import classes from './SemesterPicker.module.css'

/** Says which semester one works in, and opens the choice. */
export function SemesterPickerButton({
  label,
  ...props
}: ComponentPropsWithRef<'button'> & { label: string }): ReactNode {
  return (
    <Button
      {...props}
      variant="default"
      size="sm"
      styles={{ label: { display: 'block', height: 'auto', textOverflow: 'ellipsis' } }}
      className={classes.button}
      aria-label={`Semester you work in: ${label}`}
      rightSection={<IconChevronDown size={16} aria-hidden />}
    >
      {label}
    </Button>
  )
}
