/**
 * A refusal is a code with values. Rules return it as data, screens act on its code, and its sentence is made at the edge
 * from the feature's `messages.ts`: so wording changes without touching logic (docs/architecture.md).
 */
export type Refusal<Code extends string = string, Values extends object = object> = {
  code: Code
  values: Values
}

/** Why it is refused: the input is wrong, it is not theirs to do, there is no such thing, it cannot be done now, or was done too often. */
export type RefusalKind = 'invalid' | 'forbidden' | 'not_found' | 'conflict' | 'limited'

/** One line of a feature's catalog: its kind, its sentence, and the form field it belongs to where it belongs to one. */
export type RefusalText<Values extends object> = {
  kind: RefusalKind
  text: (values: Values) => string
  field?: string
  /** What of the values the caller gets besides the sentence, where that is not all of them. */
  sent?: (values: Values) => object
}

/** Code → text; the codes start with the entity: `shift.full`. */
export type RefusalCatalog = Readonly<Record<string, RefusalText<never>>>

/** Every refusal that a catalog can word: a code without its sentence, or with other values, does not compile. */
export type RefusalIn<Catalog extends RefusalCatalog> = {
  [Code in keyof Catalog & string]: Refusal<
    Code,
    Catalog[Code] extends RefusalText<infer Values> ? Values : never
  >
}[keyof Catalog & string]

type Text<Values extends object> = (values: Values) => string

/** A text for input that is wrong, at its form field where one is named (HTTP 400). */
export const invalid = <Values extends object = object>(
  text: Text<Values>,
  field?: string,
): RefusalText<Values> => ({ kind: 'invalid', text, ...(field !== undefined && { field }) })
/** A text for what is not theirs to do (HTTP 403). */
export const forbidden = <Values extends object = object>(text: Text<Values>): RefusalText<Values> => ({
  kind: 'forbidden',
  text,
})
/** A text for what is not there, or not there for them (HTTP 404). */
export const notFound = <Values extends object = object>(text: Text<Values>): RefusalText<Values> => ({
  kind: 'not_found',
  text,
})
/** A text for what cannot be done now, at its form field where one is named (HTTP 409). */
export const conflict = <Values extends object = object>(
  text: Text<Values>,
  field?: string,
): RefusalText<Values> => ({ kind: 'conflict', text, ...(field !== undefined && { field }) })

/** "40 seconds", "12 minutes", "3 hours": never shorter than it is. */
function lengthOf(seconds: number): string {
  const [amount, unit] =
    seconds <= 90
      ? [seconds, 'second']
      : seconds <= 5_400
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3_600), 'hour']
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

/** A text for what was done too often, and when it can be done again (HTTP 429); the database says how many seconds that is. */
export const limited = <Values extends object = object>(
  text: Text<Values>,
): RefusalText<Values & { seconds: number }> => ({
  kind: 'limited',
  text: (values) => `${text(values)} Try again in ${lengthOf(values.seconds)}.`,
})

type WithoutValues = Readonly<Record<never, never>>

/** A refusal as data: what a rule returns; its values are left out where it has none. */
export function refusal<const Code extends string, Values extends object = WithoutValues>(
  code: Code,
  values: Values = {} as Values,
): Refusal<Code, Values> {
  return { code, values }
}

/** What a person reads of a refusal. */
export function wordsOf<Catalog extends RefusalCatalog>(
  catalog: Catalog,
  { code, values }: RefusalIn<Catalog>,
): string {
  return (catalog[code] as RefusalText<object>).text(values)
}

/** A refusal on its way out of a command; the server's edge makes a contract error of it. */
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

/** Refused in the words of the catalog, to be thrown by who asked for it. */
export const refusedBy = <Catalog extends RefusalCatalog>(
  catalog: Catalog,
  refused: RefusalIn<Catalog>,
): Refused => new Refused(refused, catalog[refused.code] as RefusalText<object>)

/** Throws Refused, in the words of the catalog. */
export function refuse<Catalog extends RefusalCatalog>(catalog: Catalog, refused: RefusalIn<Catalog>): never {
  throw refusedBy(catalog, refused)
}

/** Throws Refused where a rule returned a refusal, and lets through where it returned none. */
export function refuseIf<Catalog extends RefusalCatalog>(
  catalog: Catalog,
  refused: RefusalIn<Catalog> | null | undefined,
): void {
  if (refused) refuse(catalog, refused)
}
