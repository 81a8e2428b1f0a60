import classes from './PlainButton.module.css'

export interface PlainButtonLook {
  variant?: 'filled' | 'default' | 'light' | 'subtle' | undefined
  size?: 'sm' | 'md' | 'lg' | undefined
  fullWidth?: boolean | undefined
  danger?: boolean | undefined
}

/** The class and data attributes of a plain button, for a button or an anchor. */
export const plainButtonProps = ({
  variant = 'filled',
  size = 'sm',
  fullWidth,
  danger,
}: PlainButtonLook) => ({
  className: classes.button,
  'data-variant': variant,
  'data-size': size,
  'data-danger': danger || undefined,
  'data-full': fullWidth || undefined,
})
