/** The URL of a list's file: the path of its call with a filter; several values of one name are repeated. */
export function exportHref(path: string, filter: object, format: 'csv' | 'xlsx' | 'pdf'): string {
  const params = new URLSearchParams({ format })
  for (const [key, value] of Object.entries(filter))
    if (Array.isArray(value)) for (const each of value) params.append(`${key}[]`, String(each))
    else if (value !== undefined) params.set(key, String(value))
  return `/api${path}?${params}`
}
