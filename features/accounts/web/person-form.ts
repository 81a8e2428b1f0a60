import { emailProblem } from '#core/email.ts'
import { nameProblem } from '#core/visible-text.ts'
import { plainSchema } from '#ui/form.ts'

/** Validates a person's name and address in a form; both are sent trimmed. */
export const personSchema = plainSchema(({ full_name, email }: { full_name: string; email: string }) => ({
  full_name: nameProblem(full_name) ?? false,
  email: emailProblem(email) ?? false,
}))

/** The same for forms with only an address. */
export const emailSchema = plainSchema(({ email }: { email: string }) => ({
  email: emailProblem(email) ?? false,
}))
