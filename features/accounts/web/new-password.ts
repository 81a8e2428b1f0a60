import { useEffect, useState } from 'react'
import type { FormSchema } from '#ui/form.ts'
import { commonForms, type PasswordContext, passwordProblem } from '../rules.ts'
import { authCalls } from './auth-calls.ts'
import { hashPassword } from './password.ts'

export const emptyNewPassword = { password: '' }
export type NewPasswordValues = typeof emptyNewPassword

const COMMON = 'This is a common password. Choose another.'

/** Everything a form for a new password needs: the installation's minimum, the checks, and the hash to send. */
export type NewPassword<Values> = {
  minLength: number
  contextOf: (values: Values) => PasswordContext
  /** The form's schema plus the password rules, so all problems show at once. */
  schema: <Output>(schema: FormSchema<Output>) => FormSchema<Output>
  /** The hash to send. Rejects with a field error if the password is a common one. */
  hash: (values: Values) => Promise<string>
}

/** A new password for any form with the field `password`; `who` returns the person it is for. */
export function useNewPassword<Values extends NewPasswordValues>(
  who: (values: Values) => { email: string; fullName?: string },
): NewPassword<Values> {
  const minLength = useMinLength()
  const contextOf = (values: Values): PasswordContext => ({ minLength, ...who(values) })

  return {
    minLength,
    contextOf,
    schema: (schema) => ({
      safeParse: (values) => {
        const result = schema.safeParse(values)
        const issues = passwordIssues(values as Values, contextOf(values as Values))
        if (result.success && issues.length === 0) return result
        return {
          success: false,
          error: { issues: [...(result.success ? [] : result.error.issues), ...issues] },
        }
      },
    }),
    async hash(values) {
      const { email } = who(values)
      const [isCommon, { setting }, least] = await Promise.all([
        isCommonPassword(values.password),
        authCalls.setting(email),
        askMinLength(),
      ])
      // Checked again, because the minimum may have arrived only after the form was sent.
      const problem = passwordProblem(values.password, { ...contextOf(values), minLength: least })
      if (problem) throw new FieldProblem({ password: problem })
      if (isCommon) throw new FieldProblem({ password: COMMON })
      return hashPassword(values.password, setting)
    },
  }
}

let minLengthAsked: Promise<number> | undefined

/** The installation's minimum, fetched once; again after a failure. */
function askMinLength(): Promise<number> {
  minLengthAsked ??= authCalls.passwordPolicy().then(
    ({ min_length }) => min_length,
    (error: unknown) => {
      minLengthAsked = undefined
      throw error
    },
  )
  return minLengthAsked
}

function useMinLength(): number {
  const [minLength, setMinLength] = useState(15)
  useEffect(() => {
    askMinLength().then(setMinLength, () => {}) // fetched again when the form is sent
  }, [])
  return minLength
}

/** True if the password in any of its forms is common. The server receives only five digits of a digest. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const found = await Promise.all(
    commonForms(password).map(async (form) => {
      const digest = await sha1(form)
      const { suffixes } = await authCalls.passwordRange(digest.slice(0, 5))
      return suffixes.includes(digest.slice(5))
    }),
  )
  return found.includes(true)
}

class FieldProblem extends Error {
  readonly data: { fieldErrors: Record<string, string> }
  constructor(fieldErrors: Record<string, string>) {
    super('Some of the information you entered isn’t valid.')
    this.data = { fieldErrors }
  }
}

function passwordIssues(values: NewPasswordValues, context: PasswordContext) {
  const problem = passwordProblem(values.password, context)
  return problem ? [{ path: ['password'], message: problem }] : []
}

async function sha1(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}
