import {
  useId,
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react'

import classes from './PlainField.module.css'
import { tooLong } from './too-long.ts'

export interface Around {
  label: string
  description?: ReactNode
  error?: ReactNode
}

type PlainFieldProps = Around & InputHTMLAttributes<HTMLInputElement>

/** A text field that needs no Mantine, for the public pages; takes the props of `form.field(path)`. */
export function PlainField({ label, description, error, maxLength, ...props }: PlainFieldProps) {
  return (
    <Field
      label={label}
      description={description}
      error={error || tooLong(props.value, maxLength)}
      required={props.required}
    >
      {(wiring) => <input {...props} {...wiring} className={classes.input} />}
    </Field>
  )
}

/** The same for a password, with a button that shows it. */
export function PlainPassword({ label, description, error, ...props }: PlainFieldProps) {
  const [isVisible, setVisible] = useState(false)
  return (
    <Field label={label} description={description} error={error} required={props.required}>
      {(wiring) => (
        <div className={classes.password}>
          <input
            {...props}
            {...wiring}
            type={isVisible ? 'text' : 'password'}
            spellCheck={false}
            autoCapitalize="none"
            className={classes.input}
          />
          <button
            type="button"
            className={classes.see}
            aria-label={isVisible ? 'Hide password' : 'Show password'}
            onClick={() => setVisible(!isVisible)}
          >
            {isVisible ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </Field>
  )
}

type PlainTextareaProps = Around & TextareaHTMLAttributes<HTMLTextAreaElement>

/** The same for several lines. */
export function PlainTextarea({ label, description, error, maxLength, ...props }: PlainTextareaProps) {
  return (
    <Field
      label={label}
      description={description}
      error={error || tooLong(props.value, maxLength)}
      required={props.required}
    >
      {(wiring) => <textarea rows={6} {...props} {...wiring} className={classes.input} />}
    </Field>
  )
}

/** A checkbox with its label next to it. */
export function PlainCheckbox({ label, description: _none, error, ...props }: PlainFieldProps) {
  return (
    <label className={classes.box}>
      <input {...props} type="checkbox" aria-invalid={error ? true : undefined} />
      {label}
      {error && <span className={classes.error}>{error}</span>}
    </label>
  )
}

interface PlainSelectProps extends Around, SelectHTMLAttributes<HTMLSelectElement> {
  options: readonly { value: string; label: string }[]
  /** Rendered first; its value is ''. */
  placeholder?: string
}

/** The same for a select: the browser's own list. */
export function PlainSelect({ label, description, error, options, placeholder, ...props }: PlainSelectProps) {
  return (
    <Field label={label} description={description} error={error} required={props.required}>
      {(wiring) => (
        <select {...props} {...wiring} className={classes.input}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface Wiring {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface FieldProps extends Around {
  required: boolean | undefined
  children: (wiring: Wiring) => ReactNode
}

/** Label, description and error around an input of any kind; `children` receives the ids that connect them. */
export function Field({ label, description, error, required, children }: FieldProps) {
  const id = useId()
  const describedBy = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={classes.field} data-wrong={error ? true : undefined}>
      <label htmlFor={id} className={classes.label}>
        {label}
        {required && (
          <span aria-hidden className={classes.required}>
            {' '}
            *
          </span>
        )}
      </label>
      {description && (
        <div id={`${id}-description`} className={classes.description}>
          {description}
        </div>
      )}
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {error && (
        <div id={`${id}-error`} className={classes.error}>
          {error}
        </div>
      )}
    </div>
  )
}
