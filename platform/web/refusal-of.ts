type Refused = { code: string; values: object }

/** The code of a refusal with its values, which screens use; undefined for every other failure. For its message, use `messageOf`. */
export function refusalOf(error: unknown): Refused | undefined {
  const data = (error as { data?: Partial<Refused> } | null | undefined)?.data
  return typeof data?.code === 'string' ? { code: data.code, values: data.values ?? {} } : undefined
}
