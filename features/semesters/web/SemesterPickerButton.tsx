import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import classes from './SemesterPicker.module.css'

/** Shows the selected semester and opens the menu. */
export function SemesterPickerButton({
  label,
  ...props
}: ComponentPropsWithRef<'button'> & { label: string }): ReactNode {
  return (
    <Button
      {...props}
      variant="default"
      size="sm"
      // A label is only as high as its capitals and clips the rest: this adds room for the descenders of g and p.
      styles={{ label: { display: 'block', height: 'auto', paddingBlock: 4, textOverflow: 'ellipsis' } }}
      className={classes.button}
      aria-label={`Semester you work in: ${label}`}
      rightSection={<IconChevronDown size={16} aria-hidden />}
    >
      {label}
    </Button>
  )
}
