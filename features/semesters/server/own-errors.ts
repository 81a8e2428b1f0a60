import { ORPCError, os } from '@orpc/server'
import { Refused } from '#core/refusal.ts'

/** The refusals for which the contract has an error of its own (HTTP 409), whose data is what they send. */
const codes: Readonly<Record<string, string>> = {
  'semester.overlaps': 'OVERLAP',
  'semester.has_shifts': 'HAS_SHIFTS',
  'semester.has_records': 'HAS_SHIFTS',
  'semester.stays_open': 'HAS_SHIFTS',
  'semester.not_closed': 'NOT_CLOSED',
  'semester.not_reopened': 'NOT_REOPENED',
  'semester_copy.expired': 'TOO_LATE',
  'semester_copy.changed': 'TOO_LATE',
}

/** Answers such a refusal with the contract's own error. */
export const ownErrors = os.middleware(async ({ next }) => {
  try {
    return await next()
  } catch (error) {
    const code = error instanceof Refused && codes[error.code]
    if (!code) throw error
    const { message, field, values } = error
    const fields = field === undefined ? {} : { fieldErrors: { [field]: message } }
    throw new ORPCError(code, { status: 409, message, data: { ...values, ...fields }, cause: error })
  }
})
