/**
 * A refusal is a code with values. Rules return it as data, screens use its code, and its sentence comes from the feature's `messages.ts`
 * when it is sent, so wording changes without touching logic (docs/architecture.md).
 */
export type Refusal<Code extends string = string, Values extends object = object> = {
  code: Code
  values: Values
}

/**
 * Why something is refused: the input is wrong, the person may not do it, it does not exist, it cannot be done now, or it was done too
 * often.
 */
export type RefusalKind = 'invalid' | 'forbidden' | 'not_found' | 'conflict' | 'limited'

/** One entry of a feature's catalog: its kind, its sentence, and its form field, if any. */
export type RefusalText<Values extends object> = {
  kind: RefusalKind
  text: (values: Values) => string
  field?: string
  /** Which values the caller gets besides the sentence, if not all of them. */
  sent?: (values: Values) => object
}

/** Code → text; the codes start with the entity: `shift.full`. */
export type RefusalCatalog = Readonly<Record<string, RefusalText<never>>>

/** Every refusal that a catalog has a text for: a code without a sentence, or with other values, does not compile. */
export type RefusalIn<Catalog extends RefusalCatalog> = {
  [Code in keyof Catalog & string]: Refusal<
    Code,
    Catalog[Code] extends RefusalText<infer Values> ? Values : never
  >
}[keyof Catalog & string]

type Text<Values extends object> = (values: Values) => string

/** A text for wrong input, at its form field if one is named (HTTP 400). */
export const invalid = <Values extends object = object>(
  text: Text<Values>,
  field?: string,
): RefusalText<Values> => ({ kind: 'invalid', text, ...(field !== undefined && { field }) })
/** A text for what the person may not do (HTTP 403). */
export const forbidden = <Values extends object = object>(text: Text<Values>): RefusalText<Values> => ({
  kind: 'forbidden',
  text,
})
/** A text for what does not exist, or not for this person (HTTP 404). */
export const notFound = <Values extends object = object>(text: Text<Values>): RefusalText<Values> => ({
  kind: 'not_found',
  text,
})
/** A text for what cannot be done now, at its form field if one is named (HTTP 409). */
export const conflict = <Values extends object = object>(
  text: Text<Values>,
  field?: string,
): RefusalText<Values> => ({ kind: 'conflict', text, ...(field !== undefined && { field }) })

/** "40 seconds", "12 minutes", "3 hours": rounded up. */
function lengthOf(seconds: number): string {
  const [amount, unit] =
    seconds <= 90
      ? [seconds, 'second']
      : seconds <= 5_400
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3_600), 'hour']
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

/** A text for what was done too often, saying when it can be done again (HTTP 429); the database returns the seconds to wait. */
export const limited = <Values extends object = object>(
  text: Text<Values>,
): RefusalText<Values & { seconds: number }> => ({
  kind: 'limited',
  text: (values) => `${text(values)} Try again in ${lengthOf(values.seconds)}.`,
})

type WithoutValues = Readonly<Record<never, never>>

/** A refusal as data, which a rule returns; values are left out if there are none. */
export function refusal<const Code extends string, Values extends object = WithoutValues>(
  code: Code,
  values: Values = {} as Values,
): Refusal<Code, Values> {
  return { code, values }
}

/** The sentence of a refusal. */
export function refusalMessage<Catalog extends RefusalCatalog>(
  catalog: Catalog,
  { code, values }: RefusalIn<Catalog>,
): string {
  return (catalog[code] as RefusalText<object>).text(values)
}

/** A refusal thrown by a command; the server turns it into a contract error. */
export class Refused extends Error {
  override name = 'Refused'
  readonly code: string
  readonly values: object
  readonly kind: RefusalKind
  readonly field: string | undefined

  constructor({ code, values }: Refusal, { kind, text, field, sent }: RefusalText<object>) {
    super(text(values))
    this.code = code
    this.values = sent ? sent(values) : values
    this.kind = kind
    this.field = field
  }
}

/** Creates a Refused with its sentence from the catalog, for the caller to throw. */
export const refusedBy = <Catalog extends RefusalCatalog>(
  catalog: Catalog,
  refused: RefusalIn<Catalog>,
): Refused => new Refused(refused, catalog[refused.code] as RefusalText<object>)

/** Throws Refused with its sentence from the catalog. */
export function refuse<Catalog extends RefusalCatalog>(catalog: Catalog, refused: RefusalIn<Catalog>): never {
  throw refusedBy(catalog, refused)
}

/** Throws Refused if the rule returned a refusal. */
export function refuseIf<Catalog extends RefusalCatalog>(
  catalog: Catalog,
  refused: RefusalIn<Catalog> | null | undefined,
): void {
  if (refused) refuse(catalog, refused)
}
