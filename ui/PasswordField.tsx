import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'

interface PasswordFieldProps extends PasswordInputProps {
  /** What makes it strong enough, or how strong it is now; read aloud as it changes. */
  hint?: string | undefined
}

/**
 * A password field that can be shown, pasted into and filled by a manager; `autoComplete` says which password ("current-password",
 * "new-password").
 */
export function PasswordField({ hint, description, ...props }: PasswordFieldProps) {
  const [isVisible, setVisible] = useState(false)
  return (
    <PasswordInput
      {...props}
      visible={isVisible}
      onVisibilityChange={setVisible}
      // Mantine makes the button unreachable by keyboard; here everyone can use it.
      visibilityToggleButtonProps={{
        tabIndex: 0,
        'aria-label': isVisible ? 'Hide password' : 'Show password',
      }}
      description={hint ? <span aria-live="polite">{hint}</span> : description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      spellCheck={false}
      autoCapitalize="none"
    />
  )
}
