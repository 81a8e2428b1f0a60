/**
 * For a column of text in which people write and Placewell writes too. What a person wrote is stored as it is; what Placewell says is stored
 * as its code, followed by its values as JSON if it has any, and worded when it is read: `seat.offer_expired`, `job.left {"name":"Ana"}`.
 */
type StoredTexts = Readonly<Record<string, (values: never) => string>>

/** Everything that a catalog has a text for. */
type CodeIn<Catalog extends StoredTexts> = {
  [Code in keyof Catalog & string]: {
    code: Code
    values: Parameters<Catalog[Code]> extends [infer Values] ? Values : object
  }
}[keyof Catalog & string]

/** What to store for a code with its values. */
export const storedText = <Catalog extends StoredTexts>(
  _catalog: Catalog,
  { code, values }: CodeIn<Catalog>,
): string => (Object.keys(values as object).length > 0 ? `${code} ${JSON.stringify(values)}` : code)

/** The words of a stored text: of a code in the catalog, or as they are. */
export function wordsOfStored(catalog: StoredTexts, stored: string): string {
  const [, code = '', values = '{}'] = /^([a-z_]+\.[a-z_]+)(?: (\{.*\}))?$/s.exec(stored) ?? []
  if (!Object.hasOwn(catalog, code)) return stored
  try {
    return (catalog[code] as (values: object) => string)(JSON.parse(values) as object)
  } catch {
    return stored
  }
}
