import { type ReactNode, useId } from 'react'

import type { FormState } from './form.ts'
import classes from './Form.module.css'
import { FormFooter } from './FormFooter.tsx'
import { PlainButton } from './PlainButton.tsx'

interface FormProps {
  form: FormState
  /** The fields. */
  children: ReactNode
  /** If set, Form renders the buttons. */
  submitLabel?: string
  /** The submit button removes or refuses something. */
  danger?: boolean
  onCancel?: () => void
  /** Why it cannot be sent yet: the submit button is disabled and says so; null if it can. */
  blocker?: ReactNode
  cancelLabel?: string
  /** Makes the submit button as wide as the form. */
  fullWidth?: boolean
  /** Names the form as a landmark. */
  label?: string
}

/** Renders a form made by useSchemaForm: its errors (read aloud), fields and buttons. */
export function Form({
  form,
  children,
  submitLabel,
  danger = false,
  onCancel,
  blocker = null,
  cancelLabel = 'Cancel',
  fullWidth = false,
  label,
}: FormProps) {
  const { attach, submit, isPending, errors, failure } = form
  const blockerId = useId()
  return (
    <form ref={attach} onSubmit={submit} noValidate aria-busy={isPending} aria-label={label}>
      <div className={classes.stack}>
        <FormErrors errors={errors} failure={failure} />
        {children}
        {submitLabel && (
          <FormFooter note={blocker !== null && <output id={blockerId}>{blocker}</output>}>
            {onCancel && (
              <PlainButton variant="default" data-leaves onClick={onCancel} disabled={isPending}>
                {cancelLabel}
              </PlainButton>
            )}
            <PlainButton
              type="submit"
              loading={isPending}
              fullWidth={fullWidth}
              danger={danger}
              disabled={blocker !== null}
              aria-describedby={blocker === null ? undefined : blockerId}
            >
              {submitLabel}
            </PlainButton>
          </FormFooter>
        )}
      </div>
    </form>
  )
}

interface FormErrorsProps {
  errors: Record<string, ReactNode>
  failure: string | undefined
}

/** The summary above a form: how many fields are wrong, and errors that belong to no field. */
export function FormErrors({ errors, failure }: FormErrorsProps) {
  const wrong = Object.entries(errors).filter(([path, message]) => path !== '' && Boolean(message))
  const about = failure ?? errors['']
  if (wrong.length === 0 && !about) return null
  return (
    <div role="alert" tabIndex={-1} className={classes.errors}>
      <div>
        {about && <p>{about}</p>}
        {wrong.length === 1 && <p>Please check one field: {wrong[0]?.[1]}</p>}
        {wrong.length > 1 && (
          <>
            <p>Please check {wrong.length} fields:</p>
            <ul>
              {wrong.map(([path, message]) => (
                <li key={path}>{message}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  )
}
