import { UnstyledButton } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'

import { initialsOf } from './initials.ts'
import { Initials } from './Initials.tsx'
import classes from './UserMenu.module.css'

interface UserButtonProps extends ComponentPropsWithRef<'button'> {
  fullName: string | null | undefined
  email: string
}

/** The avatar that opens the user menu. */
export function UserButton({ fullName, email, ...props }: UserButtonProps) {
  const name = fullName?.trim() || 'User'
  return (
    <UnstyledButton
      {...props}
      className={classes.target}
      aria-label={`${initialsOf(fullName, email)}, account of ${name}`}
    >
      <Initials fullName={fullName} email={email} size={34} />
    </UnstyledButton>
  )
}
