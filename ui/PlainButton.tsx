import type { ButtonHTMLAttributes, ReactNode } from 'react'

import { plainButtonProps, type PlainButtonLook } from './plain-button.ts'

interface PlainButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, PlainButtonLook {
  loading?: boolean
  leftSection?: ReactNode
}

/** A button that needs no Mantine, for the public pages and error screens. */
export function PlainButton({
  variant,
  size,
  fullWidth,
  danger,
  loading,
  leftSection,
  disabled,
  children,
  ...props
}: PlainButtonProps) {
  return (
    <button
      type="button"
      {...props}
      {...plainButtonProps({ variant, size, fullWidth, danger })}
      disabled={disabled || loading}
      data-loading={loading || undefined}
    >
      {leftSection}
      {children}
    </button>
  )
}
