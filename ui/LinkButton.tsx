import type { ReactNode } from 'react'

import { Link } from './Link.tsx'
import { plainButtonProps, type PlainButtonLook } from './plain-button.ts'

interface LinkButtonProps extends PlainButtonLook {
  href: string
  leftSection?: ReactNode
  rightSection?: ReactNode
  children: ReactNode
}

/** A link that looks like a button, for navigation only. Needs no Mantine. */
export function LinkButton({ href, leftSection, rightSection, children, ...look }: LinkButtonProps) {
  return (
    <Link href={href} {...plainButtonProps(look)}>
      {leftSection}
      {children}
      {rightSection}
    </Link>
  )
}
