import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'

type RowActionsButtonProps = { name: string } & ActionIconProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps>

/** The three dots at the end of a row. */
export function RowActionsButton({ name, ...rest }: RowActionsButtonProps) {
  return (
    <ActionIcon aria-label={`Actions for ${name}`} size={32} {...rest}>
      <IconDotsVertical size={18} aria-hidden />
    </ActionIcon>
  )
}
