import { type FormErrors, useForm, type UseFormReturnType } from '@mantine/form'
import { useCallback, useRef, useState, type FormEvent } from 'react'
import { issueText } from '#core/issue-text.ts'
import { focusFirstSoon } from './focus-first.ts'

interface Issue {
  path: readonly PropertyKey[]
  message: string
}

/**
 * A schema without a schema library: `problemsOf` returns what is wrong with which field; texts are trimmed in the output, except
 * passwords.
 */
export function plainSchema<Values extends Record<string, unknown>>(
  problemsOf: (values: Values) => Partial<Record<keyof Values & string, string | false>>,
): FormSchema<Values> {
  return {
    safeParse(value) {
      const values = value as Values
      const issues = Object.entries(problemsOf(values)).flatMap(([field, message]) =>
        message ? [{ path: [field], message: String(message) }] : [],
      )
      return issues.length > 0
        ? { success: false, error: { issues } }
        : { success: true, data: trimmed(values) }
    },
  }
}

function trimmed<Values extends Record<string, unknown>>(values: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' && !name.startsWith('password') ? value.trim() : value,
  ])
  return Object.fromEntries(entries) as Values
}

/** The parts of a schema that the helper needs: zod 4 and zod/mini both fit. */
export interface FormSchema<Output> {
  safeParse: (
    value: unknown,
  ) => { success: true; data: Output } | { success: false; error: { issues: readonly Issue[] } }
}

export type FieldErrors = Record<string, string>

/** Checks values against a schema: the first message of each field, by its path joined by dots; a message about the whole is under ''. */
export function schemaErrors(schema: FormSchema<unknown>, values: unknown): FieldErrors {
  const result = schema.safeParse(values)
  if (result.success) return {}
  const errors: FieldErrors = {}
  for (const issue of result.error.issues) errors[issue.path.map(String).join('.')] ??= issueText(issue)
  return errors
}

/** The field errors in a server's answer (`error.data.fieldErrors`), or undefined if the failure is not about a field. */
export function fieldErrorsOf(error: unknown): FieldErrors | undefined {
  const data = (error as { data?: { fieldErrors?: unknown } } | undefined)?.data
  const found = data?.fieldErrors
  if (typeof found !== 'object' || found === null) return undefined
  const errors = Object.entries(found).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return errors.length > 0 ? Object.fromEntries(errors) : undefined
}

export interface SchemaFormOptions<Values, Output> {
  initialValues: Values
  /** Receives the schema's output; may reject with field errors. Returns false if it saved nothing, so that what was typed is still kept. */
  onSubmit: (output: Output, values: Values) => unknown
  /** The text for a failure that belongs to no field; by default the error's message. */
  failureText?: (error: unknown) => string
}

/** What Form needs of a form, whatever its values are. */
export interface FormState {
  /** Passed to Form, or to a form element. */
  submit: (event?: FormEvent<HTMLFormElement>) => void
  isPending: boolean
  /** A failure that belongs to no field. */
  failure: string | undefined
  errors: FormErrors
  /** The ref of the form element; Form sets it. */
  attach: (element: HTMLFormElement | null) => void
}

export interface SchemaForm<Values extends Record<string, unknown>>
  extends UseFormReturnType<Values>, FormState {
  /** All props of an input: `<TextInput label="Name" {...form.field('name')} />`. */
  field: UseFormReturnType<Values>['getInputProps']
  /** Focuses the first wrong field of the form, in the order of the page. */
  focusFirstError: () => void
}

/**
 * A form with a schema: checks on submit, then on blur of a wrong field; keeps what was typed; shows the server's field errors at their
 * fields; never submits twice.
 */
export function useSchemaForm<Values extends Record<string, unknown>, Output>(
  schema: FormSchema<Output>,
  { initialValues, onSubmit, failureText = messageOf }: SchemaFormOptions<Values, Output>,
): SchemaForm<Values> {
  const element = useRef<HTMLFormElement>(null)
  const busy = useRef(false)
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const form = useForm<Values>({
    initialValues,
    validate: (values) => schemaErrors(schema, values),
    clearInputErrorOnChange: true,
  })

  const attach = useCallback((node: HTMLFormElement | null) => {
    element.current = node
  }, [])

  function focusFirstError() {
    focusFirstSoon(element.current)
  }

  async function send(values: Values) {
    const result = schema.safeParse(values)
    if (!result.success || busy.current) return
    busy.current = true
    setPending(true)
    try {
      // unsaved-input.ts
      if ((await onSubmit(result.data, values)) !== false) element.current?.dispatchEvent(new Event('saved'))
    } catch (error) {
      const fieldErrors = fieldErrorsOf(error)
      if (fieldErrors) form.setErrors(fieldErrors)
      else setFailure(failureText(error))
      focusFirstError()
    } finally {
      busy.current = false
      setPending(false)
    }
  }

  return {
    ...form,
    attach,
    isPending,
    failure,
    focusFirstError,
    field: form.getInputProps,
    submit(event?: FormEvent<HTMLFormElement>) {
      event?.stopPropagation()
      setFailure(undefined)
      form.onSubmit((values) => send(values), focusFirstError)(event)
    },
  }
}

const messageOf = (error: unknown) =>
  error instanceof Error && error.message ? error.message : 'This could not be saved. Please try again.'
