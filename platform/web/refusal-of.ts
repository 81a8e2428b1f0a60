type Refused = { code: string; values: object }

/** The code of a refusal with its values, which screens act on; undefined for every other failure. Its words are `messageOf`. */
export function refusalOf(error: unknown): Refused | undefined {
  const data = (error as { data?: Partial<Refused> } | null | undefined)?.data
  return typeof data?.code === 'string' ? { code: data.code, values: data.values ?? {} } : undefined
}
