import { formatNumber } from './number-text.ts'

/** What a schema found wrong, in zod's form; the extra fields of each kind of issue are read if present. */
export interface SchemaIssue {
  message: string
  code?: unknown
  origin?: unknown
  minimum?: unknown
  maximum?: unknown
  inclusive?: unknown
  expected?: unknown
  format?: unknown
  divisor?: unknown
  /** The issues of each member of a union. */
  errors?: unknown
}

/** Zod's own messages for issues without one in the schema; its small build says "Invalid input" for everything. */
const ownWords =
  /^(Invalid (input|option|string|number|key|discriminator)\b|Invalid [\w.-]+( [\w.-]+){0,2}$|Too (small|big): expected |Unrecognized keys?: )/

/** The sentence for an issue: the schema's own, or plain words where zod would mention types and operators. */
export function issueText(issue: SchemaIssue): string {
  if (typeof issue.code !== 'string' || issue.code === 'custom' || !ownWords.test(issue.message))
    return issue.message
  return plainWords(issue)
}

function plainWords(issue: SchemaIssue): string {
  switch (issue.code) {
    case 'too_small':
      return leastWords(issue)
    case 'too_big':
      return `At most ${amount(issue.maximum)}${issue.origin === 'string' ? ' characters' : ''}.`
    case 'invalid_type':
      return typeWords[String(issue.expected)] ?? 'Fill this in.'
    case 'invalid_value':
      return 'Choose one of the options.'
    case 'invalid_format':
      return formatWords[String(issue.format)] ?? notValid
    case 'not_multiple_of':
      return `Enter a multiple of ${String(issue.divisor)}.`
    case 'invalid_union':
      return unionWords(issue)
    default:
      return notValid
  }
}

const notValid = 'This isn’t valid.'

const typeWords: Record<string, string> = {
  int: 'Enter a whole number.',
  number: 'Enter a number.',
  date: 'Enter a date.',
}

const formatWords: Record<string, string> = {
  email: 'This isn’t an email address.',
  url: 'This isn’t a web address.',
  date: 'Enter a date.',
  datetime: 'Enter a date and a time.',
  time: 'Enter a time.',
  safeint: 'Enter a whole number.',
}

function leastWords({ origin, minimum, inclusive }: SchemaIssue): string {
  if (origin === 'array' || origin === 'set') return `Choose at least ${amount(minimum)}.`
  if (origin !== 'string') return `${inclusive === false ? 'More than' : 'At least'} ${amount(minimum)}.`
  return minimum === 1 ? 'Fill this in.' : `At least ${amount(minimum)} characters.`
}

/** The issues of the union member that the value is meant for: its type matches, and something else is wrong. */
function unionWords({ errors }: SchemaIssue): string {
  const members = Array.isArray(errors) ? (errors as SchemaIssue[][]) : []
  const meant = members.find(
    ([first]) => first && !['invalid_type', 'invalid_value'].includes(String(first.code)),
  )
  return meant?.[0] ? issueText(meant[0]) : notValid
}

const amount = (limit: unknown): string => (typeof limit === 'number' ? formatNumber(limit) : String(limit))
