/** Hands a text or bytes to the browser as a file to keep; without a type it is a CSV. */
export function saveFile(name: string, content: BlobPart, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The click has begun the download; the address may go.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
