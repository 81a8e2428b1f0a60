import { isEmail } from '#core/email.ts'
import { plainSchema } from '#ui/form.ts'

/** What is wrong with a person's name and address in a form; both are sent without the blanks around them. */
export const personSchema = plainSchema(({ full_name, email }: { full_name: string; email: string }) => ({
  full_name: !full_name.trim()
    ? 'Enter your full name.'
    : full_name.trim().length > 200 && 'At most 200 characters.',
  email: emailProblem(email),
}))

/** The same where an address is all that is asked for. */
export const onlyEmail = plainSchema(({ email }: { email: string }) => ({ email: emailProblem(email) }))

const emailProblem = (email: string) => !isEmail(email.trim()) && 'Enter a valid e-mail address.'
